# Reads a CSV file and fits a forest with ranger, as it is by default; prints JSON.  Rscript ranger_forest.R FILE TREES THREADS [--regression]
# Words are factors, put in order of their classes once. It refuses holes: words get one more, "missing", and numbers the column's median,
# which is part of reading.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "clock.R"))
suppressMessages(library(ranger))
arguments <- commandArgs(trailingOnly = TRUE)
quicker <- requireNamespace("data.table", quietly = TRUE)
fill <- function(column) {
  if (is.numeric(column)) {
    column[is.na(column)] <- median(column, na.rm = TRUE)
    return(column)
  }
  column[is.na(column) | column == ""] <- "missing"
  factor(column)
}
load <- seconds_json({
  table <- if (quicker) data.table::fread(arguments[1], data.table = FALSE) else read.csv(arguments[1])
  table[] <- lapply(table, fill)
  target <- table[[ncol(table)]]
  if (!("--regression" %in% arguments)) target <- factor(target)
  table <- table[-ncol(table)]
})
fit <- seconds_json(model <- ranger(x = table, y = target, num.trees = as.integer(arguments[2]), respect.unordered.factors = "order",
                                    min.node.size = 1, num.threads = as.integer(arguments[3]), verbose = FALSE, seed = 1))
cat(sprintf('{"load": %s, "fit": %s}\n', load, fit))
