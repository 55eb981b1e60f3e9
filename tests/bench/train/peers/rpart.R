# Reads a CSV file and fits rpart's tree; prints JSON.  Rscript rpart.R FILE [--regression] [--max-depth N]
# Nothing holds the tree back but its depth, and nothing is computed besides: no surrogates, no cross-validation.
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
source(file.path(here, "clock.R"))
suppressMessages(library(rpart))
arguments <- commandArgs(trailingOnly = TRUE)
regression <- "--regression" %in% arguments
depth <- match("--max-depth", arguments)
deepest <- if (is.na(depth)) 30 else as.integer(arguments[depth + 1])
quicker <- requireNamespace("data.table", quietly = TRUE)
load <- seconds_json(table <- if (quicker) data.table::fread(arguments[1], data.table = FALSE) else read.csv(arguments[1]))
target <- names(table)[ncol(table)]
if (!regression) table[[target]] <- factor(table[[target]])
control <- rpart.control(minsplit = 2, minbucket = 1, cp = 0, maxcompete = 0, maxsurrogate = 0, usesurrogate = 0, xval = 0,
                         maxdepth = deepest)
formula <- as.formula(paste(target, "~ ."))
fit <- seconds_json(model <- rpart(formula, table, method = if (regression) "anova" else "class", control = control,
                                   model = FALSE, x = FALSE, y = FALSE))
leaves <- sum(model$frame$var == "<leaf>")
cat(sprintf('{"version": "%s", "load": %s, "fit": %s, "tree": {"nodes": %d, "leaves": %d}}\n', packageVersion("rpart"), load,
            fit, nrow(model$frame), leaves))
