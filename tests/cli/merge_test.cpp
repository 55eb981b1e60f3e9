// espalier merge: a forest becomes one tree. iris_forest.json beside this file has five trees for iris, by vote.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test::merge_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

class Merge : public Cli {
 protected:
  void SetUp() override {
    std::ifstream file(ESPALIER_SOURCE_DIR "/tests/cli/iris_forest.json");
    std::ostringstream text;
    text << file.rdbuf();
    box.write("forest.json", text.str());
  }

  json facts(const std::string& line) const {
    return json::parse(expect_success(box, "merge " + line + " --json").out)["merge"];
  }

  // The column of answers, without rules and probabilities.
  std::string answers(const std::string& model) const {
    std::istringstream table(expect_success(box, "predict " + model + " data/iris.csv").out);
    std::string all;
    for (std::string line; std::getline(table, line);) all += line.substr(0, line.find(',')) + "\n";
    return all;
  }
};

// `trees` complete trees of three levels on six columns, with thresholds 1 to 20 and labels by a counter.
std::string wide_forest(int trees) {
  json model = {{"format", "espalier-model"}, {"version", 2},          {"task", "classification"},
                {"target", "class"},          {"labels", {"a", "b"}},  {"missing", "refuse"},
                {"combination", "vote"},      {"trees", json::array()}};
  for (int column = 0; column < 6; ++column) {
    model["features"].push_back(
        {{"name", "x" + std::to_string(column)}, {"kind", "numeric"}, {"integer", false}, {"range", {0, 21}}});
  }
  unsigned state = 1;
  const auto next = [&](unsigned below) {
    return static_cast<int>((state = state * 1103515245U + 12345U) >> 16) % static_cast<int>(below);
  };
  for (int tree = 0; tree < trees; ++tree) {
    json nodes = json::array();
    for (int at = 0; at < 7; ++at) {
      nodes.push_back({{"test", "less_equal"},
                       {"feature", next(6)},
                       {"threshold", 1 + next(20)},
                       {"children", {2 * at + 1, 2 * at + 2}},
                       {"missing_child", 1}});
    }
    for (int leaf = 0; leaf < 8; ++leaf) nodes.push_back({{"test", "leaf"}, {"label", next(2)}});
    model["trees"].push_back({{"nodes", nodes}});
  }
  model["provenance"] = {{"tool", "by hand"}, {"data_sha256", ""}, {"rows", 0}, {"options", json::object()}};
  return model.dump();
}

TEST_F(Merge, MakesTheSmallestTree) {
  const Outcome outcome = expect_success(box, "merge forest.json -o tree.json --verbose");
  EXPECT_EQ(outcome.out.substr(0, outcome.out.find("petal")),
            "model     forest.json: 5 trees by vote, 41 nodes, 23 leaves, depth 3\n"
            "tree      15 nodes, 8 leaves, depth 4\n"
            "smallest  the fewest leaves possible\n"
            "search    20 cells of the grid, 26 different boxes\n"
            "equal     proven for every input; 140 boundary vectors tried\n"
            "rows      none counted: each leaf is certain of its answer; --data FILE counts training rows\n");
  EXPECT_THAT(outcome.out, HasSubstr("\nwritten   tree.json\n"));
  EXPECT_EQ(answers("tree.json"), answers("forest.json"));
  EXPECT_THAT(expect_success(box, "diff forest.json tree.json --exit-code").out, HasSubstr("answers   are the same"));
  EXPECT_THAT(expect_success(box, "emit tree.json -o tree.hpp").out, HasSubstr("written   tree.hpp"));
  EXPECT_THAT(expect_success(box, "verify tree.json tree.hpp").out, HasSubstr("0 mismatches"));
  EXPECT_THAT(expect_success(box, "rules tree.json").out, HasSubstr("8 rules for 'species'"));
}

TEST_F(Merge, TellsMachines) {
  const json leaves = facts("forest.json -o tree.json");
  EXPECT_EQ(leaves["after"]["leaves"], 8);
  EXPECT_EQ(leaves["least_leaves"], 8);
  EXPECT_EQ(leaves["smallest"], true);
  EXPECT_EQ(leaves["way"], "grid");
  EXPECT_EQ(leaves["equal"], true);
  EXPECT_FALSE(leaves.contains("ended_by"));
  const json depth = facts("forest.json -o tree.json --objective depth");
  EXPECT_EQ(depth["after"]["depth"], depth["least_depth"]);
  const json both = facts("forest.json -o tree.json --objective depth-leaves");
  EXPECT_EQ(both["after"]["depth"], depth["after"]["depth"]);
  EXPECT_GE(depth["after"]["leaves"], both["after"]["leaves"]);
  EXPECT_GE(both["after"]["leaves"], leaves["after"]["leaves"]);
}

TEST_F(Merge, WritesTheSameBytesEachTime) {
  expect_success(box, "merge forest.json -o one.json");
  EXPECT_EQ(expect_success(box, "merge forest.json -o -").out, box.read("one.json"));
}

// 150 rows in all, and the probabilities of the first rule are shares of its rows.
TEST_F(Merge, CountsTrainingRows) {
  const Outcome outcome = expect_success(box, "merge forest.json --data data/iris.csv -o tree.json");
  EXPECT_THAT(outcome.out, HasSubstr("rows      150 rows of 'data/iris.csv' counted; 2 leaves without any\n"));
  EXPECT_EQ(outcome.err, "");
  const json model = json::parse(box.read("tree.json"));
  EXPECT_EQ(model["trees"][0]["nodes"][0]["counts"], json({50, 50, 50}));
  EXPECT_EQ(answers("tree.json"), answers("forest.json"));
  box.write("part.csv", "sepal_length,sepal_width,petal_length,petal_width,species\n5,3,1,0.2,setosa\n");
  EXPECT_THAT(expect_success(box, "merge forest.json --data part.csv -o tree.json").err,
              HasSubstr("part.csv is not the file that the model was trained with"));
}

// With more trees the grid has more cells than one megabyte allows; with fewer, the search has more boxes.
TEST_F(Merge, SaysWhereNothingIsProvenToBeSmallest) {
  box.write("wide.json", wide_forest(9));
  const Outcome outcome = expect_success(box, "merge wide.json -o tree.json --memory 1 --verbose");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("\nsmallest  not proven (the inputs are too many for one search): any such "
                                           "tree has at least "),
                                 HasSubstr(" pieces, "), HasSubstr("\nequal     proven for every input")));
  EXPECT_THAT(expect_success(box, "diff wide.json tree.json --exit-code").out, HasSubstr("are the same"));
  const json pieces = facts("wide.json -o tree.json --memory 1");
  EXPECT_EQ(pieces["way"], "pieces");
  EXPECT_EQ(pieces["smallest"], false);
  EXPECT_EQ(pieces["ended_by"], "size");
  EXPECT_EQ(pieces["pieces"], pieces["pieces_solved"]);
  EXPECT_LE(pieces["least_leaves"], pieces["after"]["leaves"]);
  box.write("wide.json", wide_forest(5));
  const json ended = facts("wide.json -o tree.json --memory 1");
  EXPECT_EQ(ended["ended_by"], "memory");
  const json smallest = facts("wide.json -o small.json");
  EXPECT_EQ(smallest["smallest"], true);
  EXPECT_LE(smallest["after"]["leaves"], ended["after"]["leaves"]);
  EXPECT_GE(smallest["after"]["leaves"], ended["least_leaves"]);
  EXPECT_THAT(expect_success(box, "diff small.json tree.json --exit-code").out, HasSubstr("are the same"));
}

TEST_F(Merge, EndsAtTheBudgetWithTheSizeReached) {
  EXPECT_THAT(expect_failure(box, kCheckFailed, "merge forest.json -o tree.json --budget 7").err,
              AllOf(HasSubstr("the tree has more than 7 leaves: 8 were reached"),
                    HasSubstr("no tree has less than 8 leaves; --budget allows more")));
  box.write("wide.json", wide_forest(9));
  EXPECT_THAT(expect_failure(box, kCheckFailed, "merge wide.json -o tree.json --memory 1 --budget 20").err,
              AllOf(HasSubstr("the tree has more than 20 leaves: "), HasSubstr(" were reached")));
}

TEST_F(Merge, EndsWhenTheTimeIsOver) {
  box.write("wide.json", wide_forest(9));
  EXPECT_THAT(expect_failure(box, kCheckFailed, "merge wide.json -o tree.json --seconds 0.000001").err,
              AllOf(HasSubstr("after 1e-06 s there is no tree yet; "), HasSubstr("--seconds allows more")));
}

TEST_F(Merge, RefusesASingleTree) {
  expect_success(box, "train data/golf.csv -t play -o golf.json -q");
  EXPECT_THAT(expect_failure(box, kBadInput, "merge golf.json -o tree.json").err,
              AllOf(HasSubstr("the model is a single tree already"), HasSubstr("espalier prune")));
}

TEST_F(Merge, RefusesOptionsThatDoNotGoTogether) {
  EXPECT_THAT(expect_failure(box, kUsage, "merge forest.json").err, HasSubstr("tree.json"));
  EXPECT_THAT(expect_failure(box, kUsage, "merge forest.json -o t.json --objective leaf").err, HasSubstr("leaves"));
  EXPECT_THAT(expect_failure(box, kUsage, "merge forest.json -o t.json --budget 0").err, HasSubstr("--budget 0"));
  EXPECT_THAT(expect_failure(box, kUsage, "merge forest.json -o t.json --memory 0").err, HasSubstr("--memory 0"));
  EXPECT_THAT(expect_failure(box, kUsage, "merge forest.json -o t.json --delimiter ;").err, HasSubstr("--data"));
  EXPECT_THAT(expect_failure(box, kUsage, "merge forest.json -o forest.json").err, HasSubstr("forest.json"));
}

// Two trees of two numbers each: the mean has four values.
TEST_F(Merge, MergesNumbers) {
  box.write("numbers.json", R"({
    "format": "espalier-model", "version": 2, "task": "regression", "target": "n",
    "features": [{"name": "x", "kind": "numeric", "integer": true, "range": [0, 9]},
                 {"name": "y", "kind": "numeric", "integer": false, "range": [0, 1]}],
    "missing": "learned", "combination": "mean", "sums": {"arithmetic": "whole", "exponent": 1},
    "trees": [
      {"nodes": [{"test": "less_equal", "feature": 0, "threshold": 4.5, "children": [1, 2], "missing_child": 0},
                 {"test": "leaf", "value": 1}, {"test": "leaf", "value": 3}]},
      {"nodes": [{"test": "less_equal", "feature": 1, "threshold": 0.5, "children": [1, 2], "missing_child": 1},
                 {"test": "leaf", "value": 10}, {"test": "leaf", "value": 30.5}]}],
    "provenance": {"tool": "by hand", "data_sha256": "", "rows": 0, "options": {}}})");
  EXPECT_EQ(facts("numbers.json -o tree.json")["after"]["leaves"], 4);
  box.write("rows.csv", "x,y\n4,0.5\n5,0.6\n,\n");
  EXPECT_EQ(expect_success(box, "predict tree.json rows.csv").out.substr(0, 11), "prediction,");
  EXPECT_THAT(expect_success(box, "predict tree.json rows.csv").out,
              AllOf(HasSubstr("\n5.5,"), HasSubstr("\n16.75,"), HasSubstr("\n15.75,")));
  box.write("train.csv", "x,y,n\n4,0.5,5\n5,0.6,17\n");
  EXPECT_THAT(expect_success(box, "merge numbers.json --data train.csv -o tree.json").out,
              HasSubstr("2 rows of 'train.csv' counted; 2 leaves without any"));
}

TEST_F(Merge, TellsHowFarItIs) {
  EXPECT_THAT(expect_success(box, "merge forest.json -o tree.json --progress lines").err,
              AllOf(HasSubstr(": searching\n"), HasSubstr(": proving\n"), HasSubstr(": writing\n")));
}

}  // namespace
}  // namespace espalier::tool_test::merge_test
