#include "emit/rule_text.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_models.hpp"

namespace espalier::rule_text_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::StartsWith;

std::vector<std::string> texts(const Model& model) {
  return rule_texts(model, choose_fields(model, FieldSelection::used, {}));
}

TEST(RuleText, SaysConditionsAnswerAndRows) {
  Model golf = sample::golf();
  golf.trees[0].nodes[4].counts = {2, 1};  // rule 1
  EXPECT_THAT(texts(golf), ElementsAre("outlook = sunny and humidity <= 75 => Play (2 of 3 rows)",
                                       "outlook = sunny and humidity > 75 => Don't Play (3 of 3 rows)",
                                       "outlook = overcast => Play (4 of 4 rows)",
                                       "outlook = rain and windy = true => Don't Play (2 of 2 rows)",
                                       "outlook = rain and windy = false => Play (3 of 3 rows)"));
}

TEST(RuleText, OfARegressionSaysTheValue) {
  EXPECT_THAT(texts(sample::regression_sample()),
              ElementsAre("area <= 50 => 10 (4 rows)", "(area > 50 or missing) and district = centre => 35 (2 rows)",
                          "(area > 50 or missing) and (district != centre or missing) => 20 (4 rows)"));
}

TEST(RuleText, TestsOfOneColumnMakeOneInterval) {
  // x <= 3: x <= 2: x <= 1.
  EXPECT_THAT(texts(sample::chain(3)),
              ElementsAre("x <= 1 => Play (1 of 1 row)", "1 < x <= 2 => Don't Play (1 of 1 row)",
                          "2 < x <= 3 => Don't Play (1 of 1 row)", "x > 3 => Don't Play (1 of 1 row)"));
}

TEST(RuleText, SaysWhereMissingValuesGo) {
  EXPECT_THAT(texts(sample::own_category_sample()),
              ElementsAre("humidity <= 75 and color in {red, blue} => Play (2 of 2 rows)",
                          "humidity <= 75 and (color in {green, gray} or missing) => Don't Play (3 of 3 rows)",
                          "75 < humidity <= 80 and age known => Play (4 of 4 rows)",
                          "75 < humidity <= 80 and age missing => Don't Play (1 of 1 row)",
                          "humidity > 80 and color known => Play (5 of 6 rows)",
                          "humidity > 80 and color missing => Don't Play (2 of 2 rows)",
                          "humidity missing => Play (1 of 1 row)"));
}

TEST(RuleText, DoesNotSpeakOfMissingValuesThatCanGoAnywhere) {
  EXPECT_EQ(texts(sample::fractional_golf()), texts(sample::golf()));
  EXPECT_EQ(texts(sample::surrogate_golf()), texts(sample::golf()));
}

TEST(RuleText, WithoutTestsIsAlways) {
  EXPECT_THAT(texts(sample::single_leaf()), ElementsAre("always => Play (9 of 14 rows)"));
  Model empty = sample::single_leaf();
  empty.trees[0].nodes[0].counts = {0, 0};
  EXPECT_THAT(texts(empty), ElementsAre("always => Play (no training rows)"));
}

TEST(RuleText, OfARuleThatNothingReachesIsNever) {
  // x <= 1, and below it x <= 2 again: whatever is not below 2 is not here.
  Model model = sample::single_leaf();
  model.features = {sample::numeric("x", 0, 9)};
  model.trees = {Tree{{sample::at_most(0, 1, {1, 2}, {2, 1}), sample::at_most(0, 2, {3, 4}, {2, 0}),
                       sample::leaf({0, 1}), sample::leaf({2, 0}), sample::leaf({0, 0})}}};
  EXPECT_THAT(texts(model), ElementsAre("x <= 1 => Play (2 of 2 rows)", "never => Play (no training rows)",
                                        "x > 1 => Don't Play (1 of 1 row)"));
}

TEST(RuleText, LongListsOfCategoriesAreCut) {
  Model model = sample::single_leaf();
  std::vector<std::string> letters;
  for (char c = 'a'; c < 'a' + 26; ++c) letters.push_back(std::string(1, c));
  model.features = {sample::categorical("letter", letters)};
  Node root = sample::test(TestKind::member, 0, {1, 2}, {5, 5});
  for (std::uint32_t c = 0; c < 13; ++c) root.categories.push_back(c);
  model.trees = {Tree{{root, sample::leaf({5, 0}), sample::leaf({0, 5})}}};
  EXPECT_EQ(texts(model)[0], "letter in {a, b, c, d, e, f, g, h, i, j, k, l, 1 more} => Play (5 of 5 rows)");
  model.trees[0].nodes[0].categories = {3, 4};
  EXPECT_EQ(texts(model)[1], "letter not in {d, e} => Don't Play (5 of 5 rows)") << "the shorter list";
}

TEST(RuleText, LongTextsAreCut) {
  Model model = sample::single_leaf();
  std::vector<Node>& nodes = model.trees[0].nodes;
  nodes.clear();
  for (std::uint32_t i = 0; i < 100; ++i) {
    model.features.push_back(sample::numeric(fmt::format("column {:02}", i), 0, 9));
    nodes.push_back(sample::at_most(i, 0, {2 * i + 1, 2 * i + 2}, {1, 1}));
    nodes.push_back(sample::leaf({1, 0}));
  }
  nodes.push_back(sample::leaf({0, 1}));
  const std::string longest = texts(model).back();
  // "column 00 > 0" has 13 characters: after 23 of them, with 22 * 5 between them, there are 409.
  EXPECT_THAT(longest, StartsWith("column 00 > 0 and column 01 > 0 and "));
  EXPECT_THAT(longest, EndsWith(" and column 22 > 0 and 77 more conditions => Don't Play (1 of 1 row)"));
}

TEST(RuleText, NamesArePrintableAndStayUtf8) {
  Model model = sample::chain(1);
  model.features[0].name = "l\xC3\xA4nge\n\xE2\x80\xAE";
  model.labels[0] = "\x1B[31mred";
  EXPECT_EQ(texts(model)[0], "l\xC3\xA4nge\\n\\u{202e} <= 1 => \\x1b[31mred (1 of 1 row)");
}

TEST(RuleText, LargeTreesHaveNone) {
  EXPECT_EQ(texts(sample::chain(1999)).size(), 2000U);
  EXPECT_TRUE(texts(sample::chain(2000)).empty());
}

TEST(RuleText, EveryRuleOfARandomModelHasOne) {
  RandomEngine engine(7);
  for (int i = 0; i < 100; ++i) {
    for (const std::string& text : texts(sample::random_model(engine))) ASSERT_NE(text.find(" => "), std::string::npos);
  }
}

}  // namespace
}  // namespace espalier::rule_text_test
