// Models with fewer categories, or more, that answer every word as before.
#include "model/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::share_words_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Node member(std::vector<std::uint32_t> categories, std::vector<std::uint32_t> children) {
  Node node = sample::test(TestKind::member, 0, std::move(children), {2, 2});
  node.categories = std::move(categories);
  node.missing_child = 1;
  return node;
}

// Two tests of a column of words, one below the other: those in `first` are "a"; of the rest those in `second`.
Model two_tests(std::vector<std::string> words, std::vector<std::uint32_t> first, std::vector<std::uint32_t> second) {
  Model model = sample::single_leaf();
  model.features = {sample::categorical("city", std::move(words))};
  model.labels = {"a", "b"};
  model.trees.front().nodes = {member(std::move(first), {1, 2}), sample::leaf({1, 0}),
                               member(std::move(second), {3, 4}), sample::leaf({1, 0}), sample::leaf({0, 1})};
  return model;
}

const std::vector<std::string> kCities = {"aachen", "bonn", "celle", "dresden", "essen", "fulda"};

TEST(ShareWords, LeavesAnEnumeratorToEachWordThatATestNamesAlone) {
  const auto shared = share_words(two_tests(kCities, {1}, {3}), 5);
  ASSERT_TRUE(shared);
  const Feature& city = shared->features[0];
  EXPECT_THAT(city.categories, ElementsAre("bonn", "dresden", "other"));
  ASSERT_EQ(city.merged.size(), 1U);
  EXPECT_EQ(city.merged[0].category, 2U);
  EXPECT_THAT(city.merged[0].words, ElementsAre("aachen", "celle", "essen", "fulda"));
  EXPECT_THAT(shared->trees[0].nodes[0].categories.items(), ElementsAre(0));
  EXPECT_THAT(shared->trees[0].nodes[2].categories.items(), ElementsAre(1));
}

TEST(ShareWords, KeepsApartWhatAnyTestTellsApart) {
  // {a b c} and {c d}: a and b go together, e and f do, c and d are alone.
  const auto shared = share_words(two_tests(kCities, {0, 1, 2}, {2, 3}), 0);
  ASSERT_TRUE(shared);
  EXPECT_THAT(shared->features[0].categories, ElementsAre("celle", "dresden", "aachen and 1 more", "other"));
  EXPECT_THAT(shared->trees[0].nodes[0].categories.items(), ElementsAre(0, 2));
  EXPECT_THAT(shared->trees[0].nodes[2].categories.items(), ElementsAre(0, 1));
}

TEST(ShareWords, ANameIsNoWordOfTheColumn) {
  const auto shared = share_words(two_tests({"celle", "other", "other 2", "x", "y"}, {1}, {2}), 0);
  ASSERT_TRUE(shared);
  EXPECT_THAT(shared->features[0].categories, ElementsAre("other", "other 2", "other 3"));
}

TEST(ShareWords, ChangesNothingInColumnsOfFewWordsOrWhereAllAreToldApart) {
  EXPECT_FALSE(share_words(two_tests(kCities, {1}, {3}), 6));
  EXPECT_FALSE(share_words(two_tests({"a", "b", "c"}, {0}, {1}), 0));
  Model multiway = sample::golf();  // a branch for each outlook, and windy is true or false
  EXPECT_FALSE(share_words(multiway, 0));
}

TEST(ShareWords, ACategoryOfSeveralWordsGoesOnWithThem) {
  Model model = two_tests({"bonn", "celle", "rare", "x"}, {0}, {2});
  model.features[0].merged = {{2, {"r1", "r2"}}};
  const auto shared = share_words(model, 0);
  ASSERT_TRUE(shared);
  EXPECT_THAT(shared->features[0].categories, ElementsAre("bonn", "rare", "other"));
  ASSERT_EQ(shared->features[0].merged.size(), 2U);
  EXPECT_THAT(shared->features[0].merged[0].words, ElementsAre("r1", "r2"));
  EXPECT_THAT(shared->features[0].merged[1].words, ElementsAre("celle", "x"));
}

TEST(SpellOutWords, GivesEachWordItsCategory) {
  Model model = sample::golf();
  model.features[0].merged = {{1, {"cloudy", "overcast"}}};  // outlook: sunny, overcast, rain, with a branch each
  const auto spelled = spell_out_words(model);
  ASSERT_TRUE(spelled);
  EXPECT_THAT(spelled->features[0].categories, ElementsAre("sunny", "cloudy", "overcast", "rain"));
  EXPECT_TRUE(spelled->features[0].merged.empty());
  EXPECT_EQ(spelled->trees[0].nodes[0].test, TestKind::grouped);
  EXPECT_THAT(spelled->trees[0].nodes[0].groups.items(), ElementsAre(0, 1, 1, 2));
  EXPECT_FALSE(spell_out_words(sample::golf()));
}

TEST(MergedWords, AreChecked) {
  const auto refusal_of = [](std::vector<MergedWords> merged) -> std::string {
    Model model = sample::golf();  // outlook: sunny, overcast, rain
    model.features[0].merged = std::move(merged);
    try {
      validate(model, "m.json");
    } catch (const Diagnostic& diagnostic) {
      return render(diagnostic);
    }
    return "accepted";
  };
  EXPECT_EQ(refusal_of({{1, {"cloudy", "overcast"}}}), "accepted");
  EXPECT_THAT(refusal_of({{3, {"x"}}}), HasSubstr("features[0].merged[0].category: 3 is not the index of one of 3"));
  EXPECT_THAT(refusal_of({{1, {"x"}}, {0, {"y"}}}), HasSubstr("categories must be in ascending order, each once"));
  EXPECT_THAT(refusal_of({{1, {}}}), HasSubstr("at least one word is needed"));
  EXPECT_THAT(refusal_of({{1, {"rain"}}}), HasSubstr("'rain' is a category of its own"));
  EXPECT_THAT(refusal_of({{0, {"x"}}, {1, {"x"}}}), HasSubstr("'x' occurs twice"));
  EXPECT_THAT(refusal_of({{0, {std::string("a\0b", 3)}}}), HasSubstr("NUL"));
}

// ---- every word is answered as before, under every policy

bool same(const Prediction& a, const Prediction& b) {
  return a.rule == b.rule && a.label == b.label && a.value == b.value;
}

// The row with its words looked up in another model's categories.
std::vector<double> read_by(const Model& to, const Model& from, std::vector<double> row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Feature& feature = from.features[i];
    const bool known = row[i] >= 0 && row[i] < static_cast<double>(feature.categories.size());
    if (feature.kind == FeatureKind::numeric || !known || row[i] != std::trunc(row[i])) continue;
    const auto category = static_cast<std::uint32_t>(row[i]);
    const auto words = category_of_words(to.features[i]);
    row[i] = static_cast<double>(words.at(words_of(feature, category).front()));
  }
  return row;
}

class EveryPolicy : public ::testing::TestWithParam<MissingPolicy> {};

TEST_P(EveryPolicy, AnswersEveryWordAsBefore) {
  RandomEngine engine(17);
  std::size_t changed = 0;
  for (int round = 0; round < 400; ++round) {
    const Task task = round % 2 == 0 ? Task::classification : Task::regression;
    const Model model = sample::random_model(engine, task, GetParam());
    const auto shared = share_words(model, 0);
    if (!shared) continue;
    ++changed;
    const Model again = read_model(write_model(*shared), "shared.json");  // it is a valid model, and is written whole
    EXPECT_EQ(again, *shared);
    const auto spelled = spell_out_words(*shared);
    ASSERT_TRUE(spelled);
    for (int i = 0; i < 40; ++i) {
      const std::vector<double> row = sample::random_row(model, engine);
      const Prediction expected = Interpreter(model).predict(row);
      ASSERT_TRUE(same(Interpreter(*shared).predict(read_by(*shared, model, row)), expected));
      ASSERT_TRUE(same(Interpreter(*spelled).predict(read_by(*spelled, model, row)), expected));
    }
  }
  EXPECT_GT(changed, 50U);
}

INSTANTIATE_TEST_SUITE_P(Each, EveryPolicy,
                         ::testing::Values(MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::learned,
                                           MissingPolicy::own_category, MissingPolicy::surrogate,
                                           MissingPolicy::fractional));

}  // namespace
}  // namespace espalier::share_words_test
