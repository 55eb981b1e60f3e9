// --threshold-for: chosen on the training rows, stored in the model, honoured by every output.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/churn_table.hpp"
#include "support/sandbox.hpp"

namespace espalier::tool_test::threshold_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Threshold : public Cli {
 protected:
  json report(const std::string& line) const { return json::parse(expect_success(box, line + " --json").out); }
  json model(const std::string& name) const { return json::parse(box.read(name)); }
};

const std::string kKyphosis = "data/kyphosis.csv -t Kyphosis --select-by auc --min-leaf 5 ";

// 20,000 customers, 4 % of whom leave: 770 of them, so that the standard error of a recall of 0.8 is 0.0144. Folds
// within folds know nothing of the rows that they are tested on. Three standard errors, and what tenths of the rows and
// coarse leaves may do.
TEST_F(Threshold, FindsTheShareOfARareClassThatWasAskedFor) {
  box.write("churn.csv", sample::churn_table(20000));
  const std::string options = "churn.csv -t churned --select-by auc --min-leaf 50 --threshold-for yes=recall:0.8 ";
  const json nested = report("evaluate " + options + "--nested");
  const json& yes = nested["classes"][1]["label"] == "yes" ? nested["classes"][1] : nested["classes"][0];
  EXPECT_NEAR(yes["recall"].get<double>(), 0.8, 0.05);
  EXPECT_GT(yes["precision"].get<double>(), 0.055) << "3.8 % of the rows are";
  EXPECT_EQ(nested["threshold"]["goal"], "recall:0.8");
  EXPECT_LT(nested["threshold"]["least"], nested["threshold"]["most"]) << "each training fold chooses its own";
  EXPECT_EQ(nested["folds"].size(), 10U);
  EXPECT_EQ(nested["folds"][3]["threshold"].get<double>() > 0, true);
  EXPECT_TRUE(nested["nested"]);

  const json shared = report("train " + options + "-o c.json");
  EXPECT_FALSE(shared["cross_validation"]["nested"]);
  EXPECT_THAT(shared["cross_validation"]["method"],
              "10-fold cross-validation, seed 1, the folds that chose alpha and the threshold");
  EXPECT_THAT(shared["cross_validation"]["note"],
              HasSubstr("precision and recall are of the rows that chose the threshold"));
  EXPECT_GE(shared["threshold"]["recall"], 0.8);
  EXPECT_LT(shared["threshold"]["recall"], 0.83);
  EXPECT_TRUE(shared["threshold"]["reached"]);
  EXPECT_EQ(shared["cross_validation"]["recall"], shared["threshold"]["recall"]) << "the same trees, the same rows";
  EXPECT_EQ(shared["cross_validation"]["precision"], shared["threshold"]["precision"]);
  const json written = model("c.json");
  EXPECT_EQ(written["decision_threshold"]["probability"], shared["threshold"]["probability"]);
  EXPECT_EQ(written["labels"][written["decision_threshold"]["label"].get<int>()], "yes");
  EXPECT_EQ(written["provenance"]["options"]["threshold-for"], "yes=recall:0.8");
  EXPECT_EQ(written["provenance"]["evaluation"]["recall"], shared["threshold"]["recall"]);
}

TEST_F(Threshold, IsReportedAndShown) {
  const Outcome trained = expect_success(box, "train " + kKyphosis + "-o k.json --threshold-for present=recall:0.8");
  EXPECT_THAT(trained.out,
              AllOf(HasSubstr("threshold 'present' from a probability of 0."),
                    HasSubstr(" on, for recall:0.8 by 10-fold cross-validation, 10 rounds, seed 1\n"),
                    HasSubstr("          there: precision 0."), HasSubstr("          'present': precision 0.")));
  EXPECT_THAT(trained.err, Not(HasSubstr("does not beat"))) << "accuracy is not what was asked for";
  const double probability = model("k.json")["decision_threshold"]["probability"];
  const Outcome inspected = expect_success(box, "inspect k.json");
  EXPECT_THAT(inspected.out,
              AllOf(HasSubstr("threshold 'present' from a probability of 0."), HasSubstr("'present': precision 0."),
                    HasSubstr("threshold-for = present=recall:0.8")));
  EXPECT_EQ(report("inspect k.json")["threshold"]["probability"], probability);
}

TEST_F(Threshold, IsWhatPredictAnswersBy) {
  expect_success(box, "train " + kKyphosis + "-o k.json --threshold-for present=0.3");
  EXPECT_EQ(model("k.json")["decision_threshold"]["probability"], 0.3);
  const json rows = report("predict k.json data/kyphosis.csv")["predictions"];
  ASSERT_EQ(rows.size(), 81U);
  std::size_t less_probable = 0;
  for (const json& row : rows) {
    const double present = row["probabilities"][1];
    EXPECT_EQ(row["prediction"] == "present", present >= 0.3);
    less_probable += present >= 0.3 && present < 0.5 ? 1 : 0;
  }
  EXPECT_GT(less_probable, 0U);
}

TEST_F(Threshold, IsInTheHeaderThatBuildChecks) {
  for (const std::string& learner :
       {std::string("-a c45 --missing fractional"), std::string("--min-leaf 5 --select-by auc")}) {
    SCOPED_TRACE(learner);
    const std::string build = "build data/kyphosis.csv -t Kyphosis --threshold-for present=recall:0.9 " + learner;
    const Outcome built = expect_success(box, build + " -o k.hpp --model k.json");
    EXPECT_THAT(built.out, HasSubstr("0 mismatches"));
    EXPECT_THAT(box.read("k.hpp"),
                AllOf(HasSubstr("// Answers \"present\" from a probability of 0."),
                      HasSubstr(" on, and \"absent\" below."), HasSubstr("; \"present\": recall "),
                      HasSubstr("Negative where the decision threshold chose the less probable one.")));
    EXPECT_THAT(expect_success(box, "emit k.json --language c -o k.h").out, HasSubstr("written"));
    EXPECT_THAT(box.read("k.h"), HasSubstr("// Answers \"present\" from"));
    expect_success(box, "verify k.json k.h");
    expect_success(box, "emit k.json --language rules -o k.rules.json");
    EXPECT_EQ(model("k.rules.json")["decision_threshold"]["label"], "present");
    expect_success(box, "verify k.json k.rules.json");
  }
  EXPECT_THAT(expect_success(box, "emit k.json --language sql -o k.sql").out, HasSubstr("written"));
  EXPECT_THAT(box.read("k.sql"), HasSubstr("Answers \"present\" from a probability of 0."));
}

TEST_F(Threshold, StaysWithAPrunedModel) {
  expect_success(box, "train data/kyphosis.csv -t Kyphosis --prune none -o k.json --threshold-for present=0.09");
  expect_success(box, "prune k.json --prune cost-complexity --leaves 4 -o small.json");
  const json small = model("small.json");
  EXPECT_EQ(small["decision_threshold"], model("k.json")["decision_threshold"]);
  // The tree is the one that is left without a threshold.
  expect_success(box, "train data/kyphosis.csv -t Kyphosis --prune none -o plain.json");
  expect_success(box, "prune plain.json --prune cost-complexity --leaves 4 -o small_plain.json");
  const json plain = model("small_plain.json");
  ASSERT_EQ(small["trees"][0]["nodes"].size(), plain["trees"][0]["nodes"].size());
  bool differs = false;
  for (std::size_t i = 0; i < plain["trees"][0]["nodes"].size(); ++i) {
    json ours = small["trees"][0]["nodes"][i];
    json theirs = plain["trees"][0]["nodes"][i];
    differs = differs || ours["label"] != theirs["label"];
    ours.erase("label");
    theirs.erase("label");
    EXPECT_EQ(ours, theirs);
  }
  EXPECT_TRUE(differs);
}

TEST_F(Threshold, IsMarkedInThePicture) {
  const std::string evaluate = "evaluate " + kKyphosis + "--plot p.svg ";
  expect_success(box, evaluate + "--threshold-for present=0.3");
  EXPECT_THAT(box.read("p.svg"), AllOf(HasSubstr("answered from a probability of 0.3 on: recall 0."),
                                       HasSubstr("(the class that the threshold is for)")));
  // A sample in the legend, and a point in both panels.
  std::size_t marks = 0;
  const std::string svg = box.read("p.svg");
  for (std::size_t at = svg.find("<circle class=\"decision\""); at != std::string::npos; ++marks) {
    at = svg.find("<circle class=\"decision\"", at + 1);
  }
  EXPECT_EQ(marks, 3U);
  expect_success(box, evaluate + "--threshold-for absent=recall:0.9");
  EXPECT_THAT(box.read("p.svg"), AllOf(HasSubstr(">absent: AUC"), HasSubstr("answered from a probability of 0.")));
  expect_success(box, evaluate);
  EXPECT_THAT(box.read("p.svg"), Not(HasSubstr("circle class=\"decision\"")));
}

TEST_F(Threshold, IsTakenByEveryWayToEvaluate) {
  const std::string evaluate = "evaluate " + kKyphosis + "--threshold-for present=recall:0.8 ";
  EXPECT_THAT(expect_success(box, evaluate + "--folds 4 --verbose").out,
              AllOf(HasSubstr("threshold 'present' from a probability of 0."),
                    HasSubstr(" on average), chosen for recall:0.8\n"), HasSubstr("leaves  depth  threshold\n")));
  EXPECT_THAT(expect_success(box, evaluate + "--test data/kyphosis.csv").out,
              HasSubstr(" on, for recall:0.8 by 10-fold cross-validation"));
  EXPECT_THAT(expect_success(box,
                             "evaluate data/kyphosis.csv -t Kyphosis --folds 3 --compare cart "
                             "\"cart --threshold-for present=0.2\"")
                  .out,
              HasSubstr("cart --threshold-for present=0.2"));
  expect_success(box, evaluate + "--folds 3 --importance --permutations 1");
}

TEST_F(Threshold, IsTheSameForAnyNumberOfThreads) {
  const std::string train = "train data/kyphosis.csv -t Kyphosis -a c45 --threshold-for present=f1 -o ";
  const Outcome one = expect_success(box, train + "k.json --threads 1");
  const std::string model = box.read("k.json");
  EXPECT_EQ(expect_success(box, train + "k.json --threads 3").out, one.out);
  EXPECT_EQ(box.read("k.json"), model);
}

TEST_F(Threshold, ByCostTakesTheMatrix) {
  box.write("costs.csv", "actual,absent,present\nabsent,0,1\npresent,9,0\n");
  const json dear =
      report("train " + kKyphosis + "-o k.json --cost-matrix costs.csv --threshold-for present=cost")["threshold"];
  EXPECT_EQ(dear["goal"], "cost");
  EXPECT_GE(dear["mean_cost"], 0);
  box.write("costs.csv", "actual,absent,present\nabsent,0,9\npresent,1,0\n");
  const json careful =
      report("train " + kKyphosis + "-o k.json --cost-matrix costs.csv --threshold-for present=cost")["threshold"];
  EXPECT_GT(careful["probability"], dear["probability"]);
}

TEST_F(Threshold, ThatCannotBeReachedIsSaid) {
  const Outcome trained =
      expect_success(box, "train " + kKyphosis + "-o k.json --threshold-for present=precision:0.999");
  EXPECT_THAT(trained.err, AllOf(HasSubstr("warning: no threshold reaches precision:0.999 for 'present'"),
                                 HasSubstr("has a precision of "), HasSubstr("ask for less")));
}

TEST_F(Threshold, OfOneLeafIsAWarningWithWhatHelps) {
  box.write("churn.csv", sample::churn_table(2000));
  const Outcome plain = expect_success(box, "train churn.csv -t churned --folds 0 -o c.json");
  EXPECT_THAT(plain.err, HasSubstr("--threshold-for yes=recall:0.8 with it finds 80 % of the rare class"));
  const Outcome decided =
      expect_success(box, "train churn.csv -t churned --folds 0 -o c.json --threshold-for yes=recall:0.8");
  EXPECT_THAT(decided.err, AllOf(HasSubstr("the tree is one leaf: by its threshold it answers 'yes' for every row"),
                                 HasSubstr("--select-by auc --min-leaf 5 for"), Not(HasSubstr("--threshold-for"))));
}

TEST_F(Threshold, ThatAnswersAllRowsAlikeIsSaidToTellNothing) {
  const Outcome trained = expect_success(box, "train " + kKyphosis + "-o k.json --threshold-for present=0.000001");
  EXPECT_THAT(trained.err,
              AllOf(HasSubstr("warning: with its threshold the tree does not tell 'present' from other rows: "
                              "balanced accuracy 50.0 %"),
                    HasSubstr("hint: try ")));
  EXPECT_THAT(expect_success(box, "train " + kKyphosis + "-o k.json --threshold-for present=0.2").err,
              Not(HasSubstr("does not tell")));
}

TEST_F(Threshold, OfATreeThatDidNotGrowIsSaidToo) {
  box.write("flat.csv", "x,y\n1,no\n1,no\n1,yes\n1,no\n1,no\n");
  const Outcome trained = expect_success(box, "train flat.csv -t y --folds 0 -o f.json --threshold-for yes=recall:1");
  EXPECT_THAT(trained.err, HasSubstr("one leaf: by its threshold it answers 'yes' for every row"));
  EXPECT_THAT(trained.out, HasSubstr("for recall:1 by the training rows\n"));
}

TEST_F(Threshold, NamesMayHoldAnEqualsSign) {
  box.write("odd.csv", "x,y\n1,a=b\n2,a=b\n3,c\n4,c\n5,a=b\n6,c\n7,c\n8,c\n");
  expect_success(box, "train odd.csv -t y --prune none -o o.json --threshold-for a=b=0.25");
  EXPECT_EQ(model("o.json")["labels"][model("o.json")["decision_threshold"]["label"].get<int>()], "a=b");
}

struct Refused {
  const char* line;
  const char* message;
  const char* hint;
};

TEST_F(Threshold, IsRefusedWithWhatHelps) {
  const std::string train = "train data/kyphosis.csv -t Kyphosis -o k.json --threshold-for ";
  const Refused refused[] = {
      {"present", "--threshold-for 'present': expected a class, = and recall:R", "yes=recall:0.8"},
      {"presnt=f1", "there is no class 'presnt'", "did you mean 'present'?"},
      {"maybe=f1", "there is no class 'maybe'", "there are 'absent' and 'present'"},
      {"present=recall=0.8", "there is no class 'present=recall'", "a colon stands behind recall: present=recall:0.8"},
      {"present:precision=0.8", "there is no class", "a colon stands behind precision: present=precision:0.8"},
      {"present=recal:0.8", "expected recall:R, precision:P, f1, cost, or a probability", "did you mean 'recall'?"},
      {"present=recall", "how much recall?", "recall:0.8"},
      {"present=recall:80", "expected a share above 0 and at most 1", "0.8 for 80 %"},
      {"present=recall:80%", "expected a share above 0 and at most 1", "0.8 for 80 %"},
      {"present=recall:0", "expected a share above 0 and at most 1", "recall:0.8"},
      {"present=precision:x", "expected a share above 0 and at most 1", ""},
      {"present=25", "a probability is above 0 and below 1", "0.25 for 25 %"},
      {"present=0", "a probability is above 0 and below 1", ""},
      {"present=1", "a probability is above 0 and below 1", ""},
      {"present=cost", "needs --cost-matrix: what does a wrong answer cost?", "name a file with --cost-matrix"},
  };
  for (const Refused& each : refused) {
    SCOPED_TRACE(each.line);
    EXPECT_THAT(expect_failure(box, kUsage, train + each.line).err,
                AllOf(HasSubstr(each.message), HasSubstr(each.hint)));
  }
  EXPECT_THAT(expect_failure(box, kUsage, "train data/iris.csv -t species -o i.json --threshold-for setosa=f1").err,
              AllOf(HasSubstr("is for two classes, and the target 'species' has 3"), HasSubstr("--class-weight")));
  EXPECT_THAT(
      expect_failure(box, kUsage, "train data/diabetes.csv -t progression -o d.json --threshold-for yes=f1").err,
      AllOf(HasSubstr("is about probabilities of classes"), HasSubstr("--task classification")));
  EXPECT_THAT(expect_failure(box, kUsage, "path data/kyphosis.csv -t Kyphosis --threshold-for present=f1").err,
              AllOf(HasSubstr("which is chosen before a threshold is"), HasSubstr("'espalier train'")));
  EXPECT_THAT(expect_failure(box, kUsage, "stability data/kyphosis.csv -t Kyphosis --threshold-for present=f1").err,
              HasSubstr("--threshold-for: the trees of resamples"));
}

}  // namespace
}  // namespace espalier::tool_test::threshold_test
