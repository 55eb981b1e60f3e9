#include "learn/select_alpha.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "evaluate/mark.hpp"
#include "evaluate/ranking.hpp"
#include "evaluate/splits.hpp"
#include "evaluate/tree_walk.hpp"
#include "grow/class_weights.hpp"
#include "model/tree_facts.hpp"
#include "prune/cost_complexity.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::select_alpha_test {
namespace {

using testing::cart;
using testing::dear_b;
using testing::grown;
using testing::random_data;

AlphaPath select(const Dataset& data, const LearnOptions& options) {
  return select_alpha(data, grown(data, options), options);
}

double risk_of(const Model& model, const Tree& tree) {
  const std::vector<double> risks = node_risks(model, tree);
  double risk = 0;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) risk += tree.nodes[at].is_leaf() ? risks[at] : 0;
  return risk;
}

void expect_steps_are_prunings(const Dataset& data, const LearnOptions& options) {
  const Model model = grown(data, options);
  const AlphaPath path = select_alpha(data, model, options);
  EXPECT_EQ(path.steps.front().alpha, 0);
  EXPECT_EQ(path.steps.back().leaves, 1U);
  for (const AlphaStep& step : path.steps) {
    const Tree tree = prune_cost_complexity(model, step.alpha).tree;
    EXPECT_EQ(step.leaves, leaf_count(tree)) << step.alpha;
    EXPECT_NEAR(step.risk, risk_of(model, tree), 1e-12) << step.alpha;
  }
}

TEST(SelectAlpha, StepsAreTheTreesPrunedAtTheirAlpha) {
  RandomEngine engine(51);
  for (int round = 0; round < 4; ++round) {
    expect_steps_are_prunings(random_data(engine, 60, {}), cart());
    expect_steps_are_prunings(random_data(engine, 60, {.weighted = true}), cart());
    expect_steps_are_prunings(random_data(engine, 60, {.task = Task::regression}), cart());
    LearnOptions options = cart();
    options.grow.costs = dear_b();
    expect_steps_are_prunings(random_data(engine, 60, {}), options);
  }
}

// The cross-validation written down plainly: each fold's tree is pruned at each price and asked.
struct Judged {
  std::vector<double> error;
  std::vector<double> standard_error;
};

double loss(const Model& model, const Dataset& data, std::size_t row, std::optional<SelectBy> figure) {
  std::vector<double> values;
  const Prediction prediction = Interpreter(model).predict(fill_row(data, row, values));
  if (model.task == Task::regression) return std::pow(data.targets[row] - prediction.value, 2);
  if (figure == SelectBy::log_loss) return -std::log(std::max(1e-15, prediction.probabilities[data.classes[row]]));
  if (figure == SelectBy::brier) {
    double sum = 0;
    for (std::size_t label = 0; label < model.labels.size(); ++label) {
      sum += std::pow(prediction.probabilities[label] - (label == data.classes[row] ? 1 : 0), 2);
    }
    return sum;
  }
  if (figure == SelectBy::accuracy) return prediction.label == data.classes[row] ? 0 : 1;
  if (prediction.label == data.classes[row]) return 0;
  return model.costs.empty() ? 1 : model.costs[data.classes[row]][prediction.label];
}

Judged judge(const Dataset& data, const LearnOptions& options, const std::vector<AlphaStep>& steps) {
  const std::size_t repeats = std::min<std::size_t>(10, (2000 + data.rows() - 1) / data.rows());
  std::vector<double> weights = row_weights(data, options.grow);
  if (options.prune.select_by == SelectBy::accuracy) weights.assign(data.rows(), 1.0);
  std::vector<std::vector<double>> losses(steps.size());  // per answer
  std::vector<double> answer_weights;                     // of each answer
  for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
    const auto folds = static_cast<std::uint32_t>(std::min<std::size_t>(options.prune.folds, data.rows()));
    const auto fold_of = stratified_folds(data, folds, options.prune.seed + repeat);
    for (std::uint32_t fold = 0; fold < folds; ++fold) {
      std::vector<std::size_t> training;
      for (std::size_t row = 0; row < data.rows(); ++row) {
        if (fold_of[row] != fold) training.push_back(row);
      }
      const Model whole = grown(select_rows(data, training), options);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        Model model = whole;
        const bool last = i + 1 == steps.size();
        const double alpha = last ? 1e9 : std::sqrt(steps[i].alpha * steps[i + 1].alpha);
        model.trees[0] = prune_cost_complexity(whole, alpha, options.prune.risk).tree;
        for (std::size_t row = 0; row < data.rows(); ++row) {
          if (fold_of[row] == fold) losses[i].push_back(loss(model, data, row, options.prune.select_by));
        }
      }
      for (std::size_t row = 0; row < data.rows(); ++row) {
        if (fold_of[row] == fold) answer_weights.push_back(weights[row]);
      }
    }
  }
  Judged judged;
  for (const std::vector<double>& step : losses) {
    double sum = 0;
    double weight = 0;
    for (std::size_t i = 0; i < step.size(); ++i) {
      sum += answer_weights[i] * step[i];
      weight += answer_weights[i];
    }
    double squares = 0;
    for (std::size_t i = 0; i < step.size(); ++i) squares += std::pow(answer_weights[i] * (step[i] - sum / weight), 2);
    judged.error.push_back(sum / weight);
    // That of one round: a mean over the rounds of the sum of squares, by the weight of one round.
    const auto rounds = static_cast<double>(repeats);
    judged.standard_error.push_back(std::sqrt(squares / rounds) / (weight / rounds));
  }
  return judged;
}

void expect_judged(const Dataset& data, const LearnOptions& options) {
  const AlphaPath path = select(data, options);
  const Judged expected = judge(data, options, path.steps);
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    // Blended values are rounded to 30 bits of the largest.
    const double close = data.task == Task::regression ? 1e-6 : 1e-12;
    EXPECT_NEAR(path.steps[i].error, expected.error[i], close) << "step " << i;
    EXPECT_NEAR(path.steps[i].standard_error, expected.standard_error[i], close) << "step " << i;
  }
}

TEST(SelectAlpha, JudgesEachFoldsTreeBetweenTwoAlphas) {
  RandomEngine engine(52);
  LearnOptions options = cart();
  options.prune.folds = 5;
  options.grow.min_leaf = 3;
  expect_judged(random_data(engine, 80, {}), options);
  expect_judged(random_data(engine, 80, {.weighted = true}), options);
  expect_judged(random_data(engine, 80, {.task = Task::regression}), options);
  expect_judged(random_data(engine, 80, {.task = Task::regression, .weighted = true}), options);
  expect_judged(random_data(engine, 900, {.noise = 0.5}), options);  // dealt 3 times only
  options.grow.costs = dear_b();
  expect_judged(random_data(engine, 80, {}), options);
}

TEST(SelectAlpha, SendsMissingValuesByThePolicy) {
  RandomEngine engine(53);
  LearnOptions options = cart();
  options.prune.folds = 4;
  options.grow.min_leaf = 3;
  for (const MissingPolicy policy : {MissingPolicy::majority, MissingPolicy::learned, MissingPolicy::surrogate,
                                     MissingPolicy::own_category, MissingPolicy::fractional}) {
    SCOPED_TRACE(to_string(policy));
    options.grow.missing = policy;
    expect_judged(random_data(engine, 70, {.missing = 0.15}), options);
    expect_judged(random_data(engine, 70, {.task = Task::regression, .missing = 0.15}), options);
  }
  options.grow.costs = dear_b();
  expect_judged(random_data(engine, 70, {.missing = 0.15}), options);
}

TEST(SelectAlpha, JudgesByTheFigureThatIsAskedFor) {
  RandomEngine engine(55);
  LearnOptions options = cart();
  options.prune.folds = 5;
  options.grow.min_leaf = 3;
  for (const SelectBy figure : {SelectBy::accuracy, SelectBy::brier, SelectBy::log_loss, SelectBy::cost}) {
    SCOPED_TRACE(to_string(figure));
    options.prune.select_by = figure;
    options.prune.risk = judges_probabilities(figure) ? RiskMeasure::gini : RiskMeasure::errors;
    options.grow.costs = figure == SelectBy::brier ? CostMatrix() : dear_b();
    options.grow.missing = MissingPolicy::majority;
    expect_judged(random_data(engine, 80, {.noise = 0.5}), options);
    options.grow.missing = MissingPolicy::fractional;
    expect_judged(random_data(engine, 70, {.missing = 0.15}), options);
  }
}

// The areas of each split's answers, one split and one tree after the other.
std::vector<double> missed_areas_of_splits(const Dataset& data, const LearnOptions& options,
                                           const std::vector<AlphaStep>& steps) {
  std::vector<double> missed(steps.size(), 0);
  const SplitPlan plan = k_fold_splits(data, options.prune.folds, 10, options.prune.seed);
  for (const Split& split : plan.splits) {
    const Model whole = grown(select_rows(data, split.training), options);
    const Dataset test = select_rows(data, split.test);
    const std::vector<double> weights = row_weights(test, options.grow);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Model model = whole;
      const double alpha = i + 1 == steps.size() ? 1e9 : std::sqrt(steps[i].alpha * steps[i + 1].alpha);
      model.trees[0] = prune_cost_complexity(whole, alpha, options.prune.risk).tree;
      const auto areas = areas_under_curve(data.labels.size(), test.classes, answer_rows(model, test), weights, {});
      missed[i] += (1 - mean_area(areas).value()) / static_cast<double>(plan.splits.size());
    }
  }
  return missed;
}

TEST(SelectAlpha, JudgesByTheAreaUnderTheCurve) {
  RandomEngine engine(56);
  LearnOptions options = cart();
  options.prune.folds = 4;
  options.prune.select_by = SelectBy::auc;
  options.prune.risk = RiskMeasure::gini;
  options.grow.min_leaf = 2;
  for (const MissingPolicy policy : {MissingPolicy::majority, MissingPolicy::surrogate, MissingPolicy::fractional}) {
    SCOPED_TRACE(to_string(policy));
    options.grow.missing = policy;
    const Dataset data = random_data(engine, 120, {.noise = 0.4, .missing = 0.1, .weighted = true});
    const AlphaPath path = select(data, options);
    const std::vector<double> expected = missed_areas_of_splits(data, options, path.steps);
    EXPECT_GT(path.steps.size(), 5U);
    for (std::size_t i = 0; i < path.steps.size(); ++i) EXPECT_NEAR(path.steps[i].error, expected[i], 1e-12) << i;
    EXPECT_NEAR(path.steps.back().error, 0.5, 1e-12) << "a leaf ranks nothing";
    EXPECT_GT(path.steps[path.chosen].leaves, 1U);
  }
}

std::size_t best_by_rule(const AlphaPath& path, double margin) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    if (path.steps[i].error <= path.steps[best].error + 1e-12) best = i;
  }
  std::size_t chosen = best;
  for (std::size_t i = best; i < path.steps.size(); ++i) {
    if (path.steps[i].error <= path.steps[best].error + margin * path.steps[best].standard_error) chosen = i;
  }
  return chosen;
}

TEST(SelectAlpha, ChoosesTheLeastErrorOrTheSmallestTreeCloseToIt) {
  RandomEngine engine(54);
  std::size_t smaller = 0;
  for (int round = 0; round < 12; ++round) {
    const Task task = round % 2 == 0 ? Task::classification : Task::regression;
    const Dataset data = random_data(engine, 60, {.task = task, .noise = 0.4});
    LearnOptions options = cart();
    options.grow.min_leaf = 2;
    const AlphaPath usual = select(data, options);
    EXPECT_EQ(usual.chosen, best_by_rule(usual, 0.25));
    options.prune.margin = 0;
    const AlphaPath least = select(data, options);
    EXPECT_EQ(least.chosen, best_by_rule(least, 0));
    EXPECT_EQ(least.chosen, least.least_error);
    options.prune.margin = 1;
    const AlphaPath close = select(data, options);
    EXPECT_EQ(close.chosen, best_by_rule(close, 1));
    EXPECT_EQ(close.chosen, close.one_error_above);
    EXPECT_LE(close.steps[close.chosen].leaves, least.steps[least.chosen].leaves);
    smaller += close.steps[close.chosen].leaves < least.steps[least.chosen].leaves ? 1 : 0;
  }
  EXPECT_GT(smaller, 3U);
}

TEST(SelectAlpha, TiesGoToTheSmallerTree) {
  // y is a in all but one of 40 rows: left out, that row is always wrong, and the others are always right.
  std::vector<double> x;
  std::vector<std::string> y(40, "a");
  for (int i = 0; i < 40; ++i) x.push_back(i);
  y[20] = "b";
  LearnOptions options = cart();
  options.prune.folds = 40;
  const AlphaPath path = select(testing::dataset({testing::numeric("x", x)}, y), options);
  ASSERT_GT(path.steps.size(), 1U);
  EXPECT_EQ(path.steps.front().leaves, 3U);
  EXPECT_DOUBLE_EQ(path.steps.back().error, 1.0 / 40);
  EXPECT_EQ(path.chosen, path.steps.size() - 1);
}

TEST(SelectAlpha, DependsOnTheSeedAlone) {
  RandomEngine engine(55);
  const Dataset data = random_data(engine, 100, {.noise = 0.5});
  LearnOptions options = cart();
  const auto errors = [&](std::uint64_t seed) {
    options.prune.seed = seed;
    std::vector<double> found;
    for (const AlphaStep& step : select(data, options).steps) found.push_back(step.error);
    return found;
  };
  const std::vector<double> first = errors(1);
  EXPECT_EQ(errors(1), first);
  EXPECT_NE(errors(1000), first);
}

TEST(SelectAlpha, TakesFewerFoldsWhereThereAreFewerRows) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, 8, 9})}, {"a", "a", "b", "b"});
  const AlphaPath path = select(data, cart());  // 10 folds asked for
  ASSERT_EQ(path.steps.size(), 2U);
  // Left out, each row has its other neighbour in its leaf; as one leaf, the other class has two rows against one.
  EXPECT_EQ(path.steps[0].error, 0);
  EXPECT_EQ(path.steps[1].error, 1);
  EXPECT_EQ(path.chosen, 0U);
}

TEST(SelectAlpha, HasNothingToChooseForOneRowOrOneClass) {
  const AlphaPath row = select(testing::dataset({testing::numeric("x", {1})}, {"a"}), cart());
  EXPECT_EQ(row.steps.size(), 1U);
  EXPECT_EQ(row.chosen, 0U);
  const AlphaPath one_class = select(testing::dataset({testing::numeric("x", {1, 2, 3})}, {"a", "a", "a"}), cart());
  EXPECT_EQ(one_class.steps.size(), 1U);
  EXPECT_EQ(one_class.steps[0].leaves, 1U);
  EXPECT_EQ(one_class.steps[0].risk, 0);
}

TEST(SelectAlpha, AClassOfOneRowIsMissingFromItsFoldsTraining) {
  const Dataset data =
      testing::dataset({testing::numeric("x", {1, 2, 3, 4, 5, 6, 7})}, {"a", "a", "a", "b", "b", "b", "c"});
  const AlphaPath path = select(data, cart());
  EXPECT_GE(path.steps[path.chosen].error, 1.0 / 7);
}

TEST(SelectAlpha, RefusesASingleFold) {
  LearnOptions options = cart();
  options.prune.folds = 1;
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3, 4})}, {"a", "a", "b", "b"});
  EXPECT_THROW(select(data, options), Diagnostic);
}

// Targets of pure chance: the trees fit their own rows, and mostly nothing of them is kept. The best of many trees is
// better by luck now and then, seldom by more than a standard error.
TEST(SelectAlpha, IsNotTakenInByNoise) {
  RandomEngine engine(56);
  std::size_t single = 0;
  std::size_t single_by_rule = 0;
  for (int round = 0; round < 20; ++round) {
    const Task task = round % 2 == 0 ? Task::classification : Task::regression;
    const Dataset data = random_data(engine, 100, {.task = task, .noise = 1});
    LearnOptions options = cart();
    const AlphaPath best = select(data, options);
    EXPECT_GT(best.steps.front().leaves, 30U);
    single += best.steps[best.chosen].leaves == 1 ? 1 : 0;
    options.prune.margin = 1;
    const AlphaPath close = select(data, options);
    single_by_rule += close.steps[close.chosen].leaves == 1 ? 1 : 0;
  }
  EXPECT_GE(single, 11U);
  EXPECT_GE(single_by_rule, 17U);
}

}  // namespace
}  // namespace espalier::select_alpha_test
