// The goldens in C: made again and compared byte for byte, compiled with every C compiler that is installed in every
// standard, included twice in each of two units and in C++, and run against the model's interpreter.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test::golden_c_test {
namespace {

namespace fs = std::filesystem;

const std::string kSource = ESPALIER_SOURCE_DIR;
const std::string kWarnings =
    " -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Wshadow -Werror -ffreestanding ";

// Cases whose output is <case>.h.
std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kSource + "/tests/golden")) {
    const std::string name = entry.path().filename().string();
    if (fs::exists(entry.path() / (name + ".h"))) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenC : public ::testing::TestWithParam<std::string> {
 protected:
  const std::string& name() const { return GetParam(); }
  std::string header() const { return kSource + "/tests/golden/" + name() + "/" + name() + ".h"; }

  // Makes <case>.h and <case>.json in the sandbox.
  void make() const {
    const Outcome made =
        box.run_program({kSource + "/scripts/update-goldens", "--tool", ESPALIER_TOOL, "--into", ".", name()});
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  // Two units that include the header, twice each.
  void write_units() const {
    const std::string include = "#include \"" + header() + "\"\n";
    const std::string function = "unsigned long from_one(const " + name() + "_input* row)";
    const std::string call = "(unsigned long)" + name() + "_predict(row)";
    box.write("one.c", include + include + function + ";\n" + function + " { return " + call + "; }\n");
    box.write("two.c", include + include + function + ";\n" + "int main(void) {\n  static " + name() +
                           "_input zero;\n  const " + name() +
                           "_input* row = &zero;\n  return from_one(row) == " + call + " ? 0 : 1;\n}\n");
  }
  bool has(const std::string& compiler) const { return box.shell("command -v " + compiler).exit_code == 0; }
  void expect_clean(const std::string& command) const {
    const Outcome outcome = box.shell(command);
    EXPECT_EQ(outcome.exit_code, 0) << command << "\n" << outcome.err;
    EXPECT_EQ(outcome.err, "") << command;
  }

  Sandbox box;
};

TEST_P(GoldenC, IsWhatTheToolWrites) {
  make();
  const Outcome difference = box.shell("diff -u '" + header() + "' " + name() + ".h | head -n 40");
  EXPECT_EQ(difference.out, "") << "If this is wanted: scripts/update-goldens " << name();
  EXPECT_FALSE(box.read(name() + ".h").empty());
}

TEST_P(GoldenC, CompilesWithGccAndClang) {
  write_units();
  for (const std::string compiler : {"gcc", "clang"}) {
    if (!has(compiler)) continue;
    for (const std::string standard : {"c99", "c11", "c17"}) {
      expect_clean(compiler + " -std=" + standard + " -fsyntax-only" + kWarnings + "one.c");
    }
    expect_clean(compiler + " -std=c99 -O2 one.c two.c -o linked && ./linked");
  }
}

TEST_P(GoldenC, CompilesAsCpp) {
  if (!has("g++")) GTEST_SKIP() << "g++ is not installed";
  write_units();
  expect_clean("g++ -x c++ -std=c++11 -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror one.c");
}

TEST_P(GoldenC, CompilesForChips) {
  write_units();
  // AVR's double has 32 bits: a predictor that needs 64 says so instead of answering otherwise.
  const bool needs_double = box.shell("grep -q DBL_MANT_DIG '" + header() + "'").exit_code == 0;
  const std::string avr = "avr-gcc -mmcu=atmega328p -Os -std=c99" + kWarnings + "-c one.c -o one.o";
  if (has("avr-gcc") && needs_double) {
    EXPECT_THAT(box.shell(avr).err, ::testing::ContainsRegex("this predictor (compares|adds up) 64-bit doubles"));
  } else if (has("avr-gcc")) {
    expect_clean(avr);
  }
  if (has("arm-none-eabi-gcc")) {
    expect_clean("arm-none-eabi-gcc -mcpu=cortex-m0 -mthumb -Os -std=c11" + kWarnings + "-c one.c -o one.o");
  }
}

TEST_P(GoldenC, AnswersAsTheModelDoes) {
  make();
  for (const char* compiler : {"gcc", "clang"}) {
    if (!has(compiler)) continue;
    const Outcome verified =
        expect_success(box, {"verify", name() + ".json", header(), "--compiler", compiler, "--no-coverage"});
    EXPECT_THAT(verified.out, ::testing::HasSubstr(" 0 mismatches")) << compiler;
    EXPECT_EQ(verified.err, "") << compiler;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, GoldenC, ::testing::ValuesIn(cases()), [](const auto& tested) { return tested.param; });

// What the cases are there for.
TEST(GoldenCCases, CoverWhatTheyAreThereFor) {
  const auto text = [](const std::string& name) {
    std::ifstream file(kSource + "/tests/golden/" + name + "/" + name + ".h");
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(text("c_iris"), HasSubstr("return c_iris_label_setosa;"));
  EXPECT_THAT(text("c_golf_misra"), HasSubstr("result = (c_golf_misra_label)c_golf_misra_label_play;"));
  EXPECT_THAT(text("c_stagec_misra"), HasSubstr("!= c_stagec_misra_missing_int32)"));
  EXPECT_THAT(text("c_regression"), HasSubstr("typedef float c_regression_value;"));
  EXPECT_THAT(text("c_surrogate_misra"), HasSubstr("(row->current == row->current) ? (row->current <= 2.4499998f)\n"));
  EXPECT_THAT(text("c_fractional"), HasSubstr("blend->shares[0] += part_1;"));
  EXPECT_THAT(text("c_fractional_regression_misra"), HasSubstr("uint32_t part_0 = weight;"));
  EXPECT_THAT(text("c_hostile_names"), HasSubstr("c_hostile_names_parse_"));
  EXPECT_THAT(text("c_single_leaf"), HasSubstr("uint8_t unused;"));
}

}  // namespace
}  // namespace espalier::tool_test::golden_c_test
