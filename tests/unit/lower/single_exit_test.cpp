// Functions with one exit: lines, nesting, bounds and what the verifier refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "lower/pipeline.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::single_exit_test {
namespace {

using testing::HasSubstr;

const std::vector<Field> kFloat = {{0, InputType::float32, false, ""}};
const std::vector<Field> kInt = {{0, InputType::int32, false, ""}};

Program with_single_exit(Program program) {
  program.form = BodyForm::single_exit;
  return program;
}

// x <= 5: (x <= 2: no, else yes), else (x <= 8: no, else yes)
Model two_levels() {
  return over_x({at_most(0, 5, {1, 2}, {2, 2}), at_most(0, 2, {3, 4}, {1, 1}), at_most(0, 8, {5, 6}, {1, 1}), no(),
                 yes(), no(), yes()});
}

TEST(SingleExit, AnElseThatIsABranchGoesOnInTheChain) {
  const Model model = two_levels();
  EXPECT_EQ(body(with_single_exit(built(model, kFloat)), model),
            "  if x <= 5  # 4 rows\n"
            "    if x <= 2  # 2 rows\n"
            "      answer 'no' (rule 1)\n"
            "    else\n"
            "      answer 'yes' (rule 2)\n"
            "  else if x <= 8  # 2 rows\n"
            "    answer 'no' (rule 3)\n"
            "  else\n"
            "    answer 'yes' (rule 4)\n");
}

TEST(SingleExit, BothSidesNest) {
  // Two tests on every way: two levels; with early returns only the first side nests, and the second follows.
  const Program program = with_single_exit(built(two_levels(), kFloat));
  EXPECT_EQ(nesting(program)[0], 2U);
  const Program right_chain =
      built(over_x({at_most(0, 1, {1, 2}, {1, 2}), no(), at_most(0, 2, {3, 4}, {1, 1}), no(), yes()}), kFloat);
  EXPECT_EQ(nesting(right_chain)[0], 1U);
  EXPECT_EQ(nesting(with_single_exit(right_chain))[0], 2U);
}

TEST(SingleExit, ChainsAreCutAtTheDeepestNesting) {
  // Ordered flat, 1,000 tests follow each other: 60 in a function, 1,000 = 16 * 60 + 40.
  const Program program = outline(with_single_exit(order(built(sample::chain(1'000), kInt), Goal::readable)));
  ASSERT_EQ(program.functions.size(), 17U);
  const std::vector<std::uint32_t> depth = nesting(program);
  for (std::size_t f = 0; f < 16; ++f) EXPECT_EQ(depth[program.functions[f].entry], kMaxNesting);
  EXPECT_EQ(depth[program.functions[16].entry], 40U);
  EXPECT_EQ(longest_way(program), 1'000U);
}

TEST(SingleExit, AnswersAsTheInterpreterDoes) {
  LowerOptions options;
  options.form = BodyForm::single_exit;
  for (const Goal goal : {Goal::readable, Goal::speed, Goal::size}) {
    options.goal = goal;
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
      RandomEngine engine(seed);
      const Model model = sample::random_model(engine);
      const Lowered lowered = lower(model, options);
      const Interpreter interpreter(model);
      for (int i = 0; i < 20; ++i) {
        const std::vector<double> row = sample::random_row(model, engine);
        std::vector<double> held = row;  // as the chosen types hold it
        for (const Field& field : lowered.fields) {
          double& value = held[field.feature];
          if (field.type == InputType::float32) value = static_cast<double>(static_cast<float>(value));
        }
        if (std::any_of(lowered.fields.begin(), lowered.fields.end(),
                        [](const Field& field) { return is_integer(field.type); })) {
          continue;  // a row of numbers that are no whole ones
        }
        const Prediction expected = interpreter.predict(held);
        EXPECT_EQ(run(lowered.tree().answers, held), expected.label) << "seed " << seed;
        EXPECT_EQ(run(lowered.tree().rules, held), expected.rule) << "seed " << seed;
      }
    }
  }
}

std::string broken(const std::function<void(std::vector<Line>&)>& damage) {
  LowerOptions options;
  options.form = BodyForm::single_exit;
  Program program = lower(two_levels(), options).tree().answers;
  damage(program.functions.back().lines);
  try {
    verify_program(program, "flatten", {.narrowed = true, .outlined = true, .flattened = true});
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "accepted";
}

// The lines of two_levels(): 0 if, 1 if, 2 answer, 3 else, 4 answer, 5 }, 6 else if, 7 answer, 8 else, 9 answer, 10 }
TEST(SingleExit, TheVerifierKnowsItsLines) {
  EXPECT_EQ(broken([](auto&) {}), "accepted");
  EXPECT_THAT(broken([](auto& lines) { lines.erase(lines.begin() + 2); }), HasSubstr("way without an answer"));
  EXPECT_THAT(broken([](auto& lines) { lines.insert(lines.begin() + 3, lines[2]); }),
              HasSubstr("line after an answer"));
  EXPECT_THAT(broken([](auto& lines) { lines.erase(lines.begin() + 3, lines.begin() + 5); }),
              HasSubstr("if without an else"));
  EXPECT_THAT(broken([](auto& lines) { lines.erase(lines.begin() + 10); }), HasSubstr("does not end with an answer"));
  EXPECT_THAT(broken([](auto& lines) { lines.push_back(lines[10]); }), HasSubstr("unbalanced lines"));
  EXPECT_THAT(broken([](auto& lines) { lines[7].indent = 2; }), HasSubstr("indentation"));
  EXPECT_THAT(broken([](auto& lines) {
                lines.insert(lines.begin() + 10, lines[9]);
                lines.insert(lines.begin() + 10, lines[8]);
              }),
              HasSubstr("else after the else"));
  EXPECT_THAT(broken([](auto& lines) { lines[6].kind = LineKind::select; }), HasSubstr("switch among chains of ifs"));
}

}  // namespace
}  // namespace espalier::single_exit_test
