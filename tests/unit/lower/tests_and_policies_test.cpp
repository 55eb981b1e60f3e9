// build, fold and narrow for intervals, groups, presence and surrogates, and the values of a regression.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "lower/pipeline.hpp"
#include "support/diagnostic.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::tests_and_policies_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<Field> doubles(std::size_t count) {
  std::vector<Field> fields;
  for (std::uint32_t i = 0; i < count; ++i) fields.push_back({i, InputType::float64, false, ""});
  return fields;
}

std::string rules_of(const Model& model, const std::vector<Field>& fields) {
  return body(fold(built(model, fields, AnswerKind::rule)), model);
}

// One multiway test of x cut at 1, 2, ..., cuts; a row in each interval.
Model by_intervals(std::uint32_t cuts, std::uint32_t missing_child, bool own_branch = false) {
  Feature x = sample::real("x", 0, cuts + 1);
  std::vector<std::uint32_t> children;
  std::vector<Node> leaves;
  for (std::uint32_t i = 0; i <= cuts + (own_branch ? 1 : 0); ++i) {
    if (i < cuts) x.cuts.push_back({i + 1.0, Gap{i + 0.5, i + 1.5}});
    children.push_back(i + 1);
    leaves.push_back(i % 2 == 0 ? no() : yes());
  }
  Node root = sample::test(TestKind::multiway, 0, children, {static_cast<double>(children.size()), 0});
  root.missing_child = missing_child;
  leaves.insert(leaves.begin(), root);
  return model_of({x}, leaves);
}

TEST(Intervals, AFewAreAskedForInOrder) {
  EXPECT_EQ(rules_of(by_intervals(2, 1), doubles(1)),
            "  if x <= 1  # 3 rows\n"
            "    answer rule 1\n"
            "  if x <= 2 or missing  # 2 rows\n"
            "    answer rule 2\n"
            "  answer rule 3\n");
}

TEST(Intervals, ManyAreHalved) {
  // Six intervals: 3 + 3, each a chain. Missing values go to the last one: to the right everywhere.
  EXPECT_EQ(rules_of(by_intervals(5, 5), doubles(1)),
            "  if x <= 3  # 6 rows\n"
            "    if x <= 1  # 3 rows\n"
            "      answer rule 1\n"
            "    if x <= 2  # 2 rows\n"
            "      answer rule 2\n"
            "    answer rule 3\n"
            "  if x <= 4  # 3 rows\n"
            "    answer rule 4\n"
            "  if x <= 5  # 2 rows\n"
            "    answer rule 5\n"
            "  answer rule 6\n");
}

TEST(Intervals, MissingValuesWithABranchOfTheirOwnAreAskedForFirst) {
  const Model model = by_intervals(1, 2, true);
  EXPECT_EQ(rules_of(model, doubles(1)),
            "  if x <= infinity  # 3 rows\n"
            "    if x <= 1  # 2 rows\n"
            "      answer rule 1\n"
            "    answer rule 2\n"
            "  answer rule 3\n");
  // An int8 with a sentinel: -128 is missing. Without one, nothing ever is.
  EXPECT_THAT(body(narrow(built(model, {{0, InputType::int8, true, ""}})), model),
              testing::StartsWith("  if x > -128  #"));
  EXPECT_THAT(body(narrow(built(model, {{0, InputType::uint8, true, ""}})), model),
              testing::StartsWith("  if x <= 254  #"));
  EXPECT_THAT(body(narrow(built(model, {{0, InputType::int8, false, ""}})), model),
              testing::StartsWith("  if x <= 1  #"));
}

TEST(Intervals, CutsDecideWhetherFloatIsEnough) {
  Model model = by_intervals(1, 0);
  EXPECT_EQ(choose_fields(model, FieldSelection::used, {})[0].type, InputType::float32);
  model.features[0].cuts[0] = {1.000000005, Gap{1, 1.00000001}};
  EXPECT_EQ(choose_fields(model, FieldSelection::used, {})[0].note,
            "double: float cannot tell 1 from 1.00000001 at threshold 1.000000005");
}

TEST(Groups, AreTestedForMembershipAndTheOthersGoWhereMissingGoes) {
  // k and m: child 0; l was not seen here. Missing values and l go to child 1, which is the end of the chain.
  Node root = sample::grouped(0, {0, kNoGroup, 0}, {1, 2}, {1, 1});
  root.missing_child = 1;
  const Model model = over_c({root, no(), yes()});
  EXPECT_EQ(rules_of(model, {{0, InputType::category, false, ""}}),
            "  if c in {k and m}  # 2 rows\n"
            "    answer rule 1\n"
            "  answer rule 2\n");
}

TEST(Present, AsksWhetherTheValueIsKnown) {
  const Model number = over_x({sample::test(TestKind::present, 0, {1, 2}, {1, 1}), no(), yes()});
  EXPECT_THAT(rules_of(number, doubles(1)), testing::StartsWith("  if x <= infinity  #"));
  const Model category = over_c({sample::test(TestKind::present, 0, {1, 2}, {1, 1}), no(), yes()});
  EXPECT_THAT(rules_of(category, {{0, InputType::category, false, ""}}),
              testing::StartsWith("  if c in {k, l and m}  #"));
  EXPECT_EQ(rules_of(number, {{0, InputType::int32, false, ""}}), "  answer rule 1\n") << "never missing";
}

TEST(Present, DecidesLaterTestsOfTheSameColumn) {
  // Known: x <= 5. Missing: x <= 5 again, where only missing values come: rule 4 is out of reach.
  const Model model = over_x({sample::test(TestKind::present, 0, {1, 2}, {1, 1}), no(),
                              missing_first(at_most(0, 5, {3, 4}, {1, 1})), no(), yes()});
  EXPECT_EQ(rules_of(model, doubles(1)),
            "  if x <= infinity  # 2 rows\n"
            "    answer rule 1\n"
            "  answer rule 2\n");
}

Surrogate instead(std::uint32_t feature, double threshold, bool reversed = false) {
  Surrogate surrogate;
  surrogate.feature = feature;
  surrogate.threshold = threshold;
  surrogate.gap = Gap{threshold - 1, threshold + 1};
  surrogate.reversed = reversed;
  surrogate.agreement = 0.9;
  return surrogate;
}

// x <= 5, else y > 3, else z <= 2, else children[missing_child].
Model with_surrogates(std::uint32_t missing_child) {
  Node root = at_most(0, 5, {1, 2}, {1, 1});
  root.missing_child = missing_child;
  root.surrogates = {instead(1, 3, true), instead(2, 2)};
  Model model =
      model_of({sample::real("x", 0, 9), sample::real("y", 0, 9), sample::real("z", 0, 9)}, {root, no(), yes()});
  model.missing = MissingPolicy::surrogate;
  return model;
}

TEST(Surrogates, AreFallbacksInTheirOrder) {
  EXPECT_THAT(rules_of(with_surrogates(1), doubles(3)), testing::StartsWith("  if x <= 5, else y > 3, else z <= 2  #"));
  EXPECT_THAT(rules_of(with_surrogates(0), doubles(3)),
              testing::StartsWith("  if x <= 5, else y > 3, else z <= 2, else true  #"));
}

TEST(Surrogates, TheFirstOneWithAValueDecides) {
  const Model model = with_surrogates(0);
  const Program program = built(model, doubles(3), AnswerKind::rule);
  const auto answer = [&](std::vector<double> row) { return run(program, row); };
  EXPECT_EQ(answer({5, 0, 9}), 1U);
  EXPECT_EQ(answer({6, 9, 0}), 2U);
  EXPECT_EQ(answer({kMissing, 4, 9}), 1U) << "reversed: y > 3";
  EXPECT_EQ(answer({kMissing, 3, 0}), 2U);
  EXPECT_EQ(answer({kMissing, kMissing, 2}), 1U);
  EXPECT_EQ(answer({kMissing, kMissing, 2.5}), 2U);
  EXPECT_EQ(answer({kMissing, kMissing, kMissing}), 1U);
}

TEST(Surrogates, OfAColumnThatIsNeverMissingAreNotAsked) {
  const Model model = with_surrogates(1);
  std::vector<Field> fields = doubles(3);
  fields[1].type = InputType::int32;  // without a sentinel: z is never asked
  EXPECT_THAT(rules_of(model, fields), testing::StartsWith("  if x <= 5, else y > 3  #"));
  fields[0].type = InputType::int32;
  EXPECT_THAT(rules_of(model, fields), testing::StartsWith("  if x <= 5  #"));
}

TEST(Surrogates, WhatARangeDecidesBecomesTheLastWord) {
  // y > 3 holds for no int8 that is at most 3: with a threshold of 200 it never holds.
  Model model = with_surrogates(0);
  model.trees[0].nodes[0].surrogates[0].threshold = 200;
  std::vector<Field> fields = doubles(3);
  fields[1].type = InputType::int8;
  EXPECT_THAT(body(narrow(built(model, fields)), model), testing::StartsWith("  if x <= 5  #")) << "y answers no";
  fields[1].sentinel = true;
  EXPECT_THAT(body(narrow(built(model, fields)), model),
              testing::StartsWith("  if x <= 5, else y <= -128, else z <= 2, else true  #"))
      << "no number is -128: y answers no unless it is missing";
}

TEST(Surrogates, TheirColumnsAndGapsCountForTheFields) {
  Model model = with_surrogates(0);
  ASSERT_EQ(choose_fields(model, FieldSelection::used, {}).size(), 3U);
  model.trees[0].nodes[0].surrogates[1].threshold = 1.000000005;
  model.trees[0].nodes[0].surrogates[1].gap = Gap{1, 1.00000001};
  EXPECT_EQ(choose_fields(model, FieldSelection::used, {})[2].type, InputType::float64);
}

TEST(Surrogates, MissingValuesStayPossibleOnBothSides) {
  // Below x <= 5 of the root: x <= 7 is decided for numbers, but x may be missing, and then w decides.
  Model model = with_surrogates(1);
  Node below = at_most(0, 7, {3, 4}, {1, 1});
  below.missing_child = 1;
  std::vector<Node>& nodes = model.trees[0].nodes;
  nodes[1] = below;
  nodes.insert(nodes.end(), {no(), yes()});
  const std::string kept = rules_of(model, doubles(3));
  EXPECT_THAT(kept, testing::HasSubstr("if x <= 7"));
  nodes[1].missing_child = 0;
  EXPECT_THAT(rules_of(model, doubles(3)), testing::Not(testing::HasSubstr("if x <= 7"))) << "everybody goes left";
}

TEST(LongestWay, CountsFallbacks) {
  const Model model = with_surrogates(1);
  EXPECT_EQ(longest_way(built(model, doubles(3))), 3U);
}

Model values(double low, double high, MissingPolicy missing = MissingPolicy::majority) {
  Node root = at_most(0, 5, {1, 2}, {});
  root.total = 3;
  Model model = over_x({root, sample::answering(low, 2, 0), sample::answering(high, 1, 0)});
  model.task = Task::regression;
  model.labels.clear();
  model.missing = missing;
  return model;
}

TEST(ValueType, IsFloatIfEveryAnswerIsZeroOrANormalFloat) {
  EXPECT_EQ(choose_value_type(values(0.1, -3e38), std::nullopt).type, ValueType::float32);
  EXPECT_EQ(choose_value_type(values(0, 1.2e-38), std::nullopt).type, ValueType::float32);
  const ValueTypeChoice small = choose_value_type(values(0, 1.1e-38), std::nullopt);
  EXPECT_EQ(small.type, ValueType::float64);
  EXPECT_EQ(small.note, "double: the answer 1.1e-38 is out of float's range");
  EXPECT_EQ(choose_value_type(values(0, 3.5e38), std::nullopt).type, ValueType::float64);
}

// Two trees of 2^127 could add up to more than a float holds; so could a base. A unit of 2^-130 is no normal float.
TEST(ValueType, OfSeveralTreesGoesByTheirSums) {
  Model forest = sample::number_forest();
  EXPECT_EQ(choose_value_type(forest, std::nullopt).type, ValueType::float32);
  Model fine = forest;
  fine.sums.exponent = 130;
  for (Tree& tree : fine.trees) {
    for (Node& node : tree.nodes) node.value = std::ldexp(node.value, -126);
  }
  EXPECT_EQ(choose_value_type(fine, std::nullopt).type, ValueType::float64);
  Model wide = forest;
  wide.sums.exponent = -126;
  for (Tree& tree : wide.trees) tree.nodes[1].value = std::ldexp(1.0, 126);
  EXPECT_EQ(choose_value_type(wide, std::nullopt).type, ValueType::float64);
  EXPECT_THROW(choose_value_type(wide, ValueType::float32), Diagnostic);
  Model based = sample::number_forest();
  based.combination = Combination::sum;
  based.sums.link = ScoreLink::identity;
  based.sums.base = {std::ldexp(1.0, 130)};
  EXPECT_EQ(choose_value_type(based, std::nullopt).type, ValueType::float64);
  Model doubles = forest;
  doubles.sums.arithmetic = Arithmetic::float64;
  EXPECT_EQ(choose_value_type(doubles, std::nullopt).note, "double: the trees' values are added as doubles");
}

// The least normal float is 2^-126: half of a unit of 2^-125, as the mean of two trees may be.
TEST(ValueType, TheSmallestMeanMayBeTheLeastNormalFloat) {
  const auto type = [](int exponent) {
    Model model = sample::number_forest();  // in sixteenths
    model.trees.pop_back();
    model.sums.exponent = exponent;
    for (Tree& tree : model.trees) {
      for (Node& node : tree.nodes) node.value = std::ldexp(node.value, 4 - exponent);
    }
    return choose_value_type(model, std::nullopt).type;
  };
  EXPECT_EQ(type(125), ValueType::float32);
  EXPECT_EQ(type(126), ValueType::float64);
}

TEST(ValueType, AWishIsFollowedUnlessItLosesAnswers) {
  EXPECT_EQ(choose_value_type(values(1, 2), ValueType::float64).type, ValueType::float64);
  EXPECT_EQ(choose_value_type(values(1, 1e-40), ValueType::float32).type, ValueType::float32) << "rounded, not lost";
  EXPECT_THROW(choose_value_type(values(1, 1e39), ValueType::float32), Diagnostic);
}

TEST(ValueType, BlendsNeedRoomAtBothEnds) {
  const auto fractional = MissingPolicy::fractional;
  EXPECT_EQ(choose_value_type(values(0x1p-97, 0, fractional), std::nullopt).type, ValueType::float32);
  EXPECT_EQ(choose_value_type(values(0x1p-98, 0, fractional), std::nullopt).type, ValueType::float64);
  EXPECT_EQ(choose_value_type(values(0x1p126, 0, fractional), std::nullopt).type, ValueType::float32);
  EXPECT_EQ(choose_value_type(values(0x1p127, 0, fractional), std::nullopt).type, ValueType::float64);
  EXPECT_THROW(choose_value_type(values(0x1p127, 0, fractional), ValueType::float32), Diagnostic);
}

TEST(Values, ThatAreEqualAfterRoundingAreOneAnswer) {
  const Model model = values(0.1, 0.1 + 1e-12);
  const Program as_float =
      fold(build_program(model, model.trees[0], AnswerKind::value, doubles(1), ValueType::float32));
  EXPECT_EQ(body(as_float, model), "  answer 0.10000000149011612 (rule 1,2)\n");
  const Program as_double = fold(build_program(model, model.trees[0], AnswerKind::value, doubles(1)));
  EXPECT_EQ(as_double.values.size(), 2U);
  const Model zeros = values(0.0, -0.0);
  EXPECT_EQ(fold(build_program(zeros, zeros.trees[0], AnswerKind::value, doubles(1))).steps.size(), 3U)
      << "both zeros stay what they are";
}

TEST(KnownNumber, HoldsForEveryNumber) {
  for (const double value : {-kInfinity, 0.0, kInfinity}) EXPECT_TRUE(holds(known_number(0), value));
  EXPECT_FALSE(holds(known_number(0), kMissing));
}

}  // namespace
}  // namespace espalier::tests_and_policies_test
