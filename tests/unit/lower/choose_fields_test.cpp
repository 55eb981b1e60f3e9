#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/diagnostic.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::choose_fields_test {
namespace {

using testing::HasSubstr;

// `x <= threshold` between the training values `below` and `above`.
Model cut(Feature feature, double threshold, std::optional<Gap> gap) {
  Model model = model_of({std::move(feature)}, {at_most(0, threshold, {1, 2}, {1, 1}), no(), yes()});
  model.trees[0].nodes[0].gap = gap;
  return model;
}

Field only_field(const Model& model, const std::vector<InputTypeOverride>& overrides = {}) {
  const std::vector<Field> fields = choose_fields(model, FieldSelection::used, overrides);
  EXPECT_EQ(fields.size(), 1U);
  return fields.front();
}

std::string refusal(const Model& model, const InputTypeOverride& wish) {
  try {
    choose_fields(model, FieldSelection::used, {wish});
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::usage);
    return diagnostic.message() + "\n" + diagnostic.hint();
  }
  return "";
}

TEST(ChooseFields, WholeNumbersAreInt32) {
  EXPECT_EQ(only_field(cut(sample::numeric("x", 0, 9), 4.5, Gap{4, 5})).type, InputType::int32);
  EXPECT_EQ(only_field(cut(sample::numeric("x", -2147483647.0, 2147483647.0), 4.5, Gap{4, 5})).type, InputType::int32);
}

TEST(ChooseFields, WholeNumbersBeyondInt32AreFloating) {
  const Field field = only_field(cut(sample::numeric("x", 0, 2147483648.0), 4.5, Gap{4, 5}));
  EXPECT_EQ(field.type, InputType::float32);
  // 2^24 and 2^24 + 1 are one float.
  const Field wide = only_field(cut(sample::numeric("x", 0, 1e12), 16777216.5, Gap{16777216, 16777217}));
  EXPECT_EQ(wide.type, InputType::float64);
}

TEST(ChooseFields, RealNumbersAreFloatIfItSeparatesThem) {
  const Field field = only_field(cut(sample::real("x", 0, 1), 0.15, Gap{0.1, 0.2}));
  EXPECT_EQ(field.type, InputType::float32);
  EXPECT_EQ(field.note, "");
}

TEST(ChooseFields, ElseDoubleAndTheNoteNamesThePair) {
  const double below = 1;
  const double above = 1.00000001;  // both are 1.0F
  const Field field = only_field(cut(sample::real("x", 0, 2), 1.000000005, Gap{below, above}));
  EXPECT_EQ(field.type, InputType::float64);
  EXPECT_EQ(field.note, "double: float cannot tell 1 from 1.00000001 at threshold 1.000000005");
}

TEST(ChooseFields, ValueThatRoundsUpAcrossItsThresholdNeedsDouble) {
  // 0.1 became the threshold itself: as a float it is above 0.1, and would go right.
  const Field field = only_field(cut(sample::real("x", 0, 1), 0.1, Gap{0.1, 0.2}));
  EXPECT_EQ(field.type, InputType::float64);
}

TEST(ChooseFields, ValuesBeyondFloatsRangeNeedDouble) {
  EXPECT_EQ(only_field(cut(sample::real("x", 0, 1e300), 1e200, Gap{1, 1e300})).type, InputType::float64);
}

TEST(ChooseFields, WithoutAGapNothingIsKnownToSeparate) {
  const Field field = only_field(cut(sample::real("x", 0, 1), 0.5, std::nullopt));
  EXPECT_EQ(field.type, InputType::float64);
  EXPECT_EQ(field.note, "double: the model does not tell the values next to threshold 0.5");
}

TEST(ChooseFields, TakesColumnsThatTheTreeReadsOrAll) {
  const Model golf = sample::golf();  // does not test temperature
  const std::vector<Field> used = choose_fields(golf, FieldSelection::used, {});
  ASSERT_EQ(used.size(), 3U);
  EXPECT_EQ(used[0].feature, 0U);
  EXPECT_EQ(used[0].type, InputType::category);
  EXPECT_EQ(used[1].feature, 2U);
  EXPECT_EQ(used[1].type, InputType::int32);
  EXPECT_EQ(used[2].feature, 3U);
  EXPECT_EQ(choose_fields(golf, FieldSelection::all, {}).size(), 4U);
  EXPECT_TRUE(choose_fields(sample::single_leaf(), FieldSelection::all, {}).empty());
}

TEST(ChooseFields, IntegersHaveASentinelIfTheModelMeetsMissingValues) {
  Model model = cut(sample::numeric("x", 0, 9), 4.5, Gap{4, 5});
  EXPECT_FALSE(only_field(model).sentinel);
  model.missing = MissingPolicy::majority;
  EXPECT_TRUE(only_field(model).sentinel);
  EXPECT_TRUE(only_field(model, {{"x", InputType::uint8}}).sentinel);
  EXPECT_FALSE(only_field(model, {{"x", InputType::float32}}).sentinel) << "NaN is missing";
}

TEST(ChooseFields, OverrideDecides) {
  const Model model = cut(sample::numeric("x", 0, 200), 4.5, Gap{4, 5});
  for (const InputType type : {InputType::uint8, InputType::int16, InputType::float32, InputType::float64}) {
    EXPECT_EQ(only_field(model, {{"x", type}}).type, type);
  }
  EXPECT_EQ(only_field(model, {{"x", InputType::int16}, {"x", InputType::uint8}}).type, InputType::uint8)
      << "the last one wins";
}

TEST(ChooseFields, OverrideThatCannotHoldTheTrainingValuesIsRefused) {
  const Model model = cut(sample::numeric("x", -1, 128), 4.5, Gap{4, 5});
  EXPECT_THAT(refusal(model, {"x", InputType::int8}), HasSubstr("int8 cannot hold the training values of column 'x' "
                                                                "(-1 to 128; it holds -128 to 127)"));
  EXPECT_THAT(refusal(model, {"x", InputType::uint8}), HasSubstr("uint8 cannot hold"));
  EXPECT_EQ(refusal(model, {"x", InputType::int16}), "");
  EXPECT_THAT(refusal(model, {"x", InputType::int8}), HasSubstr("--allow-loss"));
}

TEST(ChooseFields, OverrideWhoseSentinelIsATrainingValueIsRefused) {
  Model model = cut(sample::numeric("x", 0, 255), 4.5, Gap{4, 5});
  EXPECT_EQ(refusal(model, {"x", InputType::uint8}), "") << "no missing values, no sentinel";
  model.missing = MissingPolicy::majority;
  EXPECT_THAT(refusal(model, {"x", InputType::uint8}), HasSubstr("uint8 cannot hold the training values"));
  model.features[0].minimum = -128;
  model.features[0].maximum = 100;
  EXPECT_THAT(refusal(model, {"x", InputType::int8}), HasSubstr("int8 cannot hold the training values"));
  model.features[0].minimum = -127;
  EXPECT_EQ(refusal(model, {"x", InputType::int8}), "");
}

TEST(ChooseFields, FloatOverrideThatIsTooCoarseIsRefused) {
  const Model model = cut(sample::real("x", 0, 2), 1.000000005, Gap{1, 1.00000001});
  EXPECT_THAT(refusal(model, {"x", InputType::float32}), HasSubstr("float cannot tell 1 from 1.00000001"));
  EXPECT_EQ(refusal(cut(sample::real("x", 0, 2), 1, std::nullopt), {"x", InputType::float32}), "")
      << "the user decides where the model is silent";
}

TEST(ChooseFields, WholeNumbersForARealColumnNeedOnlySeparateIt) {
  // 0.4 becomes 0 and 0.6 becomes 1, and the threshold 0: told apart. 0.6 and 0.9 both become 1.
  EXPECT_EQ(refusal(cut(sample::real("x", 0, 1), 0.5, Gap{0.4, 0.6}), {"x", InputType::int32}), "");
  EXPECT_THAT(refusal(cut(sample::real("x", 0, 1), 0.75, Gap{0.6, 0.9}), {"x", InputType::int32}),
              HasSubstr("int32 is too coarse for column 'x': int32 cannot tell 0.6 from 0.9 at threshold 0.75"));
}

TEST(ChooseFields, LossCanBeAllowedAndIsNoted) {
  const Model coarse = cut(sample::real("x", 0, 1), 0.75, Gap{0.6, 0.9});
  const std::vector<Field> fields =
      choose_fields(coarse, FieldSelection::used, {{"x", InputType::uint8}}, TypeLoss::allowed);
  EXPECT_EQ(fields.at(0).type, InputType::uint8);
  EXPECT_EQ(fields.at(0).note, "loss allowed: uint8 cannot tell 0.6 from 0.9 at threshold 0.75");
  const Model wide = cut(sample::numeric("x", 0, 256), 4.5, Gap{4, 5});
  EXPECT_EQ(choose_fields(wide, FieldSelection::used, {{"x", InputType::uint8}}, TypeLoss::allowed).at(0).note,
            "loss allowed: uint8 cannot hold 0 to 256");
}

TEST(ChooseFields, EveryChoiceHasItsReason) {
  const auto reason = [](const Field& field) { return field.reason; };
  EXPECT_EQ(reason(only_field(cut(sample::numeric("x", 0, 9), 4.5, Gap{4, 5}))), "whole numbers");
  EXPECT_EQ(reason(only_field(cut(sample::real("x", 0, 1), 0.15, Gap{0.1, 0.2}))),
            "separates the training values at every test");
  EXPECT_EQ(reason(only_field(cut(sample::real("x", 0, 2), 1.000000005, Gap{1, 1.00000001}))),
            "float cannot tell 1 from 1.00000001 at threshold 1.000000005");
  EXPECT_EQ(reason(only_field(cut(sample::real("x", 0, 1e300), 0.15, Gap{0.1, 0.2}))), "float cannot hold 0 to 1e+300");
  EXPECT_EQ(reason(choose_fields(sample::golf(), FieldSelection::used, {})[0]), "3 categories");
  const Model model = cut(sample::numeric("x", 0, 9), 4.5, Gap{4, 5});
  EXPECT_EQ(reason(only_field(model, {parse_input_type("x=uint8")})), "asked for");
  EXPECT_EQ(reason(only_field(model, {parse_input_type("x=q4.3")})), "asked for");
  EXPECT_EQ(reason(only_field(model, {parse_input_type("x=q8.8")})), "asked for as q8.8");
  EXPECT_EQ(reason(only_field(model, {parse_input_type("x=int16*1e-2")})), "asked for as int16*1e-2");
  Model idle = cut(sample::real("x", 0, 1), 0.15, Gap{0.1, 0.2});
  idle.features.push_back(sample::real("idle", 0, 1));
  EXPECT_EQ(reason(choose_fields(idle, FieldSelection::all, {})[1]), "no test reads it");
}

TEST(ChooseFields, OverrideNeedsANumericColumnOfTheModel) {
  const Model golf = sample::golf();
  EXPECT_THAT(refusal(golf, {"humidty", InputType::float32}), HasSubstr("did you mean 'humidity'?"));
  EXPECT_THAT(refusal(golf, {"outlook", InputType::float32}), HasSubstr("column 'outlook' is categorical"));
}

}  // namespace
}  // namespace espalier::choose_fields_test
