// Thresholds are chosen by trees that have not seen the rows: held to folds made by hand.
#include "learn/select_threshold.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "evaluate/tree_walk.hpp"
#include "learn/select_alpha.hpp"
#include "learn/validation.hpp"
#include "model/decision_threshold.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::select_threshold_test {
namespace {

using testing::cart;
using testing::random_data;

// The classes of random_data, b and c as one.
Dataset two_classes(RandomEngine& engine, std::size_t rows, const testing::DataKind& kind) {
  Dataset data = random_data(engine, rows, kind);
  data.labels = {"no", "yes"};
  for (std::uint32_t& label : data.classes) label = label == 2 ? 1 : 0;
  return data;
}

LearnOptions choosing(ThresholdAim aim, double figure) {
  LearnOptions options = cart();
  options.prune.folds = 4;
  options.grow.smoothing = {SmoothingKind::m_estimate, 2};
  options.grow.min_leaf = 5;
  options.threshold_for = ThresholdGoal{1, aim, figure};
  return options;
}

LearnOptions without_threshold(LearnOptions options) {
  options.threshold_for.reset();
  return options;
}

struct OutOfFold {
  std::vector<double> probabilities;
  std::vector<std::uint32_t> actual;
  std::vector<double> weights;
};

// Asks the model row by row.
void ask(const Model& model, const Dataset& data, const std::vector<std::size_t>& rows, OutOfFold& answers) {
  const Interpreter interpreter(model);
  std::vector<double> values;
  for (const std::size_t row : rows) {
    answers.probabilities.push_back(interpreter.predict(fill_row(data, row, values)).probabilities[1]);
    answers.actual.push_back(data.classes[row]);
    answers.weights.push_back(data.weights.empty() ? 1 : data.weights[row]);
  }
}

double chosen_by(const LearnOptions& options, const OutOfFold& answers, const Model& model) {
  return choose_threshold(*options.threshold_for, {answers.probabilities, answers.actual, answers.weights}, model.costs)
      .probability;
}

// Folds of every round that chose alpha, each with a tree of the other rows, pruned where the choice was judged.
double by_hand_with_alpha(const Dataset& data, const LearnOptions& options) {
  const LearnOptions plain = without_threshold(options);
  const Model grown = testing::grown(data, plain);
  const AlphaPath path = select_alpha(data, grown, plain);
  const bool last = path.chosen + 1 == path.steps.size();
  const double alpha = last ? 1e9 : std::sqrt(path.steps[path.chosen].alpha * path.steps[path.chosen + 1].alpha);
  OutOfFold answers;
  for (const Split& split : k_fold_splits(data, 4, rounds_for(data.rows(), 2000), options.prune.seed).splits) {
    Model model = testing::grown(select_rows(data, split.training), plain);
    model.trees[0] = prune_cost_complexity(model, alpha, plain.prune.risk).tree;
    ask(model, data, split.test, answers);
  }
  return chosen_by(options, answers, grown);
}

double by_hand_without_alpha(const Dataset& data, const LearnOptions& options) {
  OutOfFold answers;
  Warnings warnings;
  for (const Split& split : k_fold_splits(data, 4, rounds_for(data.rows(), 2000), options.prune.seed).splits) {
    const Learned learned = learn(select_rows(data, split.training), without_threshold(options), warnings);
    ask(learned.model, data, split.test, answers);
  }
  return chosen_by(options, answers, {});
}

void expect_threshold(const Dataset& data, const LearnOptions& options, double expected) {
  Warnings warnings;
  const Learned learned = learn(data, options, warnings);
  ASSERT_GT(leaf_count(learned.model.trees[0]), 1U);
  EXPECT_EQ(learned.threshold->probability, expected);
  EXPECT_EQ(learned.model.decision_threshold, (DecisionThreshold{1, expected}));
  Model plain = learn(data, without_threshold(options), warnings).model;
  EXPECT_EQ(without_decision_threshold(learned.model).trees, plain.trees) << "it decides answers, not the tree";
  set_decision_threshold({1, expected}, plain);
  EXPECT_EQ(learned.model.trees, plain.trees);
}

TEST(SelectThreshold, AsksTheFoldsThatChoseAlpha) {
  RandomEngine engine(5);
  for (const std::size_t rows : {300UL, 2100UL}) {  // seven rounds, and one
    const Dataset data = two_classes(engine, rows, {});
    for (const ThresholdAim aim : {ThresholdAim::recall, ThresholdAim::f1}) {
      const LearnOptions options = choosing(aim, 0.7);
      expect_threshold(data, options, by_hand_with_alpha(data, options));
    }
  }
}

TEST(SelectThreshold, CountsWeightsAndFollowsThePolicy) {
  RandomEngine engine(6);
  for (const MissingPolicy policy : {MissingPolicy::fractional, MissingPolicy::surrogate}) {
    const Dataset data = two_classes(engine, 400, {Task::classification, 0.2, 0.2, true});
    LearnOptions options = choosing(ThresholdAim::precision, 0.6);
    options.grow.missing = policy;
    expect_threshold(data, options, by_hand_with_alpha(data, options));
  }
}

TEST(SelectThreshold, DealsFoldsOfItsOwnWhereNoAlphaIsChosen) {
  RandomEngine engine(7);
  const Dataset data = two_classes(engine, 500, {});
  LearnOptions options = choosing(ThresholdAim::recall, 0.8);
  for (const PruneMethod method :
       {PruneMethod::none, PruneMethod::pessimistic, PruneMethod::error_based, PruneMethod::reduced_error}) {
    options.prune.method = method;
    expect_threshold(data, options, by_hand_without_alpha(data, options));
  }
  options.prune.method = PruneMethod::cost_complexity;
  options.prune.alpha = 0.002;
  expect_threshold(data, options, by_hand_without_alpha(data, options));
}

TEST(SelectThreshold, ByCostsChargesWhatTheyAre) {
  RandomEngine engine(8);
  const Dataset data = two_classes(engine, 500, {});
  LearnOptions options = choosing(ThresholdAim::cost, 0);
  options.grow.costs = {{"no", "yes"}, {{0, 1}, {6, 0}}};
  expect_threshold(data, options, by_hand_with_alpha(data, options));
  Warnings warnings;
  const Learned dear = learn(data, options, warnings);
  EXPECT_TRUE(dear.threshold->figures.mean_cost.has_value());
  options.grow.costs = {{"no", "yes"}, {{0, 6}, {1, 0}}};
  EXPECT_GT(learn(data, options, warnings).threshold->probability, dear.threshold->probability);
}

TEST(SelectThreshold, ThatIsGivenIsTaken) {
  RandomEngine engine(9);
  const Dataset data = two_classes(engine, 200, {});
  Warnings warnings;
  const Learned learned = learn(data, choosing(ThresholdAim::fixed, 0.375), warnings);
  EXPECT_EQ(learned.model.decision_threshold, (DecisionThreshold{1, 0.375}));
  EXPECT_FALSE(learned.threshold->figures.recall.has_value());
}

TEST(SelectThreshold, OfOneLeafHasItsProbabilityOnly) {
  RandomEngine engine(10);
  Dataset data = two_classes(engine, 300, {Task::classification, 1, 0, false});  // noise
  for (std::size_t row = 0; row < data.rows(); ++row) data.classes[row] = row % 10 == 0 ? 1 : 0;
  LearnOptions options = choosing(ThresholdAim::recall, 0.8);
  options.prune.alpha = 1e6;
  Warnings warnings;
  const Learned learned = learn(data, options, warnings);
  ASSERT_EQ(learned.model.trees[0].nodes.size(), 1U);
  EXPECT_EQ(learned.model.trees[0].nodes[0].label, 1U) << "the only way to find 80 %";
  EXPECT_EQ(learned.threshold->figures.recall, 1.0);
  EXPECT_EQ(learned.threshold->figures.precision, 0.1);
}

TEST(SelectThreshold, IsTheSameWhoeverKeepsTheTrees) {
  RandomEngine engine(12);
  const Dataset data = two_classes(engine, 300, {});
  for (const bool with_alpha : {true, false}) {
    LearnOptions options = choosing(ThresholdAim::recall, 0.7);
    if (!with_alpha) options.prune.method = PruneMethod::pessimistic;
    Warnings warnings;
    FoldTrees trees;
    const Learned kept = learn(data, options, warnings, {}, &trees);
    EXPECT_EQ(kept.model, learn(data, options, warnings).model);
    options.threads = 3;
    EXPECT_EQ(kept.model, learn(data, options, warnings).model);
    ASSERT_EQ(trees.models.size(), 4U) << "those of the first deal";
    EXPECT_EQ(trees.plan.method, "4-fold cross-validation, seed 1");
    for (const Model& model : trees.models) EXPECT_EQ(model.decision_threshold, kept.model.decision_threshold);
    const Validation validation = answer_by_folds(data, trees, options);
    EXPECT_EQ(validation.splits[2].threshold, kept.threshold->probability);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const bool yes = validation.predicted.distribution(row)[1] >= kept.threshold->probability;
      EXPECT_EQ(validation.predicted.labels[row], yes ? 1U : 0U);
    }
  }
}

TEST(SelectThreshold, IsChosenAnewInEachTrainingFold) {
  RandomEngine engine(13);
  const Dataset data = two_classes(engine, 300, {});
  const LearnOptions options = choosing(ThresholdAim::recall, 0.7);
  const SplitPlan plan = k_fold_splits(data, 3, 1, 4);
  const Validation validation = cross_validate(data, plan, options);
  Warnings warnings;
  for (std::size_t i = 0; i < 3; ++i) {
    const Learned alone = learn(select_rows(data, plan.splits[i].training), options, warnings);
    EXPECT_EQ(validation.splits[i].threshold, alone.threshold->probability);
  }
}

}  // namespace
}  // namespace espalier::select_threshold_test
