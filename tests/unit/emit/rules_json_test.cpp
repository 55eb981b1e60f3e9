#include "emit/rules_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/sample_models.hpp"

namespace espalier::rules_json_test {
namespace {

using nlohmann::json;

json rules_of(const Model& model) {
  EmitOptions options;
  options.language = Language::rules;
  options.model_sha256 = "abc";
  return json::parse(emit_rules(model, lower(model, {}), options));
}

TEST(RulesJson, SaysWhatItIs) {
  const json file = rules_of(sample::golf());
  EXPECT_EQ(file["format"], "espalier-rules");
  EXPECT_EQ(file["version"], 1);
  EXPECT_EQ(file["espalier"]["language"], "rules");
  EXPECT_EQ(file["espalier"]["model"], "abc");
  EXPECT_EQ(file["task"], "classification");
  EXPECT_EQ(file["target"], "play");
  EXPECT_EQ(file["features"][0]["categories"].size(), 3U);
}

// Rule 2: outlook = sunny, humidity > 75: Don't Play (3).
TEST(RulesJson, HasARulePerLeafInReadingOrder) {
  const json rules = rules_of(sample::golf())["rules"];
  ASSERT_EQ(rules.size(), 5U);
  for (std::size_t i = 0; i < rules.size(); ++i) EXPECT_EQ(rules[i]["id"], i + 1);
  const json& second = rules[1];
  EXPECT_EQ(second["answer"], "Don't Play");
  EXPECT_EQ(second["weight"], 3);
  EXPECT_EQ(second["confidence"], 1.0);
  ASSERT_EQ(second["conditions"].size(), 2U);
  EXPECT_EQ(second["conditions"][0]["column"], "outlook");
  EXPECT_EQ(second["conditions"][0]["op"], "in");
  EXPECT_EQ(second["conditions"][0]["values"], json::array({"sunny"}));
  EXPECT_EQ(second["conditions"][1], json::parse(R"({"column":"humidity","op":">","value":75,"missing":true})"));
}

// x <= 3, then x <= 2, then x <= 1: the leaf of (1, 2] has one condition.
TEST(RulesJson, MergesTheConditionsOfAColumn) {
  const json rules = rules_of(sample::chain(3))["rules"];
  ASSERT_EQ(rules.size(), 4U);
  ASSERT_EQ(rules[1]["conditions"].size(), 1U);
  EXPECT_EQ(rules[1]["conditions"][0]["op"], "within");
  EXPECT_EQ(rules[1]["conditions"][0]["above"], 1);
  EXPECT_EQ(rules[1]["conditions"][0]["upto"], 2);
}

TEST(RulesJson, KeepsSurrogatesInTheirOrder) {
  const json rules = rules_of(sample::surrogate_golf())["rules"];
  json with_surrogates;
  for (const json& condition : rules[0]["conditions"]) {
    if (condition.contains("otherwise")) with_surrogates = condition;
  }
  ASSERT_EQ(with_surrogates["otherwise"].size(), 2U);
  EXPECT_EQ(with_surrogates["column"], "humidity");
  EXPECT_EQ(with_surrogates["otherwise"][0], json::parse(R"({"column":"temperature","op":"<=","value":70})"));
  EXPECT_EQ(with_surrogates["otherwise"][1]["column"], "windy");
  EXPECT_TRUE(with_surrogates.contains("missing"));
}

// 5/14 of 2^31, rounded down: 766958445.
TEST(RulesJson, HasTheSharesOfABlend) {
  const json file = rules_of(sample::fractional_golf());
  EXPECT_EQ(file["blend"]["whole"], 2147483648U);
  EXPECT_EQ(file["rules"][0]["conditions"][0]["share"], 766958445U);
  EXPECT_FALSE(file["rules"][0]["conditions"][0].contains("missing"));
  EXPECT_EQ(file["rules"][2]["shares"].size(), 2U);
}

TEST(RulesJson, WritesNumbersThatReadBack) {
  Model model = sample::regression_sample();
  for (Node& node : model.trees.front().nodes) {
    if (node.test == TestKind::less_equal) node.threshold = -0.1 - 0.2;
    if (node.is_leaf()) node.value = -0.0;
  }
  EmitOptions options;
  options.language = Language::rules;
  const std::string text = emit_rules(model, lower(model, {}), options);
  EXPECT_THAT(text, ::testing::HasSubstr("\"value\": -0.30000000000000004,"));
  EXPECT_THAT(text, ::testing::HasSubstr("\"answer\": -0.0,"));
}

}  // namespace
}  // namespace espalier::rules_json_test
