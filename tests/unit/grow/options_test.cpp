#include "grow/options.hpp"

#include <gtest/gtest.h>

#include "grow/training_set.hpp"

namespace espalier::options_test {
namespace {

TEST(Preset, Id3) {
  const GrowOptions options = preset(Algorithm::id3);
  EXPECT_EQ(options.algorithm, Algorithm::id3);
  EXPECT_EQ(options.criterion, Criterion::information_gain);
  EXPECT_EQ(options.categorical, CategoricalSplit::multiway);
  EXPECT_EQ(options.min_leaf, 1);
  EXPECT_FALSE(options.collapse);
}

TEST(Preset, C45) {
  const GrowOptions options = preset(Algorithm::c45);
  EXPECT_EQ(options.criterion, Criterion::gain_ratio);
  EXPECT_EQ(options.categorical, CategoricalSplit::multiway);
  EXPECT_EQ(options.threshold, ThresholdPlace::observed);
  EXPECT_TRUE(options.charge_cuts && options.min_cut_share && options.collapse);
  EXPECT_EQ(options.min_leaf, 2);
  EXPECT_EQ(options.min_split, 4);
}

TEST(Preset, Cart) {
  const GrowOptions options = preset(Algorithm::cart);
  EXPECT_EQ(options.criterion, Criterion::gini);
  EXPECT_EQ(options.categorical, CategoricalSplit::automatic);
  EXPECT_EQ(options.threshold, ThresholdPlace::midpoint);
  EXPECT_FALSE(options.charge_cuts || options.min_cut_share || options.collapse);
  EXPECT_EQ(options.min_leaf, 1);
}

TEST(Describe, GivesCommandLineNamesAndExactNumbers) {
  GrowOptions options = preset(Algorithm::c45);
  options.max_depth = 7;
  options.min_gain = 0.1;
  options.missing = MissingPolicy::majority;
  const std::vector<std::pair<std::string, std::string>> expected{
      {"algorithm", "c45"},      {"criterion", "gain-ratio"}, {"categorical-split", "multiway"},
      {"threshold", "observed"}, {"max-depth", "7"},          {"min-split", "4"},
      {"min-leaf", "2"},         {"min-gain", "0.1"},         {"missing", "majority"},
  };
  EXPECT_EQ(describe(options), expected);
  options.bins = 64;
  EXPECT_EQ(describe(options).back(), std::pair(std::string("bins"), std::string("64")));
}

TEST(UsualOptions, ArePresetsWithWhatSuitsTheTask) {
  const GrowOptions classes = usual_options(Algorithm::cart, Task::classification);
  EXPECT_EQ(classes.smoothing, (Smoothing{SmoothingKind::m_estimate, 2}));
  EXPECT_EQ(classes.min_leaf, Amount(1));
  for (const Algorithm algorithm : {Algorithm::id3, Algorithm::c45, Algorithm::cart}) {
    const GrowOptions numbers = usual_options(algorithm, Task::regression);
    EXPECT_EQ(numbers.criterion, Criterion::variance);
    EXPECT_EQ(numbers.min_leaf, Amount(3));
    EXPECT_EQ(numbers.smoothing, Smoothing());
  }
  EXPECT_EQ(usual_options(Algorithm::c45, Task::classification).min_leaf, Amount(2));
}

TEST(WeighsClasses, IfAnythingIsSaidOfThem) {
  GrowOptions options;
  EXPECT_FALSE(weighs_classes(options));
  options.balanced_classes = true;
  EXPECT_TRUE(weighs_classes(options));
  options = {};
  options.class_weights = {{"a", 2}};
  EXPECT_TRUE(weighs_classes(options));
  options = {};
  options.priors = {{"a", 0.5}, {"b", 0.5}};
  EXPECT_TRUE(weighs_classes(options));
}

TEST(AutomaticSplit, TakesSetsOfUpToTenValuesOrOnePerTwentyRows) {
  EXPECT_EQ(split_for(CategoricalSplit::automatic, 5, 10), CategoricalSplit::subset);
  EXPECT_EQ(split_for(CategoricalSplit::automatic, 219, 11), CategoricalSplit::equal);  // 219 / 20 = 10
  EXPECT_EQ(split_for(CategoricalSplit::automatic, 220, 11), CategoricalSplit::subset);
  EXPECT_EQ(split_for(CategoricalSplit::automatic, 10'000, 501), CategoricalSplit::equal);
  EXPECT_EQ(split_for(CategoricalSplit::subset, 10'000, 5'000), CategoricalSplit::subset);
  EXPECT_EQ(split_for(CategoricalSplit::equal, 10'000, 2), CategoricalSplit::equal);
  EXPECT_EQ(split_for(CategoricalSplit::multiway, 10'000, 2), CategoricalSplit::multiway);
}

TEST(AutomaticSplit, TestsNoRareWordOfAColumnThatHasOneForEveryRow) {
  EXPECT_EQ(least_word_rows(CategoricalSplit::automatic, 299, 100), 20U);
  EXPECT_EQ(least_word_rows(CategoricalSplit::automatic, 300, 100), 0U);
  EXPECT_EQ(least_word_rows(CategoricalSplit::automatic, 10, 10), 0U) << "few values";
  EXPECT_EQ(least_word_rows(CategoricalSplit::equal, 100, 100), 0U) << "as asked";
}

TEST(TellingRows, AreThoseOfClassesThatAreEquallyFrequent) {
  Dataset data;
  data.task = Task::classification;
  data.labels = {"a", "b", "c"};
  data.classes = {0, 1, 0, 1};
  EXPECT_EQ(telling_rows(data), 4U) << "of the two that occur";
  data.classes.assign(100, 0);
  EXPECT_EQ(telling_rows(data), 100U) << "one class";
  for (std::size_t row = 0; row < 10; ++row) data.classes[row] = 1;
  EXPECT_EQ(telling_rows(data), 36U);  // 4 * 0.1 * 0.9
  for (std::size_t row = 10; row < 20; ++row) data.classes[row] = 2;
  EXPECT_EQ(telling_rows(data), 51U);  // (1 - 0.01 - 0.01 - 0.64) * 3 / 2
  data.task = Task::regression;
  data.targets.assign(7, 0.0);
  EXPECT_EQ(telling_rows(data), 7U);
}

}  // namespace
}  // namespace espalier::options_test
