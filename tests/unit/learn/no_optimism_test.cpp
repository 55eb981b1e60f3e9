// Cross-validation of pure noise: whatever a learner selects, it selects inside the training rows, and so it is no
// better on the rows held back than guessing. The same check catches selections that have seen them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "data/discretize.hpp"
#include "evaluate/figures.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/statistics.hpp"
#include "grow/grow.hpp"
#include "learn/validation.hpp"
#include "prune/cost_complexity.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::no_optimism_test {
namespace {

constexpr std::uint32_t kFolds = 5;
constexpr std::uint64_t kRuns = 12;
constexpr double kDeviations = 2.5;

// ---- noise

std::vector<FeatureColumn> noise_columns(std::size_t rows, RandomEngine& engine) {
  std::vector<FeatureColumn> columns;
  for (const char* name : {"u", "v", "w", "x", "y"}) {
    std::vector<double> values;
    for (std::size_t row = 0; row < rows; ++row) values.push_back(uniform_unit(engine));
    columns.push_back(testing::numeric(name, std::move(values)));
  }
  std::vector<std::string> cells;
  for (std::size_t row = 0; row < rows; ++row) cells.push_back(std::string(1, "pqrs"[uniform_below(engine, 4)]));
  columns.push_back(testing::categorical("z", cells));
  return columns;
}

// Classes of these sizes, all divisible by the folds, in an order that has nothing to do with the columns.
struct NoisyClasses {
  std::vector<std::size_t> sizes;

  std::size_t rows() const { return std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}); }
  double majority() const {
    return static_cast<double>(*std::max_element(sizes.begin(), sizes.end())) / static_cast<double>(rows());
  }

  Dataset draw(std::uint64_t seed) const {
    RandomEngine engine(seed);
    std::vector<std::string> target;
    for (std::size_t label = 0; label < sizes.size(); ++label) {
      target.insert(target.end(), sizes[label], std::string(1, static_cast<char>('a' + label)));
    }
    shuffle(target, engine);
    return testing::dataset(noise_columns(rows(), engine), target);
  }
};

const NoisyClasses kBalanced{{30, 30}};
const NoisyClasses kThree{{20, 20, 20}};
const NoisyClasses kUneven{{40, 20}};

constexpr std::size_t kNumbers = 60;

Dataset noisy_numbers(std::uint64_t seed) {
  RandomEngine engine(seed);
  std::vector<double> target;
  for (std::size_t row = 0; row < kNumbers; ++row) target.push_back(uniform_unit(engine));
  return testing::regression(noise_columns(kNumbers, engine), target);
}

// ---- what is checked
//
// With f folds of m rows, k of which are of the class, the labels within a fold are in an order that the columns and
// the other folds say nothing about (the folds are stratified, so that every fold has k of them, and all orders are
// equally likely). An answer is right with the probability k / m of its class, whatever tree gives it: the share of its
// class in the whole data. So the accuracy expected is at most the share of the largest class, p, and exactly p where
// all classes are of one size. The number of right answers in a fold is that of draws without replacement, with a
// variance of at most m p (1 - p) m / (m - 1). Folds of a run learn from each other's rows and so are not quite
// independent; runs are. The standard error of the mean over all runs is taken as the larger one of
// sqrt(p (1 - p) / (rows runs) m / (m - 1)) and what the runs themselves show.

double mean_error(const NoisyClasses& noise, const std::vector<double>& accuracies) {
  const double p = noise.majority();
  const auto runs = static_cast<double>(accuracies.size());
  const auto rows = static_cast<double>(noise.rows());
  const double in_fold = rows / kFolds;
  const double derived = std::sqrt(p * (1 - p) / (rows * runs) * in_fold / (in_fold - 1));
  return std::max(derived, spread_of(accuracies).deviation.value() / std::sqrt(runs));
}

double above_guessing(const NoisyClasses& noise, const std::vector<double>& accuracies) {
  return (spread_of(accuracies).mean - noise.majority()) / mean_error(noise, accuracies);
}

// R2 = (2 sum (y - m)(g - m) - sum (g - m)^2) / sum (y - m)^2 for answers g and a mean m. For answers that know nothing
// of y, which deviate from m by u standard deviations of y, the first term has the mean 0 and the standard error
// 2 u / sqrt(n) over n answers, the second is -u^2. So z standard errors above its mean R2 is at most
// 2 z u / sqrt(n) - u^2, which is largest, z^2 / n, for u = z / sqrt(n).
double most_r_squared() {
  return kDeviations * kDeviations / static_cast<double>(kNumbers * kRuns);
}

// ---- learners

struct Learner {
  std::string name;
  LearnOptions options;
};

using Change = std::function<void(LearnOptions&)>;

std::vector<std::pair<std::string, Change>> prunings(bool classes) {
  const auto method = [](PruneMethod chosen) { return [chosen](LearnOptions& o) { o.prune.method = chosen; }; };
  std::vector<std::pair<std::string, Change>> list{{"unpruned", method(PruneMethod::none)},
                                                   {"least error", method(PruneMethod::cost_complexity)},
                                                   {"1-SE",
                                                    [](LearnOptions& o) {
                                                      o.prune.method = PruneMethod::cost_complexity;
                                                      o.prune.margin = 1;
                                                    }},
                                                   {"reduced-error", method(PruneMethod::reduced_error)}};
  if (!classes) return list;
  list.emplace_back("pessimistic", method(PruneMethod::pessimistic));
  list.emplace_back("error-based", method(PruneMethod::error_based));
  list.emplace_back("least error by gini", [](LearnOptions& o) {
    o.prune.method = PruneMethod::cost_complexity;
    o.prune.risk = RiskMeasure::gini;
  });
  return list;
}

std::vector<std::pair<std::string, Change>> growings() {
  return {{"all", [](LearnOptions&) {}},
          {"validated", [](LearnOptions& o) { o.grow.validate = 0.3; }},
          {"of 6 leaves", [](LearnOptions& o) { o.grow.max_leaves = 6; }}};
}

std::vector<std::string> discretizations(Algorithm algorithm, bool classes) {
  if (algorithm != Algorithm::id3) return {"none"};
  if (!classes) return {"equal-frequency:5"};
  return {"mdlp", "chimerge:0.3"};
}

// Every algorithm with every way to stop and to prune.
std::vector<Learner> learners(bool classes) {
  std::vector<Learner> list;
  for (const Algorithm algorithm : testing::kAlgorithms) {
    for (const std::string& discretization : discretizations(algorithm, classes)) {
      for (const auto& [growing, grow] : growings()) {
        for (const auto& [pruning, prune] : prunings(classes)) {
          Learner learner;
          learner.name = std::string(to_string(algorithm)) + " " + discretization + ", " + growing + ", " + pruning;
          learner.options.grow = preset(algorithm);
          if (!classes) learner.options.grow.criterion = Criterion::variance;
          learner.options.grow.discretization = parse_discretization(discretization);
          learner.options.prune.folds = 3;
          learner.options.threads = machine_threads();
          grow(learner.options);
          prune(learner.options);
          list.push_back(std::move(learner));
        }
      }
    }
  }
  return list;
}

// ---- estimates of one run, honest and not

using Estimate = std::function<double(const Dataset& data, const SplitPlan& plan, std::uint64_t seed)>;

LearnOptions seeded(LearnOptions options, std::uint64_t seed) {
  options.grow.seed = options.prune.seed = seed;
  return options;
}

double main_figure(const Metrics& metrics, Task task) {
  return task == Task::regression ? metrics.r_squared.value() : metrics.score;
}

Estimate honest(const LearnOptions& options) {
  return [options](const Dataset& data, const SplitPlan& plan, std::uint64_t seed) {
    return main_figure(cross_validate(data, plan, seeded(options, seed)).metrics, data.task);
  };
}

// Each fold's tree is pruned as is best for the rows that it is tested on.
double pruned_on_test_rows(const Dataset& data, const SplitPlan& plan, std::uint64_t) {
  AnsweredRows all;
  for (const Split& split : plan.splits) {
    GrowOptions cart = preset(Algorithm::cart);
    if (data.task == Task::regression) cart.criterion = Criterion::variance;
    Warnings warnings;
    Model model = grow(select_rows(data, split.training), cart, warnings);
    const Model grown = model;
    const Dataset test = select_rows(data, split.test);
    const std::vector<double> risks = node_risks(grown, grown.trees[0], RiskMeasure::errors);
    Answers best;
    double best_figure = -std::numeric_limits<double>::infinity();
    for (const double alpha : alpha_path(critical_alphas(grown.trees[0], risks))) {
      model.trees[0] = prune_cost_complexity(grown, alpha).tree;
      const double figure = main_figure(mark(model, test), data.task);
      if (figure > best_figure) {
        best_figure = figure;
        best = answer_rows(model, test);
      }
    }
    for (std::size_t row = 0; row < test.rows(); ++row) {
      all.actual.append(right_answers(test), row);
      all.predicted.append(best, row);
    }
  }
  return main_figure(score({data.task, data.labels.size(), {}}, all.actual, all.predicted), data.task);
}

// Columns are cut into intervals by all rows, the rows tested included, before anything is divided into folds.
double cut_by_all_rows(const Dataset& data, const SplitPlan& plan, std::uint64_t seed) {
  Dataset cut = data;
  for (FeatureColumn& column : cut.features) {
    if (column.kind != ColumnKind::numeric) continue;
    const std::vector<ValueGap> gaps = cut_gaps(column, data, parse_discretization("chimerge:0.3"));
    for (double& value : column.values) {
      value = static_cast<double>(
          std::count_if(gaps.begin(), gaps.end(), [&](const ValueGap& gap) { return gap.above <= value; }));
    }
    column.kind = ColumnKind::categorical;
    for (std::size_t code = 0; code <= gaps.size(); ++code) column.categories.push_back(std::to_string(code));
  }
  LearnOptions id3;
  id3.grow = preset(Algorithm::id3);
  id3.prune.method = PruneMethod::none;
  return honest(id3)(cut, plan, seed);
}

std::vector<double> over_runs(const std::function<Dataset(std::uint64_t)>& draw, const Estimate& estimate) {
  std::vector<double> figures;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const Dataset data = draw(run);
    figures.push_back(estimate(data, k_fold_splits(data, kFolds, 1, run), run));
  }
  return figures;
}

std::vector<double> over_runs(const NoisyClasses& noise, const Estimate& estimate) {
  return over_runs([&](std::uint64_t seed) { return noise.draw(seed); }, estimate);
}

void expect_no_optimism(const NoisyClasses& noise) {
  for (const Learner& learner : learners(true)) {
    EXPECT_LE(above_guessing(noise, over_runs(noise, honest(learner.options))), kDeviations) << learner.name;
  }
}

TEST(NoOptimism, InTwoClasses) {
  expect_no_optimism(kBalanced);
}

TEST(NoOptimism, InThreeClasses) {
  expect_no_optimism(kThree);
}

TEST(NoOptimism, InClassesOfDifferentSize) {
  expect_no_optimism(kUneven);
}

// Nor are the estimates too low: classes of one size are guessed right as often as they are there.
TEST(NoOptimism, NorPessimism) {
  for (const Learner& learner : learners(true)) {
    if (learner.options.prune.method != PruneMethod::none) continue;
    EXPECT_GE(above_guessing(kBalanced, over_runs(kBalanced, honest(learner.options))), -4) << learner.name;
  }
}

TEST(NoOptimism, InNumbers) {
  const double most = most_r_squared();
  for (const Learner& learner : learners(false)) {
    EXPECT_LE(spread_of(over_runs(noisy_numbers, honest(learner.options))).mean, most) << learner.name;
  }
}

// For answers that know nothing, a row of the class is before one of another as often as behind it, ties counted half.
// Of a fold of 6 and 6 rows the area has a variance of at most (6 + 6 + 1) / (12 * 6 * 6) (that of the rank sum; ties
// make it smaller), of the mean over kRuns * kFolds folds that much less.
TEST(NoOptimism, InRanks) {
  const double error = std::sqrt(13.0 / 432 / static_cast<double>(kRuns * kFolds));
  for (const Learner& learner : learners(true)) {
    if (learner.options.prune.method == PruneMethod::cost_complexity) continue;
    const auto area = [&](const Dataset& data, const SplitPlan& plan, std::uint64_t seed) {
      const Validation validation = cross_validate(data, plan, seeded(learner.options, seed));
      AnsweredRows rows{{validation.actual, validation.predicted, {}}, {}, 1};
      for (const AnsweredRow& row : validation.rows) rows.splits.push_back(row.split);
      return figures_of(validation.marking, rows, 0.95).mean_area.value();
    };
    EXPECT_NEAR(spread_of(over_runs(kBalanced, area)).mean, 0.5, kDeviations * error) << learner.name;
  }
}

// On the rows that it was grown from the same noise is learned by heart.
TEST(NoOptimism, ThoughTreesFitTheNoise) {
  LearnOptions cart;
  cart.grow = preset(Algorithm::cart);
  cart.prune.method = PruneMethod::none;
  const auto training = [&](const Dataset& data, const SplitPlan&, std::uint64_t) {
    Warnings warnings;
    return main_figure(mark(learn(data, cart, warnings).model, data), data.task);
  };
  EXPECT_GT(above_guessing(kBalanced, over_runs(kBalanced, training)), 20);
  EXPECT_GT(spread_of(over_runs(noisy_numbers, training)).mean, 0.99);
}

TEST(NoOptimism, IsNotWhatPruningOnTestRowsShows) {
  EXPECT_GT(above_guessing(kBalanced, over_runs(kBalanced, pruned_on_test_rows)), kDeviations);
  EXPECT_GT(above_guessing(kThree, over_runs(kThree, pruned_on_test_rows)), kDeviations);
  EXPECT_GT(spread_of(over_runs(noisy_numbers, pruned_on_test_rows)).mean, most_r_squared());
}

TEST(NoOptimism, IsNotWhatIntervalsOfAllRowsShow) {
  EXPECT_GT(above_guessing(kBalanced, over_runs(kBalanced, cut_by_all_rows)), kDeviations);
  EXPECT_GT(above_guessing(kThree, over_runs(kThree, cut_by_all_rows)), kDeviations);
}

}  // namespace
}  // namespace espalier::no_optimism_test
