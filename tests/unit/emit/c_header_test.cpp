#include "emit/c_header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emit/cpp_header.hpp"
#include "emit/emit_record.hpp"
#include "support/sample_models.hpp"

namespace espalier::c_header_test {
namespace {

using testing::HasSubstr;
using testing::Not;

LowerOptions misra() {
  LowerOptions options;
  options.form = BodyForm::single_exit;
  return options;
}

std::string header_of(const Model& model, const LowerOptions& lowering = {}) {
  EmitOptions options;
  options.language = Language::c;
  options.space = "golf";
  return emit_c_header(model, lower(model, lowering), options);
}

TEST(CHeader, HasItsPartsInOrder) {
  const std::string text = header_of(sample::golf());
  const std::vector<std::string> parts = {
      "// A decision tree as C, made by Espalier from a model of \"espalier 0.1.0\".",
      "//     golf_input row;\n//     row.outlook = ...;\n",
      "//     golf_label answer = golf_predict(&row);\n",
      "\n// espalier: {\"language\":\"c\",\"version\":",
      "#ifndef ESPALIER_GOLF_H\n#define ESPALIER_GOLF_H\n",
      "#define ESPALIER_RUNTIME_C_1",
      "typedef uint8_t golf_label;\nenum {\n  golf_label_play,  // \"Play\"\n  golf_label_don_t_play,  // \"Don't "
      "Play\"\n};",
      "typedef uint8_t golf_rule;",
      "golf_rule_count = 5",
      "typedef uint8_t golf_outlook;\nenum {\n  golf_outlook_sunny,\n  golf_outlook_overcast,\n  golf_outlook_rain,\n"
      "  golf_outlook_unknown  // missing",
      "typedef struct {\n  golf_outlook outlook;  // \"outlook\"\n  int32_t humidity;",
      "} golf_input;",
      "static inline golf_label golf_predict(const golf_input* row) {",
      "static inline golf_rule golf_predict_rule(const golf_input* row) {",
      "static inline void golf_probabilities(const golf_input* row, float out[2]) {",
      "static inline void golf_predict_batch(const golf_input* rows, size_t count, golf_label* out) {",
      "static inline const char* golf_label_text(golf_label label) {",
      "static inline golf_outlook golf_parse_outlook(const char* text) {",
      "#endif  // ESPALIER_GOLF_H\n",
  };
  std::size_t at = 0;
  for (const std::string& part : parts) {
    const auto found = text.find(part, at);
    EXPECT_NE(found, std::string::npos) << part << "\nmissing or out of order in\n" << text;
    if (found != std::string::npos) at = found;
  }
}

TEST(CHeader, ReadsItsRecordBack) {
  const Model model = sample::golf();
  const auto record = read_emit_record(header_of(model), model, "golf.h");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->language, Language::c);
  EXPECT_EQ(record->space, "golf");
}

TEST(CHeader, AStructureWithoutColumnsHasAMember) {
  EXPECT_THAT(header_of(sample::single_leaf()), HasSubstr("  uint8_t unused;  // the tree reads no column"));
  EXPECT_THAT(header_of(sample::golf()), Not(HasSubstr("unused;")));
}

TEST(CHeader, MisraAnswersAtTheEnd) {
  const std::string text = header_of(sample::golf(), misra());
  EXPECT_THAT(text, HasSubstr("  golf_label result;\n  if (row->outlook == (golf_outlook)golf_outlook_"));
  EXPECT_THAT(text, HasSubstr("if (row->humidity <= 75) {\n"));
  EXPECT_THAT(text, HasSubstr("result = (golf_label)golf_label_play;  // rule "));
  EXPECT_THAT(text, HasSubstr("    } else {\n"));
  EXPECT_THAT(text, HasSubstr("  } else if (row->outlook == (golf_outlook)golf_outlook_"));
  EXPECT_THAT(text, HasSubstr("  return result;\n}\n"));
  EXPECT_THAT(text, HasSubstr("result = 1U;  // rule 1"));
}

// C compares floats as numbers for every goal.
TEST(CHeader, FastMathIsRefusedWhereNanDecides) {
  Model golf = sample::golf();
  golf.missing = MissingPolicy::majority;
  LowerOptions options;
  options.input_types = {{"humidity", InputType::float32}};
  for (const Goal goal : {Goal::readable, Goal::speed, Goal::size}) {
    options.goal = goal;
    options.shape = Shape::branches;
    EXPECT_THAT(header_of(golf, options), HasSubstr("#error \"this predictor knows missing values by NaN: "));
  }
}

TEST(CHeader, ARegressionAnswersWithItsValue) {
  const std::string text = header_of(sample::regression_sample());
  EXPECT_THAT(text, HasSubstr("typedef float golf_value;"));
  EXPECT_THAT(text, HasSubstr("static inline golf_value golf_predict(const golf_input* row) {"));
  EXPECT_THAT(text, Not(HasSubstr("probabilities")));
}

TEST(CHeader, BlendsReturnEarlyOnlyInThePlainStyle) {
  const std::string plain = header_of(sample::fractional_golf());
  EXPECT_THAT(plain, HasSubstr("golf_detail_blend_1(const golf_input* row, uint32_t weight, golf_blend* blend) {\n"));
  EXPECT_THAT(plain, HasSubstr("    return;\n"));
  const std::string strict = header_of(sample::fractional_golf(), misra());
  EXPECT_THAT(strict, HasSubstr("  uint32_t part_0 = weight;\n"));
  EXPECT_THAT(strict, Not(HasSubstr("    return;\n")));
}

// One `return` per function, and it is the last statement.
TEST(MisraStyle, HasOneReturnPerFunction) {
  for (const Model& model : {sample::golf(), sample::fractional_golf(), sample::surrogate_golf(),
                             sample::own_category_sample(), sample::regression_sample(), sample::chain(300)}) {
    const Lowered lowered = lower(model, misra());
    const std::string cpp = emit_cpp_header(model, lowered, {});  // after its runtime, which has one form
    for (const std::string& text :
         {emit_c_header(model, lowered, {}), cpp.substr(cpp.find("\nnamespace predictor {"))}) {
      for (std::size_t at = text.find(" return "); at != std::string::npos; at = text.find(" return ", at + 1)) {
        const std::size_t comment = text.rfind("//", at);
        if (comment != std::string::npos && comment > text.rfind('\n', at)) continue;
        if (text.compare(text.rfind('\n', at), 3, "\n  ") == 0 && text[text.rfind('\n', at) + 3] == 'r') {
          EXPECT_EQ(text.compare(text.find(";", at), 3, ";\n}"), 0) << text.substr(at, 200);
        } else {
          ADD_FAILURE() << "an early return: " << text.substr(at > 200 ? at - 200 : 0, 300);
        }
      }
      EXPECT_THAT(text, Not(HasSubstr("return;")));
    }
  }
}

}  // namespace
}  // namespace espalier::c_header_test
