#include <gtest/gtest.h>

#include <algorithm>

#include "unit/lower/small_programs.hpp"

namespace espalier::order_test {
namespace {

const std::vector<Field> kInt = {{0, InputType::int32, false, ""}};

TEST(Order, SourceKeepsTheModelsOrder) {
  const Model golf = sample::golf();
  const Program program = built(golf, choose_fields(golf, FieldSelection::used, {}));
  EXPECT_EQ(dump(order(program, Goal::readable), golf), dump(program, golf));
}

TEST(Order, SpeedNestsTheChildWithFewerSteps) {
  const Model model = over_x({at_most(0, 5, {1, 2}, {1, 3}), at_most(0, 3, {3, 4}, {1, 1}), yes(3), no(1), yes(1)});
  const std::string smaller_first =
      "  if x > 5 or missing  # 4 rows\n"
      "    answer 'yes' (rule 3)\n"
      "  if x <= 3  # 2 rows\n"
      "    answer 'no' (rule 1)\n"
      "  answer 'yes' (rule 2)\n";
  EXPECT_EQ(body(order(built(model, kInt), Goal::speed), model), smaller_first);
  EXPECT_EQ(body(order(built(model, kInt), Goal::size), model), smaller_first);
  const Model even = over_x({at_most(0, 5, {1, 2}, {2, 2}), no(2), yes(2)});
  EXPECT_EQ(body(order(built(even, kInt), Goal::speed), even), body(built(even, kInt), even))
      << "source order breaks the tie";
}

TEST(Order, SourceNestsUpToTheReadableDepthOnly) {
  // Sixteen tests below each other are nested as they are; of a longer chain the leaves are nested instead.
  const auto nested = [](std::uint32_t tests, Goal goal) {
    return nesting(order(built(sample::chain(tests), kInt), goal)).front();
  };
  EXPECT_EQ(nested(16, Goal::readable), 16U);
  EXPECT_EQ(nested(17, Goal::readable), 16U);
  EXPECT_EQ(nested(10'000, Goal::readable), 16U);
  EXPECT_EQ(nested(10'000, Goal::speed), 1U) << "each test nests its leaf";
}

TEST(Order, LongChainContinuesOnTheSameLevelWithNegatedTests) {
  // The chain's first test is x <= 17; its flat side is "x > 17", which is nested, and the rest follows.
  const Model model = sample::chain(17);
  const std::string text = body(order(built(model, kInt), Goal::readable), model);
  EXPECT_EQ(text.substr(0, text.find("  if x <= 16")),
            "  if x > 17  # 2 rows\n"
            "    answer 'Don't Play' (rule 18)\n");
}

// A random tree of many tests on one column: shape is all that matters.
Model random_shape(std::uint32_t tests, RandomEngine& engine) {
  Model model = over_x({no()});
  std::vector<Node>& nodes = model.trees[0].nodes;
  std::vector<std::uint32_t> leaves = {0};
  for (std::uint32_t i = 0; i < tests; ++i) {
    // Most splits go to one of the newest leaves: long arms, some of them branching.
    const std::uint64_t reach = std::min<std::uint64_t>(leaves.size(), 3);
    const std::size_t pick = leaves.size() - 1 - uniform_below(engine, reach);
    const std::uint32_t at = leaves[pick];
    const auto child = static_cast<std::uint32_t>(nodes.size());
    nodes[at] = at_most(0, static_cast<double>(i), {child, child + 1}, {1, 1});
    nodes.push_back(no());
    nodes.push_back(yes());
    leaves.erase(leaves.begin() + static_cast<std::ptrdiff_t>(pick));
    leaves.push_back(child);
    leaves.push_back(child + 1);
  }
  return model;
}

TEST(Order, NestingIsBoundedByTheLogarithmOfTheSize) {
  RandomEngine engine(1);
  for (int i = 0; i < 20; ++i) {
    const Model model = random_shape(3'000, engine);
    const Program program = built(model, kInt);
    for (const Goal goal : {Goal::readable, Goal::speed}) {
      const Program ordered = order(program, goal);
      EXPECT_NO_THROW(verify_program(ordered, "order", {}));
      // One more level than kReadableNesting needs both children that deep: 6,001 steps allow log2(6,001) = 12 more.
      EXPECT_LE(nesting(ordered).front(), (goal == Goal::readable ? kReadableNesting : 0) + 12);
      EXPECT_EQ(ordered.steps.size(), program.steps.size());
    }
  }
}

}  // namespace
}  // namespace espalier::order_test
