# Records rpart's cptable of the sample data, for path_reference_test.cpp.
#
#     ESPALIER=build/ci/compiler/espalier Rscript tests/unit/learn/references/record_paths.R
#
# from the root of the source tree, with Debian's r-cran-rpart 4.1.19. Writes rpart_<set>.csv beside this file: CP, nsplit,
# rel error and, where cross-validation was asked for, xerror: its mean over ten rounds of ten folds. The folds are the ones
# by which Espalier chooses alpha: `espalier evaluate` has the same.
#
# rpart sends a row whose value equals the threshold to the right, Espalier to the left. Sample data are coarse, and rows left
# out do lie on midpoints of the others. So xerror is not the cptable's: each fold's tree is fitted, pruned and asked here, as
# rpart's own cross-validation does it, with the rows' values moved down by less than the data's resolution.
#
# rpart's complexity of a node counts all splits below it, even if some of them go at a lower price. Such nodes it prunes too
# early: fully grown, stagec's tree of 5 leaves costs 1.04 at a price of 0.09 (shares of the root's risk), a leaf 1.09, and
# prune(cp = 0.09) returns the leaf. Trees in which that happens are not recorded, nor are folds (of iris, kyphosis) in which
# it does or in which tests of different columns tie.
library(rpart)
here <- "tests/unit/learn/references"
tool <- Sys.getenv("ESPALIER")

complete_numbers <- function(file, target) {
  data <- read.csv(file.path("data", file))
  data <- data[complete.cases(data), ]
  data[, sapply(data, is.numeric) | names(data) == target]
}

folds_of <- function(file, target, rounds) {
  out <- tempfile()
  status <- system2(tool, c("evaluate", file.path("data", file), "--target", target, "--folds", 10, "--repeats", rounds,
                            "--predictions", out, "--quiet"))
  stopifnot(status == 0)
  read.csv(out)
}

fit <- function(data, target, minsplit, minbucket) {
  rpart(as.formula(paste(target, "~ .")), data, method = "class",
        control = rpart.control(cp = 0, minsplit = minsplit, minbucket = minbucket, xval = 0, maxcompete = 0,
                                maxsurrogate = 0, usesurrogate = 0, maxdepth = 30))
}

# Errors as a leaf, per row.
root_risk <- function(tree) tree$frame$dev[1] / tree$frame$n[1]

# Each tree of the table is judged at the geometric mean of its alpha and the next one's.
out_of_fold <- function(data, target, table, whole_risk, answers, minsplit, minbucket) {
  alphas <- table[, "CP"] * whole_risk
  between <- c(Inf, sqrt(alphas[-1] * alphas[-length(alphas)]))
  columns <- names(data) != target
  errors <- numeric(length(between))
  for (round in split(answers, answers$round)) {
    for (test in split(round$row, round$fold)) {
      tree <- fit(data[-test, ], target, minsplit, minbucket)
      rows <- data[test, ]
      rows[, columns] <- rows[, columns] - 1e-6
      for (i in seq_along(between)) {
        pruned <- prune(tree, cp = min(between[i] / root_risk(tree), 2))
        errors[i] <- errors[i] + sum(predict(pruned, rows, type = "class") != rows[[target]])
      }
    }
  }
  errors / nrow(answers) / whole_risk
}

record <- function(name, file, target, minsplit, minbucket, rounds = 0) {
  data <- complete_numbers(file, target)
  data[[target]] <- factor(data[[target]])
  tree <- fit(data, target, minsplit, minbucket)
  table <- tree$cptable[, 1:3, drop = FALSE]
  if (rounds > 0) {
    answers <- folds_of(file, target, rounds)
    table <- cbind(table, out_of_fold(data, target, table, root_risk(tree), answers, minsplit, minbucket))
  }
  write_table(name, file, target, minsplit, minbucket, table)
}

# A regression's alphas are shares of the deviation that a fold's own root has; rpart takes those of the whole data for it.
record_numbers <- function(name, file, target, minsplit, minbucket) {
  tree <- rpart(as.formula(paste(target, "~ .")), complete_numbers(file, target), method = "anova",
                control = rpart.control(cp = 0, minsplit = minsplit, minbucket = minbucket, xval = 0, maxcompete = 0,
                                        maxsurrogate = 0, usesurrogate = 0, maxdepth = 30))
  write_table(name, file, target, minsplit, minbucket, tree$cptable[, 1:3, drop = FALSE])
}

write_table <- function(name, file, target, minsplit, minbucket, table) {
  out <- file(file.path(here, paste0("rpart_", name, ".csv")), "w")
  cat(sprintf("# rpart %s: cptable of %s ~ ., %s, cp = 0, minsplit = %d, minbucket = %d; made by record_paths.R\n",
              packageVersion("rpart"), target, file, minsplit, minbucket), file = out)
  cat("cp,splits,relative_error", if (ncol(table) > 3) ",xerror", "\n", sep = "", file = out)
  for (i in seq_len(nrow(table))) cat(paste(sprintf("%.17g", table[i, ]), collapse = ","), "\n", sep = "", file = out)
  close(out)
}

record("iris", "iris.csv", "species", 2, 1)
record("wine", "wine.csv", "cultivar", 2, 1, rounds = 10)
record("kyphosis", "kyphosis.csv", "Kyphosis", 2, 1)
record("kyphosis_20_7", "kyphosis.csv", "Kyphosis", 20, 7, rounds = 10)
record("wine_20_7", "wine.csv", "cultivar", 20, 7, rounds = 10)
record("stagec", "stagec.csv", "pgstat", 20, 7)
record_numbers("diabetes", "diabetes.csv", "progression", 10, 5)
