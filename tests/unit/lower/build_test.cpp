// build, and the programs' own operations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "lower/pipeline.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::build_test {
namespace {

using testing::ElementsAre;

std::vector<Field> fields_of(const Model& model) {
  return choose_fields(model, FieldSelection::used, {});
}

TEST(Build, GolfIsAChainForTheMultiwayTestAndAStepPerOtherNode) {
  // Missing outlooks go to sunny: it is the end of the chain. Weights: 14, then 14 - 4 overcast = 10.
  const Model golf = sample::golf();
  EXPECT_EQ(dump(built(golf, fields_of(golf)), golf),
            "program label (1 function, 9 steps)\n"
            "function 0 (entry):\n"
            "  if outlook in {overcast}  # 14 rows\n"
            "    answer 'Play' (rule 3)\n"
            "  if outlook in {rain}  # 10 rows\n"
            "    if windy in {true}  # 5 rows\n"
            "      answer 'Don't Play' (rule 4)\n"
            "    answer 'Play' (rule 5)\n"
            "  if humidity <= 75  # 5 rows\n"
            "    answer 'Play' (rule 1)\n"
            "  answer 'Don't Play' (rule 2)\n");
}

TEST(Build, RuleProgramAnswersWithRules) {
  const Model model = over_x({at_most(0, 5, {1, 2}, {1, 1}), no(), yes()});
  EXPECT_EQ(dump(built(model, fields_of(model), AnswerKind::rule), model),
            "program rule (1 function, 3 steps)\n"
            "function 0 (entry):\n"
            "  if x <= 5  # 2 rows\n"
            "    answer rule 1\n"
            "  answer rule 2\n");
}

// An answer may stand for many rules: eight are shown, and that there are more.
TEST(Build, DumpShowsUpToEightRules) {
  const Model model = over_x({no()});
  Program program = built(model, fields_of(model));
  program.steps[0].rules = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(body(program, model), "  answer 'no' (rule 1,2,3,4,5,6,7,8)\n");
  program.steps[0].rules = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  EXPECT_EQ(body(program, model), "  answer 'no' (rule 1,2,3,4,5,6,7,8,...)\n");
}

// A function for the answers of a small tree, and one for its rules.
TEST(Build, SmallTreesAreTwoFunctionsEach) {
  EXPECT_EQ(function_count(lower(sample::golf(), {})), 2U);
  EXPECT_EQ(function_count(lower(sample::voting_forest(), {})), 6U);
}

TEST(Build, MissingRoutesAreShown) {
  const Model number = over_x({missing_first(at_most(0, 5, {1, 2}, {1, 1})), no(), yes()});
  EXPECT_THAT(body(built(number, fields_of(number)), number), testing::StartsWith("  if x <= 5 or missing  #"));
  const Model category = over_c({missing_first(member(0, {0, 2}, {1, 2})), no(), yes()});
  EXPECT_THAT(body(built(category, fields_of(category)), category),
              testing::StartsWith("  if c in {k and m} or missing  #"));
}

TEST(Build, MultiwayTestOfOneCategoryIsNoTest) {
  const Model model =
      model_of({sample::categorical("c", {"k"})}, {sample::test(TestKind::multiway, 0, {1}, {2, 0}), no(2)});
  EXPECT_EQ(body(built(model, fields_of(model)), model), "  answer 'no' (rule 1)\n");
}

TEST(Build, SingleLeafIsAnAnswer) {
  const Model model = sample::single_leaf();
  const Program program = built(model, {});
  EXPECT_EQ(body(program, model), "  answer 'Play' (rule 1)\n");
  EXPECT_EQ(run(program, {}), 0U);
}

TEST(Holds, ComparesAndAnswersForMissing) {
  Condition condition;
  condition.threshold = 2;
  EXPECT_TRUE(holds(condition, 2));
  EXPECT_FALSE(holds(condition, 2.5));
  EXPECT_FALSE(holds(condition, kMissing));
  condition.when_missing = true;
  EXPECT_TRUE(holds(condition, kMissing));
  condition = {0, Compare::member, false, 0, 0, {1, 3}};
  EXPECT_TRUE(holds(condition, 3));
  EXPECT_FALSE(holds(condition, 2));
  EXPECT_FALSE(holds(condition, kUnknownCategory));
}

TEST(Negated, HoldsWhereTheConditionDoesNot) {
  for (const Compare compare : {Compare::less_equal, Compare::greater, Compare::member, Compare::not_member}) {
    for (const bool when_missing : {false, true}) {
      const Condition condition = {0, compare, when_missing, 1, 1, {1}};
      for (const double value : {0.0, 1.0, 2.0, kUnknownCategory, kMissing}) {
        const bool number = compare == Compare::less_equal || compare == Compare::greater;
        if (number && value == kUnknownCategory) continue;
        EXPECT_NE(holds(condition, value), holds(negated(condition), value)) << value;
      }
      EXPECT_EQ(negated(negated(condition)), condition);
    }
  }
}

TEST(Run, TakesWhatIsNoCategoryForMissing) {
  for (const std::uint32_t missing_child : {0U, 1U}) {
    Model model = over_c({member(0, {0}, {1, 2}), no(), yes()});
    model.trees[0].nodes[0].missing_child = missing_child;
    const Program program = built(model, fields_of(model));
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {kMissing, kUnknownCategory, -2.0, 0.5, 3.0, 1e300, infinity, -infinity}) {
      EXPECT_EQ(run(program, std::vector<double>{value}), missing_child) << value;
    }
  }
}

TEST(Rebuilt, DropsForwardedAndUnreachableSteps) {
  const Model model = over_x({at_most(0, 5, {1, 2}, {1, 1}), at_most(0, 3, {3, 4}, {1, 1}), yes(), no(), yes()});
  const Program program = built(model, fields_of(model));
  ASSERT_EQ(program.steps.size(), 5U);
  std::vector<std::uint32_t> forward = {0, 1, 2, 3, 4};
  const std::uint32_t inner = program.steps[0].yes;
  forward[inner] = program.steps[inner].no;  // x <= 3 gives way to its right child
  const Program shorter = rebuilt(program, forward);
  EXPECT_EQ(body(shorter, model),
            "  if x <= 5  # 2 rows\n"
            "    answer 'yes' (rule 2)\n"
            "  answer 'yes' (rule 3)\n");
  EXPECT_NO_THROW(verify_program(shorter, "rebuilt", {}));
}

TEST(Nesting, CountsBracesBelowAStep) {
  const Model golf = sample::golf();
  EXPECT_EQ(nesting(built(golf, fields_of(golf))).front(), 2U) << "outlook = rain, windy";
  const Model chain = sample::chain(10);
  EXPECT_EQ(nesting(built(chain, fields_of(chain))).front(), 10U);
}

TEST(Lower, RunsThePassesInOrderForLabelsAndRules) {
  std::vector<std::string> seen;
  const PassObserver observer = [&](std::string_view pass, const Model&, const Program& program) {
    seen.push_back(std::string(pass) + (program.answers == AnswerKind::label ? " label" : " rule"));
  };
  EXPECT_THAT(pass_names(), ElementsAre("build", "fold", "narrow", "share", "select", "order", "outline", "flatten"));
  for (const Goal goal : {Goal::speed, Goal::size, Goal::readable}) {
    seen.clear();
    LowerOptions options;
    options.goal = goal;
    lower(sample::golf(), options, observer);
    std::vector<std::string> expected;
    for (const char* answers : {" label", " rule"}) {
      for (const std::string& pass : pass_names()) {
        if (runs_pass(goal, pass)) expected.push_back(pass + answers);
      }
    }
    EXPECT_EQ(seen, expected);
  }
  EXPECT_EQ(seen.size(), 12U) << "a readable program is neither shared nor selected";
  const Lowered lowered = lower(sample::golf(), {});
  EXPECT_EQ(lowered.fields.size(), 3U);
  EXPECT_EQ(lowered.tree().answers.answers, AnswerKind::label);
  EXPECT_EQ(lowered.tree().rules.answers, AnswerKind::rule);
}

}  // namespace
}  // namespace espalier::build_test
