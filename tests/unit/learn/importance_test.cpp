// How much columns matter: by hand on golf, beside scikit-learn on the sample data, and on shuffled rows whose
// expectation is known.
#include "evaluate/importance.hpp"
#include "evaluate/bind.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "learn/learn.hpp"
#include "learn/validation.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::importance_test {
namespace {

using Figures = std::vector<double>;

Dataset sample(const std::string& name, const std::string& target) {
  Warnings warnings;
  Table table = read_table(std::string(ESPALIER_SOURCE_DIR) + "/data/" + name, {}, warnings);
  return take_dataset(table, infer_schema(table, {}, warnings), {.target = target}, warnings);
}

GrowOptions cart(std::size_t max_depth = 0) {
  GrowOptions options = preset(Algorithm::cart);
  options.max_depth = max_depth;
  return options;
}

double plogp(double part, double whole) {
  return part == 0 ? 0 : -part / whole * std::log2(part / whole);
}

double entropy_of(double a, double b) {
  return plogp(a, a + b) + plogp(b, a + b);
}

// Quinlan's figures: 9 and 5 are .940 bits. Outlook divides them into 4/0, 3/2 and 2/3, which leaves .694: gain .247.
// Windy (of 5 rainy days) and humidity (of 5 sunny ones) gain all of their .971 bits, 5/14 of the rows each: .347.
TEST(ImpurityImportance, OfGolfHasTheGainsOfC45) {
  const Model model = testing::grown(testing::golf(), preset(Algorithm::c45));
  const ImpurityImportance importance = impurity_importance(model, impurity_of(Criterion::gain_ratio));
  const double whole = entropy_of(9, 5);
  const double part = 5.0 / 14 * entropy_of(3, 2);
  EXPECT_NEAR(whole - 2 * part, .247, .0005);
  EXPECT_NEAR(importance.decreases[0], whole - 2 * part, 1e-9);  // outlook
  EXPECT_EQ(importance.decreases[1], 0);                         // temperature
  EXPECT_NEAR(importance.decreases[2], part, 1e-9);              // humidity
  EXPECT_NEAR(importance.decreases[3], part, 1e-9);              // windy
  // The leaves are pure: the decreases add up to the root's entropy.
  EXPECT_NEAR(importance.shares[0], (whole - 2 * part) / whole, 1e-9);
  EXPECT_EQ(importance.shares[1], 0);
  EXPECT_NEAR(importance.shares[3], part / whole, 1e-9);
}

TEST(ImpurityImportance, MeasuresWhatTheTreeWasGrownBy) {
  // One test of y: 3/1 becomes 2/0 and 1/1. Gini, weighted: 6/16 - 2/4 * 1/2 = 1/8; errors: 1/4 - 1/4 = 0.
  Model model;
  model.labels = {"a", "b"};
  model.features.resize(2);
  model.features[0].name = "x";
  model.features[1].name = "y";
  model.trees.resize(1);
  std::vector<Node>& nodes = model.trees[0].nodes;
  nodes.resize(3);
  nodes[0].test = TestKind::less_equal;
  nodes[0].feature = 1;
  nodes[0].children = {1, 2};
  nodes[0].counts = {3, 1};
  nodes[1].counts = {2, 0};
  nodes[2].counts = {1, 1};
  EXPECT_EQ(impurity_importance(model, RiskMeasure::gini).decreases, (Figures{0, 1.0 / 8}));
  EXPECT_EQ(impurity_importance(model, RiskMeasure::errors).decreases, (Figures{0, 0}));
  EXPECT_EQ(impurity_importance(model, RiskMeasure::errors).shares, (Figures{0, 0}));
  EXPECT_NEAR(impurity_importance(model, RiskMeasure::entropy).decreases[1], entropy_of(3, 1) - 0.5, 1e-12);

  EXPECT_EQ(impurity_of(model), RiskMeasure::gini);
  const std::pair<Criterion, RiskMeasure> measures[] = {{Criterion::gini, RiskMeasure::gini},
                                                        {Criterion::error, RiskMeasure::errors},
                                                        {Criterion::gain_ratio, RiskMeasure::entropy},
                                                        {Criterion::information_gain, RiskMeasure::entropy}};
  for (const auto& [criterion, measure] : measures) {
    EXPECT_EQ(impurity_of(criterion), measure);
    model.provenance.options = {{"algorithm", "c45"}, {"criterion", std::string(to_string(criterion))}};
    EXPECT_EQ(impurity_of(model), measure);
  }
}

TEST(ImpurityImportance, OfALeafIsNone) {
  const Model model = testing::grown(testing::dataset({testing::numeric("x", {1, 1})}, {"a", "b"}), cart());
  const ImpurityImportance importance = impurity_importance(model, RiskMeasure::gini);
  EXPECT_EQ(importance.decreases, (Figures{0}));
  EXPECT_EQ(importance.shares, (Figures{0}));
}

void expect_shares(const Dataset& data, const GrowOptions& options, const Figures& expected) {
  const Model model = testing::grown(data, options);
  const Figures shares = impurity_importance(model, impurity_of(options.criterion)).shares;
  ASSERT_EQ(shares.size(), expected.size());
  for (std::size_t i = 0; i < shares.size(); ++i) {
    EXPECT_NEAR(shares[i], expected[i], 1e-9) << data.features[i].name;
    if (expected[i] == 0) {
      EXPECT_EQ(shares[i], 0) << data.features[i].name;
    }
  }
}

// feature_importances_ of scikit-learn 1.x, data of data/*.csv, all columns but the target as X:
//   DecisionTreeClassifier(max_depth=3, random_state=s).fit(X, y)              iris; s with petal_length at the root,
//     which petal_width equals: we take the first of equals
//   DecisionTreeClassifier(max_depth=3, random_state=s).fit(X, y, sample_weight=1 + numpy.arange(150) % 3)
//   DecisionTreeClassifier(max_depth=2).fit(X, y), and with criterion="entropy"  wine
//   DecisionTreeRegressor(max_depth=3).fit(X, y), (min_samples_leaf=20)          diabetes
TEST(ImpurityImportance, EqualsScikitLearns) {
  expect_shares(sample("iris.csv", "species"), cart(3), {0, 0, 0.5856155514031495, 0.4143844485968506});

  Dataset weighted = sample("iris.csv", "species");
  for (std::size_t row = 0; row < weighted.rows(); ++row) {
    weighted.weights.push_back(1 + static_cast<double>(row % 3));
  }
  expect_shares(weighted, cart(3), {0, 0, 0.5890127691435099, 0.41098723085649025});

  const Dataset wine = sample("wine.csv", "cultivar");
  expect_shares(wine, cart(2),
                {0, 0, 0, 0, 0, 0, 0.11779900380467834, 0, 0, 0, 0, 0.39637020553904034, 0.48583079065628126});
  GrowOptions entropy = cart(2);
  entropy.criterion = Criterion::information_gain;
  expect_shares(wine, entropy,
                {0, 0, 0, 0, 0, 0, 0.4733015328628412, 0, 0, 0.1674532753051154, 0, 0, 0.35924519183204345});

  const Dataset diabetes = sample("diabetes.csv", "progression");
  GrowOptions numbers = cart(3);
  numbers.criterion = Criterion::variance;
  expect_shares(diabetes, numbers,
                {0.02078003835653888, 0, 0.37584937246690475, 0, 0, 0, 0.021069918051207757, 0, 0.5823006711253487, 0});
  numbers.max_depth = 0;
  numbers.min_leaf = 20;
  expect_shares(diabetes, numbers,
                {0, 0.004012279834634405, 0.3432867176286104, 0.047713470859500486, 0.0033177364770368262, 0,
                 0.03739223251537678, 0, 0.5642775626848411, 0});
}

Figures losses_of(const Model& model, const Dataset& test, std::uint32_t times, std::uint64_t seed = 1) {
  return permutation_losses(model, test_rows_of(test), {times, seed}, 0);
}

// x says the class, and the tree knows; of a row whose x is another row's, the answer is right if that one is of its
// class. That has chance .3 for 300 of 1000 rows and .7 for the others: accuracy falls from 1 to .09 + .49 = .58.
TEST(PermutationImportance, OfTheDecidingColumnIsTheChanceOfAnotherClass) {
  Figures x;
  Figures noise;
  std::vector<std::string> labels;
  RandomEngine engine(5);
  for (int row = 0; row < 1000; ++row) {
    labels.emplace_back(row < 300 ? "a" : "b");
    x.push_back(row < 300 ? 1 : 2);
    noise.push_back(static_cast<double>(uniform_below(engine, 10)));
  }
  const Dataset data = testing::dataset({testing::numeric("noise", noise), testing::numeric("x", x)}, labels);
  const Figures losses = losses_of(testing::grown(data, cart()), data, 20);
  EXPECT_EQ(losses[0], 0);
  EXPECT_NEAR(losses[1], .42, .01);
}

// A tree that asks for a column of noise answers as well, and as badly, when it is shuffled.
TEST(PermutationImportance, OfNoiseThatIsAskedForIsAboutNothing) {
  Figures noise;
  std::vector<std::string> labels;
  RandomEngine engine(11);
  for (int row = 0; row < 4000; ++row) {
    noise.push_back(uniform_unit(engine));
    labels.emplace_back(uniform_below(engine, 2) == 0 ? "a" : "b");
  }
  const Dataset data = testing::dataset({testing::numeric("noise", noise)}, labels);
  const SplitPlan plan = k_fold_splits(data, 5, 1, 1);
  LearnOptions options;
  options.grow = cart(6);
  options.prune.method = PruneMethod::none;
  Importance importance(1, plan.splits.size(), RiskMeasure::gini, {10, 1});
  cross_validate(data, plan, options, {}, [&](std::size_t split, const Model& model, const Dataset& test) {
    importance.visit(split, model, test_rows_of(test));
  });
  const FeatureImportance noise_importance = importance.ranked(mean_test_per_training_row(plan)).front();
  EXPECT_EQ(noise_importance.asked_in, 5U);
  EXPECT_EQ(noise_importance.impurity_share.mean, 1);  // by impurity alone, noise looks like all there is
  EXPECT_EQ(noise_importance.impurity_share.deviation, 0);
  // An accuracy of 800 rows is off by sqrt(1/4 / 800) = .018; the mean of five differences of two by about .011.
  EXPECT_NEAR(noise_importance.permutation.mean, 0, .03);
}

TEST(PermutationImportance, OfTwoRowsIsAllOrNothing) {
  // Two rows are swapped or not: each with a chance of one half.
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2})}, {"a", "b"});
  const Model model = testing::grown(data, cart());
  int swapped = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const double loss = losses_of(model, data, 1, seed)[0];
    ASSERT_TRUE(loss == 0 || loss == 1);
    swapped += loss == 1 ? 1 : 0;
  }
  EXPECT_NEAR(swapped, 200, 40);  // four standard deviations of 10
}

TEST(PermutationImportance, CountsRowsByTheirWeight) {
  // The value 10 is on each of the rows with a chance of 1/3. On row 2, where it belongs, nothing is lost; on row 0 or
  // 1 that row and row 2 are wrong: 2 of 3 rows, 3 of 4 by weight. Expected: 2/3 * 2/3 = .444 and 2/3 * 3/4 = .5.
  Dataset data = testing::dataset({testing::numeric("x", {1, 1, 10})}, {"a", "a", "b"});
  const Model model = testing::grown(data, cart());
  EXPECT_NEAR(losses_of(model, data, 4000)[0], 4.0 / 9, .02);
  data.weights = {1, 1, 2};
  EXPECT_NEAR(losses_of(model, data, 4000)[0], .5, .02);
}

TEST(PermutationImportance, OfARegressionIsWhatTheErrorGains) {
  // Swapped, both answers are off by 4: a root mean squared error of 4 half of the time.
  const Dataset data = testing::regression({testing::numeric("x", {1, 2})}, {0, 4});
  GrowOptions options = cart();
  options.criterion = Criterion::variance;
  EXPECT_NEAR(losses_of(testing::grown(data, options), data, 2000)[0], 2, .15);
}

TEST(PermutationImportance, ShufflesMissingValuesAlong) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, kMissing})}, {"a", "b"});
  GrowOptions options = cart();
  options.missing = MissingPolicy::own_category;
  EXPECT_NEAR(losses_of(testing::grown(data, options), data, 2000)[0], .5, .04);
}

TEST(PermutationImportance, SeesColumnsThatStandInForOthers) {
  const Dataset data =
      testing::dataset({testing::numeric("x", {1, 2, 3, 10, 11, 12}), testing::numeric("z", {1, 2, 3, 10, 11, 12})},
                       {"a", "a", "a", "b", "b", "b"});
  GrowOptions options = cart();
  options.missing = MissingPolicy::surrogate;
  const Model model = testing::grown(data, options);
  EXPECT_EQ(tested_features(model), (std::vector<bool>{true, true}));
  EXPECT_EQ(impurity_importance(model, RiskMeasure::gini).shares, (Figures{1, 0}));
  // Nobody knows x: z decides all.
  Dataset unknown = data;
  unknown.features[0].values.assign(6, kMissing);
  const Figures losses = losses_of(model, unknown, 2000);
  EXPECT_EQ(losses[0], 0);
  EXPECT_NEAR(losses[1], .5, .03);
}

std::vector<FeatureImportance> ranking_of(const Dataset& data, const SplitPlan& plan, std::size_t threads) {
  LearnOptions options;
  options.grow = cart();
  options.prune.method = PruneMethod::cost_complexity;
  options.threads = threads;
  Importance importance(data.features.size(), plan.splits.size(), RiskMeasure::gini, {3, 9});
  cross_validate(data, plan, options, {}, [&](std::size_t split, const Model& model, const Dataset& test) {
    importance.visit(split, model, test_rows_of(test));
  });
  return importance.ranked(mean_test_per_training_row(plan));
}

TEST(Importance, IsTheSameOnAnyNumberOfThreads) {
  const Dataset data = sample("kyphosis.csv", "Kyphosis");
  const SplitPlan plan = k_fold_splits(data, 4, 1, 1);
  const std::vector<FeatureImportance> expected = ranking_of(data, plan, 1);
  for (const std::size_t threads : {2U, 5U}) {
    const std::vector<FeatureImportance> ranking = ranking_of(data, plan, threads);
    ASSERT_EQ(ranking.size(), expected.size());
    for (std::size_t i = 0; i < ranking.size(); ++i) {
      EXPECT_EQ(ranking[i].feature, expected[i].feature);
      EXPECT_EQ(ranking[i].asked_in, expected[i].asked_in);
      EXPECT_EQ(ranking[i].permutation, expected[i].permutation);
      EXPECT_EQ(ranking[i].impurity, expected[i].impurity);
      EXPECT_EQ(ranking[i].impurity_share, expected[i].impurity_share);
    }
  }
}

// Two splits with trees of one test each, on y and on x: what is said of each column is the mean over both.
TEST(Importance, SummarizesSplitsAndRanksColumns) {
  const auto stump_on = [](const char* name, std::size_t position) {
    std::vector<FeatureColumn> columns;
    for (std::size_t i = 0; i < 3; ++i) {
      columns.push_back(testing::numeric(i == position ? name : "same" + std::to_string(i),
                                         i == position ? Figures{1, 2} : Figures{1, 1}));
    }
    return testing::dataset(std::move(columns), {"a", "b"});
  };
  const Dataset on_z = stump_on("z", 2);
  const Dataset on_y = stump_on("y", 1);
  Importance importance(3, 2, RiskMeasure::gini, {1, 3});
  // One test row cannot be shuffled: z loses nothing in this split.
  importance.visit(0, testing::grown(on_z, cart()), test_rows_of(select_rows(on_z, {0})));
  const Figures losses = permutation_losses(testing::grown(on_y, cart()), test_rows_of(on_y), {1, 3}, 1);
  ASSERT_EQ(losses[1], 1);  // this seed swaps the two rows
  importance.visit(1, testing::grown(on_y, cart()), test_rows_of(on_y));
  const std::vector<FeatureImportance> ranking = importance.ranked(1);
  ASSERT_EQ(ranking.size(), 3U);
  // Shares of 1 and 0: mean 1/2, deviation sqrt(1/2), error sqrt(1/2 (1/2 + 1)).
  for (const FeatureImportance& column : ranking) {
    EXPECT_EQ(column.asked_in, column.feature == 0 ? 0U : 1U);
    EXPECT_DOUBLE_EQ(column.impurity_share.mean, column.feature == 0 ? 0 : .5);
    EXPECT_DOUBLE_EQ(*column.impurity_share.deviation, column.feature == 0 ? 0 : std::sqrt(.5));
    EXPECT_DOUBLE_EQ(*column.impurity_share.standard_error, column.feature == 0 ? 0 : std::sqrt(.75));
    EXPECT_DOUBLE_EQ(column.impurity.mean, column.feature == 0 ? 0 : .25);  // Gini of 1/1 is 1/2
    EXPECT_DOUBLE_EQ(column.permutation.mean, column.feature == 1 ? losses[1] / 2 : 0);
  }
  const std::size_t expected[] = {1, 0, 2};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(ranking[i].feature, expected[i]);
}

}  // namespace
}  // namespace espalier::importance_test
