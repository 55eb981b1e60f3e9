// outline and flatten.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "unit/lower/small_programs.hpp"

namespace espalier::outline_test {
namespace {

const std::vector<Field> kInt = {{0, InputType::int32, false, ""}};

TEST(Outline, SmallProgramStaysOneFunction) {
  const Model golf = sample::golf();
  const Program program = built(golf, choose_fields(golf, FieldSelection::used, {}));
  EXPECT_EQ(dump(outline(program), golf), dump(program, golf));
}

TEST(Outline, CutsAFunctionThatIsTooLarge) {
  // 1,000 tests in a row, ordered flat: 2k + 1 steps for the last k of them. 749 tests make 1,499 steps; one more would
  // make 1,501, so they move out, and the other 251 tests with the call make 503.
  const Program program = outline(order(built(sample::chain(1'000), kInt), Goal::readable));
  ASSERT_EQ(program.functions.size(), 2U);
  EXPECT_EQ(program.steps.size(), 2'001U + 1U);
  EXPECT_EQ(std::count_if(program.steps.begin(), program.steps.end(), [](const Step& s) { return s.op == Op::call; }),
            1);
  const auto steps_in = [&](std::size_t f) {
    const auto lines = lines_of(program, program.functions[f]);
    return std::count_if(lines.begin(), lines.end(), [](const Line& line) { return line.kind != LineKind::close; });
  };
  EXPECT_EQ(steps_in(0), 1'499);
  EXPECT_EQ(steps_in(1), 503);
}

TEST(LongestWay, CountsTheTestsOfAChainOfEqualities) {
  // Golf: outlook is two equality tests, the last of the three values follows from them; windy or humidity comes third.
  const Model golf = sample::golf();
  EXPECT_EQ(longest_way(built(golf, choose_fields(golf, FieldSelection::used, {}))), 3U);
}

TEST(LongestWay, GoesThroughCalls) {
  const Program whole = built(sample::chain(1'000), kInt);
  EXPECT_EQ(longest_way(whole), 1'000U);
  EXPECT_EQ(longest_way(outline(whole)), 1'000U);
  EXPECT_EQ(longest_way(outline(order(whole, Goal::readable))), 1'000U);
}

TEST(Outline, CutsAFunctionThatIsNestedTooDeeply) {
  // Left-deep and not ordered: 60 tests per function, 1,000 = 16 * 60 + 40.
  const Program program = outline(built(sample::chain(1'000), kInt));
  ASSERT_EQ(program.functions.size(), 17U);
  const std::vector<std::uint32_t> depth = nesting(program);
  for (std::size_t f = 0; f < 16; ++f) EXPECT_EQ(depth[program.functions[f].entry], kMaxNesting);
  EXPECT_EQ(depth[program.functions[16].entry], 40U);
}

TEST(Outline, KeepsItsBoundsAndAnswersForAChainOfTenThousand) {
  const Model model = sample::chain(10'000);
  const Program before = order(built(model, kInt), Goal::readable);
  const Program program = flatten(outline(before));
  EXPECT_NO_THROW(verify_program(program, "flatten", {.narrowed = true, .outlined = true, .flattened = true}));
  for (const double x : {-5.0, 0.0, 1.0, 2.0, 4'999.0, 9'999.0, 10'000.0, 10'001.0}) {
    EXPECT_EQ(run(program, std::vector<double>{x}), run(before, std::vector<double>{x})) << x;
  }
}

TEST(Flatten, WritesBalancedLines) {
  const Model golf = sample::golf();
  const Program program = flatten(built(golf, choose_fields(golf, FieldSelection::used, {})));
  std::string shape;
  for (const Line& line : program.functions.front().lines) {
    const char* kinds = "{??}ac";  // open, else_if, otherwise, close, answer, call
    shape += std::to_string(line.indent) + kinds[static_cast<int>(line.kind)] + " ";
  }
  // overcast; rain with windy inside; humidity; the last answer.
  EXPECT_EQ(shape, "0{ 1a 0} 0{ 1{ 2a 1} 1a 0} 0{ 1a 0} 0a ");
}

}  // namespace
}  // namespace espalier::outline_test
