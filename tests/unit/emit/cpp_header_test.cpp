#include "emit/cpp_header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "emit/cpp_context.hpp"
#include "emit/emit_record.hpp"
#include "support/sample_models.hpp"

namespace espalier::cpp_header_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string header_of(const Model& model, const LowerOptions& lowering = {}, const EmitOptions& options = {}) {
  return emit_cpp_header(model, lower(model, lowering), options);
}

std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) ++count;
  return count;
}

TEST(CppHeader, HasItsPartsInOrder) {
  const std::string text = header_of(sample::golf());
  const std::vector<std::string> parts = {
      "// A decision tree as C++, made by Espalier from a model of \"espalier 0.1.0\".",
      "// Predicts \"play\" (\"Play\" and \"Don't Play\") from 3 of 4 columns.",
      "// Trained on 14 rows; SHA-256 of the data \"" + std::string(64, 'a') + "\".",
      "//   algorithm=c45 min-leaf=2\n",
      "// Accuracy on the training rows: 100.0 %.",
      "// Accuracy by \"10-fold cross-validation, seed 1\": 75.0 %.",
      "\n// espalier: {",
      "#ifndef ESPALIER_PREDICTOR_HPP\n#define ESPALIER_PREDICTOR_HPP\n",
      "#define ESPALIER_RUNTIME_1",
      "namespace predictor {",
      "enum class Label : uint8_t {\n  play,  // \"Play\"\n  don_t_play,  // \"Don't Play\"\n};",
      "using RuleId = uint8_t;",
      "rule_count = 5",
      "enum class OutlookValue : uint8_t {\n  sunny,\n  overcast,\n  rain,\n  unknown  // missing",
      "enum class WindyValue : uint8_t {\n  false_,  // \"false\"\n",
      "struct Input {\n  OutlookValue outlook;  // \"outlook\"\n  int32_t humidity;  // \"humidity\", 65 to 96 in "
      "training\n",
      "ESPALIER_CONSTEXPR Label predict(const Input& row) {",
      "ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {",
      "ESPALIER_CONSTEXPR void probabilities(const Input& row, float (&out)[label_count]) {",
      "ESPALIER_CONSTEXPR float margin(const Input& row) {",
      "ESPALIER_CONSTEXPR void predict_batch(",
      "ESPALIER_CONSTEXPR void predict_columns(const Columns& columns, size_t count, Label* out) {",
      "ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {",
      "ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {",
      "ESPALIER_CONSTEXPR const char* to_string(Label label) {",
      "ESPALIER_CONSTEXPR const char* to_string(OutlookValue value) {",
      "ESPALIER_CONSTEXPR OutlookValue parse_outlook(const char* text) {",
      "ESPALIER_CONSTEXPR WindyValue parse_windy(const char* text) {",
      "ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {",
      "constexpr const char* espalier_version() {",
      "static_assert(",
      "inline uint32_t (&rule_hits())[rule_count + 1] {",
      "}  // namespace predictor\n\n#endif  // ESPALIER_PREDICTOR_HPP\n",
  };
  std::size_t at = 0;
  for (const std::string& part : parts) {
    const auto found = text.find(part, at);
    ASSERT_NE(found, std::string::npos) << part << "\nis missing or out of order in\n" << text;
    at = found + part.size();
  }
}

TEST(CppHeader, RulesOfGolf) {
  EXPECT_THAT(header_of(sample::golf()),
              HasSubstr("Label predict(const Input& row) {\n"
                        "  if (row.outlook == OutlookValue::overcast) {\n"
                        "    return Label::play;  // rule 3: 4 rows, 100.0 % \"Play\"\n"
                        "  }\n"
                        "  if (row.outlook == OutlookValue::rain) {\n"
                        "    if (row.windy == WindyValue::true_) {\n"
                        "      return Label::don_t_play;  // rule 4: 2 rows, 100.0 % \"Don't Play\"\n"
                        "    }\n"
                        "    return Label::play;  // rule 5: 3 rows, 100.0 % \"Play\"\n"
                        "  }\n"
                        "  if (row.humidity <= 75) {\n"
                        "    return Label::play;  // rule 1: 2 rows, 100.0 % \"Play\"\n"
                        "  }\n"
                        "  return Label::don_t_play;  // rule 2: 3 rows, 100.0 % \"Don't Play\"\n"
                        "}\n"));
}

TEST(CppHeader, WitnessesOfGolfOnePerRule) {
  const std::string text = header_of(sample::golf());
  EXPECT_EQ(occurrences(text, "static_assert(detail::answers("), 5U);
  EXPECT_THAT(text, HasSubstr("static_assert(detail::answers(Input{OutlookValue::sunny, 76, WindyValue::false_}, "
                              "Label::don_t_play, 2), \"rule 2\");"));
}

TEST(CppHeader, ProbabilitiesGroupEqualRules) {
  Model golf = sample::golf();
  golf.trees[0].nodes[4].counts = {3, 1};  // rule 1: 0.75, 0.25
  EXPECT_THAT(header_of(golf), HasSubstr("    case 1:\n      out[0] = 0.75f;\n      out[1] = 0.25f;\n      break;\n"
                                         "    case 2:\n    case 4:\n      out[1] = 1.0f;\n      break;\n"
                                         "    case 3:\n    case 5:\n      out[0] = 1.0f;\n      break;\n"));
}

TEST(CppHeader, RuntimeCanBeIncludedInstead) {
  EmitOptions options;
  options.runtime = RuntimeForm::included;
  const std::string text = header_of(sample::golf(), {}, options);
  EXPECT_THAT(text, HasSubstr("#include <espalier/runtime.hpp>\n"));
  EXPECT_THAT(text, Not(HasSubstr("#define ESPALIER_RUNTIME_1")));
}

TEST(CppHeader, ModelHashIsInGuardAndRecord) {
  EmitOptions options;
  options.model_sha256 = "0123456789abcdef0123";
  const std::string text = header_of(sample::golf(), {}, options);
  EXPECT_THAT(text, HasSubstr("#ifndef ESPALIER_PREDICTOR_HPP_0123456789ab\n"));
  const auto record = read_emit_record(text, sample::golf(), "golf.hpp");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->model_sha256, options.model_sha256);
}

TEST(CppHeader, ModelIdIsTheBeginningOfTheHash) {
  EmitOptions options;
  options.model_sha256 = "0123456789abcdef" + std::string(48, '0');
  const std::string text = header_of(sample::golf(), {}, options);
  EXPECT_THAT(text, HasSubstr("enum : uint64_t { model_id = 0x0123456789abcdefULL };\n"));
  EXPECT_THAT(text, HasSubstr("return \"" + options.model_sha256 + "\";\n"));
  EXPECT_THAT(header_of(sample::golf()), HasSubstr("model_id = 0x0ULL "));
}

TEST(CppHeader, RulesAreDescribedUpToALimit) {
  EXPECT_THAT(header_of(sample::golf()),
              HasSubstr("    case 3:\n      return \"outlook = overcast => Play (4 of 4 rows)\";\n"));
  const std::string large = header_of(sample::chain(2000));
  EXPECT_THAT(large, Not(HasSubstr("describe_rule(RuleId")));
  EXPECT_THAT(large, HasSubstr("// There is no describe_rule(): headers have it up to 2,000 rules.\n"));
}

TEST(CppHeader, FastMathIsRefusedWhereNanDecides) {
  Model golf = sample::golf();
  golf.missing = MissingPolicy::majority;
  LowerOptions options;
  options.input_types = {{"humidity", InputType::float32}};
  EXPECT_THAT(header_of(golf, options), HasSubstr("#error \"this predictor knows missing values by NaN: "));
  EXPECT_THAT(header_of(golf), Not(HasSubstr("__FAST_MATH__")));
}

TEST(CppHeader, IsTheSameEveryTime) {
  RandomEngine engine(1);
  for (int i = 0; i < 20; ++i) {
    const Model model = sample::random_model(engine);
    EXPECT_EQ(header_of(model), header_of(model));
  }
}

TEST(CppHeader, IsPlainAsciiAndBalancedWhateverTheNames) {
  RandomEngine engine(2);
  for (int i = 0; i < 200; ++i) {
    const std::string text = header_of(sample::random_model(engine));  // render_template() throws on other bytes
    const auto plain = [](char c) { return c == '\n' || (c >= 0x20 && c <= 0x7E); };
    ASSERT_TRUE(std::all_of(text.begin(), text.end(), plain));
    ASSERT_EQ(text.find("\\\n"), std::string::npos) << "a line that goes on in the next";
    ASSERT_EQ(occurrences(text, "*/"), 0U);
  }
}

TEST(CppHeader, SentinelsAreNamedConstants) {
  Model golf = sample::golf();
  golf.missing = MissingPolicy::majority;
  const std::string text = header_of(golf);
  EXPECT_THAT(text, HasSubstr("enum : int32_t { missing_int32 = (-2147483647 - 1) };\n"));
  EXPECT_THAT(text, HasSubstr("int32_t humidity;  // \"humidity\", 65 to 96 in training; missing_int32 if missing\n"));
  EXPECT_THAT(text, HasSubstr("if (row.humidity <= 75 && row.humidity != missing_int32) {"));
}

TEST(CppHeader, DoubleFieldsAskForARealDouble) {
  EXPECT_THAT(header_of(sample::golf()), Not(HasSubstr("sizeof(double)")));
  LowerOptions options;
  options.input_types = {{"humidity", InputType::float64}};
  EXPECT_THAT(header_of(sample::golf(), options), HasSubstr("static_assert(sizeof(double) == 8"));
}

TEST(CppHeader, ThresholdThatReadsOtherwiseIsNoted) {
  Model golf = sample::golf();
  golf.trees[0].nodes[1].threshold = 77.5;
  EXPECT_THAT(header_of(golf), HasSubstr("if (row.humidity <= 77) {  // 77.5\n"));
}

TEST(CppHeader, WitnessesOfLargeTreesAreASample) {
  // A chain of 800 tests has 801 rules, after 1, 2, ..., 800 and once more 800 tests: 800 * 801 / 2 + 800 = 321,200.
  // Both functions are asked, and a row has one field and its rule: 2 * 321,200 + 2 * 801 = 644,002 is more than the
  // budget of 500,000, so that every second rule has a witness: 1, 3, ..., 801.
  const std::string text = header_of(sample::chain(800));
  EXPECT_EQ(occurrences(text, "static_assert(detail::answers("), 401U);
  EXPECT_THAT(text, HasSubstr("// Witnesses: for each rule of a sample an input"));
  EXPECT_THAT(text, HasSubstr("\"rule 801\");"));
  EXPECT_THAT(text, Not(HasSubstr("\"rule 800\");")));
}

TEST(CppHeader, WitnessesOfManyTreesAreASampleOfAllTheirRules) {
  // 500 chains of 10 tests: 11 rules, after 10 * 11 / 2 + 10 = 65 tests in all. A row has one field, and each tree
  // costs it 1 + 2 * 65 / 11 = 12: 6,001. Of 5,500 rules that is 33,005,500, or 67 times the budget of 500,000. The
  // next rule in turn is 5 trees and 12 rules further on: trees 1, 7, 13, ..., 499.
  Model model = sample::chain(10);
  model.combination = Combination::vote;
  model.smoothing = {};
  for (Node& node : model.trees.front().nodes) {
    node.total = node.weight();
    node.counts.clear();
    if (!node.is_leaf()) node.label = 0;
  }
  model.trees.resize(500, model.trees.front());
  const std::string text = header_of(model);
  EXPECT_EQ(occurrences(text, "static_assert(detail::answers("), 84U);
  EXPECT_THAT(text, HasSubstr("\"rule 1 of tree 7\");"));
  EXPECT_THAT(text, HasSubstr("\"rule 1 of tree 499\");"));
  EXPECT_THAT(text, Not(HasSubstr("of tree 2\");")));
}

TEST(CppHeader, WitnessesOfSmallerTreesAreComplete) {
  const std::string text = header_of(sample::chain(100));
  EXPECT_EQ(occurrences(text, "static_assert(detail::answers("), 101U);
  EXPECT_THAT(text, HasSubstr("// Witnesses: for each rule an input"));
}

TEST(CppHeader, OutlinedFunctionsStandInDetailBeforeTheirCaller) {
  EmitOptions options;
  options.two_trees_up_to = 1'001;
  const Model model = sample::chain(1'000);  // two functions: see the outline pass
  const std::string text = emit_cpp_header(model, lower(model, {}), options);
  const auto detail = text.find("namespace detail {\n\n// A part of the next function");
  const auto part = text.find("ESPALIER_CONSTEXPR Label predict_1(const Input& row) {");
  const auto entry = text.find("ESPALIER_CONSTEXPR Label predict(const Input& row) {");
  ASSERT_NE(part, std::string::npos);
  EXPECT_LT(detail, part);
  EXPECT_LT(part, entry);
  EXPECT_EQ(occurrences(text, "return detail::predict_1(row);"), 1U);
  EXPECT_EQ(occurrences(text, "return detail::rule_1(row);"), 1U);
  EXPECT_THAT(text, HasSubstr("if (rule <= 512) {\n    detail::distribution_1(rule, out);"));
}

TEST(CppHeader, OfManyRulesHasOneTreeForBothAnswers) {
  const std::string text = header_of(sample::chain(1'000));  // 1,001 rules and two labels: one bit
  EXPECT_THAT(text, HasSubstr("ESPALIER_CONSTEXPR uint16_t leaf_1(const Input& row) {"));
  EXPECT_THAT(text, HasSubstr("ESPALIER_CONSTEXPR uint16_t leaf(const Input& row) {"));
  EXPECT_THAT(text, HasSubstr("ESPALIER_CONSTEXPR Label predict(const Input& row) {\n"
                              "  return static_cast<Label>(detail::leaf(row) & 1U);\n}"));
  EXPECT_THAT(text, HasSubstr("ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {\n"
                              "  return static_cast<RuleId>(detail::leaf(row) >> 1);\n}"));
  EXPECT_EQ(occurrences(text, "// rule 1001: "), 1U);
  EXPECT_THAT(header_of(sample::chain(499)), Not(HasSubstr("detail::leaf")));  // 500 rules: two trees
}

TEST(ValueExpression, SpellsEveryValueOfAField) {
  const CodeNames::Categories none;
  const CodeNames::Categories outlook = {{"OutlookValue::sunny", "OutlookValue::rain"}, "OutlookValue::unknown"};
  const double infinity = std::numeric_limits<double>::infinity();
  const Field as_float = {0, InputType::float32, false, ""};
  EXPECT_EQ(value_expression(as_float, none, 0.5), "0.5f");
  EXPECT_EQ(value_expression(as_float, none, -0.0), "-0.0f");
  EXPECT_EQ(value_expression(as_float, none, infinity), "__builtin_huge_valf()");
  EXPECT_EQ(value_expression(as_float, none, -infinity), "-__builtin_huge_valf()");
  EXPECT_EQ(value_expression(as_float, none, kMissing), "__builtin_nanf(\"\")");
  EXPECT_EQ(value_expression({0, InputType::float64, false, ""}, none, -kMissing), "-__builtin_nan(\"\")");
  EXPECT_EQ(value_expression({0, InputType::int8, true, ""}, none, kMissing), "-128");
  EXPECT_EQ(value_expression({0, InputType::uint32, true, ""}, none, kMissing), "4294967295U");
  const Field as_category = {0, InputType::category, false, ""};
  EXPECT_EQ(value_expression(as_category, outlook, 1), "OutlookValue::rain");
  EXPECT_EQ(value_expression(as_category, outlook, kUnknownCategory), "OutlookValue::unknown");
  EXPECT_EQ(value_expression(as_category, outlook, kMissing), "OutlookValue::unknown");
}

// The comment shows 30 letters of a label, and how many bytes there are.
TEST(CppHeader, LongLabelsAreCutInTheComment) {
  Model golf = sample::golf();
  golf.labels = {std::string(30, 'x'), std::string(31, 'y')};
  EXPECT_THAT(header_of(golf), HasSubstr("// Predicts \"play\" (\"" + std::string(30, 'x') + "\" and \"" +
                                         std::string(30, 'y') + "...\" (31 bytes)) from 3 of 4 columns.\n"));
}

// The first of three trees is a chain of 1,000 tests in two functions. The call is the last line of the second one:
// there is nothing to return from.
TEST(CppHeader, FunctionOfATreeEndsWithItsCall) {
  Model forest = sample::voting_forest();
  forest.trees[0] = sample::chain(1'000).trees[0];
  const std::string text = header_of(forest);
  EXPECT_EQ(occurrences(text, "add_1_1(row, sums);"), 1U);
  EXPECT_THAT(text, HasSubstr("\n  detail::add_1_1(row, sums);\n}\n"));
}

}  // namespace
}  // namespace espalier::cpp_header_test
