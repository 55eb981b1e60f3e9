#include "emit/header_parts.hpp"

#include <gtest/gtest.h>

#include "support/sample_models.hpp"

namespace espalier::nan_semantics_test {
namespace {

bool needs(const Model& model, const LowerOptions& options = {}, FloatCompare floats = FloatCompare::values) {
  CodeNames code;
  code.floats = floats;
  return needs_nan_semantics(model, lower(model, options), code);
}

// x <= 0.5, a floating field.
Model real_test(MissingPolicy missing) {
  Model model = sample::chain(1);
  model.missing = missing;
  model.features[0].integer = false;
  model.trees[0].nodes[0].threshold = 0.5;
  return model;
}

TEST(NanSemantics, ArePartOfEveryPolicyForFloatingFields) {
  EXPECT_FALSE(needs(real_test(MissingPolicy::refuse)));
  for (const MissingPolicy policy : {MissingPolicy::majority, MissingPolicy::learned, MissingPolicy::own_category,
                                     MissingPolicy::surrogate, MissingPolicy::fractional}) {
    EXPECT_TRUE(needs(real_test(policy)));
  }
}

TEST(NanSemantics, AreNothingToWholeNumbersAndCategories) {
  Model golf = sample::golf();
  golf.missing = MissingPolicy::majority;
  EXPECT_FALSE(needs(golf));
  LowerOptions options;
  options.input_types = {{"humidity", InputType::float32}};
  EXPECT_TRUE(needs(golf, options));
  EXPECT_FALSE(needs(sample::fractional_golf()));
}

TEST(NanSemantics, AreNothingToBitsWhateverTheGoal) {
  LowerOptions speed;
  speed.goal = Goal::speed;
  EXPECT_FALSE(needs(real_test(MissingPolicy::majority), speed, FloatCompare::calm_bits));
  EXPECT_TRUE(needs(real_test(MissingPolicy::majority), speed)) << "a language may compare numbers for speed, too";
}

TEST(NanSemantics, AreAskedForBySurrogatesToo) {
  Model golf = sample::surrogate_golf();
  LowerOptions options;
  options.input_types = {{"temperature", InputType::float32}};  // stands in for humidity
  EXPECT_TRUE(needs(golf, options));
}

TEST(NanSemantics, ATestForPresenceNeedsThem) {
  Model model = real_test(MissingPolicy::refuse);
  model.trees[0].nodes[0].test = TestKind::present;
  EXPECT_TRUE(needs(model));
}

}  // namespace
}  // namespace espalier::nan_semantics_test
