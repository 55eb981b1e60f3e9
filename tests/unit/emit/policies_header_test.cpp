// What regressions, surrogates and blends add to a header.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "emit/blend_text.hpp"
#include "emit/cpp_header.hpp"
#include "emit/emit_record.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::policies_header_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string header_of(const Model& model, const LowerOptions& lowering = {}, const EmitOptions& options = {}) {
  return emit_cpp_header(model, lower(model, lowering), options);
}

// x <= 5: 8 (3 rows), else -4 (1 row).
Model two_values(MissingPolicy missing = MissingPolicy::majority) {
  Model model;
  model.task = Task::regression;
  model.target = "price";
  model.features = {sample::real("x", 0, 10)};
  model.missing = missing;
  Node root = sample::at_most(0, 5, {1, 2}, {});
  root.gap = Gap{4.5, 5.5};
  root.total = 4;
  root.value = 5;
  model.trees = {Tree{{root, sample::answering(8, 3, 0), sample::answering(-4, 1, 0)}}};
  model.provenance.training_score = 1.5;
  return model;
}

TEST(RegressionHeader, AnswersWithValuesAndHasNoLabels) {
  const std::string text = header_of(two_values());
  EXPECT_THAT(text, HasSubstr("// Predicts \"price\" (a number) from 1 of 1 column.\n"));
  EXPECT_THAT(text, HasSubstr("// Root mean squared error on the training rows: 1.5.\n"));
  EXPECT_THAT(text, HasSubstr("::Value answer = "));
  EXPECT_THAT(text, HasSubstr("using Value = float;\n"));
  EXPECT_THAT(text, HasSubstr("ESPALIER_CONSTEXPR Value predict(const Input& row) {\n"
                              "  if (row.x <= 5.0f) {\n"
                              "    return 8.0f;  // rule 1: 3 rows, mean 8\n"
                              "  }\n"
                              "  return -4.0f;  // rule 2: 1 row, mean -4\n"
                              "}\n"));
  EXPECT_THAT(text, HasSubstr("void predict_batch(const Input* rows, size_t count, Value* out)"));
  EXPECT_THAT(text, HasSubstr("static_assert(detail::answers(Input{0.0f}, 8.0f, 1), \"rule 1\");"));
  for (const char* part : {"Label", "label", "probabilities", "distribution", "blend"}) {
    EXPECT_THAT(text, Not(HasSubstr(part)));
  }
}

TEST(RegressionHeader, SaysWhyItAnswersWithDoubles) {
  Model model = two_values();
  model.trees[0].nodes[2].value = 1e300;
  const std::string text = header_of(model);
  EXPECT_THAT(text, HasSubstr("using Value = double;  // double: the answer 1e+300 is out of float's range\n"));
  EXPECT_THAT(text, HasSubstr("\"this predictor answers 64-bit doubles: emit it again with --output-type float\""));
  EXPECT_THAT(text, HasSubstr("return 1e+300;"));
}

TEST(RegressionHeader, TellsMediansFromMeans) {
  Model model = two_values();
  model.provenance.options = {{"criterion", "absolute-deviation"}};
  EXPECT_THAT(header_of(model), HasSubstr("// rule 1: 3 rows, median 8\n"));
}

TEST(RegressionHeader, RecordsItsType) {
  const Model model = two_values();
  LowerOptions options;
  options.value_type = ValueType::float64;
  const std::string text = header_of(model, options);
  EXPECT_THAT(text, HasSubstr("\"output\":\"double\""));
  const auto record = read_emit_record(text, model, "x.hpp");
  ASSERT_TRUE(record);
  EXPECT_EQ(record->value_type, ValueType::float64);
  std::string changed = text;
  changed.replace(changed.find("\"output\":\"double\""), 17, "\"output\":\"int\"");
  EXPECT_THROW(read_emit_record(changed, model, "x.hpp"), Diagnostic);
}

TEST(BlendingHeader, CarriesTheRuntimeThatItNeeds) {
  const Model blends = two_values(MissingPolicy::fractional);
  EXPECT_THAT(header_of(blends), HasSubstr("#define ESPALIER_BLEND_1\n"));
  EmitOptions included;
  included.runtime = RuntimeForm::included;
  EXPECT_THAT(header_of(blends, {}, included),
              HasSubstr("#include <espalier/runtime.hpp>\n#include <espalier/blend.hpp>\n"));
  EXPECT_THAT(header_of(two_values()), Not(HasSubstr("ESPALIER_BLEND_1")));
}

TEST(BlendingHeader, SendsWeightsDownTheTree) {
  // 3/4 of 2^31 and 1/4 of it; 8 = 2^3 has 30 bits as a multiple of 2^-26, and -4 is half of it.
  EXPECT_THAT(
      header_of(two_values(MissingPolicy::fractional)),
      HasSubstr("(const Input& row, uint32_t weight, Blend& blend) {\n"
                "  if (const uint32_t part_1 = part_taken(weight, row.x > 5.0f, row.x == row.x, 536870912U)) {\n"
                "    arrive(part_1, 2, blend);  // rule 2: 1 row, mean -4\n"
                "    add_value(blend.sum, part_1, -268435456);\n"
                "  }\n"
                "  weight = part_taken(weight, row.x <= 5.0f, row.x == row.x, 1610612736U);\n"
                "  if (weight == 0) {\n"
                "    return;\n"
                "  }\n"
                "  arrive(weight, 1, blend);  // rule 1: 3 rows, mean 8\n"
                "  add_value(blend.sum, weight, 536870912);\n"
                "}\n"));
}

// No training row took the second branch: a missing value sends nothing there, and all of its weight (2^31) to the
// first.
TEST(BlendingHeader, SharesNothingWithABranchWithoutRows) {
  Model model = two_values(MissingPolicy::fractional);
  model.trees[0].nodes[2].total = 0;
  const std::string text = header_of(model);
  EXPECT_THAT(text, HasSubstr("if (const uint32_t part_1 = row.x > 5.0f ? weight : 0U) {\n"));
  EXPECT_THAT(text, HasSubstr("weight = part_taken(weight, row.x <= 5.0f, row.x == row.x, 2147483648U);\n"));
}

TEST(BlendingHeader, WeighsCostsWhereThereAreSome) {
  Model golf = sample::golf();
  golf.missing = MissingPolicy::fractional;
  EXPECT_THAT(header_of(golf), Not(HasSubstr("expected_cost")));
  golf.costs = {{0, 2}, {1, 0}};
  // The largest cost is 65535, half of it rounds to 32768.
  const std::string text = header_of(golf);
  EXPECT_THAT(text, HasSubstr("    case 0:\n      cost += static_cast<uint64_t>(blend.shares[1]) * 32768U;\n"));
  EXPECT_THAT(text, HasSubstr("    case 1:\n      cost += static_cast<uint64_t>(blend.shares[0]) * 65535U;\n"));
}

TEST(ScaleFactors, MultiplyToThePowerWithoutLeavingTheNormalNumbers) {
  EXPECT_EQ(scale_factors(ValueType::float64, -49), " * 1.7763568394002505e-15");
  EXPECT_EQ(scale_factors(ValueType::float64, -1022), " * 2.2250738585072014e-308");
  EXPECT_EQ(scale_factors(ValueType::float32, 0), " * 1.0f");
  for (int exponent = -149; exponent <= 74; ++exponent) {
    const std::string text = scale_factors(ValueType::float32, exponent);
    double product = 1;
    for (std::size_t at = 0; (at = text.find("* ", at)) != std::string::npos; at += 2) {
      const float factor = std::strtof(text.c_str() + at + 2, nullptr);
      ASSERT_TRUE(std::isnormal(factor)) << text;
      product *= static_cast<double>(factor);
    }
    ASSERT_EQ(product, std::ldexp(1.0, exponent)) << text;
  }
}

TEST(MissingLine, SaysWhatTheHeaderDoes) {
  const std::vector<std::pair<MissingPolicy, std::string>> lines = {
      {MissingPolicy::refuse, "a missing value (NaN, the sentinel, or unknown) fails every test."},
      {MissingPolicy::majority, "takes the branch that most training rows took."},
      {MissingPolicy::learned, "takes the branch that served the training rows better."},
      {MissingPolicy::own_category, "is a value of its own"},
      {MissingPolicy::surrogate, "other columns decide"},
      {MissingPolicy::fractional, "the answers are blended."}};
  for (const auto& [missing, line] : lines) EXPECT_THAT(header_of(two_values(missing)), HasSubstr(line));
}

}  // namespace
}  // namespace espalier::policies_header_test
