// The estimate by the folds that chose alpha: what those folds' trees answer, pruned where the choice was judged.
#include "learn/learn.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/tree_walk.hpp"
#include "learn/select_alpha.hpp"
#include "learn/validation.hpp"
#include "model/tree_facts.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::fold_trees_test {
namespace {

using testing::cart;
using testing::grown;
using testing::random_data;

struct Estimated {
  AlphaPath path;
  FoldTrees trees;
};

Estimated select_and_keep(const Dataset& data, const LearnOptions& options) {
  Estimated estimated;
  estimated.path = select_alpha(data, grown(data, options), options, {}, &estimated.trees);
  return estimated;
}

// Each fold by itself: grown from the others' rows, pruned between the chosen alpha and the next, asked row by row.
void expect_plain_answers(const Dataset& data, const LearnOptions& options) {
  Estimated kept = select_and_keep(data, options);
  const std::vector<AlphaStep>& steps = kept.path.steps;
  const std::size_t chosen = kept.path.chosen;
  const bool last = chosen + 1 == steps.size();
  const double alpha = last ? 1e9 : std::sqrt(steps[chosen].alpha * steps[chosen + 1].alpha);
  ASSERT_FALSE(kept.trees.empty());
  EXPECT_EQ(kept.trees.plan.method, k_fold_method(options.prune.folds, 1, options.prune.seed));

  const Validation validation = answer_by_folds(data, kept.trees, options);
  ASSERT_EQ(validation.rows.size(), data.rows());
  const auto folds = stratified_folds(data, options.prune.folds, options.prune.seed);
  std::vector<double> values;
  for (std::uint32_t fold = 0; fold < options.prune.folds; ++fold) {
    std::vector<std::size_t> training;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      if (folds[row] != fold) training.push_back(row);
    }
    Model model = grown(select_rows(data, training), options);
    model.trees[0] = prune_cost_complexity(model, alpha, options.prune.risk).tree;
    EXPECT_EQ(validation.splits[fold].leaves, leaf_count(model.trees[0]));
    const Interpreter interpreter(model);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      if (folds[row] != fold) continue;
      EXPECT_EQ(validation.rows[row].row, row);
      EXPECT_EQ(validation.rows[row].fold, fold);
      const Prediction expected = interpreter.predict(fill_row(data, row, values));
      if (data.task == Task::regression) {
        EXPECT_EQ(validation.predicted.values[row], expected.value);
      } else {
        EXPECT_EQ(validation.predicted.labels[row], expected.label);
        const auto given = validation.predicted.distribution(row);
        EXPECT_EQ(std::vector<double>(given.begin(), given.end()), expected.probabilities);
      }
    }
  }
}

TEST(FoldTrees, AnswerAsTheFoldsTreesPrunedAtTheChosenAlpha) {
  RandomEngine engine(71);
  LearnOptions options = cart();
  options.prune.folds = 5;
  options.prune.seed = 3;
  options.grow.min_leaf = 3;
  expect_plain_answers(random_data(engine, 80, {}), options);
  expect_plain_answers(random_data(engine, 80, {.weighted = true}), options);
  expect_plain_answers(random_data(engine, 80, {.task = Task::regression}), options);
  expect_plain_answers(random_data(engine, 2500, {.noise = 0.5}), options);  // dealt once
  options.prune.risk = RiskMeasure::gini;
  expect_plain_answers(random_data(engine, 80, {}), options);
}

TEST(FoldTrees, SendMissingValuesByThePolicy) {
  RandomEngine engine(72);
  LearnOptions options = cart();
  options.prune.folds = 4;
  options.grow.min_leaf = 3;
  for (const MissingPolicy policy : {MissingPolicy::majority, MissingPolicy::surrogate, MissingPolicy::fractional}) {
    SCOPED_TRACE(to_string(policy));
    options.grow.missing = policy;
    expect_plain_answers(random_data(engine, 70, {.missing = 0.15}), options);
    expect_plain_answers(random_data(engine, 70, {.task = Task::regression, .missing = 0.15}), options);
  }
}

// The error that alpha was chosen by is that of the same answers.
TEST(FoldTrees, ScoreAsTheChosenStepOfThePath) {
  RandomEngine engine(73);
  LearnOptions options = cart();
  const Dataset data = random_data(engine, 2200, {.noise = 0.4});
  Estimated kept = select_and_keep(data, options);
  const AlphaStep chosen = kept.path.steps[kept.path.chosen];
  const Metrics metrics = answer_by_folds(data, kept.trees, options).metrics;
  EXPECT_NEAR(metrics.score, 1 - chosen.error, 1e-12);
  EXPECT_NEAR(metrics.standard_error, chosen.standard_error, 1e-12);
}

TEST(FoldTrees, OfNoiseAreSingleLeaves) {
  RandomEngine engine(74);
  LearnOptions options = cart();
  const Dataset data = random_data(engine, 600, {.noise = 1});
  options.prune.margin = 50;  // the smallest tree of all
  Estimated kept = select_and_keep(data, options);
  EXPECT_TRUE(std::isinf(kept.trees.alpha.value()));
  const Validation validation = answer_by_folds(data, kept.trees, options);
  for (const SplitResult& split : validation.splits) EXPECT_EQ(split.leaves, 1U);
}

TEST(FoldTrees, AreNotThereWhereNothingIsChosen) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 1, 1, 1})}, {"a", "b", "a", "b"});
  EXPECT_TRUE(select_and_keep(data, cart()).trees.empty());
  Warnings warnings;
  FoldTrees trees;
  RandomEngine engine(75);
  LearnOptions options = cart();
  options.prune.alpha = 0.01;
  learn(random_data(engine, 80, {}), options, warnings, {}, &trees);
  EXPECT_TRUE(trees.empty());
}

TEST(FoldTrees, DoNotChangeWhatIsLearned) {
  RandomEngine engine(76);
  for (const std::size_t rows : {90U, 2100U}) {
    const Dataset data = random_data(engine, rows, {.noise = 0.4});
    Warnings warnings;
    FoldTrees trees;
    const Learned with = learn(data, cart(), warnings, {}, &trees);
    const Learned without = learn(data, cart(), warnings);
    EXPECT_EQ(with.model, without.model);
    EXPECT_EQ(trees.models.size(), 10U);
    EXPECT_EQ(trees.plan.rounds, 1U);
  }
}

TEST(FoldTrees, AreSeenByVisitors) {
  RandomEngine engine(77);
  LearnOptions options = cart();
  options.prune.folds = 4;
  const Dataset data = random_data(engine, 100, {});
  Estimated kept = select_and_keep(data, options);
  std::vector<std::size_t> leaves(4, 0);
  std::size_t rows = 0;
  const Validation validation =
      answer_by_folds(data, kept.trees, options, [&](std::size_t split, const Model& model, const Dataset& test) {
        leaves[split] = leaf_count(model.trees[0]);
        rows += test.rows();
      });
  EXPECT_EQ(rows, 100U);
  for (std::size_t i = 0; i < leaves.size(); ++i) EXPECT_EQ(validation.splits[i].leaves, leaves[i]);
}

}  // namespace
}  // namespace espalier::fold_trees_test
