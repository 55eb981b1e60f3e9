// Scores beside what anybody would reach without a tree, and what is said when a tree reaches no more.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

#include "support/churn_table.hpp"
#include "support/sandbox.hpp"

namespace espalier::tool_test::honest_scores_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class HonestScores : public Cli {
 protected:
  json report(const std::string& line) const { return json::parse(expect_success(box, line + " --json").out); }
  json model(const std::string& name) const { return json::parse(box.read(name)); }
  // Which class a row has is up to a coin.
  void write_coins() const {
    std::mt19937 engine(3);
    std::string text = "x,z,y\n";
    for (int row = 0; row < 400; ++row) {
      const auto x = engine() % 100;
      const auto z = engine() % 30;
      text += std::to_string(x) + "," + std::to_string(z) + "," + (engine() % 4 == 0 ? "yes" : "no") + "\n";
    }
    box.write("coins.csv", text);
  }
};

TEST_F(HonestScores, StandBesideTheBaseline) {
  const Outcome built = expect_success(box, "build data/iris.csv -t species -o iris.hpp --model iris.json --no-verify");
  EXPECT_THAT(built.out, HasSubstr("on the training rows (always 'setosa': 33.3 %)"));
  EXPECT_THAT(built.out, HasSubstr("by 10-fold cross-validation, 7 rounds, seed 1 (always 'setosa': 33.3 %)"));
  EXPECT_THAT(built.out, Not(HasSubstr("AUC"))) << "three classes";
  EXPECT_THAT(box.read("iris.hpp"), HasSubstr("Accuracy of always answering the most frequent class: 33.3 %."));
  const json provenance = model("iris.json")["provenance"];
  EXPECT_DOUBLE_EQ(provenance["baseline"], 1.0 / 3);
  EXPECT_GT(provenance["evaluation"]["standard_error"], 0);
  EXPECT_THAT(expect_success(box, "inspect iris.json").out, HasSubstr("(always the most frequent class: 33.3 %)"));
  EXPECT_DOUBLE_EQ(report("evaluate data/iris.csv -t species")["baseline"], 1.0 / 3);
  EXPECT_THAT(expect_success(box, "evaluate data/iris.csv -t species --compare c45 cart").out,
              HasSubstr("baseline  always 'setosa': 33.3 %"));
}

TEST_F(HonestScores, OfNumbersStandBesideTheMean) {
  const Outcome trained = expect_success(box, "train data/diabetes.csv -t progression -o m.json");
  EXPECT_THAT(trained.out, HasSubstr("on the training rows (always the mean: "));
  const json written = report("train data/diabetes.csv -t progression -o m.json");
  EXPECT_GT(written["baseline"], written["training_rmse"]);
  EXPECT_EQ(written["cross_validation"]["baseline"], written["baseline"]);
}

TEST_F(HonestScores, OfTwoClassesHaveFiguresThatFrequenciesDoNotMove) {
  const json written = report("train data/kyphosis.csv -t Kyphosis -o k.json --select-by auc");
  const json& estimate = written["cross_validation"];
  EXPECT_GT(estimate["auc"], 0.5);
  EXPECT_GT(estimate["balanced_accuracy"], 0.4);
  EXPECT_EQ(model("k.json")["provenance"]["evaluation"]["auc"], estimate["auc"]);
  EXPECT_THAT(expect_success(box, "inspect k.json").out, HasSubstr("balanced accuracy "));
}

TEST_F(HonestScores, FewRowsAreDealtSeveralTimes) {
  EXPECT_EQ(report("train data/golf.csv -t play -o g.json")["cross_validation"]["method"],
            "10-fold cross-validation, 10 rounds, seed 1");
  EXPECT_EQ(report("train data/golf.csv -t play -o g.json --repeats 1")["cross_validation"]["method"],
            "10-fold cross-validation, seed 1");
  EXPECT_THAT(expect_failure(box, 2, "train data/golf.csv -t play -o g.json --repeats 0").err,
              HasSubstr("at least 1 round"));
  EXPECT_THAT(expect_failure(box, 2, "train data/golf.csv -t play -o g.json --repeats 2 --folds 0").err,
              HasSubstr("nothing is estimated"));
}

TEST_F(HonestScores, OneLeafIsSaidToBeOne) {
  write_coins();
  const Outcome built = expect_success(box, "build coins.csv -t y -o c.hpp --no-verify");
  EXPECT_THAT(built.err, AllOf(HasSubstr("warning: the tree is one leaf: it answers 'no' for every row"),
                               HasSubstr("--select-by auc --min-leaf 5 for"), HasSubstr("--class-weight balanced"),
                               HasSubstr("espalier path")));
  EXPECT_THAT(built.out, HasSubstr("AUC 0.500"));
}

TEST_F(HonestScores, NoBetterThanTheBaselineIsSaid) {
  write_coins();
  EXPECT_THAT(expect_success(box, "train coins.csv -t y -o c.json --prune none").err,
              HasSubstr("the tree does not beat always answering 'no' by a standard error"));
  // A tree that is better says nothing.
  EXPECT_THAT(expect_success(box, "train data/iris.csv -t species -o i.json").err, Not(HasSubstr("always answering")));
}

TEST_F(HonestScores, OneClassIsNothingToWarnOf) {
  box.write("same.csv", "x,y\n1,a\n2,a\n3,a\n4,a\n");
  EXPECT_THAT(expect_success(box, "train same.csv -t y -o s.json").err, Not(HasSubstr("one leaf")));
}

// The README's advice for rare classes.
TEST_F(HonestScores, ProbabilitiesOfARareClassAreFoundByWhatJudgesThem) {
  box.write("churn.csv", sample::churn_table(20000));
  const Outcome usual = expect_success(box, "train churn.csv -t churned -o usual.json");
  EXPECT_THAT(usual.err, HasSubstr("the tree is one leaf: it answers 'no' for every row"));
  EXPECT_NEAR(model("usual.json")["provenance"]["baseline"].get<double>(), 0.96, 0.005);
  EXPECT_THAT(usual.err, HasSubstr("--select-by auc --min-leaf 50"));
  for (const std::string figure : {"auc", "log-loss"}) {
    SCOPED_TRACE(figure);
    const json judged =
        report("train churn.csv -t churned -o c.json --min-leaf 50 --smoothing laplace --nested --select-by " + figure);
    EXPECT_GE(judged["cross_validation"]["auc"], figure == "auc" ? 0.72 : 0.7);
    EXPECT_EQ(model("c.json")["provenance"]["options"]["select-by"], figure);
    EXPECT_EQ(model("c.json")["smoothing"]["kind"], "laplace");
  }
}

TEST_F(HonestScores, WhatIsSelectedByMustFit) {
  const std::string train = "train data/iris.csv -t species -o i.json ";
  EXPECT_THAT(expect_failure(box, 2, train + "--select-by cost").err,
              HasSubstr("--select-by cost needs --cost-matrix"));
  EXPECT_THAT(expect_failure(box, 2, train + "--select-by auc --alpha 0.1").err, HasSubstr("exclude each other"));
  EXPECT_THAT(expect_failure(box, 2, train + "--select-by auc --prune pessimistic").err,
              HasSubstr("--select-by goes with --prune cost-complexity"));
  EXPECT_THAT(expect_failure(box, 2, "train data/diabetes.csv -t progression -o m.json --select-by brier").err,
              HasSubstr("is for classes"));
  EXPECT_THAT(expect_failure(box, 2, train + "--select-by aucs").err, HasSubstr("auc"));
}

TEST_F(HonestScores, PathShowsWhatIsSelectedBy) {
  const Outcome path = expect_success(box, "path data/kyphosis.csv -t Kyphosis --select-by auc");
  EXPECT_THAT(path.out, HasSubstr("1 - AUC"));
  EXPECT_EQ(report("path data/kyphosis.csv -t Kyphosis --select-by brier")["error_of"], "Brier score");
}

}  // namespace
}  // namespace espalier::tool_test::honest_scores_test
