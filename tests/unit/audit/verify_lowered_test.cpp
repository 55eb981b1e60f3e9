#include <gtest/gtest.h>

#include <limits>
#include <tuple>

#include "audit/judge.hpp"
#include "audit/verify.hpp"
#include "support/sample_models.hpp"

namespace espalier::verify_lowered_test {
namespace {

TEST(VerifyLowered, GolfPasses) {
  const Model golf = sample::golf();
  const Verification result = verify_lowered(golf, lower(golf, {}));
  EXPECT_TRUE(result.passed());
  EXPECT_EQ(result.vectors, 58U);
  EXPECT_EQ(result.mismatches, 0U);
  EXPECT_EQ(result.unreachable_rules, 0U);
}

TEST(VerifyLowered, RandomModelsPass) {
  RandomEngine engine(1);
  for (int i = 0; i < 200; ++i) {
    Model model = sample::random_model(engine);
    if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
    const Verification result = verify_lowered(model, lower(model, {}));
    ASSERT_TRUE(result.passed());
    ASSERT_GT(result.vectors, 0U);
  }
}

// 9 + 9 answers of rules that overlap; every one of them is reached.
TEST(VerifyLowered, DecisionListsPass) {
  const Model golf = sample::golf_list();
  const Verification own = verify_lowered(golf, lower(golf, {}));
  EXPECT_TRUE(own.passed());
  EXPECT_EQ(own.unreachable_rules, 0U);
  RandomEngine engine(9);
  for (int i = 0; i < 400; ++i) {
    Model model = sample::random_list(engine, i % 3 == 0 ? MissingPolicy::refuse : MissingPolicy::own_category);
    if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
    LowerOptions options;
    options.goal = static_cast<Goal>(i % 3);
    if (i % 5 == 0) options.shape = Shape::table;
    const Lowered lowered = lower(model, options);
    const Verification result = verify_lowered(model, lowered);
    ASSERT_TRUE(result.passed()) << "model " << i << ": " << describe_row(model, lowered.fields, result.first[0].row)
                                 << ": expected " << result.first[0].expected << ", answered "
                                 << result.first[0].answered;
  }
}

// Each question of each rule is asked for on its threshold, and beside it: a rule with another one is found, wherever
// the rules before it leave room for a row.
TEST(VerifyLowered, ChangedQuestionsOfAListAreFound) {
  const Model golf = sample::golf_list();
  const Lowered right = lower(golf, {});
  std::size_t changed = 0;
  for (std::uint32_t i = 0; i < right.tree().rules.steps.size(); ++i) {
    const Condition condition = right.tree().rules.steps[i].condition;
    if (right.tree().rules.steps[i].op != Op::branch) continue;
    const std::vector<Condition> terms = terms_of(condition);
    for (std::size_t t = 0; t < terms.size(); ++t) {
      for (int change = 0; change < 3; ++change) {
        std::vector<Condition> other = terms;
        if (change == 0) other[t] = negated(other[t]);
        if (change == 1 && other[t].categories.empty()) other[t].threshold += 1;
        if (change == 2) other.erase(other.begin() + static_cast<std::ptrdiff_t>(t));
        if (other == terms || other.empty()) continue;
        Lowered wrong = lower(golf, {});
        wrong.tree().rules.steps[i].condition = all_of(other);
        EXPECT_FALSE(verify_lowered(golf, wrong).passed()) << "step " << i << ", question " << t << ", " << change;
        ++changed;
      }
    }
  }
  EXPECT_EQ(changed, 9U);  // two rules of two questions: 4 opposites, 4 left out, and one threshold
}

class EveryTaskAndPolicy : public testing::TestWithParam<std::tuple<Task, MissingPolicy>> {};

TEST_P(EveryTaskAndPolicy, RandomModelsPass) {
  const auto [task, missing] = GetParam();
  RandomEngine engine(7);
  std::size_t vectors = 0;
  for (int i = 0; i < 400; ++i) {
    Model model = sample::random_model(engine, task, missing);
    if (i % 2 == 0) model = sample::with_small_whole_numbers(std::move(model), engine);
    LowerOptions options;
    options.goal = static_cast<Goal>(i % 3);
    const Lowered lowered = lower(model, options);
    const Verification result = verify_lowered(model, lowered);
    ASSERT_TRUE(result.passed()) << "model " << i << ": " << describe_row(model, lowered.fields, result.first[0].row)
                                 << ": expected " << result.first[0].expected << ", answered "
                                 << result.first[0].answered;
    vectors += result.vectors;
  }
  EXPECT_GT(vectors, 10'000U);
}

// On rows that are no boundary vectors: several values missing at once, beyond any type.
TEST_P(EveryTaskAndPolicy, RandomRowsGetTheModelsAnswer) {
  const auto [task, missing] = GetParam();
  RandomEngine engine(8);
  std::size_t blends = 0;
  for (int i = 0; i < 200; ++i) {
    const Model model = sample::random_model(engine, task, missing);
    LowerOptions options;
    for (const Feature& feature : model.features) {
      if (feature.kind == FeatureKind::numeric) options.input_types.push_back({feature.name, InputType::float64});
    }
    const Lowered lowered = lower(model, options);
    const Judge judge(model, lowered.value_type.type);
    for (int r = 0; r < 100; ++r) {
      const std::vector<double> row = sample::random_row(model, engine);
      const Answer answered = answer(lowered, row);
      GivenAnswer given;
      given.label = answered.label;
      given.value = answered.value;
      given.rule = answered.rule;
      given.blended = answered.blended;
      blends += answered.blended ? 1 : 0;
      ASSERT_EQ(judge.objection(row, given), "") << "model " << i << ": expected " << judge.expected(row);
    }
  }
  EXPECT_EQ(blends > 1000, missing == MissingPolicy::fractional) << blends;
}

INSTANTIATE_TEST_SUITE_P(Each, EveryTaskAndPolicy,
                         testing::Combine(testing::Values(Task::classification, Task::regression),
                                          testing::Values(MissingPolicy::refuse, MissingPolicy::majority,
                                                          MissingPolicy::learned, MissingPolicy::own_category,
                                                          MissingPolicy::surrogate, MissingPolicy::fractional)));

TEST(VerifyLowered, ChangedThresholdIsFound) {
  const Model golf = sample::golf();
  Lowered lowered = lower(golf, {});
  for (Step& step : lowered.tree().answers.steps) {
    if (step.op == Op::branch && step.condition.compare == Compare::less_equal) step.condition.threshold = 74;
  }
  const Verification result = verify_lowered(golf, lowered);
  EXPECT_FALSE(result.passed());
  // Humidity 75 under a sunny outlook: the upper corner of rule 1, and a face that it shares with rule 2.
  EXPECT_EQ(result.mismatches, 3U);
  ASSERT_EQ(result.first.size(), 2U) << "the shared one is shown once";
  EXPECT_EQ(describe_row(golf, lowered.fields, result.first[0].row),
            "outlook = 'sunny', humidity = 75 and windy = 'true'");
  EXPECT_EQ(describe_row(golf, lowered.fields, result.first[1].row),
            "outlook = 'sunny', humidity = 75 and windy = 'false'");
  EXPECT_EQ(result.first[0].expected, "'Play' by rule 1");
  EXPECT_EQ(result.first[0].answered, "'Don't Play' by rule 1");
}

TEST(VerifyLowered, KeepsAFewMismatchesAndCountsAll) {
  const Model golf = sample::golf();
  Lowered lowered = lower(golf, {});
  for (Step& step : lowered.tree().rules.steps) {
    if (step.op == Op::answer) step.value += 10;
  }
  const Verification result = verify_lowered(golf, lowered);
  EXPECT_EQ(result.mismatches, 58U);
  EXPECT_EQ(result.first.size(), 5U);
}

TEST(VerifyLowered, TellsUnreachableRules) {
  Model golf = sample::golf();
  golf.trees[0].nodes[1].threshold = 1e10;  // no int32 is above
  EXPECT_EQ(verify_lowered(golf, lower(golf, {})).unreachable_rules, 1U);
}

TEST(DescribeRow, NamesMissingUnknownAndInfiniteValues) {
  const Model golf = sample::golf();
  const std::vector<Field> fields = choose_fields(golf, FieldSelection::all, {});
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(describe_row(golf, fields, {kUnknownCategory, -infinity, 0.5, kMissing}),
            "outlook = unknown, temperature = -infinity, humidity = 0.5 and windy = missing");
  EXPECT_EQ(describe_row(golf, fields, {kMissing, infinity, kMissing, 1}),
            "outlook = missing, temperature = infinity, humidity = missing and windy = 'true'");
}

}  // namespace
}  // namespace espalier::verify_lowered_test
