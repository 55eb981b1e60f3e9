# Reads a CSV file with data.table's fread, one thread; prints JSON.  Rscript fread.R FILE
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "clock.R"))
suppressMessages(library(data.table))
setDTthreads(1)
file <- commandArgs(trailingOnly = TRUE)[1]
load <- seconds_json(table <- fread(file, showProgress = FALSE))
cat(sprintf('{"version": "%s", "load": %s, "rows": %d}\n', packageVersion("data.table"), load, nrow(table)))
