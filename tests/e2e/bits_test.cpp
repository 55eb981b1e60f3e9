// Comparisons by bits, compiled: on every float there is, and with -ffast-math.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "audit/verify.hpp"
#include "e2e/workbench.hpp"
#include "emit/bit_compare.hpp"
#include "emit/render.hpp"
#include "model/model_json.hpp"
#include "support/files.hpp"

namespace espalier::e2e::bits_test {

namespace {

// `wrong |= (text) != (what the numbers say)` for both ways to ask and both routes of missing values.
std::string checks(double threshold) {
  std::string text;
  for (const bool less : {true, false}) {
    for (const bool when_missing : {true, false}) {
      const Condition condition{
          0, less ? Compare::less_equal : Compare::greater, when_missing, threshold, threshold, {}, {}};
      const std::string value =
          fmt::format("{}(x {} {}f)", when_missing ? "!" : "", less != when_missing ? "<=" : ">", threshold);
      for (const FloatCompare how : {FloatCompare::calm_bits, FloatCompare::any_bits}) {
        // Of the four, two are the same in both forms.
        if (how == FloatCompare::any_bits && less == when_missing) continue;
        text += fmt::format("    wrong |= {}(({}) != ({}));\n", how == FloatCompare::calm_bits ? "calm & " : "",
                            bit_condition("x", InputType::float32, condition, how), value);
      }
    }
  }
  return text;
}

TEST(Bits, DecideAsTheNumberForEveryFloat) {
  const Workbench bench;
  bench.write("all.cpp", fmt::format("{}{}{}", embedded_text("runtime/include/espalier/runtime.hpp"),
                                     embedded_text("runtime/include/espalier/bits.hpp"),
                                     embedded_text("runtime/include/espalier/calm.hpp")) +
                             "using namespace espalier::runtime_1;\n"
                             "int main() {\n"
                             "  uint32_t wrong = 0;\n"
                             "  for (uint32_t high = 0; high < 65536; ++high) {\n"
                             "    for (uint32_t low = 0; low < 65536; ++low) {\n"
                             "    const uint32_t pattern = high << 16 | low;\n"
                             "    const float x = __builtin_bit_cast(float, pattern);\n"
                             "    const bool calm = !is_negative_nan(pattern);\n" +
                             checks(2.5) + checks(-0.375) +
                             "    wrong |= ((ubits(x) & 0x7fffffffU) <= 0x7f800000U) != (x == x);\n"
                             "    }\n"
                             "  }\n"
                             "  return wrong != 0 ? 1 : 0;\n"
                             "}\n");
  ASSERT_TRUE(bench.run({"g++", "-std=c++17", "-O3", "-march=native", "all.cpp", "-o", "all"}));
  double seconds = 0;
  EXPECT_TRUE(bench.run({"./all"}, &seconds));
  RecordProperty("seconds", std::to_string(seconds));
}

class FastMath : public ::testing::TestWithParam<const char*> {};

TEST_P(FastMath, BitsNeedNoNaNOfTheCompilers) {
  if (!installed(GetParam())) GTEST_SKIP() << GetParam() << " is not installed";
  for (const char* golden : {"missing_speed", "surrogate", "fractional_regression"}) {
    const std::string path = fmt::format("{0}/tests/golden/{1}/{1}.json", ESPALIER_SOURCE_DIR, golden);
    const Model model = read_model(read_file(path), path);
    for (const Goal goal : {Goal::speed, Goal::size}) {
      LowerOptions options;
      options.goal = goal;
      const Emitted emitted = emit(model, options);
      VerifyOptions verify;
      verify.compiler = GetParam();
      verify.flags = {"-std=c++17", "-O2", "-ffast-math"};
      const Verification result = verify_files(model, {{"", emitted.header}}, emitted.record, verify);
      EXPECT_TRUE(result.passed()) << golden << ": " << result.mismatches << " mismatches " << result.failure;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Compilers, FastMath, ::testing::Values("g++", "clang++"), [](const auto& which) {
  return std::string(which.param) == "g++" ? std::string("Gcc") : std::string("Clang");
});

}  // namespace

}  // namespace espalier::e2e::bits_test
