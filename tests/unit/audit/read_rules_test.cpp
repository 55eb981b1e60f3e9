#include "audit/read_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emit/rules_json.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::read_rules_test {
namespace {

std::string golf_rules() {
  EmitOptions options;
  options.language = Language::rules;
  return emit_rules(sample::golf(), lower(sample::golf(), {}), options);
}

std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// outlook, temperature, humidity, windy in the sample's order of features.
std::vector<double> row(double outlook, double humidity) {
  const Model golf = sample::golf();
  std::vector<double> values(golf.features.size(), 0);
  for (std::size_t i = 0; i < golf.features.size(); ++i) {
    if (golf.features[i].name == "outlook") values[i] = outlook;
    if (golf.features[i].name == "humidity") values[i] = humidity;
  }
  return values;
}

TEST(ReadRules, FollowsTheOneRuleThatApplies) {
  const RulesFile rules(golf_rules(), "golf.json", sample::golf());
  EXPECT_EQ(rules.answer(row(0, 75))->rule, 1U);
  EXPECT_EQ(rules.answer(row(0, 75.5))->rule, 2U);
  EXPECT_EQ(rules.answer(row(1, 75.5))->rule, 3U);
}

TEST(ReadRules, HasNoAnswerWhereTwoRulesApplyOrNone) {
  const std::string both = with(golf_rules(), "\"op\": \">\", \"value\": 75", "\"op\": \">\", \"value\": 70");
  EXPECT_FALSE(RulesFile(both, "x", sample::golf()).answer(row(0, 75)));
  const std::string none = with(golf_rules(), "\"op\": \"<=\", \"value\": 75", "\"op\": \"<=\", \"value\": 70");
  EXPECT_FALSE(RulesFile(none, "x", sample::golf()).answer(row(0, 75)));
}

TEST(ReadRules, RefusesWhatIsNoRulesFile) {
  const Model golf = sample::golf();
  const std::string text = golf_rules();
  EXPECT_THROW(RulesFile("{}", "x", golf), Diagnostic);
  EXPECT_THROW(RulesFile(with(text, "\"version\": 1", "\"version\": 2"), "x", golf), Diagnostic);
  EXPECT_THROW(RulesFile(with(text, "\"humidity\", \"op\"", "\"humidor\", \"op\""), "x", golf), Diagnostic);
  EXPECT_THROW(RulesFile(with(text, "\"op\": \"<=\"", "\"op\": \"<\""), "x", golf), Diagnostic);
  EXPECT_THROW(RulesFile(with(text, "\"op\": \"<=\"", "\"op\": \"in\""), "x", golf), Diagnostic);
  EXPECT_THROW(RulesFile(with(text, "\"classification\"", "\"regression\""), "x", golf), Diagnostic);
  EXPECT_THROW(RulesFile(with(text, "\"missing\": false", "\"misssing\": false"), "x", golf), Diagnostic);
}

}  // namespace
}  // namespace espalier::read_rules_test
