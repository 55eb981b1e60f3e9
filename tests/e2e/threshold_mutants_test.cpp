// A decision threshold in headers that blend: one unit more or less is caught, where a vector has that very share.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "audit/boundary.hpp"
#include "audit/verify.hpp"
#include "e2e/mutate.hpp"
#include "e2e/workbench.hpp"
#include "model/blend.hpp"
#include "model/decision_threshold.hpp"
#include "model/interpret.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::threshold_mutants_test {
namespace {

constexpr std::uint32_t kDont = 1;

// The probability of Don't Play of the first vector that is blended.
double blended_probability(const Model& model) {
  const Blender blender(model);
  const Interpreter interpreter(model);
  double found = 0;
  for_each_kind_of_vector(model, lower(model, {}).fields, [&](const BoundaryVector& vector) {
    const Row row = vector.row;
    if (found == 0 && !blender.blend(row).is_single()) found = interpreter.predict(row).probabilities[kDont];
  });
  return found;
}

// Golf that smooths, and answers Don't Play from such a probability on, or from one unit above it.
Model golf_at(std::uint32_t units_above) {
  Model model = sample::fractional_golf();
  model.smoothing = {SmoothingKind::laplace, 0};
  const double probability = blended_probability(model) + units_above / static_cast<double>(kWholeWeight);
  set_decision_threshold({kDont, probability}, model);
  return model;
}

Verification verified(const Model& model, const std::string& from, const std::string& to) {
  const Emitted emitted = emit(model, LowerOptions());
  std::string header = without_witnesses(emitted.header);
  const std::size_t at = header.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  EXPECT_EQ(header.find(from, at + 1), std::string::npos);
  if (at != std::string::npos) header.replace(at, from.size(), to);
  VerifyOptions options;
  options.compiler = "g++";
  options.flags = {"-std=c++17", "-O0"};
  Verification result = verify_files(model, {{"", header}}, emitted.record, options);
  EXPECT_TRUE(result.compiled) << result.failure;
  return result;
}

TEST(ThresholdMutants, OneUnitMoreIsCaught) {
  const Model model = golf_at(0);
  const std::uint32_t share = blend_threshold(model)->share;
  const std::string decides = fmt::format("smoothed_share(blend, 1) >= {}U", share);
  EXPECT_TRUE(verified(model, decides, decides).passed());
  EXPECT_FALSE(verified(model, decides, fmt::format("smoothed_share(blend, 1) >= {}U", share + 1)).passed());
  EXPECT_FALSE(verified(model, decides, fmt::format("smoothed_share(blend, 1) > {}U", share)).passed());
  EXPECT_FALSE(verified(model, decides, fmt::format("blend.shares[1] >= {}U", share)).passed()) << "not smoothed";
}

TEST(ThresholdMutants, OneUnitLessIsCaught) {
  const Model model = golf_at(1);
  const std::uint32_t share = blend_threshold(model)->share;
  const std::string decides = fmt::format("smoothed_share(blend, 1) >= {}U", share);
  EXPECT_TRUE(verified(model, decides, decides).passed());
  EXPECT_FALSE(verified(model, decides, fmt::format("smoothed_share(blend, 1) >= {}U", share - 1)).passed());
  EXPECT_FALSE(verified(model, decides, fmt::format("smoothed_share(blend, 0) >= {}U", share)).passed());
}

}  // namespace
}  // namespace espalier::e2e::threshold_mutants_test
