// Each tests/golden_sources/<case>/: header and parts are made again and compared byte for byte; the golden files are
// compiled with every compiler that is installed, in every standard, linked with two units that include the header
// twice, and run against the model's interpreter on every boundary vector.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

#include "support/sandbox.hpp"

namespace espalier::tool_test::golden_sources_test {
namespace {

namespace fs = std::filesystem;

const std::string kSource = ESPALIER_SOURCE_DIR;

const char* const kWarnings =
    "-ffreestanding -fno-exceptions -fno-rtti -Wall -Wextra -Wpedantic -Wconversion -Wdouble-promotion -Wshadow "
    "-Wmissing-declarations -Werror";

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kSource + "/tests/golden_sources")) {
    if (fs::exists(entry.path() / "arguments")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenSources : public ::testing::TestWithParam<std::string> {
 protected:
  const std::string& name() const { return GetParam(); }
  std::string folder() const { return kSource + "/tests/golden_sources/" + name(); }
  bool has(const std::string& compiler) const { return box.shell("command -v " + compiler).exit_code == 0; }
  void expect_clean(const std::string& command) const {
    const Outcome outcome = box.shell(command);
    EXPECT_EQ(outcome.exit_code, 0) << command << "\n" << outcome.err;
    EXPECT_EQ(outcome.err, "") << command;
  }
  void compiles_with(const std::string& compiler) const {
    if (!has(compiler)) GTEST_SKIP() << compiler << " is not installed";
    const std::string include = "#include \"" + folder() + "/" + name() + ".hpp\"\n";
    const std::string call = name() + "::predict(" + name() + "::Input())";
    const std::string function = "decltype(" + call + ") from_one()";
    box.write("one.cpp", include + include + function + ";\n" + function + " { return " + call + "; }\n");
    box.write("two.cpp",
              include + include + function + ";\n" + "int main() { return from_one() == " + call + " ? 0 : 1; }\n");
    for (const std::string standard : {"11", "14", "17", "20"}) {
      expect_clean("for part in '" + folder() + "'/*.cpp; do " + compiler + " -std=c++" + standard + " -fsyntax-only " +
                   kWarnings + " \"$part\" || exit 1; done");
    }
    expect_clean(compiler + " -std=c++11 -O2 one.cpp two.cpp '" + folder() + "'/*.cpp -o linked && ./linked");
  }

  Sandbox box;
};

TEST_P(GoldenSources, AreWhatTheToolWrites) {
  const Outcome made = box.run_program(
      {kSource + "/scripts/update-goldens", "--tool", ESPALIER_TOOL, "--into", ".", "--sources", name()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const Outcome difference =
      box.shell("for golden in '" + folder() + "'/" + name() +
                "*.?pp; do diff -u \"$golden\" \"$(basename \"$golden\")\"; done | head -n 40; ls " + name() +
                "*.?pp | wc -l; ls '" + folder() + "'/" + name() + "*.?pp | wc -l");
  const std::string count = difference.out.substr(0, difference.out.find('\n') + 1);
  EXPECT_EQ(difference.out, count + count) << "If this is wanted: scripts/update-goldens --sources " << name();
}

TEST_P(GoldenSources, CompileWithGcc) {
  compiles_with("g++");
}

TEST_P(GoldenSources, CompileWithClang) {
  compiles_with("clang++");
}

TEST_P(GoldenSources, AnswerAsTheModelDoes) {
  const Outcome made = box.run_program(
      {kSource + "/scripts/update-goldens", "--tool", ESPALIER_TOOL, "--into", ".", "--sources", name()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  for (const char* compiler : {"g++", "clang++"}) {
    if (!has(compiler)) continue;
    const Outcome verified = expect_success(
        box, {"verify", name() + ".json", folder() + "/" + name() + ".hpp", "--compiler", compiler, "--no-coverage"});
    EXPECT_THAT(verified.out, ::testing::HasSubstr(" 0 mismatches")) << compiler;
    EXPECT_EQ(verified.err, "") << compiler;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, GoldenSources, ::testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace espalier::tool_test::golden_sources_test
