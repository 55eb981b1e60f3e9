// espalier tune: what is tried, what is chosen, and that `build` makes of the config file what was chosen.
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/churn_table.hpp"
#include "support/sandbox.hpp"

namespace espalier::tool_test::tune_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

class Tune : public Cli {
 protected:
  json report(const std::string& line) const { return json::parse(expect_success(box, line + " --json").out); }
  // The options in effect as a model records them.
  std::map<std::string, std::string> recorded(const std::string& file) const {
    std::map<std::string, std::string> options;
    const json model = json::parse(box.read(file));
    for (const auto& [name, value] : model["provenance"]["options"].items()) options[name] = value;
    return options;
  }
};

TEST_F(Tune, TellsWhatItTriedAndWhatItIsWorth) {
  const Outcome outcome = expect_success(box, "tune data/wine.csv -t cultivar --budget 30 --outer-folds 3 -o wine.cfg");
  EXPECT_THAT(outcome.out, HasSubstr("search    30 trials by accuracy, 10-fold cross-validation, 10 rounds, seed 1\n"
                                     "          30 on 10 folds, "));
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("\n  trial  accuracy ± SE  leaves  folds  options\n"),
                    HasSubstr("  the options as given"), HasSubstr("  <- chosen\n"),
                    HasSubstr("by 3 outer folds, seed 1, each with a search of its own (a single leaf: ")));
  EXPECT_THAT(outcome.out, HasSubstr("written   wine.cfg\n"
                                     "use       espalier build data/wine.csv --config wine.cfg -o model.hpp\n"));
}

// Every way to prune is a trial of its own here, so that the winner may be any; the model must record its options.
TEST_F(Tune, BuildMakesOfTheConfigFileWhatWasChosen) {
  for (const std::string line :
       {"data/wine.csv -t cultivar --budget 20", "data/kyphosis.csv -t Kyphosis --select-by auc --budget 30 --seed 4",
        "data/diabetes.csv -t progression --budget 12 --min-leaf 10", "data/golf.csv -t play --budget 8 --ignore windy",
        "data/stagec.csv -t pgstat --task classification -a c45 --no-raising --prune error-based --budget 10"}) {
    const json tuned = report("tune " + line + " --outer-folds 0 -o found.cfg");
    const std::string data = line.substr(0, line.find(' '));
    expect_success(box, "train " + data + " --config found.cfg --folds 0 -o model.json");
    const auto options = recorded("model.json");
    const json& winner = tuned["winner"];
    for (const auto& [name, value] : winner["options"].items()) {
      EXPECT_EQ(options.at(name), value) << line;
    }
    const json trained = report("train " + data + " --config found.cfg --folds 0 -o model.json");
    EXPECT_EQ(trained["pruned"]["leaves"], winner["tree"]["leaves"]) << line;
    EXPECT_EQ(trained["pruned"]["depth"], winner["tree"]["depth"]) << line;
    if (winner.contains("alpha")) {
      EXPECT_EQ(trained["pruned"]["alpha"], winner["alpha"]) << line;
    }
    expect_success(box, "build " + data + " --config found.cfg --no-verify -o x.hpp");
    EXPECT_THAT(box.read("found.cfg"), Not(HasSubstr(box.path(""))));
  }
}

// The command that a report without -o ends with learns the same.
TEST_F(Tune, TheCommandMakesTheSameHeaderAsTheFile) {
  const std::string line = "tune data/kyphosis.csv -t Kyphosis --budget 12 --outer-folds 0 --seed 2";
  std::string command = report(line)["command"];
  ASSERT_THAT(command, StartsWith("espalier build data/kyphosis.csv --target Kyphosis --seed 2"));
  ASSERT_EQ(box.shell("$ESPALIER " + command.substr(9) + " --no-verify").exit_code, 0);
  const std::string by_options = box.read("model.hpp");
  command = report(line + " -o k.cfg")["command"];
  ASSERT_EQ(box.shell("$ESPALIER " + command.substr(9) + " --no-verify").exit_code, 0);
  EXPECT_EQ(box.read("model.hpp"), by_options);
}

TEST_F(Tune, TheFirstTrialIsWhatBuildDoes) {
  const json tuned = report("tune data/wine.csv -t cultivar --budget 3 --outer-folds 0");
  const json path = report("path data/wine.csv -t cultivar");
  const json& first = tuned["trials"][0];
  EXPECT_EQ(first["options"], json::object());
  EXPECT_EQ(first["alpha"], path["chosen"]["alpha"]);
  EXPECT_DOUBLE_EQ(first["accuracy"], path["steps"][path["chosen"]["step"].get<std::size_t>()]["accuracy"]);
}

// The kinds of several trees, with what each of them searches: the model of the config file is the winner, and
// cross-validation on the same folds finds the winner's figure.
TEST_F(Tune, OfSeveralTreesIsWhatTrainAndEvaluateMake) {
  const std::pair<const char*, const char*> kinds[] = {
      {"data/wine.csv -t cultivar --ensemble bagging --trees 10", "rows"},
      {"data/wine.csv -t cultivar --ensemble forest --trees 10 --seed 3", "columns"},
      {"data/diabetes.csv -t progression --ensemble forest --trees 5", "columns"},
      {"data/stagec.csv -t pgstat --task classification --ensemble extra-trees --trees 10", "replace"},
      {"data/stagec.csv -t pgstat --task classification --ensemble boost", "trees"},
      {"data/diabetes.csv -t progression --ensemble boost --trees 20 --rows 0.6", "learning-rate"},
      {"data/wine.csv -t cultivar --ensemble boost --early-stop 0.2", "l2"}};
  for (const auto& [line, searched] : kinds) {
    const std::string given = line;
    const std::string data = given.substr(0, given.find(' '));
    const json tuned = report("tune " + given + " --budget 8 --folds 4 --outer-folds 0 -o found.cfg");
    EXPECT_THAT(tuned["search"]["options"].dump(), HasSubstr(std::string("\"") + searched + "\"")) << line;
    EXPECT_EQ(tuned["trials"][0]["options"], json::object());
    const json& winner = tuned["winner"];
    expect_success(box, "train " + data + " --config found.cfg --folds 0 -o model.json");
    const auto options = recorded("model.json");
    for (const auto& [name, value] : winner["options"].items()) {
      EXPECT_EQ(options.at(name), value) << line;
    }
    const json model = json::parse(box.read("model.json"));
    EXPECT_EQ(model["trees"].size(), winner["model"]["trees"]) << line;
    const json evaluated = report("evaluate " + data + " --config found.cfg --folds 4");
    const char* const figure = tuned["search"]["figure"] == "rmse" ? "rmse" : "accuracy";
    EXPECT_NEAR(evaluated[figure], winner[figure], 1e-9) << line;
    EXPECT_NEAR(evaluated["mean_leaves"], winner["leaves"], 1e-9) << line;
    expect_success(box, "build " + data + " --config found.cfg --no-verify -o x.hpp");
  }
}

TEST_F(Tune, TellsOfSeveralTreesWhatItTellsOfOne) {
  const std::string line = "tune data/wine.csv -t cultivar --ensemble forest --trees 10 --budget 10 --outer-folds 2";
  const Outcome outcome =
      expect_success(box, line + " -o forest.cfg --plot forest.svg --trials forest.csv --threads 1");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("search    10 trials by accuracy, 10-fold cross-validation, seed 1\n"
                              "          10 on 2 folds, "),
                    HasSubstr(": 10 trees, "), HasSubstr(" leaves, depth up to "),
                    HasSubstr("by 2 outer folds, seed 1, each with a search of its own (a single leaf: "),
                    HasSubstr("use       espalier build data/wine.csv --config forest.cfg -o model.hpp\n")));
  EXPECT_THAT(box.read("forest.cfg"), AllOf(HasSubstr("ensemble = forest\n"), HasSubstr("trees = 10\n")));
  EXPECT_THAT(box.read("forest.svg"), HasSubstr("leaves of all trees of a fold, on average"));
  const std::string config = box.read("forest.cfg");
  const std::string trials = box.read("forest.csv");
  EXPECT_EQ(expect_success(box, line + " -o forest.cfg --plot forest.svg --trials forest.csv --threads 3").out,
            outcome.out);
  EXPECT_EQ(box.read("forest.cfg"), config);
  EXPECT_EQ(box.read("forest.csv"), trials);
  EXPECT_THAT(expect_success(box, line + " --progress lines").err,
              AllOf(HasSubstr(": growing the first trees"), HasSubstr(": searching"), HasSubstr(": estimating")));
}

TEST_F(Tune, OfSeveralTreesSelectsByTheFigureAskedFor) {
  box.write("costs.csv", "class,absent,present\nabsent,0,1\npresent,5,0\n");
  const std::pair<const char*, const char*> figures[] = {
      {"--ensemble boost --select-by log-loss", "log_loss"},
      {"--ensemble forest --select-by auc", "auc"},
      {"--ensemble bagging --select-by brier --se-rule", "brier"},
      {"--ensemble extra-trees --cost-matrix costs.csv --se-margin 0", "mean_cost"},
      {"--ensemble boost --class-weight balanced", "weighted_accuracy"}};
  for (const auto& [options, figure] : figures) {
    const json tuned =
        report("tune data/kyphosis.csv -t Kyphosis --trees 5 --budget 6 --folds 3 --outer-folds 2 -o k.cfg " +
               std::string(options));
    EXPECT_EQ(tuned["search"]["figure"], figure);
    EXPECT_TRUE(tuned["estimate"]["tuned"].contains(figure)) << options;
    EXPECT_TRUE(tuned["estimate"]["baseline"].is_number()) << options;
    expect_success(box, "train data/kyphosis.csv --config k.cfg --folds 0 -o k.json");
  }
}

TEST_F(Tune, OfSeveralTreesKeepsATime) {
  const json tuned = report("tune data/wine.csv -t cultivar --ensemble boost --budget 0.5s --outer-folds 2");
  EXPECT_GE(tuned["search"]["trials"].get<int>(), 1);
  EXPECT_EQ(tuned["search"]["seconds"], 0.5);
}

TEST_F(Tune, OfSeveralTreesRefusesWhatDoesNotGoTogether) {
  const std::pair<const char*, const char*> mistakes[] = {
      {"--folds 5", "--folds: single trees are judged by the folds that choose how much is pruned"},
      {"--ensemble forest --folds 1", "--folds 1: at least 2 folds are needed"},
      {"--ensemble forest --prune-folds 5", "--prune-folds: how much several trees are pruned is not chosen by folds"},
      {"--ensemble forest --prune cost-complexity", "would choose alpha by cross-validation"},
      {"--ensemble forest --learning-rate 0.1", "--learning-rate is about boosting"},
      {"--ensemble boost --criterion gini", "chooses tests by the loss that they save"},
      {"--ensemble boost --replace no", "boost draws rows without replacement"},
      {"--ensemble bagging --columns 2", "bagging tries all columns"},
      {"--ensemble forest --columns 9", "--columns 9: the data has 4 columns"},
      {"--ensemble forest --se-rule --se-margin 2", "--se-rule and --se-margin exclude each other"},
      {"--ensemble forest --threshold-for setosa=f1", "--threshold-for"},
      {"--ensemble boost --select-by cost", "--select-by cost needs --cost-matrix"},
      {"--trees 10", "--trees is about several trees"},
      {"--ensemble boost --trees 9 --learning-rate 0.1 --max-depth 2 --min-child-weight 1 --l2 1 --columns 2 --rows 1",
       "there is nothing to search"}};
  for (const auto& [options, message] : mistakes) {
    EXPECT_THAT(expect_failure(box, kUsage, std::string("tune data/iris.csv -t species ") + options).err,
                AllOf(HasSubstr(message), HasSubstr("hint: ")))
        << options;
  }
}

TEST_F(Tune, SearchesNothingThatIsGiven) {
  const json tuned = report(
      "tune data/wine.csv -t cultivar --budget 40 --outer-folds 0 --max-depth 3 -a cart --criterion gini --min-leaf 2");
  EXPECT_THAT(tuned["search"]["options"].dump(), AllOf(Not(HasSubstr("max-depth")), HasSubstr("prune")));
  for (const json& trial : tuned["trials"]) {
    for (const auto& [name, value] : trial["options"].items()) {
      EXPECT_TRUE(name == "prune" || name == "confidence" || name == "risk") << name;
    }
  }
  EXPECT_LE(tuned["trials"].size(), 9U) << "there is no more to try";
  EXPECT_THAT(expect_failure(box, kUsage,
                             "tune data/wine.csv -t cultivar --max-depth 3 -a cart --criterion gini --min-leaf 2 "
                             "--prune none")
                  .err,
              AllOf(HasSubstr("there is nothing to search"), HasSubstr("hint: leave some of them out")));
}

TEST_F(Tune, IsTheSameForAnyNumberOfThreadsAndOtherwiseForOtherSeeds) {
  const std::string line =
      "tune data/wine.csv -t cultivar --budget 16 --outer-folds 2 -o a.cfg --trials a.csv --plot a.svg";
  const Outcome first = expect_success(box, line + " --threads 1");
  const std::string config = box.read("a.cfg");
  const std::string trials = box.read("a.csv");
  const std::string picture = box.read("a.svg");
  const Outcome second = expect_success(box, line + " --threads 3");
  EXPECT_EQ(first.out, second.out);
  EXPECT_EQ(box.read("a.cfg"), config);
  EXPECT_EQ(box.read("a.csv"), trials);
  EXPECT_EQ(box.read("a.svg"), picture);
  expect_success(box, line + " --seed 2");
  EXPECT_NE(box.read("a.csv"), trials);
}

TEST_F(Tune, WritesEveryTrialAsCsvAndJson) {
  const json tuned = report("tune data/wine.csv -t cultivar --budget 25 --outer-folds 0 --trials trials.csv");
  std::istringstream csv(box.read("trials.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "trial,accuracy,standard_error,leaves,folds,alpha,chosen,options");
  std::size_t lines = 0;
  std::size_t chosen = 0;
  while (std::getline(csv, line)) {
    const json& trial = tuned["trials"][lines++];
    EXPECT_THAT(line, StartsWith(trial["trial"].dump() + "," + trial["accuracy"].dump() + ","));
    if (line.find(",1,") != std::string::npos && trial["trial"] == tuned["winner"]["trial"]) ++chosen;
  }
  EXPECT_EQ(lines, 25U);
  EXPECT_EQ(chosen, 1U);
  EXPECT_EQ(tuned["search"]["rungs"].size(), 3U);
}

TEST_F(Tune, SelectsByTheFigureAskedFor) {
  box.write("costs.csv", "class,absent,present\nabsent,0,1\npresent,5,0\n");
  const std::pair<const char*, const char*> figures[] = {
      {"--select-by accuracy", "accuracy"},
      {"--select-by brier", "brier"},
      {"--select-by log-loss", "log_loss"},
      {"--select-by auc", "auc"},
      {"--cost-matrix costs.csv", "mean_cost"},
      {"--class-weight balanced", "weighted_accuracy"},
      {"--cost-matrix costs.csv --select-by cost -a c45", "mean_cost"}};
  for (const auto& [options, figure] : figures) {
    const json tuned = report("tune data/kyphosis.csv -t Kyphosis --budget 6 --outer-folds 2 " + std::string(options));
    EXPECT_EQ(tuned["search"]["figure"], figure);
    EXPECT_TRUE(tuned["winner"].contains(figure)) << options;
    EXPECT_TRUE(tuned["estimate"]["tuned"].contains(figure)) << options;
  }
  EXPECT_EQ(report("tune data/diabetes.csv -t progression --budget 4 --outer-folds 2")["search"]["figure"], "rmse");
}

// 4 % of the customers leave: by accuracy one leaf is best, by AUC it is not.
TEST_F(Tune, FindsProbabilitiesWhereOneClassIsRare) {
  box.write("churn.csv", sample::churn_table(3000));
  const json tuned = report("tune churn.csv -t churned --select-by auc --budget 24 --outer-folds 2");
  EXPECT_NEAR(tuned["estimate"]["baseline"], 0.5, 1e-12);
  EXPECT_GT(tuned["estimate"]["tuned"]["auc"], 0.6);
  EXPECT_THAT(tuned["search"]["options"].dump(), HasSubstr("smoothing"));
  const Outcome by_accuracy = expect_success(box, "tune churn.csv -t churned --budget 8 --outer-folds 2");
  EXPECT_THAT(by_accuracy.err,
              AllOf(HasSubstr("does not beat a single leaf by a standard error"), HasSubstr("--select-by auc")));
}

TEST_F(Tune, TakesWeightsMissingValuesBinsAndReducedErrors) {
  for (const char* line : {"data/stagec.csv -t pgstat --task classification",
                           "data/stagec.csv -t pgstat --task classification --missing majority",
                           "data/stagec.csv -t age --weight gleason --ignore eet --missing majority",
                           "data/wine.csv -t cultivar --bins 16", "data/wine.csv -t cultivar --prune reduced-error",
                           "data/wine.csv -t cultivar --alpha 0.01", "data/iris.csv -t species --class-weight setosa=3",
                           "data/golf.csv -t play"}) {
    const json tuned = report("tune " + std::string(line) + " --budget 6 --outer-folds 2");
    EXPECT_GE(tuned["trials"].size(), 5U) << line;
    EXPECT_EQ(tuned["estimate"]["folds"].size(), 2U) << line;
  }
  // Weights say what a leaf needs as a share.
  EXPECT_THAT(report("tune data/stagec.csv -t age --weight gleason --ignore eet --missing majority --budget 40 "
                     "--outer-folds 0")["trials"]
                  .dump(),
              AllOf(HasSubstr("%\""), Not(HasSubstr("\"min-leaf\":\"5\""))));
}

TEST_F(Tune, KeepsATime) {
  const json tuned = report("tune data/wine.csv -t cultivar --budget 0.5s --outer-folds 2");
  EXPECT_GE(tuned["search"]["trials"].get<int>(), 1);
  EXPECT_EQ(tuned["search"]["seconds"], 0.5);
  const Outcome hurried = expect_success(box, "tune data/wine.csv -t cultivar --budget 0.000001s -o hurried.cfg");
  EXPECT_THAT(hurried.out,
              AllOf(HasSubstr("as many as the time allowed"), HasSubstr("estimate  none: the time was up")));
  expect_success(box, "build data/wine.csv --config hurried.cfg --no-verify -o w.hpp");
}

TEST_F(Tune, SaysWhereNothingIsEstimated) {
  const Outcome outcome = expect_success(box, "tune data/iris.csv -t species --budget 4 --outer-folds 0");
  EXPECT_THAT(outcome.out, HasSubstr("estimate  none (--outer-folds 0): the score in the table is the best of many"));
  EXPECT_TRUE(report("tune data/iris.csv -t species --budget 4 --outer-folds 0")["estimate"].is_null());
}

// The picture in docs/tune.md is the one that its command makes; the config file goes with it.
TEST_F(Tune, ThePictureOfTheDocumentationIsCurrent) {
  expect_success(box, "tune data/wine.csv --target cultivar -o wine.cfg --plot wine-tune.svg");
  std::ifstream picture(ESPALIER_SOURCE_DIR "/docs/wine-tune.svg");
  const std::string shown((std::istreambuf_iterator<char>(picture)), {});
  EXPECT_EQ(box.read("wine-tune.svg"), shown);
}

TEST_F(Tune, DrawsEveryTrial) {
  expect_success(box, "tune data/wine.csv -t cultivar --budget 12 --outer-folds 0 --plot w.svg");
  EXPECT_THAT(box.read("w.svg"), AllOf(StartsWith("<svg "), HasSubstr("Tuning for &apos;cultivar&apos;"),
                                       HasSubstr("class=\"trial chosen\"")));
}

TEST_F(Tune, RefusesWhatMakesNoSense) {
  box.write("one.csv", "x,y\n1,a\n2,a\n3,a\n");
  box.write("few.csv", "x,y\n1,a\n2,b\n3,a\n");
  box.write("same.csv", "x,y\n1,2.5\n2,2.5\n3,2.5\n");
  const std::tuple<const char*, int, const char*> mistakes[] = {
      {"data/iris.csv -t species --budget 1", kUsage, "--budget '1': the first trial is the options as they are given"},
      {"data/iris.csv -t species --budget soon", kUsage, "--budget 'soon': expected a number of trials, or a time"},
      {"data/iris.csv -t species --budget 0s", kUsage, "--budget '0s': there is no time to try anything"},
      {"data/iris.csv -t species --outer-folds 1", kUsage, "--outer-folds 1: at least 2 folds are needed"},
      {"data/iris.csv", kUsage, "--target is missing"},
      {"data/iris.csv -t species --select-by cost", kUsage, "--select-by cost needs --cost-matrix"},
      {"data/diabetes.csv -t progression --select-by auc", kUsage, "--select-by auc is for classes"},
      {"data/diabetes.csv -t progression -a c45 --select-by auc", kUsage, "--select-by auc is for classes"},
      {"data/iris.csv -t species -o data/iris.csv", kUsage, "data/iris.csv"},
      {"data/iris.csv -t species -o x --plot x", kUsage, "two outputs go to 'x'"},
      {"data/iris.csv -t species -o - --json", kUsage, "--json and the output '-'"},
      {"data/iris.csv -t species --confidence 0.1", kUsage, "--confidence goes with --prune error-based"},
      {"nowhere.csv -t y", kBadInput, "nowhere.csv"},
      {"one.csv -t y", kBadInput, "the target 'y' is the same in all rows: there is nothing to tune"},
      {"same.csv -t y", kBadInput, "the target 'y' is the same in all rows: there is nothing to tune"},
      {"few.csv -t y", kBadInput, "3 rows are too few to tune"},
      {"data/stagec.csv -t pgstat --task classification --missing refuse", kBadInput, "missing"},
      {"data/iris.csv -t species --budget 3 --outer-folds 0 -o nowhere/x.cfg", kCannotWrite, "nowhere/x.cfg"}};
  for (const auto& [line, code, message] : mistakes) {
    const Outcome outcome = box.run("tune " + std::string(line));
    EXPECT_EQ(outcome.exit_code, code) << line << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << line;
  }
  EXPECT_THAT(box.run("tune data/iris.csv -t species --budgt 5").err, HasSubstr("did you mean '--budget'?"));
}

TEST_F(Tune, SaysWhatAConfigFileCannotHold) {
  box.write(
      "odd.csv", "a#b," + box.read("data/iris.csv").substr(0, 0) + "x,y\n" + [] {
        std::string rows;
        for (int i = 0; i < 40; ++i)
          rows += std::to_string(i % 7) + "," + std::to_string(i) + (i < 20 ? ",no\n" : ",yes\n");
        return rows;
      }());
  const Outcome outcome = expect_success(box, "tune odd.csv -t y --ignore a#b --budget 3 --outer-folds 0 -o odd.cfg");
  EXPECT_THAT(outcome.err, HasSubstr("the value of --ignore cannot stand in a config file"));
  EXPECT_THAT(outcome.out, HasSubstr("use       espalier build odd.csv --ignore 'a#b' --config odd.cfg -o model.hpp"));
}

TEST_F(Tune, WritesToStandardOutputWhatIsAskedFor) {
  const Outcome outcome = expect_success(box, "tune data/iris.csv -t species --budget 3 --outer-folds 0 -o -");
  EXPECT_THAT(outcome.out, StartsWith("# Found by 'espalier tune' for 'species': 3 trials by accuracy"));
  EXPECT_THAT(outcome.out, HasSubstr("\ntarget = species\n"));
  EXPECT_THAT(outcome.err, HasSubstr("use       espalier build data/iris.csv"));
}

TEST_F(Tune, TellsHowFarItIs) {
  EXPECT_THAT(expect_success(box, "tune data/iris.csv -t species --budget 4 --outer-folds 2 --progress lines").err,
              AllOf(HasSubstr(": searching"), HasSubstr(": estimating"), HasSubstr(": writing\n")));
}

}  // namespace
}  // namespace espalier::tool_test::tune_test
