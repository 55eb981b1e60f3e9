# Processor and wall-clock seconds of a piece of work, as JSON; tests/bench/train/stopwatch.hpp takes them alike.
seconds_json <- function(work) {
  times <- system.time(work, gcFirst = FALSE)
  sprintf('{"cpu": %.6f, "wall": %.6f}', times[["user.self"]] + times[["sys.self"]], times[["elapsed"]])
}
