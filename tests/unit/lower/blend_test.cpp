// Blend programs: what they add up, checked by hand, and the bounds of their functions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "lower/pipeline.hpp"
#include "model/blend.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::blend_test {
namespace {

using testing::ElementsAre;

// x <= 5: no 3, yes 1 (rule 1), else yes 4 (rule 2).
Model halves() {
  Model model = over_x({at_most(0, 5, {1, 2}, {3, 5}), sample::leaf({3, 1}), sample::leaf({0, 4})});
  model.missing = MissingPolicy::fractional;
  return model;
}

TEST(Blend, SumsTheSharesOfTheRules) {
  const Model model = halves();
  const Lowered lowered = lower(model, {});
  ASSERT_TRUE(lowered.tree().blend);
  const std::vector<double> missing = {kMissing};
  const std::vector<double> seven = {7};
  EXPECT_TRUE(is_complete(*lowered.tree().blend, seven));
  EXPECT_FALSE(is_complete(*lowered.tree().blend, missing));
  // Both rules get 2^30; "no" has 3/4 of the first, "yes" the rest.
  const BlendedRow blended = run(*lowered.tree().blend, missing);
  EXPECT_THAT(blended.shares, ElementsAre(3U << 28, (1U << 28) + (1U << 30)));
  EXPECT_EQ(blended.largest, 1U << 30);
  EXPECT_EQ(blended.rule, 1U) << "the first of two equal ones";
  EXPECT_EQ(answer(lowered, missing).label, 1U);
  EXPECT_EQ(answer(lowered, seven).rule, 2U);
}

TEST(Blend, LabelIsTheCheapestIfAnswersHaveCosts) {
  Model model = halves();
  model.costs = {{0, 9}, {1, 0}};  // to say "yes" where "no" is right costs nine times as much
  const Lowered lowered = lower(model, {});
  // "no": 1 * 5/8 of the weight; "yes": 9 * 3/8.
  const std::vector<double> missing = {kMissing};
  EXPECT_EQ(answer(lowered, missing).label, 0U);
}

TEST(Blend, RowWhoseWeightGoesOneWayIsNotBlended) {
  Model model = halves();
  model.trees[0].nodes[2].counts = {0, 0};  // no training row above 5: all of the weight goes left
  const Lowered lowered = lower(model, {});
  const std::vector<double> missing = {kMissing};
  const Answer answered = answer(lowered, missing);
  EXPECT_EQ(answered.blended->largest, kWholeWeight);
  EXPECT_EQ(answered.rule, 1U);
  EXPECT_EQ(answered.label, 0U) << "the rule's own label";
}

// 31 tests in a row: each sends half of a missing value's weight on, the last one 1 of 2^31 to each of its leaves.
TEST(Blend, TheSmallestWeightArrives) {
  std::vector<Node> nodes;
  for (std::uint32_t i = 0; i < 31; ++i) {
    const double rows = std::ldexp(1.0, 31 - static_cast<int>(i));  // two of them "yes"
    nodes.push_back(at_most(0, i, {2 * i + 1, 2 * i + 2}, {rows - 2, 2}));
    nodes.push_back(i < 30 ? no(rows / 2) : yes(1));
  }
  nodes.push_back(yes(1));
  Model model = over_x(std::move(nodes));
  model.missing = MissingPolicy::fractional;
  const std::vector<double> missing = {kMissing};
  const BlendedRow blended = run(*lower(model, {}).tree().blend, missing);
  EXPECT_THAT(blended.shares, ElementsAre(kWholeWeight - 2, 2U));
  EXPECT_EQ(blended.shares, Blender(model).blend(missing).shares);
}

// A bool is never missing: x <= 3 is decided, and no share goes to the branch that no value takes.
TEST(Blend, NothingIsSharedWhereEveryValueHasAnAnswer) {
  Model model = model_of({sample::real("x", 0, 1), sample::real("z", 0, 9)},
                         {at_most(0, 3, {1, 2}, {4, 6}), at_most(1, 5, {3, 4}, {3, 5}), no(2), no(3), yes(5)});
  model.missing = MissingPolicy::fractional;
  const auto blend =
      build_blend(model, model.trees[0], {{0, InputType::boolean, false, ""}, {1, InputType::float32, false, ""}});
  ASSERT_TRUE(blend);
  for (const BlendStep& step : blend->steps) {
    for (const BlendBranch& branch : step.branches) {
      EXPECT_TRUE(step.known || (!branch.shared_only && branch.share == 0));
    }
  }
  // z is missing: 3/8 and 5/8 of the weight go to rules 1 and 2, and nothing to rule 3.
  EXPECT_THAT(run(*blend, std::vector<double>{1, kMissing}).shares, ElementsAre(3U << 28, 5U << 28));
}

// Cut at 3.2 and 3.7: no whole number lies between them, and code that asks for one is warned about by compilers.
TEST(Blend, NoValueIsAskedForThatTheTypeDoesNotHave) {
  Feature x = sample::real("x", 0, 9);
  x.cuts = {{3.2, Gap{3.1, 3.3}}, {3.7, Gap{3.6, 3.8}}};
  Model model = model_of({x}, {sample::test(TestKind::multiway, 0, {1, 2, 3}, {5, 3}), no(4), yes(3), no(1)});
  model.missing = MissingPolicy::fractional;
  const auto blend = build_blend(model, model.trees[0], {{0, InputType::int32, true, ""}});
  ASSERT_TRUE(blend);
  std::size_t shared_only = 0;
  for (const BlendStep& step : blend->steps) {
    for (const BlendBranch& branch : step.branches) {
      shared_only += branch.shared_only ? 1 : 0;
      EXPECT_LT(branch.conditions.size(), 2U);
    }
  }
  EXPECT_EQ(shared_only, 1U);
  // A missing value goes there all the same: 4/8, 3/8 and 1/8 of the weight, "no" and "yes" by turns.
  EXPECT_THAT(run(*blend, std::vector<double>{kMissing}).shares, ElementsAre(5U << 28, 3U << 28));
  // 3 is below the first cut, 4 above the second.
  EXPECT_EQ(run(*blend, std::vector<double>{3}).rule, 1U);
  EXPECT_EQ(run(*blend, std::vector<double>{4}).rule, 3U);
}

// The second cut is beyond the type, so that only the sentinel is asked for besides the first: a value above it is
// there.
TEST(Blend, ACutBeyondTheTypeLeavesTheOtherOne) {
  Feature x = sample::real("x", 0, 900);
  x.cuts = {{3.5, Gap{3, 4}}, {500.5, Gap{500, 501}}};
  Model model = model_of({x}, {sample::test(TestKind::multiway, 0, {1, 2, 3}, {5, 3}), no(4), yes(3), no(1)});
  model.missing = MissingPolicy::fractional;
  for (const InputType type : {InputType::int8, InputType::uint8}) {
    const auto blend = build_blend(model, model.trees[0], {{0, type, true, ""}});
    ASSERT_TRUE(blend);
    EXPECT_EQ(run(*blend, std::vector<double>{3}).rule, 1U);
    EXPECT_EQ(run(*blend, std::vector<double>{4}).rule, 2U);
    EXPECT_EQ(run(*blend, std::vector<double>{4}).largest, kWholeWeight);
  }
}

TEST(Blend, IsNotNeededWhereNothingCanBeMissing) {
  const Model model = halves();
  EXPECT_FALSE(build_blend(model, model.trees[0], {{0, InputType::int32, false, ""}}));
  EXPECT_TRUE(build_blend(model, model.trees[0], {{0, InputType::int32, true, ""}}));
  Model majority = halves();
  majority.missing = MissingPolicy::majority;
  EXPECT_FALSE(lower(majority, {}).tree().blend);
}

TEST(Blend, CategoryWithoutAGroupIsNotComplete) {
  Model model = over_c({sample::grouped(0, {0, kNoGroup, 1}, {1, 2}, {1, 1}), no(3), yes(1)});
  model.missing = MissingPolicy::fractional;
  const Lowered lowered = lower(model, {});
  const std::vector<double> l = {1};
  const std::vector<double> m = {2};
  EXPECT_FALSE(is_complete(*lowered.tree().blend, l));
  EXPECT_TRUE(is_complete(*lowered.tree().blend, m));
  EXPECT_THAT(answer(lowered, l).blended->shares, ElementsAre(3U << 29, 1U << 29));
}

TEST(Blend, ValuesAreWeightedAndRoundedToTheTypeThatAnswers) {
  Node root = at_most(0, 5, {1, 2}, {});
  root.total = 4;
  Model model = over_x({root, sample::answering(8, 3, 0), sample::answering(-4, 1, 0)});
  model.task = Task::regression;
  model.labels.clear();
  model.missing = MissingPolicy::fractional;
  const Lowered lowered = lower(model, {});
  EXPECT_EQ(lowered.value_type.type, ValueType::float32);
  const std::vector<double> missing = {kMissing};
  EXPECT_EQ(answer(lowered, missing).value, 0.75 * 8 - 0.25 * 4);
  EXPECT_EQ(answer(lowered, missing).rule, 1U);
}

std::uint32_t deepest(const BlendProgram& program) {
  std::uint32_t level = 0;
  for (const auto& lines : program.functions) {
    for (const BlendLine& line : lines) level = std::max(level, line.level);
  }
  return level;
}

std::size_t longest(const BlendProgram& program) {
  std::size_t lines = 0;
  for (const auto& function : program.functions) lines = std::max(lines, function.size());
  return lines;
}

TEST(BlendOutline, ChainsGoOnWithoutNesting) {
  Model model = sample::chain(20'000);
  model.missing = MissingPolicy::fractional;
  const BlendProgram program = *build_blend(model, model.trees[0], {{0, InputType::float64, false, ""}});
  EXPECT_EQ(deepest(program), 1U);
  EXPECT_LT(longest(program), 2 * kMaxBlendLines);
  EXPECT_GT(program.functions.size(), 20U);
  // Every function calls only earlier ones.
  for (std::uint32_t f = 0; f < program.functions.size(); ++f) {
    for (const BlendLine& line : program.functions[f]) {
      const bool calls = line.kind == BlendLineKind::call;
      ASSERT_TRUE(!calls || line.function < f);
    }
  }
}

TEST(BlendOutline, ManyBranchesAreTestedPartByPart) {
  std::vector<std::string> names;
  std::vector<std::uint32_t> children;
  std::vector<Node> leaves;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    names.push_back("c" + std::to_string(i));
    children.push_back(i + 1);
    leaves.push_back(i % 2 == 0 ? no() : yes());
  }
  leaves.insert(leaves.begin(), sample::test(TestKind::multiway, 0, children, {1000, 1000}));
  Model model = model_of({sample::categorical("c", names)}, leaves);
  model.missing = MissingPolicy::fractional;
  const Lowered lowered = lower(model, {});
  EXPECT_LT(longest(*lowered.tree().blend), 2 * kMaxBlendLines);
  const std::vector<double> missing = {kMissing};
  const BlendedRow blended = run(*lowered.tree().blend, missing);
  const std::uint32_t each = kWholeWeight / 2000;
  EXPECT_THAT(blended.shares, ElementsAre(1000 * each, 1000 * each));
}

}  // namespace
}  // namespace espalier::blend_test
