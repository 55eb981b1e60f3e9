// What a header in the shape of tables looks like.
#include "emit/cpp_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emit/cpp_header.hpp"
#include "support/sample_models.hpp"

namespace espalier::cpp_table_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string table_header(const Model& model, std::vector<InputTypeOverride> types = {}, EmitOptions options = {}) {
  LowerOptions lowering;
  lowering.shape = Shape::table;
  lowering.input_types = std::move(types);
  return emit_cpp_header(model, lower(model, lowering), options);
}

// a <= 5: (b <= 7: no (3), else yes (2)), else (b <= 2: yes (1), else no (4)); missing values of b go both ways.
Model both_ways(const Feature& a, const Feature& b) {
  Model model;
  model.target = "answer";
  model.labels = {"no", "yes"};
  model.features = {a, b};
  model.missing = MissingPolicy::majority;
  Node left = sample::at_most(1, 7, {3, 4}, {3, 2});
  left.missing_child = 0;
  model.trees = {Tree{{sample::at_most(0, 5, {1, 2}, {7, 3}), left, sample::at_most(1, 2, {5, 6}, {4, 1}),
                       sample::leaf({3, 0}), sample::leaf({0, 2}), sample::leaf({0, 1}), sample::leaf({4, 0})}}};
  return model;
}

TEST(TableHeader, HasItsTestsAsConstants) {
  const std::string text = table_header(both_ways(sample::numeric("a", 0, 10), sample::numeric("b", 0, 10)));
  EXPECT_THAT(text, HasSubstr("static constexpr int8_t thresholds[3] ESPALIER_FLASH = {\n"
                              "  5,  // 0: \"a\" <= 5 ? 2 : 1\n"
                              "  2,  // 1: \"b\" <= 2 ? \"yes\" : \"no\"\n"
                              "  7,  // 2: \"b\" <= 7 or missing ? \"no\" : \"yes\"\n"
                              "};\n"));
  EXPECT_THAT(text, HasSubstr("static constexpr uint8_t next[6] ESPALIER_FLASH = {\n"
                              "  2, 1, 4, 3, 3, 4,\n"
                              "};\n"));
  EXPECT_THAT(text, HasSubstr("static constexpr uint8_t rule_next[6] ESPALIER_FLASH = {\n"
                              "  2, 1, 6, 7, 4, 5,\n"
                              "};\n"));
  EXPECT_THAT(text, Not(HasSubstr("rule_thresholds")));  // the tests are those of the answers
  EXPECT_THAT(text, HasSubstr("// rule 1: 3 rows, 100.0 % \"no\"\n// rule 2: 2 rows, 100.0 % \"yes\"\n"));
  EXPECT_THAT(text, HasSubstr("ESPALIER_CONSTEXPR Label predict(const Input& row) {\n"
                              "  return static_cast<Label>(detail::answer_number(row));\n}\n"));
  EXPECT_THAT(text, HasSubstr("ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {\n"
                              "  return static_cast<RuleId>(detail::rule_number(row));\n}\n"));
  EXPECT_THAT(text, HasSubstr("max_tests = 2 "));
}

// The sentinel of an int32 is its lowest value; where missing values go with the high ones it is made the highest.
TEST(TableHeader, PutsMissingValuesAtTheEndWhereTheyGo) {
  const std::string whole = table_header(both_ways(sample::numeric("a", 0, 10), sample::numeric("b", 0, 10)));
  EXPECT_THAT(whole, HasSubstr("return row.b != missing_int32 ? static_cast<int32_t>(row.b) : 2147483647;\n"));
  EXPECT_THAT(whole, HasSubstr("return static_cast<int32_t>(row.b);\n"));
  const std::string real = table_header(both_ways(sample::real("a", 0, 10), sample::real("b", 0, 10)),
                                        {{"a", InputType::float32}, {"b", InputType::float32}});
  EXPECT_THAT(real, HasSubstr("return key_of(row.b, 2147483647);\n"));
  EXPECT_THAT(real, HasSubstr("return key_of(row.b, -2147483647);\n"));
  const std::string wide = table_header(both_ways(sample::real("a", 0, 10), sample::real("b", 0, 10)),
                                        {{"a", InputType::float64}, {"b", InputType::float64}});
  EXPECT_THAT(wide, HasSubstr("return key_of(row.b, 9223372036854775807LL);\n"));
  EXPECT_THAT(wide, HasSubstr("static constexpr int64_t thresholds[3]"));
}

TEST(TableHeader, ComparesSmallIntegersAsInt) {
  const std::string text = table_header(both_ways(sample::numeric("a", 0, 10), sample::numeric("b", 0, 10)),
                                        {{"a", InputType::uint8}, {"b", InputType::uint8}});
  EXPECT_THAT(text, HasSubstr("ESPALIER_CONSTEXPR int operator()(uint8_t input) const {\n"));
  EXPECT_THAT(text, HasSubstr("return row.b != missing_uint8 ? static_cast<int>(row.b) : 0;\n"));
}

TEST(TableHeader, ReadsColumnsOfOneTypeByTheirPlace) {
  Model model = both_ways(sample::numeric("a", 0, 10), sample::numeric("b", 0, 10));
  model.missing = MissingPolicy::refuse;
  const std::string text = table_header(model);
  EXPECT_THAT(text, HasSubstr("static_assert(sizeof(Input) == 2 * sizeof(int32_t)"));
  EXPECT_THAT(text, HasSubstr("int32_t value = ESPALIER_IS_CONSTANT(input) ? chosen(input) : placed(input);\n"
                              "    return static_cast<int32_t>(value);\n"));
}

TEST(TableHeader, HasWitnessesWhereTheCompilerCanReadBits) {
  const char* const condition = "&& !defined(ESPALIER_NO_WITNESSES) && ESPALIER_CONSTANT_BITS\n";
  EXPECT_THAT(table_header(both_ways(sample::real("a", 0, 10), sample::real("b", 0, 10))), HasSubstr(condition));
  EXPECT_THAT(table_header(both_ways(sample::numeric("a", 0, 10), sample::numeric("b", 0, 10))),
              Not(HasSubstr(condition)));
}

TEST(TableHeader, ShowsCategoriesByName) {
  const std::string text = table_header(sample::golf());
  EXPECT_THAT(text, HasSubstr("\"outlook\" is up to \""));
  EXPECT_THAT(text, HasSubstr("static_cast<int32_t>(row.outlook)"));
}

TEST(TableHeader, AnswersARegressionWithValues) {
  const std::string text = table_header(sample::regression_sample());
  EXPECT_THAT(text, HasSubstr("static constexpr float values[3] ESPALIER_FLASH = {\n  10.0f, 35.0f, 20.0f,\n};\n"));
  EXPECT_THAT(text, HasSubstr("  return detail::stored(detail::tables::values + detail::answer_number(row));\n"));
}

// Names come from data nobody vetted.
TEST(TableHeader, KeepsNamesInTheirComments) {
  const std::string hostile = "a\n#pragma */ \\";
  const std::string text = table_header(both_ways(sample::numeric(hostile, 0, 10), sample::numeric("b", 0, 10)));
  EXPECT_THAT(text, Not(HasSubstr("\n#pragma")));
  EXPECT_THAT(text, HasSubstr("  5,  // 0: \"a\\n#pragma "));
}

TEST(TableHeader, OfBranchesHasNoTables) {
  const Model model = both_ways(sample::numeric("a", 0, 10), sample::numeric("b", 0, 10));
  const std::string text = emit_cpp_header(model, lower(model, {}), {});
  for (const char* part : {"ESPALIER_FLASH", "ESPALIER_TABLE_1", "thresholds", "Keys"}) {
    EXPECT_THAT(text, Not(HasSubstr(part)));
  }
}

}  // namespace
}  // namespace espalier::cpp_table_test
