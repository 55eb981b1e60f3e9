// Every rule of the verifier has a program that breaks it and nothing else.
#include "lower/verify_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <stdexcept>

#include "lower/pipeline.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::verify_program_test {
namespace {

using testing::HasSubstr;

constexpr Promises kAll = {.narrowed = true, .outlined = true, .flattened = true};

// Golf as it is emitted, with humidity as int8.
Program good() {
  LowerOptions options;
  options.input_types = {{"humidity", InputType::int8}};
  return lower(sample::golf(), options).tree().answers;
}

std::string broken(const std::function<void(Program&)>& damage, Promises promises = kAll) {
  Program program = good();
  damage(program);
  try {
    verify_program(program, "narrow", promises);
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return "accepted";
}

Step& first(Program& program, Op op) {
  for (Step& step : program.steps) {
    if (step.op == op) return step;
  }
  throw std::out_of_range("no such step");
}

// The branch on humidity: the only numeric one.
Condition& numeric(Program& program) {
  for (Step& step : program.steps) {
    if (step.op == Op::branch && step.condition.compare == Compare::less_equal) return step.condition;
  }
  throw std::out_of_range("no numeric test");
}

TEST(VerifyProgram, AcceptsWhatThePassesMake) {
  EXPECT_NO_THROW(verify_program(good(), "flatten", kAll));
}

TEST(VerifyProgram, NamesThePassAndTheStep) {
  EXPECT_EQ(broken([](Program& p) { p.steps[0].condition.field = 3; }),
            "after pass narrow: step 0: field out of range");
}

TEST(VerifyProgram, FunctionsAndFields) {
  EXPECT_THAT(broken([](Program& p) { p.functions.clear(); }), HasSubstr("no function"));
  EXPECT_THAT(broken([](Program& p) { p.category_counts.pop_back(); }), HasSubstr("field without category count"));
}

TEST(VerifyProgram, ShapeOfTheTree) {
  EXPECT_THAT(broken([](Program& p) { p.steps[0].yes = 0; }), HasSubstr("child before its parent"));
  EXPECT_THAT(broken([](Program& p) { p.steps[0].no = 0; }), HasSubstr("child before its parent"));
  EXPECT_THAT(broken([](Program& p) { p.steps[0].yes = 99; }), HasSubstr("step index out of range"));
  EXPECT_THAT(broken([](Program& p) { p.steps[0].yes = p.steps[0].no; }), HasSubstr("step not used exactly once"));
  EXPECT_THAT(broken([](Program& p) { p.steps.push_back(first(p, Op::answer)); }),
              HasSubstr("step not used exactly once"));
  EXPECT_THAT(broken([](Program& p) { p.functions[0].entry = 99; }), HasSubstr("step index out of range"));
}

TEST(VerifyProgram, Answers) {
  EXPECT_THAT(broken([](Program& p) { first(p, Op::answer).rules.clear(); }), HasSubstr("rules"));
  EXPECT_THAT(broken([](Program& p) { first(p, Op::answer).rules = {2, 1}; }), HasSubstr("rules"));
}

TEST(VerifyProgram, Calls) {
  const auto call = [](std::uint32_t function) {
    return [=](Program& p) {
      Step& step = first(p, Op::answer);
      step.op = Op::call;
      step.value = function;
    };
  };
  EXPECT_THAT(broken(call(1)), HasSubstr("call of no function"));
  EXPECT_THAT(broken(call(0)), HasSubstr("call of a later function")) << "a function that calls itself";
}

TEST(VerifyProgram, ComparisonsFitTheirFields) {
  EXPECT_THAT(broken([](Program& p) { numeric(p).compare = Compare::member; }),
              HasSubstr("comparison does not fit the field"));
  EXPECT_THAT(broken([](Program& p) { p.steps[0].condition.compare = Compare::greater; }),
              HasSubstr("comparison does not fit the field"));
  EXPECT_THAT(broken([](Program& p) { p.steps[0].condition.categories = {}; }), HasSubstr("categories"));
  EXPECT_THAT(broken([](Program& p) { p.steps[0].condition.categories = {3}; }), HasSubstr("categories"));
  EXPECT_THAT(broken([](Program& p) { p.steps[0].condition.categories = {2, 1}; }), HasSubstr("categories"));
}

TEST(VerifyProgram, Thresholds) {
  const auto threshold = [](double value) { return [=](Program& p) { numeric(p).threshold = value; }; };
  EXPECT_THAT(broken(threshold(kMissing), {}), HasSubstr("threshold is NaN"));
  EXPECT_THAT(broken(threshold(74.5)), HasSubstr("threshold is not of the field's type"));
  EXPECT_THAT(broken(threshold(127)), HasSubstr("test decided by the type's range"));
  EXPECT_THAT(broken(threshold(-129)), HasSubstr("test decided by the type's range"));
  EXPECT_EQ(broken(threshold(74.5), {}), "accepted") << "nothing was promised yet";
}

TEST(VerifyProgram, Bounds) {
  const Model deep = sample::chain(61);
  const Program nested = built(deep, {{0, InputType::int32, false, ""}});
  EXPECT_NO_THROW(verify_program(nested, "build", {}));
  EXPECT_THROW(verify_program(nested, "build", {.outlined = true}), std::logic_error);
  const Program allowed = built(sample::chain(60), {{0, InputType::int32, false, ""}});
  EXPECT_NO_THROW(verify_program(allowed, "build", {.outlined = true}));

  // 750 tests make 1,501 steps, one more than a function may have.
  const auto flat = [](std::uint32_t tests) {
    return order(built(sample::chain(tests), {{0, InputType::int32, false, ""}}), Goal::readable);
  };
  EXPECT_THROW(verify_program(flat(750), "order", {.outlined = true}), std::logic_error);
  EXPECT_NO_THROW(verify_program(flat(749), "order", {.outlined = true}));
}

// Lines may be indented by as many levels as ifs may nest: 60.
TEST(VerifyProgram, LinesAsDeepAsAllowed) {
  const auto flat = [](std::uint32_t tests) {
    return flatten(built(sample::chain(tests), {{0, InputType::int32, false, ""}}));
  };
  EXPECT_NO_THROW(verify_program(flat(60), "flatten", {.outlined = true, .flattened = true}));
  EXPECT_THROW(verify_program(flat(61), "flatten", {.flattened = true}), std::logic_error);
}

TEST(VerifyProgram, Lines) {
  using Lines = std::vector<Line>;
  const auto change = [](const std::function<void(Lines&)>& damage) {
    return broken([&](Program& p) { damage(p.functions[0].lines); });
  };
  EXPECT_THAT(change([](Lines& l) { l.clear(); }), HasSubstr("does not end with a return"));
  EXPECT_THAT(change([](Lines& l) { l.pop_back(); }), HasSubstr("does not end with a return"));
  EXPECT_THAT(change([](Lines& l) { l.push_back(l.back()); }), HasSubstr("line after a return"));
  EXPECT_THAT(change([](Lines& l) { l.erase(l.begin() + 1); }), HasSubstr("way without a return"));
  EXPECT_THAT(change([](Lines& l) { l.push_back({LineKind::close, 0, 0}); }), HasSubstr("unbalanced lines"));
  EXPECT_THAT(change([](Lines& l) { l.front().indent = 1; }), HasSubstr("indentation"));
  EXPECT_THAT(change([](Lines& l) { l.erase(l.begin(), l.begin() + 1); }), HasSubstr("indentation"));
}

}  // namespace
}  // namespace espalier::verify_program_test
