#include "emit/rust_names.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "emit/escape.hpp"
#include "emit/function_body.hpp"
#include "support/sample_models.hpp"

namespace espalier::rust_names_test {
namespace {

using testing::ElementsAre;

Model model_with(std::vector<Feature> features, std::vector<std::string> labels) {
  Model model;
  model.target = "answer";
  model.features = std::move(features);
  model.labels = std::move(labels);
  model.trees = {Tree{{sample::leaf(std::vector<double>(model.labels.size(), 1))}}};
  return model;
}

Names names_of(const Model& model, std::string_view space = "iris") {
  return make_rust_names(model, choose_fields(model, FieldSelection::all, {}), space);
}

TEST(CamelCase, KeepsNumbersApart) {
  EXPECT_EQ(camel_case("setosa"), "Setosa");
  EXPECT_EQ(camel_case("very_good"), "VeryGood");
  EXPECT_EQ(camel_case("lt_eq_50k"), "LtEq50k");
  EXPECT_EQ(camel_case("v1_2"), "V1_2");
  EXPECT_EQ(camel_case("v_1_b"), "V1B");
  EXPECT_EQ(camel_case("class_"), "Class");
}

TEST(RustNames, HaveTheStyleOfRust) {
  const Names names = names_of(
      model_with({sample::categorical("Sky Outlook", {"sunny", "very bad"}), sample::real("Sepal.Length", 0, 1)},
                 {"Iris-setosa", "<=50K", "3d", "*"}));
  EXPECT_THAT(names.labels, ElementsAre("IrisSetosa", "LtEq50k", "Class3d", "Class4"));
  EXPECT_THAT(names.fields, ElementsAre("sky_outlook", "sepal_length"));
  EXPECT_EQ(names.enums[0].type, "SkyOutlook");
  EXPECT_THAT(names.enums[0].values, ElementsAre("Sunny", "VeryBad"));
  EXPECT_EQ(names.enums[0].unknown, "Unknown");
  EXPECT_EQ(names.enums[1].type, "");
}

// C++'s keywords are none of Rust's business, and the other way round.
TEST(RustNames, KeywordsGetAnUnderscore) {
  const Names names =
      names_of(model_with({sample::real("type", 0, 1), sample::real("class", 0, 1), sample::real("self", 0, 1),
                           sample::real("async", 0, 1), sample::real("type_", 0, 1), sample::real("u8", 0, 1)},
                          {"self", "true"}));
  EXPECT_THAT(names.fields, ElementsAre("type_", "class", "self_", "async_", "type_2", "u8"));
  EXPECT_THAT(names.labels, ElementsAre("Self2", "True"));
  EXPECT_EQ(names_of(model_with({}, {"a"}), "match").space, "match_");
  EXPECT_EQ(names_of(model_with({}, {"a"}), "iris").space, "iris");
}

TEST(RustNames, VariantsMeetNeitherEachOtherNorTheConstant) {
  const Names names = names_of(
      model_with({sample::categorical("c", {"unknown", "Unknown", "a l l", "all", "a1", "a 1", "a1 2", "a 12"})},
                 {"a b", "a_b", "AB", "1", "class 1", "1.0"}));
  EXPECT_THAT(names.enums[0].values, ElementsAre("Unknown2", "Unknown3", "ALL2", "All", "A1", "A1_2", "A1_2_2", "A12"));
  EXPECT_THAT(names.labels, ElementsAre("AB", "AB2", "Ab", "Class1", "Class1_2", "Class1_0"));
}

TEST(RustNames, TypesMeetNeitherEachOtherNorThoseOfEveryModule) {
  const Names names = names_of(model_with(
      {sample::categorical("label", {"x"}), sample::categorical("Label Value", {"x"}),
       sample::categorical("option", {"x"}), sample::categorical("input", {"x"}), sample::categorical("blend", {"x"}),
       sample::categorical("self", {"x"}), sample::categorical("a_1", {"x"}), sample::categorical("a1", {"x"})},
      {"a"}));
  std::vector<std::string> types;
  for (const EnumNames& entry : names.enums) types.push_back(entry.type);
  EXPECT_THAT(types, ElementsAre("LabelValue", "LabelValueValue", "OptionValue", "InputValue", "BlendValue",
                                 "SelfValue", "A1", "A1Value"));
}

TEST(RustStringLiteral, HoldsAnyText) {
  EXPECT_EQ(rust_string_literal("plain ?'"), "\"plain ?'\"");
  EXPECT_EQ(rust_string_literal("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(rust_string_literal("caf\u00e9\n\u202e"), R"("caf\u{e9}\u{a}\u{202e}")");
  EXPECT_EQ(rust_string_literal("\U0001F333{}"), R"("\u{1f333}{}")");
}

TEST(RustLiteral, TakesTheTypeOfItsPlace) {
  EXPECT_EQ(code_literal(InputType::float32, static_cast<double>(0.8F), kRustSyntax), "0.8");
  EXPECT_EQ(code_literal(InputType::float32, 5, kRustSyntax), "5.0");
  EXPECT_EQ(code_literal(InputType::float64, 1e300, kRustSyntax), "1e+300");
  EXPECT_EQ(code_literal(InputType::uint32, 4000000000.0, kRustSyntax), "4000000000");
  EXPECT_EQ(code_literal(InputType::int32, -2147483648.0, kRustSyntax), "-2147483648");
  EXPECT_EQ(value_literal(ValueType::float32, 2.5, kRustSyntax), "2.5");
}

// Two floats, an int32 with a sentinel, a category of three.
std::string condition_text(const Condition& condition) {
  const std::vector<Field> fields = {{0, InputType::float32, false, ""},
                                     {1, InputType::float64, false, ""},
                                     {2, InputType::int32, true, ""},
                                     {3, InputType::category, false, ""}};
  Names names;
  names.fields = {"x", "y", "n", "c"};
  names.enums.resize(3);
  names.enums.push_back({"C", {"K", "L", "M"}, "Unknown"});
  return code_condition(fields, rust_code_names(names), condition);
}

Condition at_most(std::uint32_t field, double threshold, bool when_missing = false) {
  return {field, Compare::less_equal, when_missing, threshold, threshold, {}};
}

TEST(RustCondition, AnswersForMissingValues) {
  EXPECT_EQ(condition_text(at_most(0, 0.5)), "row.x <= 0.5");
  EXPECT_EQ(condition_text(at_most(0, 0.5, true)), "!(row.x > 0.5)");
  EXPECT_EQ(condition_text(at_most(2, 7)), "row.n <= 7 && row.n != MISSING_I32");
  EXPECT_EQ(condition_text({3, Compare::member, true, 0, 0, {0, 2}}), "row.c != C::L");
  EXPECT_EQ(condition_text(known_number(1)), "!row.y.is_nan()");
  EXPECT_EQ(condition_text(negated(known_number(1))), "row.y.is_nan()");
  EXPECT_EQ(condition_text(known_category(3, 3)), "row.c != C::Unknown");
  EXPECT_EQ(condition_text(negated(known_category(3, 3))), "row.c == C::Unknown");
}

TEST(RustCondition, FallbacksAreIfs) {
  Condition condition = at_most(0, 2.5);
  condition.fallbacks = {at_most(2, 7), at_most(1, 0.1)};
  EXPECT_EQ(condition_text(condition),
            "if !row.x.is_nan() { row.x <= 2.5 } else if row.n != MISSING_I32 { row.n <= 7 } else { row.y <= 0.1 }");
}

}  // namespace
}  // namespace espalier::rust_names_test
