#include "grow/class_weights.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/grow/small_data.hpp"

namespace espalier::class_weights_test {
namespace {

using testing::categorical;
using testing::dataset;
using testing::diagnostic_of;
using testing::golf;
using testing::grown;
using ::testing::HasSubstr;
using testing::numeric;
using Counts = std::vector<double>;

std::vector<double> factors(const GrowOptions& options, const std::vector<double>& class_weight = {5, 9}) {
  return class_weight_factors(golf(), options, class_weight);
}

GrowOptions with_priors(double dont, double play) {
  GrowOptions options;
  options.priors = {{"Play", play}, {"Don't Play", dont}};
  return options;
}

TEST(ClassWeights, NothingAskedIsNothingChanged) {
  EXPECT_TRUE(factors({}).empty());
  EXPECT_EQ(row_weights(golf(), {}), std::vector<double>(14, 1.0));
}

TEST(ClassWeights, BalancedClassesWeighTheSameInAll) {
  GrowOptions options;
  options.balanced_classes = true;
  EXPECT_THAT(factors(options), ::testing::ElementsAre(::testing::DoubleEq(7.0 / 5), ::testing::DoubleEq(7.0 / 9)));
  const Node root = grown(golf(), options).trees[0].nodes[0];
  EXPECT_DOUBLE_EQ(root.counts[0], 7);
  EXPECT_DOUBLE_EQ(root.counts[1], 7);
}

TEST(ClassWeights, BalancedClassesTieAndTheFirstAnswers) {
  // 3, 5 and 7 rows weigh 5 each; the sums of 5/3, 1 and 5/7 may differ in the last digit.
  std::vector<std::string> target;
  target.insert(target.end(), 3, "a");
  target.insert(target.end(), 5, "b");
  target.insert(target.end(), 7, "c");
  GrowOptions options;
  options.balanced_classes = true;
  EXPECT_EQ(grown(dataset({numeric("x", Counts(15, 1.0))}, target), options).trees[0].nodes[0].label, 0U);
}

TEST(ClassWeights, GivenFactorsMultiplyTheRowsOwn) {
  Dataset data = dataset({numeric("x", {1, 2, 3})}, {"a", "b", "b"});
  data.weights = {1, 2, 3};
  GrowOptions options;
  options.class_weights = {{"b", 10}};
  EXPECT_EQ(row_weights(data, options), (std::vector<double>{1, 20, 30}));
  EXPECT_EQ(grown(data, options).trees[0].nodes[0].counts, (Counts{1, 50}));
}

TEST(ClassWeights, PriorsAreSharesOfAllTheWeight) {
  // 14 rows: a tenth is 1.4 for the 5 of Don't Play, the rest 12.6 for the 9 of Play.
  EXPECT_THAT(factors(with_priors(0.1, 0.9)),
              ::testing::ElementsAre(::testing::DoubleEq(1.4 / 5), ::testing::DoubleEq(12.6 / 9)));
  GrowOptions balanced;
  balanced.balanced_classes = true;
  EXPECT_EQ(factors(with_priors(0.5, 0.5)), factors(balanced));
}

TEST(ClassWeights, ClassesWithoutRowsTakeNoShare) {
  GrowOptions options;
  options.balanced_classes = true;
  EXPECT_EQ(factors(options, {0, 9}), (std::vector<double>{1, 1}));
}

TEST(ClassWeights, UnknownClassesAreRefusedWithASuggestion) {
  GrowOptions options;
  options.class_weights = {{"Pley", 2}};
  const Diagnostic diagnostic = diagnostic_of([&] { grown(golf(), options); });
  EXPECT_EQ(diagnostic.code(), ExitCode::usage);
  EXPECT_THAT(diagnostic.message(), HasSubstr("--class-weight: the target 'target' has no class 'Pley'"));
  EXPECT_THAT(diagnostic.hint(), HasSubstr("Play"));
  options = {};
  options.priors = {{"Pley", 1}};
  EXPECT_THAT(diagnostic_of([&] { grown(golf(), options); }).message(), HasSubstr("--priors"));
}

TEST(ClassWeights, PriorsAreForAllClasses) {
  GrowOptions options;
  options.priors = {{"Play", 1}};
  const Diagnostic diagnostic = diagnostic_of([&] { grown(golf(), options); });
  EXPECT_EQ(diagnostic.code(), ExitCode::usage);
  EXPECT_THAT(diagnostic.message(), HasSubstr("no share for class 'Don't Play'"));
}

TEST(ClassWeights, NumbersHaveNone) {
  GrowOptions options;
  options.balanced_classes = true;
  EXPECT_EQ(row_weights(testing::regression({numeric("x", {1, 2})}, {3, 4}), options), (std::vector<double>{1, 1}));
}

// A row of a answered b costs 5, one of b answered a costs 1.
GrowOptions with_costs() {
  GrowOptions options;
  options.costs.labels = {"b", "a"};  // in an order of its own
  options.costs.costs = {{0, 1}, {5, 0}};
  return options;
}

TEST(Costs, LabelsAreThoseOfLeastExpectedCost) {
  // 2 a, 8 b: answering a costs 8, answering b 2 * 5.
  const Dataset data = dataset({numeric("x", Counts(10, 1.0))}, {"a", "a", "b", "b", "b", "b", "b", "b", "b", "b"});
  const Model model = grown(data, with_costs());
  EXPECT_EQ(model.trees[0].nodes[0].counts, (Counts{2, 8}));
  EXPECT_EQ(model.trees[0].nodes[0].label, 0U);
  EXPECT_EQ(model.costs, (std::vector<std::vector<double>>{{0, 5}, {1, 0}}));
  EXPECT_EQ(grown(data, {}).trees[0].nodes[0].label, 1U);
}

TEST(Costs, ClassesCountByWhatTheirErrorsCost) {
  // 2 * 5 + 8 * 1 = 18 for 10 rows: a counts 5 * 10/18, b 10/18.
  const auto found = cost_factors({{0, 5}, {1, 0}}, {2, 8});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_DOUBLE_EQ(found[0], 50.0 / 18);
  EXPECT_DOUBLE_EQ(found[1], 10.0 / 18);
  EXPECT_DOUBLE_EQ(2 * found[0] + 8 * found[1], 10);
  EXPECT_TRUE(cost_factors({}, {2, 8}).empty());
  EXPECT_TRUE(cost_factors({{0, 0}, {1, 0}}, {2, 0}).empty());  // what could cost something does not occur
}

TEST(Costs, ChangeTheChoiceOfATest) {
  // p: (2 a, 4 b) and (0, 4); q: (1, 0) and (1, 8). Sum of c^2 / n: p 20/6 + 4 = 7.33, q 1 + 65/9 = 8.22.
  // With a five times as much: p (10, 4) and (0, 4): 116/14 + 4 = 12.29; q (5, 0) and (5, 8): 5 + 89/13 = 11.85.
  const Dataset data = dataset({categorical("p", {"0", "0", "0", "0", "0", "0", "1", "1", "1", "1"}),
                                categorical("q", {"0", "1", "1", "1", "1", "1", "1", "1", "1", "1"})},
                               {"a", "a", "b", "b", "b", "b", "b", "b", "b", "b"});
  EXPECT_EQ(grown(data, {}).trees[0].nodes[0].feature, 1U);
  EXPECT_EQ(grown(data, with_costs()).trees[0].nodes[0].feature, 0U);
}

TEST(Costs, OfOtherClassesAreRefused) {
  GrowOptions options = with_costs();
  options.costs.labels = {"b", "c"};
  const Dataset data = dataset({numeric("x", {1, 2})}, {"a", "b"});
  EXPECT_EQ(diagnostic_of([&] { grown(data, options); }).code(), ExitCode::bad_input);
}

TEST(AttributeCosts, MakeAColumnDearer) {
  GrowOptions options = preset(Algorithm::c45);
  options.attribute_costs = {{"outlook", 100}};
  EXPECT_EQ(grown(golf(), preset(Algorithm::c45)).trees[0].nodes[0].feature, 0U);
  // Gain ratio still asks for an average gain, which windy does not reach: under the largest gain it is free to win.
  options.criterion = Criterion::information_gain;
  options.collapse = false;
  EXPECT_NE(grown(golf(), options).trees[0].nodes[0].feature, 0U);
}

TEST(AttributeCosts, OfUnknownColumnsAreRefusedWithASuggestion) {
  GrowOptions options;
  options.attribute_costs = {{"outlock", 2}};
  const Diagnostic diagnostic = diagnostic_of([&] { grown(golf(), options); });
  EXPECT_EQ(diagnostic.code(), ExitCode::usage);
  EXPECT_THAT(diagnostic.message(), HasSubstr("'outlock'"));
  EXPECT_THAT(diagnostic.hint(), HasSubstr("outlook"));
}

}  // namespace
}  // namespace espalier::class_weights_test
