// What evaluate reports: figures that can be checked by hand, in text and JSON, by folds, rounds, shares and files.
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test::evaluate_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Evaluate : public Cli {
 protected:
  // x <= 3.5: a, else b; both leaves are pure.
  void SetUp() override {
    box.write("train.csv", "x,y\n1,a\n2,a\n3,a\n4,b\n9,b\n9,b\n");
    box.write("test.csv", "x,y,w\n1,a,1\n2,a,1\n3,b,2\n8,b,1\n9,b,1\n9,a,2\n");
  }
  json report(const std::string& line) const { return json::parse(expect_success(box, line + " --json").out); }
  const std::string on_file = "evaluate train.csv -t y --prune none --smoothing none --test test.csv";
};

TEST_F(Evaluate, FiguresOfATestFileByHand) {
  // answered a a a b b b, right would be a a b b b a
  const json figures = report(on_file);
  EXPECT_EQ(figures["confusion"], json({{2, 1}, {1, 2}}));
  EXPECT_DOUBLE_EQ(figures["accuracy"], 4.0 / 6);
  EXPECT_DOUBLE_EQ(figures["balanced_accuracy"], 4.0 / 6);
  EXPECT_DOUBLE_EQ(figures["macro_f1"], 4.0 / 6);
  EXPECT_DOUBLE_EQ(figures["kappa"], (4.0 / 6 - 0.5) / 0.5);
  EXPECT_DOUBLE_EQ(figures["mcc"], (4 * 6 - 18) / 18.0);
  // Both leaves are pure: two rows are certain and wrong.
  EXPECT_DOUBLE_EQ(figures["log_loss"], 2 * 15 * std::log(10) / 6);
  EXPECT_EQ(figures["zero_probability"], 2);
  EXPECT_DOUBLE_EQ(figures["brier"], 2 * 2 / 6.0);
  // Of 9 pairs 2 * 2 are in order, 2 * 1 + 1 * 2 are ties, 1 is reversed.
  EXPECT_DOUBLE_EQ(figures["auc"], 6.0 / 9);
  EXPECT_DOUBLE_EQ(figures["classes"][1]["auc"], 6.0 / 9);
  EXPECT_DOUBLE_EQ(figures["calibration"]["expected_error"], 1 - 4.0 / 6);
  EXPECT_EQ(figures["calibration"]["bins"].size(), 10U);
  EXPECT_EQ(figures["calibration"]["bins"][9]["answers"], 6);
  EXPECT_EQ(figures["calibration"]["bins"][0]["confidence"], nullptr);
  EXPECT_EQ(figures["rows"], 6);
  EXPECT_EQ(figures["rounds"], 1);
  EXPECT_FALSE(figures.contains("spread"));
  const std::string text = expect_success(box, on_file).out;
  EXPECT_THAT(text, AllOf(HasSubstr("accuracy  66.7 % (4 of 6 rows), standard error 19.2 %\n"
                                    "          95 % interval 30.0 % to 90.3 %\n          always 'a': 50.0 %\n"),
                          HasSubstr("agreement balanced accuracy 66.7 %, macro F1 0.667, kappa 0.333, MCC 0.333\n"
                                    "certainty log loss 11.513, Brier score 0.667, mean AUC 0.667, calibration error "
                                    "0.333\n          2 rows had probability 0 for the right class\n"),
                          HasSubstr("  a             3      0.667   0.667  0.667  0.667\n"),
                          HasSubstr("  0.9 to 1.0        6       1.000  0.667\n")));
}

TEST_F(Evaluate, WeightsOfATestFile) {
  const std::string line = on_file + " --weight w";
  box.write("train.csv", "x,y,w\n1,a,1\n2,a,1\n3,a,1\n4,b,1\n9,b,1\n9,b,1\n");
  const json figures = report(line);
  EXPECT_EQ(figures["weighted"], true);
  EXPECT_DOUBLE_EQ(figures["accuracy"], 4.0 / 8);
  EXPECT_DOUBLE_EQ(figures["effective_rows"], 64 / 12.0);
  EXPECT_EQ(figures["calibration"]["bins"][9]["weight"], 8.0);
  EXPECT_THAT(expect_success(box, line).out, HasSubstr("; as of 5.3 rows of one weight\n"));
  // Rows that weigh nothing do not count, as in the data.
  box.write("test.csv", "x,y,w\n1,a,1\n2,b,0\n3,b,?\n");
  const Outcome outcome = expect_success(box, line);
  EXPECT_THAT(outcome.out, HasSubstr("100.0 % by weight (1 of 1 row)"));
  EXPECT_THAT(outcome.err, HasSubstr("test.csv:3: warning: 2 rows are left out: their weight is 0 or missing"));
  box.write("test.csv", "x,y,w\n1,a,0\n");
  EXPECT_THAT(expect_failure(box, kBadInput, line).err, HasSubstr("no row has a weight above 0"));
}

TEST_F(Evaluate, UndefinedFiguresAreNull) {
  box.write("test.csv", "x,y\n1,a\n2,a\n");
  const json figures = report(on_file);
  EXPECT_EQ(figures["accuracy"], 1);
  for (const char* key : {"kappa", "mcc", "auc"}) EXPECT_TRUE(figures[key].is_null()) << key;
  EXPECT_TRUE(figures["classes"][1]["recall"].is_null());
  EXPECT_TRUE(figures["classes"][1]["precision"].is_null());
  EXPECT_EQ(figures["classes"][0]["recall"], 1);
  EXPECT_THAT(expect_success(box, on_file).out,
              AllOf(HasSubstr("kappa undefined, MCC undefined"), HasSubstr("mean AUC undefined"),
                    HasSubstr("  b             0          -       -      -      -\n")));
}

TEST_F(Evaluate, TheLevelOfTheIntervalCanBeChosen) {
  const json usual = report("evaluate data/iris.csv -t species");
  EXPECT_EQ(usual["interval"]["level"], 0.95);
  const json wide = report("evaluate data/iris.csv -t species --level 0.99");
  EXPECT_LT(wide["interval"]["low"], usual["interval"]["low"]);
  EXPECT_GT(wide["interval"]["high"], usual["interval"]["high"]);
  EXPECT_THAT(expect_success(box, "evaluate data/iris.csv -t species --level 0.995").out, HasSubstr("99.5 % interval"));
  for (const char* level : {"0", "1", "95", "x"}) {
    const std::string line = std::string("evaluate data/golf.csv -t play --level ") + level;
    EXPECT_THAT(expect_failure(box, kUsage, line).err, HasSubstr("--level")) << level;
  }
}

TEST_F(Evaluate, RoundsAreToldAndDoNotMakeItMoreCertain) {
  const json once = report("evaluate data/iris.csv -t species -a c45 --folds 5");
  const json thrice = report("evaluate data/iris.csv -t species -a c45 --folds 5 --repeats 3");
  EXPECT_EQ(thrice["rows"], 150);
  EXPECT_EQ(thrice["rounds"], 3);
  EXPECT_EQ(thrice["answers"], 450);
  EXPECT_EQ(thrice["folds"].size(), 15U);
  EXPECT_DOUBLE_EQ(thrice["effective_rows"], 150);
  const double accuracy = thrice["accuracy"];
  EXPECT_NEAR(thrice["standard_error"], std::sqrt(accuracy * (1 - accuracy) / 150), 1e-12);
  EXPECT_EQ(once["spread"]["rounds"], nullptr);
  EXPECT_EQ(thrice["spread"]["rounds"]["mean"].get<double>(), accuracy);
  EXPECT_GE(thrice["spread"]["rounds"]["most"], once["accuracy"]);
  EXPECT_LE(thrice["spread"]["rounds"]["least"], once["accuracy"]);
  EXPECT_THAT(expect_success(box, "evaluate data/iris.csv -t species -a c45 --folds 5 --repeats 3").out,
              AllOf(HasSubstr(" of 450 answers, 3 rounds of 150 rows), standard error "), HasSubstr(" in 15 folds, "),
                    HasSubstr(" in 3 rounds, standard deviation ")));
}

TEST_F(Evaluate, SpreadIsThatOfTheFolds) {
  const json figures = report("evaluate data/iris.csv -t species -a c45 --folds 5");
  double sum = 0;
  double squares = 0;
  for (const json& fold : figures["folds"]) sum += fold["accuracy"].get<double>();
  for (const json& fold : figures["folds"]) squares += std::pow(fold["accuracy"].get<double>() - sum / 5, 2);
  EXPECT_NEAR(figures["spread"]["folds"]["standard_deviation"], std::sqrt(squares / 4), 1e-12);
  std::size_t most = 0;
  double leaves = 0;
  for (const json& fold : figures["folds"]) {
    most = std::max(most, fold["depth"].get<std::size_t>());
    leaves += fold["leaves"].get<double>();
  }
  EXPECT_EQ(figures["trees"]["count"], 5);
  EXPECT_EQ(figures["trees"]["depth"]["most"], most);
  EXPECT_NEAR(figures["trees"]["leaves"]["mean"], leaves / 5, 1e-12);
  EXPECT_EQ(figures["mean_leaves"], figures["trees"]["leaves"]["mean"]);
}

TEST_F(Evaluate, HoldOutHasRoundsAndNoFolds) {
  const json once = report("evaluate data/iris.csv -t species -a c45 --hold-out 0.3");
  EXPECT_EQ(once["rows"], 45);
  EXPECT_EQ(once["spread"], (json{{"folds", nullptr}, {"rounds", nullptr}}));
  const Outcome outcome = expect_success(box, "evaluate data/iris.csv -t species -a c45 --hold-out 0.3 --repeats 4 -v");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr(" of 180 answers, 4 rounds of 45 rows)"), HasSubstr("\nspread "),
                                 HasSubstr(" in 4 rounds"), Not(HasSubstr(" folds")), HasSubstr("\n      3     0  ")));
}

TEST_F(Evaluate, ResultsDoNotDependOnThreads) {
  const std::string line = "evaluate data/stagec.csv -t pgstat -a c45 --folds 4 --repeats 2 --predictions p.csv";
  const std::string one = expect_success(box, line + " --probabilities --json --threads 1").out;
  const std::string answers = box.read("p.csv");
  EXPECT_EQ(expect_success(box, line + " --probabilities --json --threads 5").out, one);
  EXPECT_EQ(box.read("p.csv"), answers);
}

TEST_F(Evaluate, ProbabilitiesAreWrittenWhereAskedFor) {
  box.write("train.csv", "x,y\n1,a\n2,a\n3,\"b,c\"\n");
  expect_success(box,
                 "evaluate train.csv -t y --test train.csv --max-depth 0 --prune cost-complexity --alpha 1 "
                 "--predictions p.csv --probabilities");
  std::istringstream lines(box.read("p.csv"));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "row,fold,actual,predicted,probability a,\"probability b,c\"");
  std::getline(lines, line);
  EXPECT_THAT(line, StartsWith("1,,a,a,0.666666666666666"));
  EXPECT_THAT(expect_failure(box, kUsage, "evaluate train.csv -t y --probabilities").err,
              AllOf(HasSubstr("--probabilities adds columns"), HasSubstr("hint: add --predictions FILE")));
  EXPECT_THAT(
      expect_failure(box, kUsage, "evaluate data/diabetes.csv -t progression --probabilities --predictions p2.csv").err,
      HasSubstr("--probabilities is for classes, and the target 'progression' holds numbers"));
}

TEST_F(Evaluate, ManyClassesAreToldByTheirConfusions) {
  std::string data = "x,y\n";
  for (int i = 0; i < 200; ++i) {
    data += std::to_string(i % 50) + ",class " + std::to_string(i < 150 ? i % 50 : (i + 1) % 50) + "\n";
  }
  box.write("many.csv", data);
  const std::string text = expect_success(box, "evaluate many.csv -t y --prune none --test many.csv").out;
  EXPECT_THAT(text, AllOf(HasSubstr("  ... and 10 more\n"), HasSubstr("predicted as, the most frequent\n"),
                          HasSubstr("  class 1   class 0   1\n"), HasSubstr("  ... and 40 more\n")));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  EXPECT_EQ(report("evaluate many.csv -t y --prune none --test many.csv")["confusion"].size(), 50U);
}

TEST_F(Evaluate, ErrorsOfNumbersByHand) {
  box.write("train.csv", "x,y\n1,1.5\n2,1.5\n3,5.5\n4,5.5\n");
  box.write("test.csv", "x,y\n1,1.5\n2,0.5\n3,7.5\n4,5.5\n");  // errors 0, 1, -2, 0
  const std::string line = "evaluate train.csv -t y --prune none --min-leaf 1 --smoothing none --test test.csv";
  const json figures = report(line);
  EXPECT_DOUBLE_EQ(figures["mean_error"], -0.25);
  EXPECT_EQ(figures["error_quantiles"][0], (json{{"share", 0.05}, {"error", -2.0}}));
  EXPECT_EQ(figures["error_quantiles"][1], (json{{"share", 0.25}, {"error", -1.0}}));  // between -2 and 0
  EXPECT_EQ(figures["error_quantiles"][2], (json{{"share", 0.5}, {"error", 0.0}}));
  EXPECT_EQ(figures["error_quantiles"][4], (json{{"share", 0.95}, {"error", 1.0}}));
  EXPECT_EQ(figures["absolute_error_quantiles"][0], (json{{"share", 0.5}, {"error", 0.5}}));
  EXPECT_EQ(figures["absolute_error_quantiles"][3], (json{{"share", 1.0}, {"error", 2.0}}));
  // Squares 0 1 4 0: the mean is 1.25, its error sqrt(1.25^2 + 0.25^2 + 2.75^2 + 1.25^2) / 4 = sqrt(10.75) / 4.
  const double half = 1.959963984540054 * std::sqrt(10.75) / 4;
  EXPECT_NEAR(figures["interval"]["high"], std::sqrt(1.25 + half), 1e-9);
  EXPECT_EQ(figures["interval"]["low"], 0);
  EXPECT_THAT(expect_success(box, line).out,
              AllOf(HasSubstr("bias      -0.25, the mean of answer - actual\n"),
                    HasSubstr("  answer - actual         5 %       25 %       50 %       75 %       95 %\n"
                              "                           -2         -1          0        0.5          1\n"),
                    HasSubstr("  size of error          50 %       90 %       95 %    largest\n"
                              "                          0.5          2          2          2\n")));
}

TEST_F(Evaluate, TargetsTooLargeToBeSquaredAreRefused) {
  box.write("train.csv", "x,y\n1,1.5\n2,1.5\n3,5.5\n4,5.5\n");
  box.write("test.csv", "x,y\n1,1.5\n2,1e200\n");
  EXPECT_THAT(
      expect_failure(box, kBadInput, "evaluate train.csv -t y --prune none --smoothing none --test test.csv").err,
      HasSubstr("test.csv:3:3: error: the target 1e+200 is too large to be squared"));
}

// One class only, one row, weights far apart: a report all the same, and no figure that is none.
TEST_F(Evaluate, OddTablesHaveAReport) {
  box.write("one.csv", "x,y,w\n1,a,1e300\n2,a,1e-300\n3,a,1\n");
  box.write("two.csv", "x,y,w\n1,a,1e300\n2,b,1e300\n3,a,1e-300\n");
  box.write("same.csv", "x,y,w\n1,0.5,1\n2,0.5,1\n3,0.5,1\n");
  for (const char* file : {"one.csv", "two.csv", "same.csv"}) {
    for (const char* rest : {"--folds 3", "--folds 2 --repeats 2", "--hold-out 0.5", "--test one.csv"}) {
      if (std::string(file) == "same.csv" && std::string(rest) == "--test one.csv") continue;
      const std::string line = std::string("evaluate ") + file + " -t y --prune none " + rest;
      for (const char* weight : {"", " --weight w"}) {
        const json figures = report(line + weight);
        for (const char* key : {"accuracy", "rmse", "standard_error", "log_loss", "brier", "effective_rows", "mae"}) {
          EXPECT_TRUE(!figures.contains(key) || figures[key].is_number()) << line << weight << " " << key;
        }
        EXPECT_TRUE(figures["interval"]["low"].is_number() && figures["interval"]["high"].is_number()) << line;
        EXPECT_THAT(expect_success(box, line + weight).out, AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf "))))
            << line;
      }
    }
  }
}

}  // namespace
}  // namespace espalier::tool_test::evaluate_test
