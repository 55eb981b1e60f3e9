// How much each column matters: by purity, by shuffling, and over the splits of a cross-validation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/splits.hpp"
#include "evaluate/statistics.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// What the tests on each column do for the purity of a tree's leaves: a fact of the tree and its training figures.

// The impurity that a criterion lessens: Gini's, entropy (information gain and gain ratio) or errors. Regression has
// one measure, the deviation; which of these it is asked for makes no difference.
RiskMeasure impurity_of(Criterion criterion);

// The same of a stored model, by the options that it records; Gini where it records none.
RiskMeasure impurity_of(const Model& model);

struct ImpurityImportance {
  // Per feature: the sum over the nodes that test it of risk(node) - sum of risk(child), the risks as node_risks() has
  // them (prune/cost_complexity.hpp). Exactly 0 for features that are not tested; surrogates do not count.
  std::vector<double> decreases;
  std::vector<double> shares;  // of the sum of all decreases; all 0 if that is 0
};
// Nothing of several trees, whose nodes have no figures of the rows that came there.
ImpurityImportance impurity_importance(const Model& model, RiskMeasure measure);

// What a tree's answers lose when the values of a column are shuffled among the rows: the column then says nothing
// about its row, and all else is as it was.

// Rows with their right answers, as the interpreter takes them.
struct TestRows {
  std::vector<std::vector<double>> rows;  // see model/interpret.hpp, Row
  Answers actual;
  std::vector<double> weights;  // per row, or none
};
TestRows test_rows_of(const Dataset& data);

struct Permutations {
  std::uint32_t times = 5;  // each column, each time in another order
  std::uint64_t seed = 1;
};

// Per feature, the mean over the permutations of the loss of accuracy (for regression, of what the root mean squared
// error gains), by weight where rows have weights. Missing values are shuffled along with the others. Exactly 0 for
// features that are not asked. Each order is drawn for itself, by the seed, `split`, the feature and its number, so
// that it does not depend on what else is computed, and when.
std::vector<double> permutation_losses(const Model& model, TestRows test, const Permutations& permutations,
                                       std::size_t split);

// How much each column matters to what is learned: by the trees of the splits of a cross-validation and their test
// rows.

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
