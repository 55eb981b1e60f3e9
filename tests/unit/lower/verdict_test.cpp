// What the sums of several trees answer, and in what type they are added.
#include "lower/verdict.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "lower/pipeline.hpp"
#include "lower/program.hpp"
#include "model/interpret.hpp"
#include "support/sample_models.hpp"

namespace espalier::verdict_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Verdict, HasTheNarrowestTypeThatHoldsEverySum) {
  EXPECT_EQ(make_verdict(sample::voting_forest()).type, SumType::uint8);
  EXPECT_EQ(make_verdict(sample::averaging_forest()).type, SumType::uint32);
  EXPECT_EQ(make_verdict(sample::number_forest()).type, SumType::int32);
  Model votes = sample::voting_forest();
  while (votes.trees.size() <= 255) votes.trees.push_back(votes.trees.front());
  EXPECT_EQ(make_verdict(votes).type, SumType::uint16);
  Model wide = sample::number_forest();  // 2^31 - 1 sixteenths fit, one more does not
  const double others = 1.5 + 7;
  wide.trees[1].nodes[1].value = 2147483647.0 / 16 - others;
  EXPECT_EQ(make_verdict(wide).type, SumType::int32);
  wide.trees[1].nodes[1].value += 1.0 / 16;
  EXPECT_EQ(make_verdict(wide).type, SumType::int64);
  Model positive = sample::number_forest();
  positive.trees[0].nodes[2].value = 0;
  positive.trees[2].nodes[4].value = 0;
  EXPECT_EQ(make_verdict(positive).type, SumType::uint32);
  Model floats = sample::number_forest();
  floats.sums = {Arithmetic::float32, 0, {}, ScoreLink::identity};
  EXPECT_EQ(make_verdict(floats).type, SumType::float32);
}

// The sums on the way count, too: what comes first may be too much, whatever follows.
TEST(Verdict, CountsWhatSumsAreOnTheWay) {
  Model model = sample::boosted_pair();
  for (Tree& tree : model.trees) {
    for (Node& node : tree.nodes) node.value = 0;
  }
  model.sums.base = {-1};
  model.trees[0].nodes[1].value = 1;
  EXPECT_EQ(make_verdict(model).type, SumType::int32);  // from -16 units
  model.sums.base = {0};
  EXPECT_EQ(make_verdict(model).type, SumType::uint32);
}

// From a high base the sums never fall below nought, but what is added does: it has no literal without a sign.
TEST(Verdict, PartsBelowNoughtHaveASign) {
  Model model = sample::number_forest();
  model.combination = Combination::sum;
  model.sums.base = {65536};
  EXPECT_EQ(make_verdict(model).type, SumType::int32);
}

TEST(Verdict, AddsInUnits) {
  const Model model = sample::number_forest();
  const Tree& tree = model.trees[0];
  EXPECT_EQ(addend_of(model, tree, tree.nodes[2]), (Addend{0, {-1}}));
  EXPECT_EQ(addend_of(model, tree, tree.nodes[1]), (Addend{0, {24}}));
  const Model boosted = sample::boosted_labels();
  EXPECT_EQ(addend_of(boosted, boosted.trees[2], boosted.trees[2].nodes[1]), (Addend{2, {36}}));
  EXPECT_THAT(make_verdict(boosted).base, ElementsAre(0, 16, -16));
}

TEST(Lower, AddsWhatTheTreesAdd) {
  const Model model = sample::averaging_forest();
  const Lowered lowered = lower(model, {});
  ASSERT_EQ(lowered.trees.size(), 3U);
  const std::vector<double> row = {51, 2, 0.5};
  const Answer given = answer(lowered, row);
  EXPECT_EQ(given.label, 0U);
  EXPECT_THAT(given.rules, ElementsAre(2, 2, 3));
  EXPECT_THAT(given.sums, ElementsAre(98303, 72768, 25537));
  EXPECT_THAT(dump(lowered.trees[0].answers, model), HasSubstr("add 0, 40000, 25536 to sum 0 (rule 2)"));
}

TEST(Lower, LeavesThatAddTheSameAreOne) {
  Model model = sample::voting_forest();
  model.trees[0].nodes[2].label = 0;
  const Lowered lowered = lower(model, {});
  ASSERT_EQ(lowered.trees[0].answers.steps.size(), 1U);
  EXPECT_EQ(lowered.trees[0].answers.steps[0].op, Op::add);
  EXPECT_EQ(lowered.trees[0].rules.steps.size(), 3U);
}

// Sums that no row may lead to: all the same, and one unit from a tie.
TEST(Verdict, DecidesAsTheModelDoesAtTiesAndOneUnitFromThem) {
  RandomEngine engine(3);
  for (int round = 0; round < 2000; ++round) {
    const sample::ForestKind kind = sample::kForestKinds[round % 3];
    const Model model = sample::random_forest(engine, kind.task, kind.combination, MissingPolicy::majority);
    if (model.sums.arithmetic != Arithmetic::whole) continue;
    const Verdict verdict = make_verdict(model);
    const Interpreter interpreter(model);
    std::vector<double> sums(verdict.base.size());
    const auto level = static_cast<double>(uniform_below(engine, 5));
    for (double& sum : sums) sum = level + (uniform_below(engine, 3) == 0 ? 1 : 0) - (sums.size() == 1 ? 2 : 0);
    std::vector<double> scores;
    for (const double sum : sums) scores.push_back(std::ldexp(sum, -verdict.exponent));
    ASSERT_EQ(label_of(verdict, sums), interpreter.answer_of_scores(scores).label);
  }
}

// note [means in floats]: a quotient of whole floats, rounded at once or by way of a double.
TEST(Verdict, FloatsDivideAsDoublesDo) {
  EXPECT_TRUE(divides_in_floats(16777216, 3));
  EXPECT_FALSE(divides_in_floats(16777217, 3));
  RandomEngine engine(5);
  for (int round = 0; round < 200000; ++round) {
    const auto sum = static_cast<double>(uniform_below(engine, (1U << 24U) + 1));
    const auto trees = static_cast<double>(1 + uniform_below(engine, round % 2 == 0 ? 1000 : 1U << 24U));
    const float at_once = static_cast<float>(sum) / static_cast<float>(trees);
    ASSERT_EQ(at_once, static_cast<float>(sum / trees)) << sum << " / " << trees;
  }
}

// Up to 2^24 every whole number is a float, of sums and of trees. Units are 2^-100 to 2^100.
TEST(Verdict, FloatsHaveBounds) {
  EXPECT_TRUE(divides_in_floats(3, 16777216));
  EXPECT_FALSE(divides_in_floats(3, 16777217));
  Verdict verdict = make_verdict(sample::number_forest());
  for (const int sign : {-1, 1}) {
    verdict.exponent = sign * 100;
    EXPECT_TRUE(answers_in_floats(verdict));
    verdict.exponent = sign * 101;
    EXPECT_FALSE(answers_in_floats(verdict));
  }
}

TEST(Verdict, KnowsTheLargestSum) {
  EXPECT_EQ(make_verdict(sample::voting_forest()).largest, 3);
  EXPECT_EQ(make_verdict(sample::averaging_forest()).largest, 65535.0 + 65536 + 32768);
  // In sixteenths: 24 + 1600 + 112, or -1 + 0 - 128.
  EXPECT_EQ(make_verdict(sample::number_forest()).largest, 1736);
  EXPECT_TRUE(answers_in_floats(make_verdict(sample::number_forest())));
}

}  // namespace
}  // namespace espalier::verdict_test
