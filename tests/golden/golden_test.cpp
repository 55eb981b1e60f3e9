// Each tests/golden/<case>/: the header is made again and compared byte for byte; the golden itself is compiled with
// every compiler that is installed, in every standard, and run against the model's interpreter on every boundary
// vector.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "support/sandbox.hpp"

namespace espalier::tool_test::golden_test {
namespace {

namespace fs = std::filesystem;

const std::string kSource = ESPALIER_SOURCE_DIR;

const char* const kWarnings =
    "-ffreestanding -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Wshadow "
    "-Werror";

// Cases whose output is <case>.hpp; golden_c_test.cpp has those in C.
std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kSource + "/tests/golden")) {
    const std::string name = entry.path().filename().string();
    if (fs::exists(entry.path() / (name + ".hpp"))) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public ::testing::TestWithParam<std::string> {
 protected:
  const std::string& name() const { return GetParam(); }
  std::string header() const { return kSource + "/tests/golden/" + name() + "/" + name() + ".hpp"; }

  // Makes <case>.hpp and <case>.json in the sandbox.
  void make() const {
    const Outcome made =
        box.run_program({kSource + "/scripts/update-goldens", "--tool", ESPALIER_TOOL, "--into", ".", name()});
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  // Two units that include the header, twice each.
  void write_units() const {
    const std::string include = "#include \"" + header() + "\"\n";
    const std::string call = name() + "::predict(" + name() + "::Input())";
    const std::string function = "decltype(" + call + ") from_one()";
    box.write("one.cpp", include + include + function + ";\n" + function + " { return " + call + "; }\n");
    box.write("two.cpp",
              include + include + function + ";\n" + "int main() { return from_one() == " + call + " ? 0 : 1; }\n");
  }
  bool has(const std::string& compiler) const { return box.shell("command -v " + compiler).exit_code == 0; }
  void expect_clean(const std::string& command) const {
    const Outcome outcome = box.shell(command);
    EXPECT_EQ(outcome.exit_code, 0) << command << "\n" << outcome.err;
    EXPECT_EQ(outcome.err, "") << command;
  }

  Sandbox box;
};

TEST_P(Golden, IsWhatTheToolWrites) {
  make();
  const std::string made = box.read(name() + ".hpp");
  const Outcome difference = box.shell("diff -u '" + header() + "' " + name() + ".hpp | head -n 40");
  EXPECT_EQ(difference.out, "") << "If this is wanted: scripts/update-goldens " << name();
  EXPECT_FALSE(made.empty());
}

TEST_P(Golden, CompilesWithGcc) {
  if (!has("g++")) GTEST_SKIP() << "g++ is not installed";
  write_units();
  for (const std::string standard : {"11", "14", "17", "20", "2b"}) {
    expect_clean("g++ -std=c++" + standard + " -fsyntax-only " + kWarnings + " one.cpp");
  }
  expect_clean(std::string("g++ -std=c++11 -fsyntax-only -DESPALIER_COUNT_RULES ") + kWarnings + " one.cpp");
  expect_clean("g++ -std=c++11 -O2 one.cpp two.cpp -o linked && ./linked");
}

TEST_P(Golden, CompilesWithClang) {
  if (!has("clang++")) GTEST_SKIP() << "clang++ is not installed";
  write_units();
  for (const std::string standard : {"11", "14", "17", "20", "2b"}) {
    expect_clean("clang++ -std=c++" + standard + " -fsyntax-only " + kWarnings + " one.cpp");
  }
  expect_clean(std::string("clang++ -std=c++20 -fsyntax-only -DESPALIER_COUNT_RULES ") + kWarnings + " one.cpp");
  expect_clean("clang++ -std=c++20 -O1 one.cpp two.cpp -o linked && ./linked");
}

TEST_P(Golden, CompilesForAvr) {
  if (!has("avr-g++")) GTEST_SKIP() << "avr-g++ is not installed";
  write_units();
  // Its double has 32 bits: a predictor that needs 64 says so instead of answering otherwise.
  const bool needs_double = box.shell("grep -q '^  double ' '" + header() + "'").exit_code == 0;
  for (const std::string standard : {"11", "14"}) {
    const std::string command =
        "avr-g++ -mmcu=atmega328p -Os -std=c++" + standard + " -c " + kWarnings + " one.cpp -o one.o";
    if (needs_double) {
      EXPECT_THAT(box.shell(command).err, ::testing::HasSubstr("this predictor compares 64-bit doubles"));
    } else {
      expect_clean(command);
    }
  }
}

TEST_P(Golden, CompilesForCortexM0) {
  if (!has("arm-none-eabi-g++")) GTEST_SKIP() << "arm-none-eabi-g++ is not installed";
  write_units();
  for (const std::string standard : {"11", "17"}) {
    expect_clean("arm-none-eabi-g++ -mcpu=cortex-m0 -mthumb -Os -std=c++" + standard + " -c " + kWarnings +
                 " one.cpp -o one.o");
  }
}

TEST_P(Golden, AnswersAsTheModelDoes) {
  make();
  for (const char* compiler : {"g++", "clang++"}) {
    if (!has(compiler)) continue;
    const Outcome verified =
        expect_success(box, {"verify", name() + ".json", header(), "--compiler", compiler, "--no-coverage"});
    EXPECT_THAT(verified.out, ::testing::HasSubstr(" 0 mismatches")) << compiler;
    EXPECT_EQ(verified.err, "") << compiler;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, Golden, ::testing::ValuesIn(cases()), [](const auto& tested) { return tested.param; });

// What the cases are there for.
TEST(GoldenCases, CoverWhatTheyAreThereFor) {
  const auto text = [](const std::string& name) {
    const Sandbox box;
    return box.shell("cat " + kSource + "/tests/golden/" + name + "/" + name + ".hpp").out;
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(text("iris"), HasSubstr("float petal_length;"));
  EXPECT_THAT(text("golf"), HasSubstr("OutlookValue::overcast"));
  EXPECT_THAT(text("golf_id3"), HasSubstr("WindyValue::true_"));
  EXPECT_THAT(text("stagec"), HasSubstr("missing_int32"));
  EXPECT_THAT(text("stagec"), HasSubstr("!(row.g2 > "));
  EXPECT_THAT(text("iris_table"), HasSubstr("static constexpr int32_t thresholds[8] ESPALIER_FLASH = {"));
  EXPECT_THAT(text("stagec_table"), HasSubstr("!= missing_int32 ? static_cast<int32_t>("));
  EXPECT_THAT(text("needs_double"), HasSubstr("double seconds;"));
  EXPECT_THAT(text("single_leaf"), HasSubstr("rule_count = 1,"));
  EXPECT_THAT(text("ordinal"), HasSubstr("SizeValue::s || row.size == SizeValue::m"));
  EXPECT_THAT(text("by_hand"), HasSubstr("uint8_t humidity;"));
  EXPECT_THAT(text("regression"), HasSubstr("__FAST_MATH__"));
  EXPECT_THAT(text("regression"), HasSubstr("whole_of_real(values[1], ::espalier::runtime_1::numbers<int32_t>(true))"));
  EXPECT_THAT(text("groups"), HasSubstr("(colour not in {red, brown} or missing) and shape = round => apple"));
  EXPECT_THAT(text("regression"), HasSubstr("return 120.1f;  // rule 1: 5 rows, mean 120.1"));
  EXPECT_THAT(text("surrogate"), HasSubstr("row.current == row.current ? row.current <= 2.4499998f\n"));
  EXPECT_THAT(text("fractional"), HasSubstr("blend.shares[0] += part_1;"));
  EXPECT_THAT(text("fractional_regression"), HasSubstr("Value value_of(const Blend& blend)"));
  EXPECT_THAT(text("intervals"), HasSubstr("if (row.age != missing_int32) {"));
  EXPECT_THAT(text("groups"), HasSubstr("if (row.colour == ColourValue::red) {"));
  EXPECT_THAT(text("forest_vote"), HasSubstr("using Sum = uint8_t;"));
  EXPECT_THAT(text("forest_mean_size"), HasSubstr("bits(row.y)"));
  EXPECT_THAT(text("forest_numbers"), HasSubstr("return static_cast<float>(sums[0]) / 3.0f * 0.0625f;"));
}

}  // namespace
}  // namespace espalier::tool_test::golden_test
