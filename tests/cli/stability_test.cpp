// espalier stability: the report, its JSON, the tree it keeps, and what it refuses.
#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::stability_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Stability : public Cli {
 protected:
  json report(const std::string& line) const { return json::parse(expect_success(box, line + " --json").out); }
};

TEST_F(Stability, TellsHowMuchOfTheIrisTreeHolds) {
  const Outcome outcome = expect_success(box, "stability data/iris.csv -t species --resamples 20");
  EXPECT_THAT(outcome.out, HasSubstr("method    20 resamples by bootstrap, seed 1, of cart; 3"));
  EXPECT_THAT(outcome.out, ContainsRegex("trees     leaves [0-9.]+ on average, standard deviation [0-9.]+, from 3 to"));
  EXPECT_THAT(outcome.out, ContainsRegex("accuracy  9[0-9.]+ % on average on the rows left out, standard deviation"));
  EXPECT_THAT(outcome.out, ContainsRegex("column        root  level 2  level 3  anywhere\n"
                                         "          petal_length  "));
  EXPECT_THAT(outcome.out, ContainsRegex("root      [0-9]+ different tests: petal_length <= 2.45 in [0-9]+ %"));
  EXPECT_THAT(outcome.out, ContainsRegex("column        where     cuts  least .*  spread\n"
                                         "          petal_length  root +[0-9]+ "));
  EXPECT_THAT(outcome.out,
              ContainsRegex("answers   two trees answer 9[0-9.]+ % of the rows alike; fewer than 2/3 of the "
                            "trees agree on [0-9]+ of 150 rows"));
  EXPECT_THAT(outcome.out,
              ContainsRegex("distance  0[0-9.]+ between two trees on average, from [01][0-9.]+ to [01][0-9.]+"));
  EXPECT_THAT(outcome.out, ContainsRegex("verdict   the root tests petal_length in [0-9]+ % of the trees, "
                                         "and is petal_length <= 2.45 in [0-9]+ %;\n          [a-z]"));
  EXPECT_THAT(outcome.out, AllOf(Not(HasSubstr("chosen")), Not(HasSubstr("nan")), Not(HasSubstr("row 71:"))));
  EXPECT_EQ(outcome.err, "");
}

// The whole report, once. Shares are of 5 trees, and the figures of the trees' lines give those above them: the leaves
// of 5, 5, 4, 3 and 5 have the mean 4.4, the distances 0.161, 0.164, 0.218, 0.255 and 0.225 the mean 0.205.
TEST_F(Stability, WholeReport) {
  const std::string out =
      expect_success(box, "stability data/iris.csv -t species -a c45 --resamples 5 --seed 3 -v").out;
  EXPECT_EQ(out.substr(out.find("method")),
            R"(method    5 resamples by bootstrap, seed 3, of c45; 35.9 % of the rows left out on average
trees     leaves 4.4 on average, standard deviation 0.9, from 3 to 5
          depth 3.4 on average, standard deviation 0.9, from 2 to 4
accuracy  95.1 % on average on the rows left out, standard deviation 3.0, from 90.2 % to 98.2 %
          tree  left out      accuracy  leaves  depth  distance
          1           57  96.5 % ± 2.4       5      4     0.161
          2           55  98.2 % ± 1.8       5      4     0.164
          3           50  96.0 % ± 2.8       4      3     0.218
          4           51  90.2 % ± 4.2       3      2     0.255
          5           56  94.6 % ± 3.0       5      4     0.225
columns   share of the trees that test them, by level
          column         root  level 2  level 3  anywhere
          petal_width   100 %     60 %     40 %     100 %
          petal_length      -     40 %     40 %      80 %
          sepal_length      -        -        -      20 %
          sepal_width       -        -        -      20 %
root      2 different tests: petal_width <= 0.6 in 60 %, petal_width <= 0.5 in 40 %
cuts      thresholds; spread: between the quartiles, in standard deviations of the column
          column        where     cuts  least  25 %  median  75 %  most   spread
          petal_width   root         5    0.5   0.5     0.6   0.6   0.6  0.13 sd
          petal_width   anywhere    11    0.5   0.6     1.5   1.6   1.7  1.31 sd
          petal_length  anywhere     4    4.9   4.9     4.9   4.9   4.9  0.00 sd
          sepal_length  anywhere     1      6     6       6     6     6  0.00 sd
          sepal_width   anywhere     1    3.1   3.1     3.1   3.1   3.1  0.00 sd
answers   two trees answer 97.1 % of the rows alike; fewer than 2/3 of the trees agree on 4 of 150 rows
          row 44: 'setosa' in 60 %
          row 84: 'versicolor' in 60 %
          row 120: 'virginica' in 60 %
          row 130: 'virginica' in 60 %
distance  0.205 between two trees on average, from 0.011 to 0.375 (0 same rules, 1 nothing in common)
          nearest the others: tree 1, 0.161 on average
verdict   the root tests petal_width in 100 % of the trees, and is petal_width <= 0.6 in 60 %;
          rules and answers hold when the data vary
)");
}

TEST_F(Stability, VerboseListsTreesAndRowsInDoubt) {
  const Outcome outcome = expect_success(box, "stability data/iris.csv -t species --resamples 20 -v");
  EXPECT_THAT(outcome.out, ContainsRegex("tree  left out +accuracy  leaves  depth  distance\n          1 "));
  EXPECT_THAT(outcome.out, ContainsRegex("\n          20 +[0-9]+ "));
  EXPECT_THAT(outcome.out, ContainsRegex("\n          row [0-9]+: 'v(irginica|ersicolor)' in [56][0-9] %\n"));
}

// Everything in the text is in the document, and the document agrees with itself.
TEST_F(Stability, JsonIsCompleteAndConsistent) {
  const json found = report("stability data/iris.csv -t species --resamples 12 --levels 2 --seed 5");
  EXPECT_EQ(found["resampling"]["method"], "bootstrap");
  EXPECT_EQ(found["resampling"]["resamples"], 12);
  EXPECT_EQ(found["resampling"]["seed"], 5);
  ASSERT_EQ(found["trees"].size(), 12U);
  double leaves = 0;
  double accuracy = 0;
  double distance = 0;
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < 12; ++i) {
    const json& tree = found["trees"][i];
    EXPECT_EQ(tree["resample"], i + 1);
    EXPECT_EQ(tree["rows"].get<int>() + tree["left_out"].get<int>(), 150);
    leaves += tree["leaves"].get<double>() / 12;
    accuracy += tree["accuracy"].get<double>() / 12;
    distance += tree["mean_distance"].get<double>() / 12;
    if (tree["mean_distance"] < found["trees"][nearest]["mean_distance"]) nearest = i;
  }
  EXPECT_NEAR(found["leaves"]["mean"], leaves, 1e-12);
  EXPECT_NEAR(found["accuracy"]["mean"], accuracy, 1e-12);
  EXPECT_NEAR(found["distance"]["mean"], distance, 1e-12);
  EXPECT_EQ(found["distance"]["nearest_the_others"], nearest + 1);
  EXPECT_EQ(found["distance"]["rows_compared"], 150);

  double at_root = found["root"]["without_test"];
  std::size_t roots = 0;
  for (const json& column : found["columns"]) {
    ASSERT_EQ(column["levels"].size(), 2U);
    at_root += column["levels"][0].get<double>();
    EXPECT_GE(column["anywhere"], column["levels"][0]);
  }
  EXPECT_NEAR(at_root, 1, 1e-12);
  for (const json& test : found["root"]["tests"]) roots += test["trees"].get<std::size_t>();
  EXPECT_EQ(roots, 12U);
  EXPECT_EQ(found["root"]["different_tests"], found["root"]["tests"].size());
  for (const json& cuts : found["thresholds"]) {
    EXPECT_LE(cuts["least"], cuts["lower_quartile"]);
    EXPECT_LE(cuts["lower_quartile"], cuts["median"]);
    EXPECT_LE(cuts["upper_quartile"], cuts["most"]);
    EXPECT_GE(cuts["relative_spread"], 0);
    EXPECT_GE(cuts["rows_between_quartiles"], 0);
  }
  for (const json& row : found["agreement"]["rows_in_doubt"]) EXPECT_LT(row["share"], 2.0 / 3);
  EXPECT_GT(found["agreement"]["same_answer"], 0.8);
  EXPECT_TRUE(found["verdict"]["answers_hold"].is_boolean());
  EXPECT_FALSE(found.contains("chosen"));
}

TEST_F(Stability, DependsOnTheSeedAndNotOnThreads) {
  const std::string line = "stability data/wine.csv -t cultivar -a c45 --resamples 9 -v";
  const std::string first = expect_success(box, line).out;
  EXPECT_EQ(expect_success(box, line + " --threads 1").out, first);
  EXPECT_EQ(expect_success(box, line + " --threads 7").out, first);
  EXPECT_NE(expect_success(box, line + " --seed 2").out, first);
}

TEST_F(Stability, LeavesOutAShare) {
  const Outcome outcome = expect_success(box, "stability data/iris.csv -t species --leave-out 0.1 --resamples 4");
  EXPECT_THAT(outcome.out,
              HasSubstr("4 resamples by leave-out of 10.0 %, seed 1, of cart; 10.0 % of the rows left out"));
  const json found = report("stability data/iris.csv -t species --leave-out 0.1 --resamples 4");
  EXPECT_EQ(found["resampling"]["method"], "leave-out");
  EXPECT_EQ(found["resampling"]["leave_out"], 0.1);
  for (const json& tree : found["trees"]) EXPECT_EQ(tree["left_out"], 15);
}

TEST_F(Stability, ChosenTreeIsAModelLikeAnyOther) {
  const Outcome outcome =
      expect_success(box, "stability data/iris.csv -t species --resamples 15 --choose-stable -o stable.json");
  EXPECT_THAT(outcome.out, ContainsRegex("chosen    tree [0-9]+: nearest the others \\(0\\.[0-9]+\\) of [0-9]+ trees? "
                                         "with accuracy of 9[0-9.]+ % or more\n"));
  EXPECT_THAT(outcome.out, HasSubstr("written   stable.json\n"));
  const json model = json::parse(box.read("stable.json"));
  EXPECT_THAT(model["provenance"]["evaluation"]["method"].get<std::string>(),
              HasSubstr("mean of 15 trees on the rows left out, bootstrap, seed 1"));
  EXPECT_THAT(model["provenance"].dump(), ContainsRegex("resample [0-9]+ of 15, bootstrap, seed 1"));
  expect_success(box, "emit stable.json -o stable.hpp");
  EXPECT_THAT(expect_success(box, "verify stable.json stable.hpp").out, HasSubstr("0 mismatches"));
  EXPECT_THAT(expect_success(box, "predict stable.json data/iris.csv").err, HasSubstr("predicted 150 rows"));

  const json found = report("stability data/iris.csv -t species --resamples 15 --choose-stable -o again.json");
  EXPECT_EQ(box.read("again.json"), box.read("stable.json"));
  const json& chosen = found["chosen"];
  EXPECT_EQ(chosen["leaves"], found["trees"][chosen["resample"].get<std::size_t>() - 1]["leaves"]);
  // Nobody as good is nearer.
  for (const json& number : chosen["as_good"]) {
    const json& tree = found["trees"][number.get<std::size_t>() - 1];
    EXPECT_GE(tree["accuracy"], chosen["limit"]);
    EXPECT_GE(tree["mean_distance"], chosen["mean_distance"]);
  }
  EXPECT_EQ(found["output"], "again.json");
}

TEST_F(Stability, ChosenTreeOnStandardOutput) {
  const Outcome outcome =
      expect_success(box, "stability data/golf.csv -t play -a c45 --resamples 3 --choose-stable -o -");
  EXPECT_EQ(json::parse(outcome.out)["format"], "espalier-model");
  EXPECT_THAT(outcome.err, HasSubstr("chosen    tree "));
}

// The picture in the documents is what the documented command draws.
TEST_F(Stability, DocumentedPicture) {
  const Outcome outcome = expect_success(box, "stability data/wine.csv --target cultivar --plot wine-stability.svg");
  EXPECT_THAT(outcome.out, HasSubstr("written   wine-stability.svg\n"));
  std::ifstream picture(ESPALIER_SOURCE_DIR "/docs/wine-stability.svg");
  const std::string shown{std::istreambuf_iterator<char>(picture), {}};
  EXPECT_TRUE(box.read("wine-stability.svg") == shown);
}

// Both files or none.
TEST_F(Stability, WritesPictureAndTreeTogether) {
  expect_success(box,
                 "stability data/iris.csv -t species --resamples 5 --choose-stable -o tree.json --plot trees.svg -q");
  EXPECT_TRUE(box.has("tree.json"));
  EXPECT_TRUE(box.has("trees.svg"));
  expect_failure(box, 4,
                 "stability data/iris.csv -t species --resamples 5 --choose-stable -o new.json --plot none/trees.svg");
  EXPECT_FALSE(box.has("new.json"));
  expect_failure(box, 2, "stability data/iris.csv -t species --choose-stable -o same.svg --plot same.svg");
}

TEST_F(Stability, Numbers) {
  const std::string line = "stability data/diabetes.csv -t progression --task regression --resamples 8";
  const Outcome outcome = expect_success(box, line + " -v");
  EXPECT_THAT(outcome.out,
              ContainsRegex("rmse      [0-9.]+ on average on the rows left out, standard deviation [0-9.]+"));
  EXPECT_THAT(outcome.out,
              ContainsRegex("answers   two trees differ by [0-9.]+ \\(root mean square\\)\n          a row's answers"));
  EXPECT_THAT(outcome.out, ContainsRegex("row [0-9]+: [0-9.]+, standard deviation [0-9.]+\n"));
  const json found = report(line + " --choose-stable -o d.json");
  EXPECT_GT(found["agreement"]["difference"], 0);
  EXPECT_GT(found["agreement"]["target_deviation"], found["agreement"]["mean_deviation"]);
  EXPECT_LE(found["chosen"]["rmse"], found["chosen"]["limit"]);
  expect_success(box, "verify d.json");
}

TEST_F(Stability, MissingValuesAndCategories) {
  for (const char* learner : {"-a c45", "-a cart", "-a cart --missing own-category", "-a cart --missing learned"}) {
    const std::string line =
        std::string("stability data/stagec.csv -t pgstat --task classification --resamples 4 ") + learner;
    EXPECT_THAT(expect_success(box, line).out, HasSubstr("verdict   "));
  }
}

TEST_F(Stability, WeightsCount) {
  box.write("w.csv", "x,w,y\n1,1,a\n2,1,a\n3,5,a\n4,1,b\n5,1,b\n6,2,b\n7,1,b\n8,1,a\n");
  const Outcome outcome = expect_success(box, "stability w.csv -t y --weight w --prune none --resamples 6");
  EXPECT_THAT(outcome.out, HasSubstr("rows have weights"));
}

// A constant target: no tree has a test, and nothing divides by nothing.
TEST_F(Stability, NothingToLearn) {
  box.write("one.csv", "x,y\n1,a\n2,a\n3,a\n4,a\n");
  const Outcome outcome = box.run("stability one.csv -t y --resamples 3");
  EXPECT_EQ(outcome.exit_code, kDone);
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("root      100 % of the trees have no test"),
                                 HasSubstr("no tree has a test"), HasSubstr("distance  0.000"), Not(HasSubstr("nan"))));
  box.write("number.csv", "x,y\n1,2.5\n2,2.5\n3,2.5\n4,2.5\n");
  const Outcome numbers =
      box.run("stability number.csv -t y --resamples 3 --task regression --json --choose-stable -o m.json");
  EXPECT_EQ(numbers.exit_code, kDone) << numbers.err;
  EXPECT_THAT(numbers.out, Not(HasSubstr("null")));
}

TEST_F(Stability, TwoRowsAreEnough) {
  box.write("two.csv", "x,y\n1,a\n2,b\n");
  EXPECT_EQ(box.run("stability two.csv -t y --resamples 5").exit_code, kDone);
  box.write("one.csv", "x,y\n1,a\n");
  EXPECT_THAT(expect_failure(box, kBadInput, "stability one.csv -t y -q").err, HasSubstr("1 row cannot be resampled"));
}

TEST_F(Stability, RefusesWhatMakesNoSense) {
  const auto refused = [&](const std::string& rest) {
    return expect_failure(box, kUsage, "stability data/golf.csv -t play -a c45 " + rest).err;
  };
  EXPECT_THAT(refused("--resamples 1"), AllOf(HasSubstr("--resamples 1: at least 2 trees"), HasSubstr("50 is usual")));
  EXPECT_THAT(refused("--resamples 1001"), HasSubstr("at most 1000 trees"));
  EXPECT_THAT(refused("--resamples many"), HasSubstr("expected a whole number"));
  EXPECT_THAT(refused("--levels 0"), HasSubstr("--levels 0: expected 1 to 10"));
  EXPECT_THAT(refused("--leave-out 1"), HasSubstr("--leave-out '1': expected a number above 0 and below 1"));
  EXPECT_THAT(refused("-o model.json"),
              AllOf(HasSubstr("-o goes with --choose-stable"), HasSubstr("hint: add --choose-stable")));
  EXPECT_THAT(refused("--choose-stable"), AllOf(HasSubstr("-o is missing"), HasSubstr("model.json")));
  EXPECT_THAT(refused("--choose-stable -o data/golf.csv"), HasSubstr("data/golf.csv"));
  EXPECT_THAT(box.run("stability data/golf.csv -t play --choose-stable -o - --json").err,
              HasSubstr("both write to standard output"));
}

TEST_F(Stability, CannotWrite) {
  EXPECT_THAT(expect_failure(box, kCannotWrite,
                             "stability data/golf.csv -t play -a c45 --resamples 2 --choose-stable -o no/m.json")
                  .err,
              HasSubstr("no/m.json"));
}

}  // namespace
}  // namespace espalier::tool_test::stability_test
