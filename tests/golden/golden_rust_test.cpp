// The goldens in Rust: made again and compared byte for byte, compiled without the standard library in two editions by
// every rustc that is installed, and run against the model's interpreter.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test::golden_rust_test {
namespace {

namespace fs = std::filesystem;

const std::string kSource = ESPALIER_SOURCE_DIR;

// Cases whose output is <case>.rs.
std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kSource + "/tests/golden")) {
    const std::string name = entry.path().filename().string();
    if (fs::exists(entry.path() / (name + ".rs"))) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenRust : public ::testing::TestWithParam<std::string> {
 protected:
  const std::string& name() const { return GetParam(); }
  std::string module() const { return kSource + "/tests/golden/" + name() + "/" + name() + ".rs"; }

  // Makes <case>.rs and <case>.json in the sandbox.
  void make() const {
    const Outcome made =
        box.run_program({kSource + "/scripts/update-goldens", "--tool", ESPALIER_TOOL, "--into", ".", name()});
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  // The system's, which is older, and the user's.
  std::vector<std::string> compilers() const {
    std::vector<std::string> found;
    for (const std::string compiler : {"/usr/bin/rustc", "rustc"}) {
      const Outcome where = box.shell("command -v " + compiler + " && " + compiler + " --version");
      if (where.exit_code == 0 && (found.empty() || where.out.find("/usr/bin/rustc\n") != 0)) found.push_back(compiler);
    }
    return found;
  }

  Sandbox box;
};

TEST_P(GoldenRust, IsWhatTheToolWrites) {
  make();
  const Outcome difference = box.shell("diff -u '" + module() + "' " + name() + ".rs | head -n 40");
  EXPECT_EQ(difference.out, "") << "If this is wanted: scripts/update-goldens " << name();
  EXPECT_FALSE(box.read(name() + ".rs").empty());
}

// What optimized code cannot reach is gone: no function is left that could end the program.
TEST_P(GoldenRust, CompilesWithoutWarningsAndPanics) {
  if (compilers().empty()) GTEST_SKIP() << "rustc is not installed";
  box.write("user.rs", "#![no_std]\n#[path = \"" + module() + "\"]\npub mod subject;\n");
  box.write("program.rs", "#[path = \"" + module() + "\"]\nmod subject;\nfn main() {}\n");
  for (const std::string& compiler : compilers()) {
    for (const std::string edition : {"2018", "2021"}) {
      const std::string command = compiler + " --edition=" + edition + " -D warnings -F unsafe-code ";
      const Outcome built = box.shell(command + "-O --crate-type=rlib --emit=obj user.rs -o user.o");
      EXPECT_EQ(built.exit_code, 0) << command << built.err;
      EXPECT_EQ(built.err, "") << command;
      const Outcome used = box.shell(command + "--emit=metadata program.rs -o program.rmeta");
      EXPECT_EQ(used.exit_code, 0) << command << used.err;
    }
    EXPECT_EQ(box.shell("nm user.o | grep -i panic").out, "") << compiler;
  }
}

TEST_P(GoldenRust, AnswersAsTheModelDoes) {
  if (compilers().empty()) GTEST_SKIP() << "rustc is not installed";
  make();
  for (const std::string& compiler : compilers()) {
    const Outcome verified = expect_success(box, {"verify", name() + ".json", module(), "--compiler", compiler});
    EXPECT_THAT(verified.out, ::testing::HasSubstr(" 0 mismatches")) << compiler;
    EXPECT_EQ(verified.err, "") << compiler;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, GoldenRust, ::testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param; });

// What the cases are there for.
TEST(GoldenRustCases, CoverWhatTheyAreThereFor) {
  const auto text = [](const std::string& name) {
    std::ifstream file(kSource + "/tests/golden/" + name + "/" + name + ".rs");
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(text("rust_iris"), HasSubstr("return Label::Setosa;"));
  EXPECT_THAT(text("rust_golf"), HasSubstr("if row.outlook == Outlook::Overcast {\n"));
  EXPECT_THAT(text("rust_regression"), HasSubstr("pub type Value = f32;"));
  EXPECT_THAT(text("rust_surrogate"), HasSubstr("if if !row.current.is_nan() { row.current <= 2.4499998 }\n"));
  EXPECT_THAT(text("rust_fractional"), HasSubstr("blend.shares[0] += part_1;"));
  EXPECT_THAT(text("rust_fractional_regression"), HasSubstr("blend.sum += i64::from("));
  EXPECT_THAT(text("rust_forest_vote"), HasSubstr("sums[0] += 1;  // rule 1: \"a\"\n"));
  EXPECT_THAT(text("rust_forest_mean"), HasSubstr("*share = *sum as f32 / 196608.0;"));
  EXPECT_THAT(text("rust_forest_numbers"), HasSubstr("sums[0] as f32 / 3.0 * 0.0625"));
  EXPECT_THAT(text("rust_forest_scores"), HasSubstr("if sums[0] > 0 {\n        Label::Yes\n"));
  EXPECT_THAT(text("rust_threshold"), HasSubstr("fn smoothed_share("));
  EXPECT_THAT(text("rust_threshold"), HasSubstr("MISSING_I32"));
}

}  // namespace
}  // namespace espalier::tool_test::golden_rust_test
