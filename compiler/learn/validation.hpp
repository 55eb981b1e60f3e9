// Honest estimates: answers for rows that the tree has not seen, and figures about them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/splits.hpp"
#include "learn/learn.hpp"
#include "model/model.hpp"

namespace espalier {

struct SplitResult {
  std::uint32_t round = 0;
  std::uint32_t fold = 0;
  std::size_t rows = 0;               // tested
  double score = 0;                   // accuracy, or root mean squared error; by weight if the rows have weights
  std::size_t leaves = 0;             // of all trees
  std::size_t depth = 0;              // of the deepest
  std::optional<double> threshold{};  // the probability of the tree's decision threshold
};

// An answer for a row of the dataset.
struct AnsweredRow {
  std::size_t row = 0;
  std::uint32_t round = 0;
  std::uint32_t fold = 0;
  std::size_t split = 0;  // of the plan
};

// The answers are those for `rows`.
struct Validation : AnswerPairs {
  Marking marking;
  std::vector<SplitResult> splits;   // as in the plan
  std::vector<AnsweredRow> rows;     // by round, then by row
  Metrics metrics;                   // over all answers
  std::vector<double> round_scores;  // over the answers of each round
  double mean_leaves() const;
};

// What a model records of it: for two classes also the figures that do not depend on how frequent they are, and those
// of the class that its decision threshold is for.
Evaluation evaluation_of(std::string method, const Validation& validation,
                         const std::optional<DecisionThreshold>& threshold = std::nullopt);

// The same of answers by trees that were grown without these rows.
Evaluation evaluation_of(const OutOfBag& out_of_bag, const Model& model);

// Sees the model of each split of the plan, and the rows that it is tested on. Called by several threads at once, each
// split once, in any order.
using SplitVisitor = std::function<void(std::size_t split, const Model& model, const Dataset& test)>;

// Learns from each split's training rows alone, with everything that is chosen on the way, and answers its test rows.
// Splits run on options.threads threads; `progress` counts them, or the trees grown for a single one.
Validation cross_validate(const Dataset& data, const SplitPlan& plan, const LearnOptions& options,
                          const ProgressReport& progress = {}, const SplitVisitor& visit = {});

// The same figures without another fit: the folds' trees, each pruned where the chosen alpha was judged, answer the
// rows that they were not grown from. These rows had a say in the choice: docs/evaluation.md has what that flatters by.
// The trees stay as they answered.
Validation answer_by_folds(const Dataset& data, FoldTrees& trees, const LearnOptions& options,
                           const SplitVisitor& visit = {});

// Prunes the folds' trees, unless they are pruned already.
void prune_where_judged(const LearnOptions& options, FoldTrees& trees);

}  // namespace espalier
