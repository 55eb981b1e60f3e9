// Reduced-error pruning and the choice of risk while training: every command that learns takes them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::reduced_error_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json options_of(const Sandbox& box, const std::string& model) {
  return json::parse(box.read(model))["provenance"]["options"];
}

TEST_F(Cli, AShareOfTheRowsJudges) {
  const std::string line = "train data/wine.csv -t cultivar --prune reduced-error --folds 0 -o w.json";
  EXPECT_THAT(expect_success(box, line).out, HasSubstr("pruned with reduced-error on 59 rows held out: "));
  EXPECT_EQ(options_of(box, "w.json")["prune-share"], "0.3333333333333333");
  EXPECT_EQ(options_of(box, "w.json")["prune-seed"], "1");
  const json model = json::parse(box.read("w.json"));
  EXPECT_EQ(model["provenance"]["rows"], 178);
  double weight = 0;
  for (const json& count : model["trees"][0]["nodes"][0]["counts"]) weight += count.get<double>();
  EXPECT_EQ(weight, 178 - 59);
  const std::string first = box.read("w.json");
  expect_success(box, line + " --prune-share 0.5 --seed 3");
  EXPECT_EQ(options_of(box, "w.json")["prune-share"], "0.5");
  EXPECT_EQ(options_of(box, "w.json")["prune-seed"], "3");
  for (const char* threads : {"1", "3"}) {
    expect_success(box, line + " --threads " + threads);
    EXPECT_EQ(box.read("w.json"), first);
  }
  const json report = json::parse(expect_success(box, line + " --json").out);
  EXPECT_EQ(report["pruned"]["judging_rows"], 59);
}

TEST_F(Cli, AFileJudges) {
  const std::string judges =
      "outlook,temperature,humidity,windy,play\nrain,70,70,true,Don't Play\n"
      "sunny,70,90,true,Don't Play\nrain,70,70,false,Play\nsunny,70,60,false,Play\n";
  box.write("judges.csv", judges);
  const std::string options = " data/golf.csv -t play -a c45 --prune reduced-error --prune-set judges.csv ";
  const Outcome outcome = expect_success(box, "train" + options + "--folds 0 -o g.json");
  EXPECT_THAT(outcome.out, HasSubstr("pruned with reduced-error on 4 rows of a file: 8 nodes, 5 leaves, depth 2\n"));
  EXPECT_EQ(options_of(box, "g.json")["prune-set"].get<std::string>().size(), 64U);
  expect_success(box, "build" + options + "--no-verify -o g.hpp -q");
  expect_success(box, "evaluate" + options + "--folds 3 -q");
  expect_success(box, "evaluate" + options + "--test judges.csv -q");
  // Read as the data is read.
  std::string semicolons = judges;
  std::replace(semicolons.begin(), semicolons.end(), ',', ';');
  box.write("judges.csv", semicolons);
  expect_success(box, "train" + options + "--folds 0 -o g.json");
  EXPECT_THAT(expect_failure(box, kBadInput, "train" + options + "--delimiter , --folds 0 -o n.json").err,
              HasSubstr("judges.csv"));
}

class ReducedErrorRuns : public Cli, public ::testing::WithParamInterface<const char*> {};

TEST_P(ReducedErrorRuns, InTrainEvaluateAndBuild) {
  const std::string options = std::string(" ") + GetParam() + " --prune reduced-error ";
  expect_success(box, "train" + options + "-o m.json -q");
  expect_success(box, "evaluate" + options + "--folds 3 -q");
  expect_success(box, "build" + options + "--folds 0 --no-verify -o m.hpp -q");
}

INSTANTIATE_TEST_SUITE_P(Learner, ReducedErrorRuns,
                         ::testing::Values("data/golf.csv -t play -a id3 --discretize mdlp", "data/golf.csv -t play",
                                           "data/stagec.csv -t pgstat -a c45", "data/stagec.csv -t pgstat -a cart",
                                           "data/stagec.csv -t pgstat --class-weight balanced --weight age",
                                           "data/diabetes.csv -t progression --prune-share 0.2"));

TEST_F(Cli, RiskIsRecordedIfItIsNotTheUsualOne) {
  const std::string train = "train data/iris.csv -t species --prune cost-complexity --alpha 0.02 --folds 0 -o i.json ";
  expect_success(box, train + "--risk impurity -q");
  EXPECT_EQ(options_of(box, "i.json")["risk"], "impurity");
  expect_success(box, train + "--risk misclassification -q");
  EXPECT_FALSE(options_of(box, "i.json").contains("risk"));
  expect_success(box, "train data/iris.csv -t species --risk impurity --prune-folds 3 --folds 0 -o i.json -q");
  EXPECT_EQ(options_of(box, "i.json")["risk"], "impurity");
  expect_success(box, "evaluate data/iris.csv -t species --risk impurity --folds 3 -q");
  expect_success(box, "train data/diabetes.csv -t progression --risk squared-error --prune-folds 2 -o d.json -q");
}

struct Refusal {
  const char* line;
  const char* message;
  const char* hint;
};

void PrintTo(const Refusal& refusal, std::ostream* out) {
  *out << refusal.line;
}

class TrainRefuses : public Cli, public ::testing::WithParamInterface<Refusal> {};

TEST_P(TrainRefuses, WithAHint) {
  const Outcome outcome = expect_failure(box, kUsage, GetParam().line);
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().message));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().hint));
}

const Refusal kRefusals[] = {
    {"train data/golf.csv -t play -o g.json --prune-share 0.2", "--prune-share goes with --prune reduced-error",
     "cost-complexity is in effect"},
    {"train data/golf.csv -t play -o g.json --prune-set data/golf.csv", "--prune-set goes with", "in effect"},
    {"train data/golf.csv -t play -o g.json --prune reduced-error --prune-share 1", "--prune-share '1'", "below 1"},
    {"train data/golf.csv -t play -o g.json --prune reduced-error --prune-share 0.2 --prune-set data/golf.csv",
     "--prune-share and --prune-set exclude each other", "held out, or come from a file"},
    {"train data/golf.csv -t play -o data/wine.csv --prune reduced-error --prune-set data/wine.csv", "data/wine.csv",
     "hint"},
    {"train - -t play -o g.json --prune reduced-error --prune-set -", "more than one input is '-'", "name a file"},
    {"train data/golf.csv -t play -o g.json --prune pessimistic --risk impurity", "--risk goes with", "pessimistic is"},
    {"train data/golf.csv -t play -o g.json --risk squared-error", "is for numbers", "misclassification or impurity"},
    {"train data/golf.csv -t play -o g.json --risk impurty", "--risk 'impurty'", "did you mean 'impurity'?"},
    {"train data/diabetes.csv -t progression -o g.json --risk impurity", "is for classes", "deviation"},
    {"train data/diabetes.csv -t progression -o g.json --criterion absolute-deviation --risk squared-error",
     "grown by absolute deviations", "--criterion variance"},
};
INSTANTIATE_TEST_SUITE_P(Pruning, TrainRefuses, ::testing::ValuesIn(kRefusals));

TEST_F(Cli, JudgesFromTheTrainingDataGetAWarning) {
  const char* const said = "--prune-set is the training data itself";
  const std::string options = " data/golf.csv -t play -a c45 --prune reduced-error --prune-set data/golf.csv";
  EXPECT_THAT(box.run(words("train" + options + " -o m.json")).err, HasSubstr(said));
  EXPECT_THAT(box.run(words("evaluate" + options + " --folds 3")).err, HasSubstr(said));
  box.run(words("train data/golf.csv -t play -a c45 --prune none -o whole.json"));
  EXPECT_THAT(box.run(words("prune whole.json --prune reduced-error --prune-set data/golf.csv -o s.json")).err,
              HasSubstr(said));
}

}  // namespace
}  // namespace espalier::tool_test::reduced_error_test
