// Honest estimates: folds, predictions for rows the tree has not seen, and figures about them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/metrics.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

struct LearnOptions {
  GrowOptions grow;
  PruneOptions prune;
};

// Called with the parts of long work that are done and all of them; may be empty.
using ProgressReport = std::function<void(std::size_t done, std::size_t total)>;

// grow + prune + validate, with provenance filled in except for the evaluation.
struct Learned {
  Model model;
  std::size_t nodes_grown = 0;  // before pruning
  std::size_t leaves_grown = 0;
  std::size_t depth_grown = 0;
  std::vector<Cut> cuts;
};
// `progress` counts the trees grown where cross-validation chooses how much is pruned.
Learned learn(const Dataset& data, const LearnOptions& options, Warnings& warnings,
              const ProgressReport& progress = {});

// Fold number per row, 0 .. folds-1; each class, or for regression each range of targets, is spread as evenly as it
// goes. Deterministic in the seed.
std::vector<std::uint32_t> stratified_folds(const Dataset& data, std::uint32_t folds, std::uint64_t seed);

// A fold file: one non-negative whole number per line, one line per row of the table. Errors are located.
std::vector<std::uint32_t> read_fold_file(const std::string& path, std::size_t table_rows);

struct FoldResult {
  std::size_t rows = 0;
  double score = 0;  // accuracy, or root mean squared error; by weight if the rows have weights
  std::size_t leaves = 0;
  std::size_t depth = 0;
};

struct CrossValidation {
  Answers predicted;                 // per row of the dataset, out of fold
  std::vector<std::uint32_t> folds;  // per row of the dataset
  std::vector<FoldResult> per_fold;  // in order of fold number; numbers that no row has are left out
  Metrics metrics;                   // over all out-of-fold rows
  double mean_leaves() const;
};

// `folds` per row of the dataset. `progress` counts the folds.
CrossValidation cross_validate(const Dataset& data, const std::vector<std::uint32_t>& folds,
                               const LearnOptions& options, const ProgressReport& progress);

}  // namespace espalier
