#include "lower/domain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "unit/lower/small_programs.hpp"

namespace espalier::domain_test {
namespace {

using testing::ElementsAre;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Field 0: a double; 1: an integer without a sentinel; 2: three categories.
Program program() {
  Program program;
  program.fields = {
      {0, InputType::float64, false, ""}, {1, InputType::int8, false, ""}, {2, InputType::category, false, ""}};
  program.category_counts = {0, 0, 3};
  return program;
}

Condition at_most(std::uint32_t field, double threshold, bool when_missing = false) {
  return {field, Compare::less_equal, when_missing, threshold, threshold, {}};
}

Condition is_in(std::vector<std::uint32_t> categories, bool when_missing = false) {
  return {2, Compare::member, when_missing, 0, 0, std::move(categories)};
}

TEST(PathDomains, BeginWithEveryValue) {
  const PathDomains domains(program());
  EXPECT_TRUE(domains[0].missing);
  EXPECT_FALSE(domains[1].missing);
  EXPECT_TRUE(domains[2].missing);
  EXPECT_FALSE(domains[0].bounded_below);
  EXPECT_EQ(domains[0].upto, kInfinity);
  EXPECT_TRUE(domains[0].has_numbers());
  EXPECT_EQ(domains[2].allowed_count, 3U);
  EXPECT_EQ(domains[0].tests, 0U);
}

TEST(PathDomains, NarrowFromBothSides) {
  PathDomains domains(program());
  domains.assume(at_most(0, 5), true);
  domains.assume(at_most(0, 2), false);
  domains.assume(at_most(0, 9), true);   // wider than what is known
  domains.assume(at_most(0, 1), false);  // too
  EXPECT_EQ(domains[0].upto, 5);
  EXPECT_TRUE(domains[0].bounded_below);
  EXPECT_EQ(domains[0].above, 2);
  EXPECT_EQ(domains[0].tests, 4U);
  EXPECT_FALSE(domains[0].missing) << "missing values failed x <= 5";
  EXPECT_EQ(domains[1].tests, 0U);
}

TEST(PathDomains, MinusInfinityCanBeABound) {
  PathDomains domains(program());
  domains.assume(at_most(0, -kInfinity), false);
  EXPECT_TRUE(domains[0].bounded_below);
  EXPECT_TRUE(domains[0].has_numbers());
  EXPECT_EQ(domains.decided(at_most(0, -kInfinity, true)), std::nullopt) << "missing values differ";
  EXPECT_EQ(domains.decided(at_most(0, -kInfinity)), false);
}

TEST(PathDomains, DecideTests) {
  PathDomains domains(program());
  domains.assume(at_most(1, 5), true);
  EXPECT_EQ(domains.decided(at_most(1, 5)), true);
  EXPECT_EQ(domains.decided(at_most(1, 6)), true);
  EXPECT_EQ(domains.decided(at_most(1, 4)), std::nullopt);
  EXPECT_EQ(domains.decided(negated(at_most(1, 5))), false);
  domains.assume(at_most(1, 2), false);
  EXPECT_EQ(domains.decided(at_most(1, 2)), false);
  EXPECT_EQ(domains.decided(negated(at_most(1, 1))), true);
  EXPECT_EQ(domains.decided(at_most(1, 3)), std::nullopt);
}

TEST(PathDomains, CountMissingValuesAmongTheAnswers) {
  PathDomains domains(program());
  domains.assume(at_most(0, 5, true), true);  // x <= 5 or missing
  EXPECT_EQ(domains.decided(at_most(0, 7)), std::nullopt) << "missing values would fail it";
  EXPECT_EQ(domains.decided(at_most(0, 7, true)), true);
  domains.assume(at_most(0, 7), true);  // takes the missing ones away
  EXPECT_EQ(domains.decided(at_most(0, 7)), true);
}

TEST(PathDomains, WithoutNumbersOnlyMissingValuesDecide) {
  PathDomains domains(program());
  domains.assume(at_most(0, 5), false);       // x > 5 or missing
  domains.assume(at_most(0, 5, true), true);  // x <= 5 or missing
  EXPECT_FALSE(domains[0].has_numbers());
  EXPECT_EQ(domains.decided(at_most(0, 100)), false);
  EXPECT_EQ(domains.decided(at_most(0, -100, true)), true);
}

TEST(PathDomains, KeepOrRemoveCategories) {
  PathDomains domains(program());
  domains.assume(is_in({0}), false);
  EXPECT_THAT(domains[2].allowed, ElementsAre(false, true, true));
  EXPECT_TRUE(domains[2].missing);
  EXPECT_EQ(domains.decided(is_in({0})), false);
  EXPECT_EQ(domains.decided(is_in({1, 2}, true)), true);
  EXPECT_EQ(domains.decided(is_in({1, 2})), std::nullopt) << "unknown categories differ";
  domains.assume(is_in({1}), true);
  EXPECT_THAT(domains[2].allowed, ElementsAre(false, true, false));
  EXPECT_EQ(domains[2].allowed_count, 1U);
  EXPECT_FALSE(domains[2].missing);
  EXPECT_EQ(domains.decided(is_in({1, 2})), true);
  EXPECT_EQ(domains.decided(negated(is_in({2}))), true);
}

TEST(PathDomains, RetractUndoesTheLastAssumption) {
  PathDomains domains(program());
  domains.assume(is_in({0}), false);
  domains.assume(is_in({1}, true), true);
  domains.assume(at_most(0, 5), true);
  domains.assume(at_most(0, 2), false);
  domains.retract();
  EXPECT_FALSE(domains[0].bounded_below);
  EXPECT_EQ(domains[0].upto, 5);
  domains.retract();
  EXPECT_EQ(domains[0].upto, kInfinity);
  EXPECT_TRUE(domains[0].missing);
  EXPECT_EQ(domains[0].tests, 0U);
  domains.retract();
  EXPECT_THAT(domains[2].allowed, ElementsAre(false, true, true));
  EXPECT_EQ(domains[2].allowed_count, 2U);
  domains.retract();
  EXPECT_THAT(domains[2].allowed, ElementsAre(true, true, true));
}

TEST(WalkPaths, VisitsDepthFirstWithTheDomainsOfThePath) {
  const Model model = over_x({espalier::sample::at_most(0, 5, {1, 2}, {1, 1}),
                              espalier::sample::at_most(0, 3, {3, 4}, {1, 1}), yes(), no(), yes()});
  const Program tree = built(model, {{0, InputType::int8, false, ""}}, AnswerKind::rule);
  std::vector<std::string> seen;
  walk_paths(tree, [&](std::uint32_t at, const PathDomains& domains) {
    const Step& step = tree.steps[at];
    if (step.op == Op::branch) return Descend::both;
    const std::string above = domains[0].bounded_below ? std::to_string(static_cast<int>(domains[0].above)) : "";
    const std::string upto = domains[0].upto < kInfinity ? std::to_string(static_cast<int>(domains[0].upto)) : "";
    seen.push_back(std::to_string(step.value) + ": (" + above + ", " + upto + "]");
    return Descend::none;
  });
  EXPECT_THAT(seen, ElementsAre("1: (, 3]", "2: (3, 5]", "3: (5, ]"));
}

}  // namespace
}  // namespace espalier::domain_test
