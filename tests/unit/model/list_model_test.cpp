// Decision lists as models: what they answer, how they are written, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "model/words.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::list_model_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::uint32_t rule_of(const Model& model, std::vector<double> row) {
  return Interpreter(model).predict(row).rule;
}

// outlook, temperature, humidity, windy
TEST(ListModel, TheFirstRuleThatAppliesAnswers) {
  const Model golf = sample::golf_list();
  EXPECT_EQ(rule_of(golf, {0, 70, 80, 1}), 1U);
  EXPECT_EQ(rule_of(golf, {0, 70, 75, 1}), 3U);
  EXPECT_EQ(rule_of(golf, {2, 70, 80, 1}), 2U);
  EXPECT_EQ(rule_of(golf, {2, 70, 80, 0}), 3U);
  EXPECT_EQ(rule_of(golf, {1, 70, 80, 1}), 3U);
  const Prediction prediction = Interpreter(golf).predict(std::vector<double>{0, 70, 80, 0});
  EXPECT_EQ(prediction.label, 1U);
  EXPECT_EQ(prediction.probabilities, (std::vector<double>{0, 1}));
}

TEST(ListModel, PartsSayWhereMissingValuesGo) {
  Model golf = sample::golf_list();
  EXPECT_EQ(rule_of(golf, {0, 70, kMissing, 0}), 3U);
  golf.missing = MissingPolicy::own_category;
  only_tree(golf).nodes[0].parts[0].missing = true;
  EXPECT_EQ(rule_of(golf, {0, 70, kMissing, 0}), 1U);
  EXPECT_EQ(rule_of(golf, {kUnknownCategory, 70, kMissing, 0}), 3U);
  only_tree(golf).nodes[0].parts[1].missing = true;
  EXPECT_EQ(rule_of(golf, {kUnknownCategory, 70, kMissing, 0}), 1U);
}

TEST(ListModel, IsTheSameAfterWritingAndReading) {
  RandomEngine engine(31);
  for (int i = 0; i < 500; ++i) {
    const Model model = sample::random_list(engine, i % 3 == 0 ? MissingPolicy::refuse : MissingPolicy::own_category);
    const std::string text = write_model(model);
    EXPECT_THAT(text, HasSubstr(is_list(only_tree(model)) ? "\"version\": 3" : "\"version\": "));
    ASSERT_EQ(read_model(text, "m.json"), model) << text;
    ASSERT_EQ(write_model(read_model(text, "m.json")), text);
  }
}

TEST(ListModel, ReadsAsALineForEachRule) {
  EXPECT_EQ(outline_text(sample::golf_list(), only_tree(sample::golf_list()), 10),
            "humidity > 75 and outlook = sunny: Don't Play (3)\n"
            "otherwise, if windy = true and outlook = rain: Don't Play (2)\n"
            "otherwise: Play (9)\n");
  Model golf = sample::golf_list();
  only_tree(golf).nodes[0].parts[0].missing = true;
  EXPECT_THAT(outline_text(golf, only_tree(golf), 1),
              testing::StartsWith("(humidity > 75 or missing) and outlook = sunny: Don't Play (3)\n... 2 more lines"));
}

// sunny, rain and the words that no rule tells apart.
TEST(ListModel, SharesWords) {
  Model golf = sample::golf_list();
  golf.features[0].categories = {"sunny", "fog", "rain", "overcast", "hail"};
  const auto shared = share_words(golf, 2);
  ASSERT_TRUE(shared);
  EXPECT_EQ(shared->features[0].categories.size(), 3U);
  const auto spelled = spell_out_words(*shared);
  ASSERT_TRUE(spelled);
  const Node& first = only_tree(*spelled).nodes[0];
  ASSERT_EQ(first.parts[1].categories.size(), 1U);
  EXPECT_EQ(spelled->features[0].categories[first.parts[1].categories[0]], "sunny");
}

struct Change {
  std::string from;
  std::string to;
  std::string message;
};

TEST(ListModel, WhatBreaksARuleOfTheFormatIsRefused) {
  const std::string valid = write_model(sample::golf_list());
  const std::string first = R"({"feature": 2, "test": "above", "threshold": 75, "gap": [75, 78], "missing": false})";
  const std::string second = R"({"feature": 0, "test": "in", "categories": [0], "missing": false})";
  const std::string place = "trees[0].nodes[0]";
  const std::vector<Change> changes = {
      {R"("version": 3)", R"("version": 2)", place + ".test: decision lists came with version 3 of the format"},
      {R"("version": 3)", R"("version": 1)", place + ".test: decision lists came with version 3 of the format"},
      {"[" + first + ", " + second + "]", "[]", place + ".parts: at least one part is needed"},
      {R"("feature": 2, "test": "above")", R"("feature": 9, "test": "above")",
       place + ".parts[0].feature: there is no feature 9"},
      {R"("feature": 2, "test": "above")", R"("feature": 0, "test": "above")",
       place + ".parts[0].feature: feature 'outlook' is categorical; this test needs a numeric one"},
      {R"("feature": 0, "test": "in")", R"("feature": 2, "test": "in")",
       place + ".parts[1].feature: feature 'humidity' is numeric; this test needs a categorical one"},
      {R"("test": "above")", R"("test": "over")", place + ".parts[0].test: unknown value 'over'"},
      {R"("gap": [75, 78])", R"("gap": [76, 78])", place + ".parts[0].gap: the threshold 75 is not within [76, 78)"},
      {R"("categories": [0], "missing": false})", R"("categories": [0]})", place + ".parts[1]: missing key 'missing'"},
      {R"("categories": [0])", R"("categories": [0, 1, 2])", place + ".parts[1].categories: all categories"},
      {R"("categories": [0])", R"("categories": [])", place + ".parts[1].categories: at least one category"},
      {second, R"({"feature": 0, "test": "known"})", place + ".parts[1].test: it needs missing 'own-category'"},
      {second, R"({"feature": 0, "test": "known", "missing": false})", place + ".parts[1]: unknown key 'missing'"},
      {R"("missing": "refuse")", R"("missing": "majority")", place + ".test: the parts of a rule say where missing"},
      {R"("children": [1, 2])", R"("children": [2, 1])", place + ".children[0]: a rule is answered by a leaf"},
      {R"("children": [1, 2])", R"("children": [1, 2], "missing_child": 1)", place + ": unknown key 'missing_child'"},
      {R"("parts": [{"feature": 3, "test": "in", "categories": [1], "missing": false}, {"feature": 0, "test": "in", "categories": [2], "missing": false}])",
       R"("feature": 2, "threshold": 1, "missing_child": 1)", "trees[0].nodes[2]"},
  };
  for (const Change& change : changes) {
    std::string text = valid;
    const std::size_t at = text.find(change.from);
    ASSERT_NE(at, std::string::npos) << change.from << " in " << valid;
    text.replace(at, change.from.size(), change.to);
    try {
      read_model(text, "m.json");
      ADD_FAILURE() << "accepted: " << change.to;
    } catch (const Diagnostic& diagnostic) {
      EXPECT_THAT(diagnostic.message(), StartsWith(change.message));
    }
  }
}

TEST(ListModel, AListIsATreeOfRulesAlone) {
  Model mixed = sample::golf_list();
  Node& second = only_tree(mixed).nodes[2];
  second = sample::at_most(1, 70, {3, 4}, {9, 2});
  EXPECT_THROW(validate(mixed, "m"), Diagnostic);
  Model numbers = sample::golf_list();
  numbers.task = Task::regression;
  numbers.labels.clear();
  for (Node& node : only_tree(numbers).nodes) node.counts.clear();
  try {
    validate(numbers, "m");
    ADD_FAILURE();
  } catch (const Diagnostic& diagnostic) {
    EXPECT_THAT(diagnostic.message(), HasSubstr("the rules of a decision list name labels"));
  }
}

}  // namespace
}  // namespace espalier::list_model_test
