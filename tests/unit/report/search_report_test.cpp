// What is told about searches: the path of prunings, and options that were tuned.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/path_report.hpp"
#include "report/tune_report.hpp"

namespace espalier {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Trees of 3, 2 and 1 leaves; the last one's risk is 0.5, so that an alpha of 0.1 is a cp of 0.2.
PathFacts three_steps() {
  PathFacts facts;
  facts.target = "y";
  facts.rows = 20;
  facts.algorithm = "cart";
  facts.grown = {5, 3, 2};
  facts.risk = "misclassification";
  facts.margin = 1;
  facts.path.steps = {{0, 3, 0, 0.2, 0.1}, {0.1, 2, 0.1, 0.2, 0.1}, {0.4, 1, 0.5, 0.5, 0.1}};
  facts.path.scores = {{0, 1, 0.8, 0.1}, {0.1, 0.9, 0.8, 0.1}, {0.5, 0.5, 0.5, 0.1}};
  facts.path.method = "2-fold cross-validation";
  facts.path.least_error = 1;
  facts.path.one_error_above = 1;
  facts.path.chosen = 1;
  return facts;
}

TEST(PathFacts, MarkTheStepThatIsChosen) {
  EXPECT_EQ(to_text(three_steps(), false),
            "tree      grown with cart: 5 nodes, 3 leaves, depth 2\n"
            "path      3 trees, risk: misclassification; 2-fold cross-validation\n"
            "\n"
            "  alpha   cp  leaves  training accuracy    out of fold\n"
            "      0    0       3            100.0 %  80.0 % ± 10.0\n"
            "    0.1  0.2       2             90.0 %  80.0 % ± 10.0  <- least error, 1-SE rule and chosen\n"
            "    0.4  0.8       1             50.0 %  50.0 % ± 10.0\n"
            "\n");
  const nlohmann::ordered_json json = to_json(three_steps());
  EXPECT_EQ(json["chosen"].dump(), R"({"step":1,"alpha":0.1,"leaves":2})");
  EXPECT_DOUBLE_EQ(json["error_limit"].get<double>(), 0.3) << "0.2 and one standard error";
}

TEST(PathFacts, WithoutASecondRowAreNotJudged) {
  PathFacts facts = three_steps();
  facts.path.method.clear();
  EXPECT_THAT(to_text(facts, false), HasSubstr("; no second row to judge with\n"));
  EXPECT_THAT(to_text(facts, false), Not(HasSubstr("<-")));
  EXPECT_FALSE(to_json(facts).contains("chosen"));
  EXPECT_THAT(path_csv(facts), HasSubstr("\n1,0.1,0.2,2,0.1,0.2,0.1,,,0.9,,,0,0,0\n"));
}

// Two trials on 3 folds: the second has one wrong answer in ten instead of two.
TuneFacts two_trials() {
  TuneFacts facts;
  facts.target = "y";
  facts.settings = {{}, {{"max-depth", "2"}}};
  facts.searched = {"--max-depth"};
  facts.search.trials = {{{0.2, 0.04}, 5, 3, {}}, {{0.1, 0.03}, 3, 3, {}}};
  facts.search.rungs = {{3, 2}};
  facts.search.winner = 1;
  facts.search.method = "3-fold cross-validation, seed 1";
  facts.leaves = 3;
  facts.depth = 2;
  return facts;
}

TEST(TuneFacts, ListTheBetterTrialFirst) {
  EXPECT_EQ(to_text(two_trials(), false),
            "search    2 trials by accuracy, 3-fold cross-validation, seed 1\n"
            "          2 on 3 folds\n"
            "          of --max-depth\n"
            "\n"
            "  trial  accuracy ± SE  leaves  folds  options\n"
            "      2   90.0 % ± 3.0     3.0      3  --max-depth 2  <- chosen\n"
            "      1   80.0 % ± 4.0     5.0      3  the options as given\n"
            "\n"
            "winner    trial 2: --max-depth 2: 3 leaves, depth 2\n"
            "estimate  none (--outer-folds 0): the score in the table is the best of many, and flatters\n");
  const nlohmann::ordered_json json = to_json(two_trials());
  EXPECT_EQ(json["estimate"], nullptr);
  EXPECT_EQ(json["winner"]["options"].dump(), R"({"max-depth":"2"})");
  EXPECT_EQ(json["winner"]["tree"].dump(), R"({"leaves":3,"depth":2})");
  EXPECT_EQ(json["trials"][0]["trial"], 1) << "the JSON is in the order of the trials";
}

TEST(TuneFacts, OfSeveralTreesTellHowManyThereAre) {
  TuneFacts facts = two_trials();
  facts.trees = 100;
  EXPECT_THAT(to_text(facts, false),
              HasSubstr("winner    trial 2: --max-depth 2: 100 trees, 3 leaves, depth up to 2\n"));
  const nlohmann::ordered_json json = to_json(facts);
  EXPECT_EQ(json["winner"]["model"].dump(), R"({"trees":100,"leaves":3,"depth":2})");
  EXPECT_FALSE(json["winner"].contains("tree"));
  EXPECT_TRUE(json["search"].contains("models"));
}

// Leaves 1 and 2 are 1.5 on average.
TEST(TuneFacts, HaveAnEstimateByOtherRows) {
  TuneFacts facts = two_trials();
  TuneEstimate estimate;
  estimate.method = "2 outer folds, seed 1";
  estimate.planned = 2;
  estimate.folds = {{1, 0.1, 0.2, 1, 3}, {1, 0.1, 0.2, 2, 3}};
  estimate.tuned = {0.1, 0.05};
  estimate.standard = {0.2, 0.05};
  estimate.baseline = {0.12, 0.05};
  facts.estimate = estimate;
  EXPECT_THAT(
      to_text(facts, false),
      HasSubstr("estimate  90.0 % ± 5.0 tuned, 1.5 leaves, by 2 outer folds, seed 1, each with a search of its own "
                "(a single leaf: 88.0 %)\n"
                "          80.0 % ± 5.0 as given, 3.0 leaves, on the same rows\n"));
  EXPECT_EQ(to_json(facts)["estimate"]["folds"].size(), 2U);
  Warnings warnings;
  warn_of_tuning(facts, warnings);
  EXPECT_EQ(warnings.size(), 1U) << "12 % - 10 % are less than a standard error of 5 %";
}

}  // namespace
}  // namespace espalier
