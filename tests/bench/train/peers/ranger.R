# Reads a CSV file and fits one tree with ranger; prints JSON.  Rscript ranger.R FILE [--max-depth N]
# One tree of all rows that looks at every column, as ours does: no bootstrap, no choice of columns. Words are factors, put in
# order of their classes once (respect.unordered.factors = "order"); its exact partitions end at 53 words. It refuses holes: words
# get one more, "missing", and numbers the column's median, which is part of reading.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "clock.R"))
suppressMessages(library(ranger))
arguments <- commandArgs(trailingOnly = TRUE)
depth <- match("--max-depth", arguments)
deepest <- if (is.na(depth)) 0 else as.integer(arguments[depth + 1])
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
  target <- factor(table[[ncol(table)]])
  table <- table[-ncol(table)]
})
fit <- seconds_json(model <- ranger(x = table, y = target, num.trees = 1, mtry = ncol(table), replace = FALSE,
                                    sample.fraction = 1, respect.unordered.factors = "order", max.depth = deepest,
                                    min.node.size = 1, num.threads = 1, oob.error = FALSE, verbose = FALSE, seed = 1))
children <- model$forest$child.nodeIDs[[1]]
cat(sprintf('{"version": "%s", "load": %s, "fit": %s, "tree": {"nodes": %d, "leaves": %d}}\n', packageVersion("ranger"), load,
            fit, length(children[[1]]), sum(children[[1]] == 0)))
