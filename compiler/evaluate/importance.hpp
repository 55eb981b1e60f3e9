// How much each column matters to what is learned: by the trees of the splits of a cross-validation and their test
// rows.
#pragma once

#include <cstddef>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/permutation_importance.hpp"
#include "evaluate/split_summary.hpp"
#include "evaluate/splits.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

struct FeatureImportance {
  std::size_t feature = 0;   // its position
  std::size_t asked_in = 0;  // splits whose tree asks for it
  SplitSummary permutation;  // loss of accuracy, or gain of root mean squared error; a split's mean over permutations
  SplitSummary impurity;     // the decrease of impurity, see ImpurityImportance::decreases
  SplitSummary impurity_share;  // of the decrease by all columns
};

class Importance {
 public:
  Importance(std::size_t features, std::size_t splits, RiskMeasure measure, const Permutations& permutations);

  // Takes in a split. Splits may come in any order and from several threads, each once: its place is its own.
  void visit(std::size_t split, const Model& model, TestRows test);

  // When all splits have been visited: the columns by permutation importance, the largest first, those of equal
  // importance in their order in the data.
  std::vector<FeatureImportance> ranked(double test_per_training_row) const;

 private:
  struct Visit {
    std::vector<bool> asked;  // this and the others: per feature
    std::vector<double> losses;
    std::vector<double> decreases;
    std::vector<double> shares;
  };

  SplitSummary summary(const std::vector<double> Visit::*figures, std::size_t feature,
                       double test_per_training_row) const;

  std::size_t features_;
  RiskMeasure measure_;
  Permutations permutations_;
  std::vector<Visit> visits_;
};

}  // namespace espalier
