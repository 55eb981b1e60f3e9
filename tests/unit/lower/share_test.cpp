// share: classes of subtrees, dropped tests, functions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "unit/lower/small_programs.hpp"

namespace espalier::share_test {
namespace {

const std::vector<Field> kTwo = {{0, InputType::float32, false, ""}, {1, InputType::float32, false, ""}};

Model over_x_and_y(std::vector<Node> nodes) {
  return model_of({sample::real("x", 0, 10), sample::real("y", 0, 10)}, std::move(nodes));
}

// Appends y <= 1 ? no : y <= 2 ? yes : y <= 3 ? no : yes, and returns where it begins.
std::uint32_t append_steps_of_y(std::vector<Node>& nodes, double last_cut = 3) {
  const auto root = static_cast<std::uint32_t>(nodes.size());
  nodes.push_back(at_most(1, 1, {root + 1, root + 2}, {2, 2}));
  nodes.push_back(no());
  nodes.push_back(at_most(1, 2, {root + 3, root + 4}, {1, 2}));
  nodes.push_back(yes());
  nodes.push_back(at_most(1, last_cut, {root + 5, root + 6}, {1, 1}));
  nodes.push_back(no());
  nodes.push_back(yes());
  return root;
}

// x <= 5 ? (steps of y) : x <= 7 ? no : (steps of y), the second with a last cut of its own.
Model twice(double last_cut) {
  std::vector<Node> nodes = {at_most(0, 5, {1, 8}, {4, 4})};
  append_steps_of_y(nodes);
  nodes.push_back(at_most(0, 7, {9, 10}, {1, 3}));
  nodes.push_back(no());
  append_steps_of_y(nodes, last_cut);
  return over_x_and_y(std::move(nodes));
}

TEST(Share, SubtreesThatStandTwiceBecomeOneFunction) {
  const Model model = twice(3);
  const Program shared = share(built(model, kTwo));
  verify_program(shared, "share", {});
  EXPECT_EQ(dump(shared, model),
            "program label (2 functions, 12 steps)\n"
            "function 0:\n"
            "  if y <= 1  # 8 rows\n"
            "    answer 'no' (rule 1,6)\n"
            "  if y <= 2  # 6 rows\n"
            "    answer 'yes' (rule 2,7)\n"
            "  if y <= 3  # 4 rows\n"
            "    answer 'no' (rule 3,8)\n"
            "  answer 'yes' (rule 4,9)\n"
            "function 1 (entry):\n"
            "  if x <= 5  # 8 rows\n"
            "    call 0\n"
            "  if x <= 7  # 4 rows\n"
            "    answer 'no' (rule 5)\n"
            "  call 0\n");
  EXPECT_EQ(longest_way(shared), 5U);
}

// The same of one of several trees, which adds what its leaves say.
TEST(Share, WhatIsAddedGoesAlong) {
  Program adding = built(twice(3), kTwo);
  adding.answers = AnswerKind::addend;
  adding.addends = {{0, {1}}, {1, {1}}};
  for (Step& step : adding.steps) {
    if (step.op == Op::answer) step.op = Op::add;
  }
  const Program shared = share(adding);
  verify_program(shared, "share", {});
  EXPECT_EQ(shared.functions.size(), 2U);
  EXPECT_EQ(shared.addends, adding.addends);
}

TEST(Share, ADifferentThresholdIsADifferentSubtree) {
  const Model model = twice(std::nextafter(3, 4));
  const Program program = built(model, kTwo);
  EXPECT_EQ(dump(share(program), model), dump(program, model));
}

TEST(Share, RulesAreAnsweredInOnePlaceEach) {
  const Model model = twice(3);
  const Program rules = built(model, kTwo, AnswerKind::rule);
  EXPECT_EQ(dump(share(rules), model), dump(rules, model));
}

TEST(Share, ATestBetweenEqualSubtreesIsDropped) {
  // x decides between two copies: it does not matter.
  std::vector<Node> nodes = {at_most(0, 5, {1, 8}, {4, 4})};
  append_steps_of_y(nodes);
  append_steps_of_y(nodes);
  const Model model = over_x_and_y(std::move(nodes));
  const Program shared = share(built(model, kTwo));
  verify_program(shared, "share", {});
  EXPECT_EQ(body(shared, model),
            "  if y <= 1  # 8 rows\n"
            "    answer 'no' (rule 1,5)\n"
            "  if y <= 2  # 6 rows\n"
            "    answer 'yes' (rule 2,6)\n"
            "  if y <= 3  # 4 rows\n"
            "    answer 'no' (rule 3,7)\n"
            "  answer 'yes' (rule 4,8)\n");
}

TEST(Share, SmallSubtreesAreNotWorthACall) {
  std::vector<Node> nodes = {at_most(0, 5, {1, 4}, {2, 3}),
                             at_most(1, 1, {2, 3}, {1, 1}),
                             no(),
                             yes(),
                             at_most(0, 7, {5, 6}, {1, 2}),
                             no(),
                             at_most(1, 1, {7, 8}, {1, 1}),
                             no(),
                             yes()};
  const Model model = over_x_and_y(std::move(nodes));
  EXPECT_EQ(share(built(model, kTwo)).functions.size(), 1U);
}

TEST(Share, FunctionsCallSharedOnesAndOutlineKeepsTheOrder) {
  // The steps of y stand four times: twice in a part that itself stands twice.
  std::vector<Node> nodes = {at_most(0, 9, {1, 2}, {1, 1}), no(), no()};
  const auto append_part = [&](std::uint32_t at) {
    nodes[at] = at_most(0, 4, {0, 0}, {4, 4});
    nodes[at].children[0] = append_steps_of_y(nodes);
    const auto second = static_cast<std::uint32_t>(nodes.size());
    nodes[at].children[1] = second;
    nodes.push_back(at_most(0, 6, {second + 1, second + 2}, {1, 4}));
    nodes.push_back(no());
    append_steps_of_y(nodes);
  };
  append_part(1);
  append_part(2);
  nodes[0].threshold = 5;
  const Model model = over_x_and_y(std::move(nodes));
  const Program program = built(model, kTwo);
  Program shared = share(program);
  verify_program(shared, "share", {});
  EXPECT_EQ(shared.functions.size(), 2U) << "the outer test is between equal parts, and goes";
  shared = flatten(outline(order(select(shared), Goal::size)));
  verify_program(shared, "flatten", {.outlined = true, .flattened = true});
  for (double x = 0; x <= 10; x += 0.5) {
    for (double y = 0; y <= 4; y += 0.5) {
      const std::vector<double> row = {x, y};
      EXPECT_EQ(run(shared, row), run(program, row)) << x << ", " << y;
    }
  }
}

TEST(Outline, KeepsSharedFunctionsThatAreCutThemselves) {
  // Two chains of 2,000 equal tests behind different ways: one function, which is too large and is cut.
  constexpr std::uint32_t kTests = 2'000;
  std::vector<Node> nodes = {at_most(0, 5, {1, 2}, {1, 1}), no(), no()};
  const auto append_chain = [&](std::uint32_t at) {
    for (std::uint32_t i = 0; i < kTests; ++i) {
      const auto child = static_cast<std::uint32_t>(nodes.size());
      nodes[at] = at_most(1, i, {child, child + 1}, {1, 1});
      nodes.push_back(i % 2 == 0 ? no() : yes());
      nodes.push_back(no());
      at = child + 1;
    }
  };
  append_chain(1);
  const auto third = static_cast<std::uint32_t>(nodes.size());
  nodes[2] = at_most(0, 7, {third, third + 1}, {1, 1});
  nodes.push_back(yes());
  nodes.push_back(no());
  append_chain(third + 1);
  const Model model = over_x_and_y(std::move(nodes));
  const Program program = built(model, kTwo);
  const Program shared = share(fold(program));
  ASSERT_EQ(shared.functions.size(), 2U);
  const Program cut = flatten(outline(order(shared, Goal::speed)));
  verify_program(cut, "flatten", {.outlined = true, .flattened = true});
  EXPECT_GT(cut.functions.size(), 3U);
  for (const double x : {4.0, 6.0, 8.0}) {
    for (const double y : {-1.0, 0.0, 1.0, 1'000.0, 1'001.0, 1'999.0, 2'000.0}) {
      EXPECT_EQ(run(cut, std::vector<double>{x, y}), run(program, std::vector<double>{x, y})) << x << ", " << y;
    }
  }
  EXPECT_EQ(longest_way(cut), longest_way(shared));
}

}  // namespace
}  // namespace espalier::share_test
