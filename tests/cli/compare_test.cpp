// evaluate --compare: learners side by side as a user gives them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::compare_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr const char* kIris = "evaluate data/iris.csv -t species ";

json compared(const Sandbox& box, const std::string& line) {
  return json::parse(expect_success(box, line + " --json").out);
}

TEST_F(Cli, CompareSetsLearnersSideBySide) {
  const std::string line = std::string(kIris) + "--compare c45 \"cart --max-depth 1 --prune none\"";
  const std::string text = expect_success(box, line).out;
  EXPECT_THAT(text,
              AllOf(HasSubstr("method    10-fold cross-validation, seed 1, the same rows for all learners"),
                    HasSubstr("\n   1  c45  "), HasSubstr("\n   2  cart --max-depth 1 --prune none  "),
                    HasSubstr("difference in accuracy, in percentage points"), HasSubstr("\n  1 - 2 "),
                    HasSubstr("<0.001  1 is better\n"), HasSubstr("9 degrees of freedom"), Not(HasSubstr("Holm"))));

  const json report = compared(box, line);
  ASSERT_EQ(report["learners"].size(), 2U);
  const json& stump = report["learners"][1];
  EXPECT_EQ(stump["learner"], "cart --max-depth 1 --prune none");
  EXPECT_EQ(stump["options"]["max-depth"], "1");
  // A stump knows setosa and takes all others for versicolor: 100 of 150 rows, 10 of 15 in each fold.
  EXPECT_DOUBLE_EQ(stump["accuracy"], 2.0 / 3);
  EXPECT_EQ(stump["mean_leaves"], 2);
  EXPECT_EQ(stump["mean_depth"], 1);
  ASSERT_EQ(stump["folds"].size(), 10U);
  const json alone = json::parse(expect_success(box, std::string(kIris) + "-a c45 --json").out);
  EXPECT_EQ(report["learners"][0]["accuracy"], alone["accuracy"]);
  EXPECT_EQ(report["learners"][0]["standard_error"], alone["standard_error"]);
  EXPECT_EQ(report["learners"][0]["mean_leaves"], alone["mean_leaves"]);

  EXPECT_EQ(report["test"]["degrees_of_freedom"], 9);
  EXPECT_NEAR(report["test"]["test_per_training_row"].get<double>(), 1.0 / 9, 1e-15);
  ASSERT_EQ(report["pairs"].size(), 1U);
  const json& pair = report["pairs"][0];
  EXPECT_EQ(pair["first"], "c45");
  EXPECT_EQ(pair["second"], stump["learner"]);
  const json& test = pair["accuracy"];
  EXPECT_NEAR(test["difference"].get<double>(), alone["accuracy"].get<double>() - 2.0 / 3, 1e-12);
  EXPECT_LT(test["interval"][0], test["difference"]);
  EXPECT_LT(test["difference"], test["interval"][1]);
  EXPECT_EQ(test["p"], test["p_holm"]);
  EXPECT_EQ(test["verdict"], "1 is better");
}

TEST_F(Cli, CompareAdjustsForTheNumberOfPairs) {
  const std::string line = std::string(kIris) + "--folds 5 --repeats 2 --compare c45 cart \"id3 --discretize mdlp\" -v";
  EXPECT_THAT(expect_success(box, line).out, AllOf(HasSubstr("Holm\n"), HasSubstr("no difference can be shown"),
                                                   HasSubstr("of 3 pairs"), HasSubstr("  round 1 fold 4, 30 rows:")));
  const json report = compared(box, line);
  EXPECT_EQ(report["pairs"].size(), 3U);
  for (const json& pair : report["pairs"]) EXPECT_GE(pair["accuracy"]["p_holm"], pair["accuracy"]["p"]);
}

TEST_F(Cli, CompareOfRegressionsIsByRmse) {
  const std::string line =
      "evaluate data/diabetes.csv -t progression --folds 4 --min-leaf 1 --compare \"cart --max-depth 3 --prune "
      "none\" \"cart --prune none\"";
  EXPECT_THAT(expect_success(box, line).out, AllOf(HasSubstr("difference in rmse"), HasSubstr("1 is better")));
  const json test = compared(box, line)["pairs"][0]["rmse"];
  EXPECT_LT(test["difference"], 0);  // the smaller tree errs less
  EXPECT_LT(test["p"], 0.05);
}

TEST_F(Cli, CompareByHoldOutFoldFileAndTestFile) {
  const json once = compared(box, std::string(kIris) + "--hold-out 0.3 --compare c45 cart");
  EXPECT_EQ(once["test"], nullptr);
  EXPECT_EQ(once["pairs"][0]["accuracy"]["p"], nullptr);
  EXPECT_EQ(once["pairs"][0]["accuracy"]["interval"], nullptr);
  EXPECT_EQ(compared(box, std::string(kIris) + "--hold-out 0.3 --repeats 4 --compare c45 cart")["test"]["splits"], 4);

  std::string folds;
  for (int row = 0; row < 150; ++row) folds += row % 3 == 0 ? "4\n" : "7\n";
  box.write("folds.txt", folds);
  const json given = compared(box, std::string(kIris) + "--fold-file folds.txt --compare c45 cart");
  EXPECT_EQ(given["learners"][1]["folds"][0]["fold"], 4);
  // Folds of 50 and 100 rows: the mean of 1/2 and 2.
  EXPECT_DOUBLE_EQ(given["test"]["test_per_training_row"], 1.25);

  const std::string tested = std::string(kIris) + "--test data/iris.csv --compare c45 cart";
  EXPECT_THAT(expect_success(box, tested).out,
              AllOf(HasSubstr("tested on 150 rows of data/iris.csv"), HasSubstr("a single split: no test"),
                    HasSubstr("one test file says nothing about chance")));
  const json report = compared(box, tested);
  const json alone = json::parse(expect_success(box, std::string(kIris) + "-a c45 --test data/iris.csv --json").out);
  EXPECT_EQ(report["learners"][0]["accuracy"], alone["accuracy"]);
  EXPECT_EQ(report["learners"][0]["mean_leaves"], alone["leaves"]);
  EXPECT_FALSE(report["learners"][0].contains("folds"));
}

TEST_F(Cli, CompareGivesOutsideOptionsToLearnersThatDoNotSayOtherwise) {
  const json report =
      compared(box, std::string(kIris) +
                        "--max-depth 1 -a c45 --prune none --compare \"--min-leaf 3\" \"cart --max-depth 2\" cart");
  const json& learners = report["learners"];
  EXPECT_EQ(learners[0]["options"]["algorithm"], "c45");
  EXPECT_EQ(learners[0]["options"]["max-depth"], "1");
  EXPECT_EQ(learners[0]["options"]["min-leaf"], "3");
  EXPECT_EQ(learners[1]["options"]["algorithm"], "cart");
  EXPECT_EQ(learners[1]["options"]["max-depth"], "2");
  EXPECT_EQ(learners[2]["options"]["max-depth"], "1");
  for (const json& learner : learners) EXPECT_EQ(learner["options"]["prune"], "none");
  EXPECT_THAT(expect_success(box, std::string(kIris) + "--compare c45 cart --max-depth 2").out,
              HasSubstr("for all   --max-depth 2\n"));
}

TEST_F(Cli, CompareReadsQuotesWithinATextAndConfigFiles) {
  expect_success(box, {"evaluate", "data/golf.csv", "-t", "play", "--folds", "3", "--compare",
                       "c45 --class-weight \"Don't Play=2\"", "c45 --class-weight 'Play=2'"});
  box.write("c.cfg", "compare = c45 --max-depth 2\ncompare = cart\nmin-leaf = 2\ntarget = species\n");
  const json report = compared(box, "evaluate data/iris.csv --config c.cfg");
  EXPECT_EQ(report["learners"][0]["learner"], "c45 --max-depth 2");
  EXPECT_EQ(report["learners"][1]["options"]["min-leaf"], "2");
  // An outside list gives way to the learner's own.
  expect_success(box, {"evaluate", "data/golf.csv", "-t", "play", "--folds", "3", "--class-weight", "Play=2",
                       "--compare", "c45 --class-weight Play=3", "cart"});
}

TEST_F(Cli, CompareCountsCosts) {
  box.write("costs.csv", "actual,Don't Play,Play\nDon't Play,0,1\nPlay,5,0\n");
  const std::string line =
      "evaluate data/golf.csv -t play --folds 3 --compare cart \"cart --cost-matrix costs.csv\" --prune none";
  EXPECT_THAT(expect_success(box, line).out, AllOf(HasSubstr("mean cost"), HasSubstr("difference in mean cost")));
  const json report = compared(box, line);
  for (const json& learner : report["learners"]) {
    EXPECT_TRUE(learner.contains("mean_cost"));
    EXPECT_TRUE(learner["folds"][0].contains("mean_cost"));
  }
  EXPECT_TRUE(report["pairs"][0].contains("mean_cost"));
  // On a test file the same matrix marks both; it marks one learner alone as evaluate does.
  const json tested = compared(box,
                               "evaluate data/golf.csv -t play --test data/golf.csv --compare cart \"cart "
                               "--cost-matrix costs.csv\" --prune none");
  const json alone = json::parse(
      expect_success(box,
                     "evaluate data/golf.csv -t play --test data/golf.csv --cost-matrix costs.csv --prune none --json")
          .out);
  EXPECT_EQ(tested["learners"][1]["mean_cost"], alone["mean_cost"]);

  box.write("other.csv", "actual,Don't Play,Play\nDon't Play,0,2\nPlay,5,0\n");
  const Outcome differ = expect_success(box,
                                        "evaluate data/golf.csv -t play --folds 3 --compare \"c45 --cost-matrix "
                                        "other.csv\" \"c45 --cost-matrix costs.csv\"");
  EXPECT_THAT(differ.err, HasSubstr("warning: the learners have different cost matrices"));
  EXPECT_THAT(differ.out, Not(HasSubstr("mean cost")));
}

TEST_F(Cli, CompareWritesAColumnOfAnswersForEachLearner) {
  expect_success(box, std::string(kIris) + "--compare c45 \"cart --max-depth 2\" --predictions out.csv");
  const std::string csv = box.read("out.csv");
  EXPECT_THAT(csv, StartsWith("row,fold,actual,c45,cart --max-depth 2\n1,"));
  EXPECT_THAT(csv, HasSubstr(",setosa,setosa,setosa\n"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 151);
  expect_success(box, std::string(kIris) + "--compare c45 cart --repeats 2 --predictions out.csv");
  EXPECT_THAT(box.read("out.csv"), StartsWith("row,round,fold,actual,c45,cart\n1,0,"));
  expect_success(box, std::string(kIris) + "--compare c45 cart --test data/iris.csv --predictions out.csv");
  EXPECT_THAT(box.read("out.csv"), StartsWith("row,fold,actual,c45,cart\n1,,setosa,setosa,setosa\n"));
}

TEST_F(Cli, CompareIsTheSameOnAnyNumberOfThreads) {
  const std::string line =
      "evaluate data/stagec.csv -t pgstat --compare c45 cart \"cart --max-depth 2\" --json --threads ";
  const std::string expected = expect_success(box, line + "1").out;
  EXPECT_EQ(expect_success(box, line + "2").out, expected);
  EXPECT_EQ(expect_success(box, line + "40").out, expected);
}

TEST_F(Cli, CompareTakesTheLevelOfIntervalsAndVerdicts) {
  const std::string line = std::string(kIris) + "--compare c45 \"cart --max-depth 1 --prune none\" --level ";
  const json narrow = compared(box, line + "0.5");
  const json wide = compared(box, line + "0.999999999");
  EXPECT_EQ(narrow["test"]["level"], 0.5);
  const json& a = narrow["pairs"][0]["accuracy"];
  const json& b = wide["pairs"][0]["accuracy"];
  EXPECT_EQ(a["p"], b["p"]);
  EXPECT_GT(a["interval"][0], b["interval"][0]);
  EXPECT_LT(a["interval"][1], b["interval"][1]);
  EXPECT_EQ(a["verdict"], "1 is better");
  EXPECT_EQ(b["verdict"], "no difference can be shown");
  EXPECT_THAT(expect_success(box, line + "0.9").out, HasSubstr("90 % interval"));
}

TEST_F(Cli, CompareWarnsOfLearnersThatAreTheSameInEffect) {
  EXPECT_THAT(expect_success(box, std::string(kIris) + "--compare c45 \"c45 --prune error-based\"").err,
              HasSubstr("warning: 'c45' and 'c45 --prune error-based' have the same options in effect"));
}

struct Refused {
  Arguments arguments;  // behind "evaluate"
  int code;
  const char* message;
  const char* hint;
};

TEST_F(Cli, CompareRefusesWithTheTextAndAHint) {
  const Arguments iris = {"evaluate", "data/iris.csv", "-t", "species"};
  const Refused refusals[] = {
      {{"--compare", "c45"}, kUsage, "--compare 'c45': one learner alone cannot be compared", "for example"},
      {{"--compare"}, kUsage, "the required argument for option '--compare' is missing", "help evaluate"},
      {{"--compare", "--folds", "3"}, kUsage, "the required argument for option '--compare' is missing", ""},
      {{"--compare", "c45", "cart --max-dept 5"},
       kUsage,
       "--compare 'cart --max-dept 5': unknown option '--max-dept'",
       "did you mean '--max-depth'?"},
      {{"--compare", "c45", "crt"},
       kUsage,
       "--compare 'crt': expected id3, c45, cart or an option, found 'crt'",
       "did you mean 'cart'?"},
      {{"--compare", "c45", "cart --folds 3"}, kUsage, "--folds is no option of a learner", "outside the texts"},
      {{"--compare", "c45", "cart 5"}, kUsage, "--compare 'cart 5': unexpected '5'", "quotes"},
      {{"--compare", "c45", "cart -a c45"}, kUsage, "more than once", "see"},
      {{"--compare", "c45", "cart --max-depth x"}, kUsage, "--compare 'cart --max-depth x': --max-depth 'x'", ""},
      {{"--compare", "c45", "cart --class-weight \"a"}, kUsage, "the quote \" is not closed", ""},
      {{"--compare", "c45", ""}, kUsage, "--compare '': expected a learner, found nothing", "for example"},
      {{"--compare", "c45 --max-depth 5", "cart", "-a", "cart", "--compare", "--algorithm=c45 --max-depth=5"},
       kUsage,
       "the learner is given twice",
       ""},
      {{"--compare", "c45", "cart --confidence 0.1"},
       kUsage,
       "--confidence goes with --prune error-based",
       "cost-complexity is in effect"},
      {{"--compare", "c45", "cart --class-weight none=3"}, kUsage, "there is no class 'none'", "there are 'setosa'"},
      {{"--compare", "c45", "id3"}, kBadInput, "learner 'id3': ", ""},
      {{"--compare", "c45", "id3", "--test", "data/iris.csv"}, kBadInput, "learner 'id3': ", ""},
      {{"--compare", "c45", "cart", "--importance"}, kUsage, "--importance is for one learner", "leave --compare out"},
      {{"--compare", "c45", "cart", "--probabilities", "--predictions", "p.csv"},
       kUsage,
       "--probabilities is for one learner",
       "leave --compare out"},
  };
  for (const Refused& refused : refusals) {
    Arguments line = iris;
    line.insert(line.end(), refused.arguments.begin(), refused.arguments.end());
    EXPECT_THAT(expect_failure(box, refused.code, line).err,
                AllOf(HasSubstr(refused.message), HasSubstr(refused.hint)));
  }
  // The list has taken the data file.
  EXPECT_THAT(expect_failure(box, kUsage, "evaluate -t species --compare c45 cart data/iris.csv").err,
              AllOf(HasSubstr("found 'data/iris.csv'"), HasSubstr("DATA goes before --compare")));
  expect_success(box, "evaluate -t species --compare c45 cart --folds 3 data/iris.csv");
  expect_success(box, "evaluate -t species --folds 3 --compare c45 cart -- data/iris.csv");
}

}  // namespace
}  // namespace espalier::tool_test::compare_test
