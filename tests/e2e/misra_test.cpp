// cppcheck's MISRA addon finds nothing in C headers of --style misra but what docs/c.md lists as deviations.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "e2e/c_workbench.hpp"
#include "model/decision_threshold.hpp"
#include "model/model_json.hpp"
#include "support/files.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::misra_test {

namespace {

bool has_addon(const Workbench& bench) {
  bench.write("probe.c", "int probe(int x);\nint probe(int x) { if (x > 0) return 1; return 0; }\n");
  const ProcessResult result = bench.try_run({"cppcheck", "--addon=misra", "--quiet", "probe.c"});
  return result.succeeded() && result.output.find("misra-c2012-15.5") != std::string::npos;
}

// "7.2 at subject.h:31: uint8_t x;" for every finding that is not a deviation.
std::set<std::string> findings(const Workbench& bench, const std::string& header) {
  bench.write("subject.h", header);
  bench.write("unit.c", "#include \"subject.h\"\n");
  // The addon does not look into system headers: where a header asks for 64-bit doubles it is told.
  const ProcessResult result =
      bench.try_run({"cppcheck", "--addon=misra", "--std=c99", "--quiet", "-DDBL_MANT_DIG=53", "unit.c"});
  EXPECT_TRUE(result.succeeded()) << result.output;
  std::vector<std::string> source = {""};
  std::istringstream text(header);
  for (std::string line; std::getline(text, line);) source.push_back(line);
  std::set<std::string> found;
  std::istringstream lines(result.output);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t rule = line.rfind("[misra-c2012-");
    if (rule == std::string::npos || !line.starts_with("subject.h:")) continue;
    const std::string number = line.substr(rule + 13, line.rfind(']') - rule - 13);
    const std::string& code = source.at(std::stoul(line.substr(10)));
    // 2.4: the addon takes an enumeration without a tag for one with a tag that nothing uses.
    if (number == "2.4" && code == "enum {") continue;
    // 2.5, advisory: the constant for a missing value is there for those who fill the rows.
    if (number == "2.5" && code.find("_missing_") != std::string::npos) continue;
    // 10.4: it looks into the comparisons on both sides of a colon; each is a Boolean.
    if (number == "10.4" && code.substr(code.find_first_not_of(' ')).starts_with(": ")) continue;
    found.insert(fmt::format("{} at line {}: {}", number, line.substr(10, line.find(':', 10) - 10), code));
  }
  return found;
}

Model golden(const std::string& name) {
  const std::string path = fmt::format("{0}/tests/golden/{1}/{1}.json", ESPALIER_SOURCE_DIR, name);
  return read_model(read_file(path), path);
}

class MisraC : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!installed("cppcheck") || !has_addon(bench)) GTEST_SKIP() << "cppcheck or its MISRA addon is not installed";
  }

  void expect_clean(const Model& model, LowerOptions options = {}) const {
    options.form = BodyForm::single_exit;
    for (const std::string& finding : findings(bench, emit_c(model, options).header)) ADD_FAILURE() << finding;
  }

  Workbench bench;
};

TEST_F(MisraC, FindsWhatThePlainStyleDoes) {
  const std::set<std::string> found = findings(bench, emit_c(sample::golf()).header);
  EXPECT_NE(found.lower_bound("15.5 at"), found.end());
}

TEST_F(MisraC, CategoriesAndLabels) {
  expect_clean(sample::golf());
}

TEST_F(MisraC, MissingValuesAndSmallTypes) {
  LowerOptions options;
  options.input_types = {{"humidity", InputType::uint8}};
  Model model = sample::golf();
  model.missing = MissingPolicy::majority;
  expect_clean(model, options);
  expect_clean(golden("intervals"));
}

TEST_F(MisraC, Regression) {
  expect_clean(golden("regression"));
}

TEST_F(MisraC, Blends) {
  expect_clean(golden("fractional"));
  expect_clean(golden("fractional_regression"));
}

TEST_F(MisraC, BlendsThatDecideByAThreshold) {
  Model model = sample::fractional_golf();
  set_decision_threshold({1, 0.4}, model);
  expect_clean(model);
  model.smoothing = {SmoothingKind::laplace, 0};
  set_decision_threshold({1, 0.4}, model);
  expect_clean(model);
}

TEST_F(MisraC, Surrogates) {
  expect_clean(golden("surrogate"));
}

TEST_F(MisraC, TreesOfSeveralFunctions) {
  expect_clean(sample::chain(150));
}

}  // namespace

}  // namespace espalier::e2e::misra_test
