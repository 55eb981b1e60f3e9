// What evaluate tells about answers, about the trees that gave them, and about the columns that matter to them.
#include "report/evaluation_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/comparison_report.hpp"
#include "report/importance_report.hpp"
#include "report/split_report.hpp"
#include "support/diagnostic.hpp"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Of two rows of each class, one a is taken for b.
AnsweredRows four_answers() {
  AnsweredRows answered;
  answered.actual.labels = {0, 0, 1, 1};
  answered.predicted.labels = {0, 1, 1, 1};
  answered.predicted.probabilities = {1, 0, 0.25, 0.75, 0.25, 0.75, 0, 1};
  return answered;
}

EvaluationFacts evaluated() {
  EvaluationFacts facts;
  facts.target = "y";
  facts.labels = {"a", "b"};
  facts.figures = figures_of({Task::classification, 2, {}}, four_answers(), 0.95);
  facts.baseline = {0, "a", 0};
  facts.baseline_score = 0.5;
  return facts;
}

// Accuracy 3/4 with sqrt(3/4 * 1/4 / 4) = 0.2165. Chance would agree in 1/2 * 1/4 + 1/2 * 3/4 = 1/2 of the rows: kappa
// (3/4 - 1/2) / (1 - 1/2). With a as the class sought 1 is found, 1 missed, 2 left alone: MCC 2 / sqrt(1 * 2 * 2 * 3).
// F1 of a is 2 * 1 * 0.5 / 1.5, that of b 2 * (2/3) * 1 / (5/3); their mean is 0.733. The two rows of a are
// given more of a than those of b in 3 of 4 pairs, and as much in one: AUC 3.5 / 4.
TEST(EvaluationFacts, OfClassesAreWorkedOutByHand) {
  const std::string text = to_text(evaluated());
  EXPECT_THAT(text, HasSubstr("accuracy  75.0 % (3 of 4 rows), standard error 21.7 %\n"));
  EXPECT_THAT(text, HasSubstr("\n          always 'a': 50.0 %\n"));
  EXPECT_THAT(text, HasSubstr("agreement balanced accuracy 75.0 %, macro F1 0.733, kappa 0.500, MCC 0.577\n"));
  EXPECT_THAT(text, HasSubstr("  a             2      1.000   0.500  0.667  0.875\n"));
  EXPECT_THAT(text, HasSubstr("  b             2      0.667   1.000  0.800  0.875\n"));
  EXPECT_THAT(text, HasSubstr("  a         1   1\n  b         0   2\n"));
  EXPECT_THAT(text, Not(HasSubstr("spread"))) << "one tree, and a test file";
  const nlohmann::ordered_json json = to_json(evaluated());
  EXPECT_EQ(json["accuracy"], 0.75);
  EXPECT_EQ(json["confusion"].dump(), "[[1,1],[0,2]]");
  EXPECT_EQ(json["kappa"], 0.5);
  EXPECT_FALSE(json.contains("spread"));
}

TEST(EvaluationFacts, AreBesideTheAnswersAsCsv) {
  EvaluatedRows rows{four_answers(), {0, 2, 3, 7}, {}, {}};
  EXPECT_EQ(predictions_csv(evaluated(), rows, true),
            "row,fold,actual,predicted,probability a,probability b\n"
            "1,,a,a,1,0\n3,,a,b,0.25,0.75\n4,,b,b,0.25,0.75\n8,,b,b,0,1\n");
  rows.folds = {1, 2, 1, 2};
  rows.rounds = {1, 1, 2, 2};
  EXPECT_EQ(predictions_csv(evaluated(), rows, false),
            "row,round,fold,actual,predicted\n1,1,1,a,a\n3,1,2,a,b\n4,2,1,b,b\n8,2,2,b,b\n");
}

// Scores 0.5 and 1 differ by 0.5: their standard deviation is 0.5 / sqrt(2).
TEST(EvaluationFacts, TellHowFoldsDiffer) {
  EvaluationFacts facts = evaluated();
  facts.split_scores = {0.5, 1};
  facts.round_scores = {0.75};
  EXPECT_THAT(to_text(facts), HasSubstr("spread    50.0 % to 100.0 % in 2 folds, standard deviation 35.4 %\n"));
  const nlohmann::ordered_json spread = to_json(facts)["spread"];
  EXPECT_EQ(spread["folds"]["mean"], 0.75);
  EXPECT_EQ(spread["rounds"], nullptr) << "there is one";
}

// Errors 1, -1, 2 and 0: RMSE sqrt(6/4), mean absolute error 1, bias 0.5. The targets 1 to 4 deviate from their mean by
// 1.5, 0.5, 0.5 and 1.5, whose squares sum to 5: R2 is 1 - 6/5.
TEST(EvaluationFacts, OfNumbersAreWorkedOutByHand) {
  AnsweredRows answered;
  answered.actual.values = {1, 2, 3, 4};
  answered.predicted.values = {2, 1, 5, 4};
  EvaluationFacts facts;
  facts.task = Task::regression;
  facts.figures = figures_of({Task::regression, 0, {}}, answered, 0.95);
  facts.baseline_score = 1.25;
  const std::string text = to_text(facts);
  EXPECT_THAT(text, HasSubstr("rmse      1.225 (4 rows), standard error "));
  EXPECT_THAT(text, HasSubstr("always the mean: 1.25\nmae       1\nR2        -0.2000\nbias      0.5, "));
  EXPECT_DOUBLE_EQ(to_json(facts)["r_squared"].get<double>(), -0.2);
}

TEST(CrossValidationFacts, TellHowLargeTreesAre) {
  Validation validation;
  validation.splits = {{0, 1, 50, 0.9, 4, 2}, {0, 2, 50, 0.8, 6, 2}};
  CrossValidationFacts facts = cross_validation_facts(validation, {}, {});
  facts.method = "2-fold cross-validation";
  facts.method_in_full = "2-fold cross-validation of cart";
  EXPECT_EQ(to_text(facts, false),
            "method    2-fold cross-validation of cart\n"
            "trees     2; leaves on average: 5.0 (4 to 6), depth: 2\n");
  EXPECT_THAT(to_text(facts, true), HasSubstr("      0     1       50      90.0 %       4      2\n"));
  EXPECT_EQ(to_json(facts)["trees"].dump(),
            R"({"count":2,"leaves":{"mean":5.0,"least":4,"most":6},"depth":{"mean":2.0,"least":2,"most":2}})");
}

// The text is in the order of work, the JSON has had the threshold first for long.
TEST(TestFileFacts, KeepTheOrderOfTheirKeys) {
  const TestFileFacts facts{"a.csv", "b.csv", 1, {3, 2, 1}, ThresholdFacts{"yes", 0.25, "0.25", true, true, "", {}}};
  EXPECT_EQ(to_text(facts),
            "method    trained on a.csv, tested on 1 row of b.csv\n"
            "tree      2 leaves, depth 1\n"
            "threshold 'yes' from a probability of 0.25 on, as given\n");
  EXPECT_EQ(
      to_json(facts).dump(),
      R"({"threshold":{"label":"yes","probability":0.25,"goal":"0.25"},"method":"test file","leaves":2,"depth":1})");
}

ComparedLearner learner_that_scores(double accuracy) {
  ComparedLearner learner;
  learner.mean_depth = 1;
  learner.validation.metrics.score = accuracy;
  learner.validation.metrics.rows = 4;
  learner.validation.splits = {{0, 0, 4, accuracy, 2, 1}};
  return learner;
}

TEST(ComparisonFacts, OfOneSplitSayNothingAboutChance) {
  ComparisonFacts facts;
  facts.method_in_full = "trained on a.csv, tested on 4 rows of b.csv";
  facts.baseline = {0, "a", 0};
  facts.by_splits = false;
  facts.learners = {{"cart", {}}, {"c45", {}}};
  facts.comparison = compare_measured({learner_that_scores(0.75), learner_that_scores(0.5)}, 0, 0.95);
  const std::string text = to_text(facts, true);
  EXPECT_THAT(text, HasSubstr("   1  cart        75.0 % ± 0.0       2.0     1.0\n"));
  EXPECT_THAT(text, HasSubstr("  1 - 2        +25.0 "));
  EXPECT_THAT(text, HasSubstr("  a single split: no test\n"));
  EXPECT_THAT(text, HasSubstr("one test file says nothing about chance"));
  EXPECT_THAT(text, Not(HasSubstr("by fold"))) << "a test file has none";
  const nlohmann::ordered_json json = to_json(facts);
  EXPECT_EQ(json["test"], nullptr);
  EXPECT_EQ(json["pairs"][0]["accuracy"]["difference"], 0.25);
}

TEST(ImportanceFacts, ShowTheMostImportantColumnsFirst) {
  ImportanceFacts facts;
  facts.permutations = 5;
  facts.splits = 1;
  facts.impurity = "Gini impurity";
  facts.columns = {"age", "height"};
  facts.ranking = {{1, 1, {0.25, {}, {}}, {2, {}, {}}, {0.8, {}, {}}},
                   {0, 1, {0, {}, {}}, {0.5, {}, {}}, {0.2, {}, {}}}};
  EXPECT_THAT(to_text(facts), HasSubstr("  column       loss      share\n"
                                        "  height       25.0       80.0\n"
                                        "  age           0.0       20.0\n"));
  const nlohmann::ordered_json columns = to_json(facts)["importance"]["columns"];
  EXPECT_EQ(columns[0]["column"], "height");
  EXPECT_EQ(columns[0]["permutation"].dump(), R"({"mean":0.25,"deviation":null,"standard_error":null})");
}

}  // namespace
}  // namespace espalier
