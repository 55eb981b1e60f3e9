// Monotone columns on tables small enough to check by hand, and what is refused.
#include "grow/monotone.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grow/grow.hpp"
#include "model/interpret.hpp"
#include "support/diagnostic.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::monotone_test {
namespace {

using testing::categorical;
using testing::dataset;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::numeric;
using testing::ordinal;
using testing::regression;

GrowOptions with(std::vector<MonotoneColumn> columns) {
  GrowOptions options;
  options.monotone = std::move(columns);
  return options;
}

Tree grown(const Dataset& data, const GrowOptions& options) {
  Warnings warnings;
  return grow(data, options, warnings).trees[0];
}

std::vector<double> leaf_values(const Tree& tree) {
  std::vector<double> values;
  for (const Node& node : tree.nodes) {
    if (node.is_leaf()) values.push_back(node.value);
  }
  return values;
}

std::vector<std::vector<double>> leaf_counts(const Tree& tree) {
  std::vector<std::vector<double>> counts;
  for (const Node& node : tree.nodes) {
    if (node.is_leaf()) counts.push_back(node.counts);
  }
  return counts;
}

// All squares: 9 + 1 + 1 + 9 = 20. After 2 | 6, 4, 8: 0 + 8; after 2, 6 | 4, 8: 8 + 8; after 2, 6, 4 | 8: 8 + 0. The
// first is taken. 6, 4 | 8 has the means 5 and 8 and saves 6 of 8; 6 | 4 falls.
TEST(Monotone, ACutThatFallsIsNone) {
  const Dataset data = regression({numeric("x", {1, 2, 3, 4})}, {2, 6, 4, 8});
  EXPECT_THAT(leaf_values(grown(data, with({}))), ElementsAre(2, 6, 4, 8));
  EXPECT_THAT(leaf_values(grown(data, with({{"x", Direction::up}}))), ElementsAre(2, 5, 8));
  // 2, 6 | 4, 8 and the other cuts rise: nothing is left to split by.
  EXPECT_THAT(leaf_values(grown(data, with({{"x", Direction::down}}))), ElementsAre(5));
  EXPECT_THAT(
      leaf_values(grown(regression({numeric("x", {1, 2, 3, 4})}, {8, 4, 6, 2}), with({{"x", Direction::down}}))),
      ElementsAre(8, 5, 2));
}

// x parts the means 2.5 and 8, which gains 4 * 2.75^2 * 2 = 60.5; z parts 4 and 9, which gains 37.5. Below x, answers
// are at most (2.5 + 8) / 2 = 5.25. There z parts 0, 0, 0 from 10, which is cut to 5.25.
TEST(Monotone, ANumberBeyondItsBoundsIsTheNearestWithin) {
  const Dataset data = regression({numeric("x", {0, 0, 0, 0, 1, 1, 1, 1}), numeric("z", {0, 0, 0, 1, 0, 0, 0, 1})},
                                  {0, 0, 0, 10, 8, 8, 8, 8});
  EXPECT_THAT(leaf_values(grown(data, with({}))), ElementsAre(0, 10, 8));
  const Tree tree = grown(data, with({{"x", Direction::up}}));
  EXPECT_THAT(leaf_values(tree), ElementsAre(0, 5.25, 8));
  EXPECT_EQ(tree.nodes[3].deviation, 4.75 * 4.75);  // of 10 from 5.25
  EXPECT_EQ(tree.nodes[3].total, 1);
  EXPECT_EQ(tree.nodes[1].value, 2.5);  // what a leaf would answer here
  EXPECT_EQ(tree.nodes[1].deviation, 3 * 2.5 * 2.5 + 7.5 * 7.5);
}

// The same by distances from medians. x parts 0 (of 0, 0, 0, 10) from 8: the middle is 4.
TEST(Monotone, AMedianBeyondItsBoundsIsTheNearestWithin) {
  const Dataset data = regression({numeric("x", {0, 0, 0, 0, 1, 1, 1, 1}), numeric("z", {0, 0, 0, 1, 0, 0, 0, 1})},
                                  {0, 0, 0, 10, 8, 8, 8, 8});
  GrowOptions options = with({{"x", Direction::up}});
  options.criterion = Criterion::absolute_deviation;
  const Tree tree = grown(data, options);
  EXPECT_THAT(leaf_values(tree), ElementsAre(0, 4, 8));
  EXPECT_EQ(tree.nodes[3].deviation, 6);
}

// yes is what rises. After no | yes, no, yes: 0 and 2/3. Below, yes, no | yes: 1/2 and 1; yes | no falls.
TEST(Monotone, CountsOfClassesStayWhatTheyAre) {
  const Dataset data = dataset({numeric("x", {1, 2, 3, 4})}, {"no", "yes", "no", "yes"});
  EXPECT_EQ(leaf_counts(grown(data, with({}))).size(), 4U);
  EXPECT_THAT(leaf_counts(grown(data, with({{"x", Direction::up}}))),
              ElementsAre(ElementsAre(1, 0), ElementsAre(1, 1), ElementsAre(0, 1)));
  EXPECT_THAT(leaf_counts(grown(data, with({{"x", Direction::down, "no"}}))),
              ElementsAre(ElementsAre(1, 0), ElementsAre(1, 1), ElementsAre(0, 1)));
  EXPECT_EQ(leaf_counts(grown(data, with({{"x", Direction::down}}))).size(), 1U);
}

// x parts 1/4 from 3/4. One row of yes is below and one of no above: the lower side has no more of the other kind, and
// 1/4 is the bound of both. z would part 0 from 1 on either side, which is out of bounds.
TEST(Monotone, ATestWithAProbabilityBeyondItsBoundsIsNone) {
  const std::vector<double> x = {0, 0, 0, 0, 1, 1, 1, 1};
  const std::vector<double> z = {0, 0, 0, 1, 0, 0, 0, 1};
  const Dataset data =
      dataset({numeric("x", x), numeric("z", z)}, {"no", "no", "no", "yes", "yes", "yes", "yes", "no"});
  EXPECT_EQ(leaf_counts(grown(data, with({}))).size(), 4U);
  EXPECT_THAT(leaf_counts(grown(data, with({{"x", Direction::up}}))),
              ElementsAre(ElementsAre(3, 1), ElementsAre(1, 3)));
  // Rising z is right below x alone.
  EXPECT_THAT(leaf_counts(grown(data, with({{"z", Direction::up}}))),
              ElementsAre(ElementsAre(3, 0), ElementsAre(0, 1), ElementsAre(1, 3)));
  // All above is yes: the bound is 1, and below there is room.
  const Dataset pure =
      dataset({numeric("x", x), numeric("z", z)}, {"no", "no", "no", "yes", "yes", "yes", "yes", "yes"});
  EXPECT_THAT(leaf_counts(grown(pure, with({{"x", Direction::up}}))),
              ElementsAre(ElementsAre(3, 0), ElementsAre(0, 1), ElementsAre(0, 4)));
}

// 4 of 17 rows are yes. The shares 1 of 1, 3 of 4 and 0 of 12 fall. Two rows more of which 2 * 4/17 = 0.47 are yes make
// 1.47 / 3 = 0.49, 3.47 / 6 = 0.58 and 0.47 / 14 = 0.03 of them, which rise first: the first two stay together.
TEST(Monotone, ProbabilitiesAreThoseThatTheModelReports) {
  std::vector<double> x = {1, 2, 2, 2, 2};
  std::vector<std::string> y = {"yes", "yes", "yes", "yes", "no"};
  x.insert(x.end(), 12, 3.0);
  y.insert(y.end(), 12, "no");
  const Dataset data = dataset({numeric("x", x)}, y);
  GrowOptions options = with({{"x", Direction::down}});
  EXPECT_THAT(leaf_counts(grown(data, options)), ElementsAre(ElementsAre(0, 1), ElementsAre(1, 3), ElementsAre(12, 0)));
  options.smoothing = {SmoothingKind::m_estimate, 2};
  EXPECT_THAT(leaf_counts(grown(data, options)), ElementsAre(ElementsAre(1, 4), ElementsAre(12, 0)));
}

TEST(Monotone, GradesAreWhatTheModelAnswers) {
  const Dataset data = dataset({numeric("x", {1, 2, 3, 4, 5})}, {"c", "a", "b", "b", "b"});
  GrowOptions options = with({{"x", Direction::up, "b"}});
  for (const Smoothing& smoothing :
       {Smoothing{}, Smoothing{SmoothingKind::laplace, 0}, Smoothing{SmoothingKind::m_estimate, 2}}) {
    options.smoothing = smoothing;
    const TrainingSet training = make_training_set(data, options);
    Tree tree = grown(data, options);
    const MonotoneGuard guard(training, options, testing::cases_of(training, {0, 1, 2, 3, 4}));
    const Model model = model_of(training, options, tree);
    const auto shares = class_distributions(model, tree);
    for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
      const Grade grade = guard.grade(tree.nodes[at].counts);
      EXPECT_EQ(grade.figure, shares[at][1]);
      EXPECT_EQ(grade.named, tree.nodes[at].label == 1);
    }
  }
}

// By x at once, 1, 1000 and 19 would not rise: z comes first. Then the middle interval of x is empty, and answers the
// mean of its node, (4 * 1 + 2 * 19) / 6 = 7.
TEST(Monotone, EmptyBranchesKeepTheOrder) {
  const Dataset data =
      regression({numeric("x", {0, 0, 0, 0, 9, 9, 5, 5}), categorical("z", {"u", "u", "u", "u", "u", "u", "v", "v"})},
                 {1, 1, 1, 1, 19, 19, 1000, 1000});
  GrowOptions options = with({});
  options.categorical = CategoricalSplit::multiway;
  options.discretization = {Discretizer::equal_width, 3, 0};
  EXPECT_THAT(leaf_values(grown(data, options)), ElementsAre(1, 1000, 19));
  options.monotone = {{"x", Direction::up}};
  EXPECT_THAT(leaf_values(grown(data, options)), ElementsAre(1, 7, 19, 1000));
  options.monotone = {{"x", Direction::down}};
  EXPECT_THAT(leaf_values(grown(data, options)), ElementsAre(7, 1000));
}

// y sends every row the way x does, but for the one where x is missing; so would z.
TEST(Monotone, AMonotoneColumnIsNoSurrogate) {
  const Dataset data = dataset({numeric("x", {1, 1, 1, 2, 2, 2, kMissing}), numeric("y", {1, 1, 1, 2, 2, 2, 2}),
                                numeric("z", {1, 1, 2, 2, 2, 2, 1})},
                               {"a", "a", "a", "b", "b", "b", "a"});
  GrowOptions options = with({});
  options.missing = MissingPolicy::surrogate;
  options.attribute_costs = {{"y", 100}, {"z", 100}};
  const auto surrogates_of = [&](const GrowOptions& chosen) {
    const Tree tree = grown(data, chosen);
    std::vector<std::uint32_t> features;
    for (const Surrogate& surrogate : tree.nodes[0].surrogates) features.push_back(surrogate.feature);
    return features;
  };
  EXPECT_THAT(surrogates_of(options), ElementsAre(1, 2));
  options.monotone = {{"y", Direction::up}};
  EXPECT_THAT(surrogates_of(options), ElementsAre(2));
}

// x is complete but for a third of the rows. By those with a value, x rises from 0 to 1/2; the others go with the
// heavier side, the first, which is then above the second.
TEST(Monotone, RowsWithoutAValueCountWhereTheyGo) {
  const Dataset data = dataset({numeric("x", {1, 1, 1, 2, 2, kMissing, kMissing, kMissing, kMissing})},
                               {"no", "no", "no", "no", "yes", "yes", "yes", "yes", "yes"});
  GrowOptions options = with({});
  options.missing = MissingPolicy::majority;
  EXPECT_EQ(leaf_counts(grown(data, options)), (std::vector<std::vector<double>>{{3, 4}, {1, 1}}));
  options.monotone = {{"x", Direction::up}};
  EXPECT_EQ(leaf_counts(grown(data, options)), (std::vector<std::vector<double>>{{4, 5}}));
}

TEST(Monotone, LevelsAreInAnOrder) {
  const Dataset data =
      dataset({ordinal("size", {"s", "m", "l", "s", "m", "l"}, {"s", "m", "l"})}, {"a", "b", "a", "a", "b", "b"});
  EXPECT_EQ(leaf_counts(grown(data, with({{"size", Direction::up}}))).size(), 2U);  // s | m, l
  EXPECT_EQ(leaf_counts(grown(data, with({}))).size(), 3U);
}

std::string refused(const Dataset& data, const GrowOptions& options) {
  try {
    checked_monotone(data, options);
  } catch (const Diagnostic& fault) {
    EXPECT_EQ(fault.code(), ExitCode::usage);
    return fault.message() + " | " + fault.hint();
  }
  return "";
}

TEST(Monotone, RefusesWhatCannotBe) {
  const Dataset two = dataset({numeric("income", {1, 2}), categorical("town", {"u", "v"})}, {"no", "yes"});
  EXPECT_EQ(checked_monotone(two, with({{"income", Direction::up}})),
            (std::vector<MonotoneColumn>{{"income", Direction::up, "yes"}}));
  EXPECT_THAT(refused(two, with({{"incom", Direction::up}})),
              HasSubstr("no column to test is called 'incom' | did you"));
  EXPECT_THAT(refused(two, with({{"town", Direction::up}})), HasSubstr("'town' holds words"));
  EXPECT_THAT(refused(two, with({{"target", Direction::up}})), HasSubstr("'target' is the target"));
  EXPECT_THAT(refused(two, with({{"income", Direction::up}, {"income", Direction::down}})), HasSubstr("named twice"));
  EXPECT_THAT(refused(two, with({{"income", Direction::up, "yess"}})),
              HasSubstr("no class 'yess' | did you mean 'yes'"));
  const Dataset three = dataset({numeric("x", {1, 2, 3}), numeric("y", {1, 2, 3})}, {"a", "b", "c"});
  EXPECT_THAT(refused(three, with({{"x", Direction::down}})), HasSubstr("--monotone x=-:LABEL"));
  EXPECT_EQ(refused(three, with({{"x", Direction::down, "b"}})), "");
  EXPECT_THAT(refused(three, with({{"x", Direction::down, "b"}, {"y", Direction::up, "c"}})), HasSubstr("one label"));
  const Dataset numbers = regression({numeric("x", {1, 2})}, {1, 2});
  EXPECT_THAT(refused(numbers, with({{"x", Direction::up, "b"}})), HasSubstr("is about a class"));
  GrowOptions shared_out = with({{"x", Direction::up}});
  shared_out.missing = MissingPolicy::fractional;
  EXPECT_THAT(refused(numbers, shared_out), HasSubstr("--missing fractional"));
}

}  // namespace
}  // namespace espalier::monotone_test
