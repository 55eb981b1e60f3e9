#include <gtest/gtest.h>

#include <limits>

#include "audit/verify.hpp"
#include "support/sample_models.hpp"

namespace espalier {
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

TEST(VerifyLowered, ChangedThresholdIsFound) {
  const Model golf = sample::golf();
  Lowered lowered = lower(golf, {});
  for (Step& step : lowered.labels.steps) {
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
  for (Step& step : lowered.rules.steps) {
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
}  // namespace espalier
