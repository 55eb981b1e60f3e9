// Every tree of the path by brute force: pruned, asked about every row, and marked.
#include <gtest/gtest.h>

#include <cmath>

#include "evaluate/mark.hpp"
#include "evaluate/splits.hpp"
#include "grow/class_weights.hpp"
#include "learn/select_alpha.hpp"
#include "model/tree_facts.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::score_alphas_test {
namespace {

using testing::cart;
using testing::DataKind;
using testing::dear_b;
using testing::grown;
using testing::random_data;

constexpr MissingPolicy kPolicies[] = {MissingPolicy::majority, MissingPolicy::learned, MissingPolicy::surrogate,
                                       MissingPolicy::own_category, MissingPolicy::fractional};

Model pruned_at(const Model& model, double alpha, RiskMeasure risk) {
  Model pruned = model;
  // Beyond every alpha of the path only the root is left; infinity is no price.
  pruned.trees[0] = prune_cost_complexity(model, std::min(alpha, 1e9), risk).tree;
  return pruned;
}

// What the learner wants little of, per weight of the rows.
double plain_error(const Model& model, const Dataset& data, const GrowOptions& options) {
  const std::vector<double> weights = row_weights(data, options);
  const Answers answers = answer_rows(model, data);
  double sum = 0;
  double weight = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    weight += weights[row];
    if (model.task == Task::regression) {
      sum += weights[row] * std::pow(answers.values[row] - data.targets[row], 2);
    } else if (answers.labels[row] != data.classes[row]) {
      sum += weights[row] * (model.costs.empty() ? 1 : model.costs[data.classes[row]][answers.labels[row]]);
    }
  }
  return sum / weight;
}

// Blended values are rounded to 30 bits of the largest.
double closeness(const Dataset& data) {
  return data.task == Task::regression ? 1e-6 : 1e-12;
}

void expect_training_scores(const Dataset& data, const LearnOptions& options) {
  const Model model = grown(data, options);
  const AlphaPath path = score_alphas(data, model, options);
  ASSERT_EQ(path.scores.size(), path.steps.size());
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const Model pruned = pruned_at(model, path.steps[i].alpha, options.prune.risk);
    EXPECT_EQ(path.steps[i].leaves, leaf_count(pruned.trees[0])) << i;
    EXPECT_NEAR(path.scores[i].training_score, mark(pruned, data).score, closeness(data)) << i;
    EXPECT_NEAR(path.scores[i].training_error, plain_error(pruned, data, options.grow), closeness(data)) << i;
  }
}

TEST(ScoreAlphas, TrainingScoresAreThoseOfTheTreesPrunedAtTheirAlpha) {
  RandomEngine engine(61);
  for (const RiskMeasure risk : {RiskMeasure::errors, RiskMeasure::gini, RiskMeasure::entropy}) {
    LearnOptions options = cart();
    options.prune.folds = 2;
    options.prune.risk = risk;
    for (const MissingPolicy policy : kPolicies) {
      SCOPED_TRACE(to_string(policy));
      options.grow.missing = policy;
      expect_training_scores(random_data(engine, 60, {.missing = 0.15}), options);
      expect_training_scores(random_data(engine, 60, {.missing = 0.15, .weighted = true}), options);
      expect_training_scores(random_data(engine, 60, {.task = Task::regression, .missing = 0.15}), options);
    }
    options.grow.missing = MissingPolicy::refuse;
    expect_training_scores(random_data(engine, 60, {.task = Task::regression, .weighted = true}), options);
    options.grow.costs = dear_b();
    expect_training_scores(random_data(engine, 60, {}), options);
    options.grow.costs = {};
    options.grow.balanced_classes = true;
    expect_training_scores(random_data(engine, 60, {.weighted = true}), options);
  }
}

// The out-of-fold answers of one step, marked as evaluate marks them.
Metrics out_of_fold(const Dataset& data, const LearnOptions& options, const std::vector<AlphaStep>& steps,
                    std::size_t step) {
  const std::uint32_t rounds = 10;  // for 200 rows and less
  const SplitPlan plan = k_fold_splits(data, options.prune.folds, rounds, options.prune.seed);
  const bool last = step + 1 == steps.size();
  const double alpha = last ? 1e9 : std::sqrt(steps[step].alpha * steps[step + 1].alpha);
  Answers actual;
  Answers predicted;
  std::vector<double> weights;
  Marking marking;
  for (const Split& split : plan.splits) {
    const Model model = pruned_at(grown(select_rows(data, split.training), options), alpha, options.prune.risk);
    marking = marking_of(model);
    const Dataset test = select_rows(data, split.test);
    const Answers right = right_answers(test);
    const Answers given = answer_rows(model, test);
    for (std::size_t row = 0; row < test.rows(); ++row) {
      actual.append(right, row);
      predicted.append(given, row);
      if (!test.weights.empty()) weights.push_back(test.weights[row]);
    }
  }
  return score(marking, actual, predicted, weights, rounds);
}

void expect_validated_scores(const Dataset& data, const LearnOptions& options) {
  const AlphaPath path = score_alphas(data, grown(data, options), options);
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const Metrics metrics = out_of_fold(data, options, path.steps, i);
    EXPECT_NEAR(path.scores[i].score, metrics.score, closeness(data)) << i;
    EXPECT_NEAR(path.scores[i].standard_error, metrics.standard_error, closeness(data)) << i;
  }
}

TEST(ScoreAlphas, ScoresOutOfFoldAreMarkedAsEvaluateMarks) {
  RandomEngine engine(62);
  LearnOptions options = cart();
  options.prune.folds = 3;
  options.grow.min_leaf = 4;
  expect_validated_scores(random_data(engine, 60, {}), options);
  expect_validated_scores(random_data(engine, 60, {.weighted = true}), options);
  expect_validated_scores(random_data(engine, 60, {.task = Task::regression, .weighted = true}), options);
  options.prune.risk = RiskMeasure::gini;
  options.grow.missing = MissingPolicy::fractional;
  expect_validated_scores(random_data(engine, 60, {.missing = 0.1}), options);
  options.grow.costs = dear_b();
  expect_validated_scores(random_data(engine, 60, {.missing = 0.1, .weighted = true}), options);
  options.grow.costs = {};
  options.grow.balanced_classes = true;
  expect_validated_scores(random_data(engine, 60, {.missing = 0.1}), options);
}

ErrorFigure figure_of(const Dataset& data, const LearnOptions& options) {
  return score_alphas(data, grown(data, options), options).figure;
}

TEST(ScoreAlphas, SaysWhatTheErrorCounts) {
  RandomEngine engine(63);
  LearnOptions options = cart();
  EXPECT_EQ(figure_of(random_data(engine, 30, {.task = Task::regression}), options), ErrorFigure::squared_error);
  const Dataset data = random_data(engine, 30, {.weighted = true});
  EXPECT_EQ(figure_of(data, options), ErrorFigure::wrong_answers);
  options.grow.balanced_classes = true;
  EXPECT_EQ(figure_of(data, options), ErrorFigure::weighted_answers);
  options.grow.costs = dear_b();
  EXPECT_EQ(figure_of(data, options), ErrorFigure::cost);
}

TEST(ScoreAlphas, ChoosesAsSelectAlphaDoes) {
  RandomEngine engine(64);
  for (int round = 0; round < 10; ++round) {
    const Task task = round % 2 == 0 ? Task::classification : Task::regression;
    const Dataset data = random_data(engine, 60, {.task = task, .noise = 0.4});
    LearnOptions options = cart();
    options.prune.margin = 0.5 * (round % 3);
    const Model model = grown(data, options);
    const AlphaPath scored = score_alphas(data, model, options);
    const AlphaPath selected = select_alpha(data, model, options);
    EXPECT_EQ(scored.chosen, selected.chosen);
    EXPECT_EQ(scored.least_error, selected.least_error);
    EXPECT_EQ(scored.one_error_above, selected.one_error_above);
    for (std::size_t i = 0; i < selected.steps.size(); ++i) EXPECT_EQ(scored.steps[i].error, selected.steps[i].error);
  }
}

TEST(ScoreAlphas, DoesNotDependOnTheNumberOfThreads) {
  RandomEngine engine(65);
  const Dataset data = random_data(engine, 80, {.task = Task::regression, .weighted = true});
  LearnOptions options = cart();
  const Model model = grown(data, options);
  const AlphaPath alone = score_alphas(data, model, options);
  options.threads = 4;
  const AlphaPath together = score_alphas(data, model, options);
  for (std::size_t i = 0; i < alone.steps.size(); ++i) {
    EXPECT_EQ(alone.scores[i].score, together.scores[i].score);
    EXPECT_EQ(alone.scores[i].standard_error, together.scores[i].standard_error);
  }
}

// Nothing to choose, but something to say: 1 of 4 rows is of another class and cannot be told from the others.
TEST(ScoreAlphas, JudgesASingleLeafToo) {
  const Dataset data = testing::dataset({testing::numeric("x", {5, 5, 5, 5})}, {"a", "b", "a", "a"});
  const AlphaPath path = score_alphas(data, grown(data, cart()), cart());
  ASSERT_EQ(path.steps.size(), 1U);
  EXPECT_DOUBLE_EQ(path.scores[0].training_score, 0.75);
  EXPECT_DOUBLE_EQ(path.scores[0].score, 0.75);
  EXPECT_DOUBLE_EQ(path.scores[0].standard_error, std::sqrt(0.75 * 0.25 / 4));
  EXPECT_EQ(path.method, "4-fold cross-validation, 10 rounds, seed 1");
  EXPECT_EQ(path.chosen, 0U);
}

TEST(ScoreAlphas, CannotJudgeASingleRow) {
  const Dataset data = testing::dataset({testing::numeric("x", {1})}, {"a"});
  const AlphaPath path = score_alphas(data, grown(data, cart()), cart());
  ASSERT_EQ(path.scores.size(), 1U);
  EXPECT_EQ(path.scores[0].training_score, 1);
  EXPECT_EQ(path.method, "");
}

}  // namespace
}  // namespace espalier::score_alphas_test
