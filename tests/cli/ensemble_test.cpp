// Several trees from the command line: learned, judged, emitted, verified; and what is refused.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

#include "support/sandbox.hpp"

namespace espalier::tool_test::ensemble_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST_F(Cli, AForestIsTrainedJudgedEmittedAndVerified) {
  const Outcome trained =
      expect_success(box, "train data/iris.csv -t species --ensemble forest --trees 20 -o forest.json");
  EXPECT_THAT(trained.out, AllOf(HasSubstr("forest    20 trees, grown with cart: "),
                                 HasSubstr("2 of 4 columns tried at a node"), HasSubstr("out of bag")));
  expect_success(box, "emit forest.json -o forest.hpp");
  EXPECT_THAT(expect_success(box, "verify forest.json forest.hpp").out, HasSubstr(" 0 mismatches"));
  expect_success(box, "predict forest.json data/iris.csv -o answers.csv");
  for (const char* const goal : {"speed", "size"}) {  // equal subtrees become functions, which add, too
    expect_success(box, std::string("emit forest.json -o goal.hpp --optimize ") + goal);
    expect_success(box, "verify forest.json goal.hpp");
  }
}

TEST_F(Cli, BuildMakesAHeaderOfAnEnsemble) {
  const Outcome built = expect_success(box,
                                       "build data/iris.csv -t species --ensemble extra-trees --trees 5 --folds 3 "
                                       "--repeats 1 -o trees.hpp --json");
  const auto json = nlohmann::json::parse(built.out);
  EXPECT_EQ(json["ensemble"]["kind"], "extra-trees");
  EXPECT_EQ(json["ensemble"]["trees"], 5);
  EXPECT_FALSE(json["ensemble"]["with_replacement"]);
  EXPECT_TRUE(json.contains("cross_validation"));
  EXPECT_FALSE(json.contains("out_of_bag"));
}

TEST_F(Cli, AnEnsembleIsTheSameOnAnyNumberOfThreads) {
  for (const char* const kind : {"bagging", "forest", "extra-trees", "boost"}) {
    std::string first;
    for (const char* const threads : {"1", "2", "7"}) {
      expect_success(box, std::string("train data/iris.csv -t species --trees 12 --folds 0 -o trees.json --ensemble ") +
                              kind + " --threads " + threads);
      if (first.empty()) first = box.read("trees.json");
      EXPECT_TRUE(first == box.read("trees.json")) << kind << " on " << threads;
    }
  }
}

TEST_F(Cli, EnsemblesAreEvaluatedAndCompared) {
  const Outcome evaluated =
      expect_success(box, "evaluate data/iris.csv -t species --ensemble forest --trees 10 --folds 3 --importance");
  EXPECT_THAT(evaluated.out, AllOf(HasSubstr("forest of 10 trees with cart"), HasSubstr("petal_length"),
                                   Not(HasSubstr("its part in the decrease"))));
  EXPECT_THAT(box.run({"evaluate", "data/iris.csv", "-t", "species", "--folds", "3", "--compare", "cart",
                       "cart --ensemble forest --trees 10"})
                  .out,
              HasSubstr("cart --ensemble forest --trees 10"));
}

TEST_F(Cli, NumbersOfSeveralTreesAreAveraged) {
  std::string csv = "x,z,y\n";
  for (int i = 0; i < 60; ++i) {
    csv += std::to_string(i) + "," + std::to_string(i * 7 % 11) + "," + std::to_string(i * 0.5 + i % 3) + "\n";
  }
  box.write("rent.csv", csv);
  EXPECT_THAT(expect_success(box, "train rent.csv -t y --ensemble forest --trees 15 -o rent.json").out,
              HasSubstr("rmse"));
  expect_success(box, "emit rent.json -o rent.hpp");
  expect_success(box, "verify rent.json rent.hpp");
}

TEST_F(Cli, OptionsOfEnsemblesThatDoNotFitAreRefused) {
  const std::pair<const char*, const char*> refused[] = {
      {"--ensemble forrest", "did you mean 'forest'?"},
      {"--trees 50", "--trees is about several trees"},
      {"--columns 2", "--columns is about several trees"},
      {"--rows 0.5", "--rows is about several trees"},
      {"--replace no", "--replace is about several trees"},
      {"--combine vote", "--combine is about several trees"},
      {"--ensemble forest --trees 0", "--trees 0: expected a whole number from 1 to 65,535"},
      {"--ensemble forest --columns 9", "--columns 9: the data has 4 columns"},
      {"--ensemble forest --columns few", "expected sqrt, third, all or a whole number"},
      {"--ensemble bagging --columns 2", "bagging tries all columns"},
      {"--ensemble forest --missing fractional", "--missing fractional is for single trees"},
      {"--ensemble forest --validate 0.3", "--validate is for single trees"},
      {"--ensemble forest --threshold-for setosa=f1", "--threshold-for is for single trees"},
      {"--ensemble forest --prune cost-complexity", "would choose alpha by cross-validation"},
      {"--ensemble forest --prune reduced-error --prune-share 0.3", "judged by the rows that it was grown without"},
      {"--learning-rate 0.3", "--learning-rate is about boosting"},
      {"--ensemble forest --l2 3", "--l2 is about boosting"},
      {"--ensemble forest --early-stop 0.2", "--early-stop is about boosting"},
      {"--ensemble boost --algorithm c45", "--algorithm c45: boosting grows trees of its own"},
      {"--ensemble boost --criterion gini", "--criterion gini: boosting chooses tests by the loss that they save"},
      {"--ensemble boost --categorical-split multiway", "has tests with two branches"},
      {"--ensemble boost --ties margin", "takes the first of equally good tests"},
      {"--ensemble boost --discretize equal-width:5", "cuts numeric columns into bins by itself"},
      {"--ensemble boost --smoothing laplace", "adds up scores, not counts"},
      {"--ensemble boost --chi-square 0.05", "compares no counts of classes"},
      {"--ensemble boost --missing surrogate", "sends missing values one way at each test"},
      {"--ensemble boost --attribute-cost petal_width=2", "weighs no columns"},
      {"--ensemble boost --prune error-based", "as large as they are meant to be"},
      {"--ensemble boost --replace yes", "boost draws rows without replacement"},
      {"--ensemble boost --combine vote", "the steps of boost are added up"},
      {"--ensemble boost --patience 5", "--patience goes with --early-stop"},
      {"--ensemble boost --early-stop 0.2 --patience 0", "--patience 0: at least 1 round has to pass"},
      {"--ensemble boost --trees 30000", "with a tree for each of 3 classes that is more than the 65,535"},
      {"--ensemble boost --threshold-for setosa=f1", "--threshold-for is for single trees"},
  };
  for (const auto& [options, message] : refused) {
    const Outcome outcome =
        expect_failure(box, 2, std::string("train data/iris.csv -t species -o trees.json ") + options);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr(message), HasSubstr("hint: "))) << options;
  }
  EXPECT_THAT(expect_failure(box, 2, "train data/iris.csv -t species -o t.json --ensemble boost --learning-rate 0").err,
              HasSubstr("--learning-rate '0': expected a number above 0 and at most 1"));
  EXPECT_THAT(expect_failure(box, 2, "train data/iris.csv -t species -o t.json --ensemble boost --early-stop 1").err,
              HasSubstr("--early-stop '1': expected a number above 0 and below 1"));
  for (const char* const command : {"path", "stability"}) {
    EXPECT_THAT(expect_failure(box, 2, std::string(command) + " data/iris.csv -t species --ensemble forest").err,
                HasSubstr("--ensemble forest: "));
  }
}

// A small forest becomes one tree that answers like it for every input, and that tree is a header like any.
TEST_F(Cli, AForestBecomesOneTree) {
  expect_success(box, "train data/iris.csv -t species --ensemble forest --trees 10 --max-depth 3 -o forest.json");
  const Outcome merged = expect_success(box, "merge forest.json --data data/iris.csv -o tree.json");
  EXPECT_THAT(merged.out,
              AllOf(HasSubstr("smallest  the fewest leaves possible"), HasSubstr("proven for every input")));
  EXPECT_THAT(expect_success(box, "diff forest.json tree.json").out, HasSubstr("are the same for every row"));
  expect_success(box, "emit tree.json -o tree.hpp");
  EXPECT_THAT(expect_success(box, "verify tree.json tree.hpp").out, HasSubstr(" 0 mismatches"));
}

// The record of an ensemble makes it again.
TEST_F(Cli, AnEnsembleIsMadeAgainFromItsRecord) {
  for (const std::string given :
       {"forest --trees 7 --columns 3 --seed 5", "boost --trees 7 --columns all --early-stop 0.3 --seed 5"}) {
    expect_success(box, "train data/iris.csv -t species --folds 0 -o one.json --ensemble " + given);
    const auto options = nlohmann::json::parse(box.read("one.json"))["provenance"]["options"];
    EXPECT_EQ(options["ensemble"], given.substr(0, given.find(' ')));
    EXPECT_EQ(options["trees"], "7");
    EXPECT_EQ(options["seed"], "5");
    std::string words = "train data/iris.csv -t species --folds 0 -o two.json";
    for (const auto& [name, value] : options.items()) words += " --" + name + " " + value.get<std::string>();
    expect_success(box, words);
    EXPECT_TRUE(box.read("one.json") == box.read("two.json")) << given;
  }
}

TEST_F(Cli, BoostedTreesAreTrainedEmittedAndVerified) {
  const Outcome trained = expect_success(
      box, "train data/iris.csv -t species --ensemble boost --trees 15 --folds 3 --repeats 1 -o trees.json");
  EXPECT_THAT(trained.out,
              AllOf(HasSubstr("boost     45 trees in 15 rounds: "), HasSubstr("each takes 0.1 of its steps"),
                    HasSubstr("2 of 4 columns tried at a node"), HasSubstr("by 3-fold cross-validation")));
  for (const char* const form : {"-o trees.hpp", "--shape table -o trees.hpp", "--language c -o trees.h"}) {
    expect_success(box, std::string("emit trees.json ") + form);
    const std::string file = std::string(form).ends_with(".hpp") ? "trees.hpp" : "trees.h";
    EXPECT_THAT(expect_success(box, "verify trees.json " + file).out, HasSubstr(" 0 mismatches"));
  }
  EXPECT_THAT(expect_success(box, "evaluate data/iris.csv -t species --ensemble boost --trees 5 --folds 3").out,
              HasSubstr("of boosting in 5 rounds"));
}

TEST_F(Cli, BoostingEndsEarly) {
  const Outcome trained = expect_success(
      box,
      "train data/iris.csv -t species --ensemble boost --early-stop 0.2 --patience 5 --folds 0 -o trees.json --json");
  const auto json = nlohmann::json::parse(trained.out)["ensemble"];
  EXPECT_EQ(json["kind"], "boost");
  EXPECT_EQ(json["rows_held_out"], 30);
  EXPECT_LT(json["rounds"], 200);
  EXPECT_EQ(json["rounds_grown"], json["rounds"].get<int>() + 5);
  const auto options = nlohmann::json::parse(box.read("trees.json"))["provenance"]["options"];
  EXPECT_EQ(options["early-stop"], "0.2");
  EXPECT_EQ(options["patience"], "5");
  EXPECT_FALSE(options.contains("criterion"));
}

// Holes, words, weights and a number to predict.
TEST_F(Cli, BoostingTakesTablesAsTheyAre) {
  std::string csv = "size,town,heavy,price\n";
  const char* const towns[] = {"Aachen", "Bonn", "", "Ulm"};
  for (int i = 0; i < 120; ++i) {
    const std::string size = i % 7 == 0 ? "" : std::to_string(i % 50);
    csv += size + "," + towns[i % 4] + "," + std::to_string(1 + i % 3) + "," +
           std::to_string((i % 50) * 2.5 + (i % 4 == 1 ? 40 : 0)) + "\n";
  }
  box.write("rent.csv", csv);
  EXPECT_THAT(
      expect_success(box, "train rent.csv -t price --weight heavy --ensemble boost --trees 30 -o rent.json").out,
      AllOf(HasSubstr("missing values: learned"), HasSubstr("rmse")));
  expect_success(box, "emit rent.json -o rent.hpp");
  EXPECT_THAT(expect_success(box, "verify rent.json rent.hpp").out, HasSubstr(" 0 mismatches"));
  expect_success(box, "train rent.csv -t price --monotone size=+ --ensemble boost --trees 10 --folds 0 -o rising.json");
  EXPECT_THAT(expect_success(box, {"prove", "rising.json", "size up => not worse"}).out, HasSubstr("proven"));
}

}  // namespace
}  // namespace espalier::tool_test::ensemble_test
