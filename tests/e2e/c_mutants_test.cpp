// verify catches tampering with C headers, on the boundary vectors and the texts: each mutant differs from the original
// in one place and must fail.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <regex>

#include "audit/verify.hpp"
#include "e2e/c_workbench.hpp"
#include "model/model_json.hpp"
#include "support/files.hpp"
#include "support/sample_models.hpp"

namespace espalier::e2e::c_mutants_test {

namespace {

using Rewrite = std::function<std::string(const std::smatch&)>;

// From the first function that answers on, where every match becomes something else, one at a time.
std::vector<std::string> mutants(const std::string& header, const std::string& pattern, const Rewrite& rewrite) {
  const std::regex regex(pattern);
  const std::size_t begin = header.find("\nstatic inline", header.find("} subject_under_test_columns;"));
  const std::string text = header.substr(begin);
  std::vector<std::string> all;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    const std::string becomes = rewrite(*match);
    if (becomes == match->str()) continue;
    std::string mutated = header;
    mutated.replace(begin + static_cast<std::size_t>(match->position()), static_cast<std::size_t>(match->length()),
                    becomes);
    all.push_back(mutated);
  }
  return all;
}

std::string fixed(const std::smatch& match, std::size_t group, const std::string& becomes) {
  std::string text = match.str();
  return text.replace(static_cast<std::size_t>(match.position(group) - match.position(0)), match.str(group).size(),
                      becomes);
}

std::string opposite(const std::string& compare) {
  if (compare == "<=") return ">";
  if (compare == ">") return "<=";
  if (compare == "<") return ">=";
  return compare == "==" ? "!=" : "==";
}

void expect_all_caught(const Model& model, const Emitted& emitted, const std::string& pattern, const Rewrite& rewrite,
                       std::size_t at_least) {
  VerifyOptions verify;
  verify.compiler = "gcc";
  verify.flags = {"-std=c99", "-O0"};
  const std::vector<std::string> all = mutants(emitted.header, pattern, rewrite);
  for (const std::string& mutant : all) {
    const Verification result = verify_files(model, {{"", mutant}}, emitted.record, verify);
    EXPECT_TRUE(result.compiled) << pattern << "\n" << result.failure;
    EXPECT_FALSE(result.passed()) << pattern << " survived in\n" << mutant;
  }
  EXPECT_GE(all.size(), at_least) << pattern;
}

class CMutants : public ::testing::TestWithParam<BodyForm> {
 protected:
  Emitted emitted(const Model& model) const {
    LowerOptions options;
    options.form = GetParam();
    return emit_c(model, options);
  }
};

TEST_P(CMutants, OfTestsAreCaught) {
  const Model model = sample::golf();
  const Emitted subject = emitted(model);
  expect_all_caught(
      model, subject, R"(row->\w+ (<=|>|<|==|!=) )",
      [](const auto& match) { return fixed(match, 1, opposite(match.str(1))); }, 8);
  expect_all_caught(
      model, subject, R"(row->humidity (?:<=|>) (\d+))",
      [](const auto& match) { return fixed(match, 1, std::to_string(std::stoi(match.str(1)) + 1)); }, 2);
  expect_all_caught(
      model, subject, R"(row->humidity (?:<=|>) (\d+))",
      [](const auto& match) { return fixed(match, 1, std::to_string(std::stoi(match.str(1)) - 1)); }, 2);
}

TEST_P(CMutants, OfAnswersAreCaught) {
  const Model model = sample::golf();
  const Emitted subject = emitted(model);
  expect_all_caught(
      model, subject, R"((?:return|result =) (?:\(\w+\))?(subject_under_test_label_\w+);)",
      [](const auto& match) {
        const bool play = match.str(1) == "subject_under_test_label_play";
        return fixed(match, 1, play ? "subject_under_test_label_don_t_play" : "subject_under_test_label_play");
      },
      4);
  expect_all_caught(
      model, subject, R"((?:return|result =) (\d+)U?;)",
      [](const auto& match) { return fixed(match, 1, std::to_string(std::stoi(match.str(1)) % 5 + 1)); }, 5);
}

TEST_P(CMutants, OfTextsTablesAndBatchesAreCaught) {
  const Model model = sample::golf();
  const Emitted subject = emitted(model);
  expect_all_caught(
      model, subject, R"re(\n      ("[^"\n]+"),)re", [](const auto& match) { return fixed(match, 1, "\"other\""); }, 9);
  expect_all_caught(
      model, subject, R"(out\[\d\] = (\d\.\d+f);)", [](const auto& match) { return fixed(match, 1, "0.25f"); }, 2);
  expect_all_caught(
      model, subject, R"(&rows\[i\])", [](const auto&) { return std::string("&rows[0]"); }, 1);
  expect_all_caught(
      model, subject, R"(columns->\w+\[(i)\])", [](const auto& match) { return fixed(match, 1, "0"); }, 2);
}

TEST_P(CMutants, OfBlendsAreCaught) {
  const std::string path = std::string(ESPALIER_SOURCE_DIR) + "/tests/golden/fractional/fractional.json";
  const Model model = read_model(read_file(path), path);
  const Emitted subject = emitted(model);
  expect_all_caught(
      model, subject, R"(, (\d{4,})U\))",
      [](const auto& match) { return fixed(match, 1, std::to_string(std::stoul(match.str(1)) + 1)); }, 6);
  expect_all_caught(
      model, subject, R"(shares\[(\d)\] \+=)",
      [](const auto& match) { return fixed(match, 1, match.str(1) == "0" ? "1" : "0"); }, 3);
  expect_all_caught(
      model, subject, R"(detail_arrive\(\w+, (\d+))",
      [](const auto& match) { return fixed(match, 1, std::to_string(std::stoi(match.str(1)) + 1)); }, 3);
}

TEST_P(CMutants, OfRegressionsAreCaught) {
  const Model model = sample::regression_sample();
  const Emitted subject = emitted(model);
  expect_all_caught(
      model, subject, R"((?:return|result =) (\d+\.\d+f);)",
      [](const auto& match) { return fixed(match, 1, match.str(1).insert(match.str(1).find('f'), "1")); }, 3);
}

INSTANTIATE_TEST_SUITE_P(Forms, CMutants, ::testing::Values(BodyForm::early_return, BodyForm::single_exit),
                         [](const auto& form) { return form.param == BodyForm::early_return ? "plain" : "misra"; });

}  // namespace

}  // namespace espalier::e2e::c_mutants_test
