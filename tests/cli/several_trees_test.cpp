// Models of several trees on the command line. The forest is the one that docs/model-format.md shows.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "support/sandbox.hpp"

namespace espalier::tool_test::several_trees_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kForest = R"({
  "format": "espalier-model", "version": 2, "task": "classification", "target": "play", "labels": ["Play", "Don't Play"],
  "features": [
    {"name": "humidity", "kind": "numeric", "integer": true, "range": [65, 96]},
    {"name": "wind", "kind": "numeric", "integer": false, "range": [0, 31.5], "precision": "float32"}
  ],
  "missing": "majority", "combination": "mean", "sums": {"arithmetic": "whole"},
  "trees": [
    {"nodes": [
      {"test": "less_equal", "feature": 0, "threshold": 75, "children": [1, 2], "missing_child": 1},
      {"test": "leaf", "shares": [65536, 0]},
      {"test": "leaf", "shares": [21845, 43691]}
    ]},
    {"nodes": [
      {"test": "less_equal", "feature": 1, "threshold": 12.25, "children": [1, 2], "missing_child": 0},
      {"test": "leaf", "shares": [49152, 16384]},
      {"test": "leaf", "shares": [13107, 52429]}
    ]}
  ],
  "provenance": {"tool": "by hand", "data_sha256": "", "rows": 0, "options": {}}
})";

class SeveralTrees : public Cli {
 protected:
  void SetUp() override {
    box.write("forest.json", kForest);
    box.write("rows.csv", "humidity,wind,play\n70,3,Play\n90,20,Don't Play\n75,12.250001,Play\n80,,Play\n");
  }
};

// (65536 + 49152) / 131072, (21845 + 13107) / 131072; 12.250001 is above the nearest floats of 12.25.
TEST_F(SeveralTrees, AnswerRowsWithTheRulesOfAll) {
  EXPECT_EQ(expect_success(box, "predict forest.json rows.csv").out,
            "prediction,rules,probability Play,probability Don't Play\n"
            "Play,1 1,0.875,0.125\n"
            "Don't Play,2 2,0.26666259765625,0.73333740234375\n"
            "Play,1 2,0.5999984741210938,0.40000152587890625\n"
            "Play,2 1,0.5416641235351562,0.45833587646484375\n");
  const auto report = nlohmann::json::parse(expect_success(box, "predict forest.json rows.csv --json").out);
  EXPECT_EQ(report["accuracy"], 1);
  EXPECT_THAT(report["predictions"][2]["rules"], ElementsAre(1, 2));
}

TEST_F(SeveralTrees, AreShown) {
  EXPECT_THAT(expect_success(box, "inspect forest.json").out,
              AllOf(HasSubstr("trees     2, by mean: 6 nodes, 4 leaves, depth 1\n"),
                    HasSubstr("tree 2\nwind <= 12.25: Play 75.0 %\nwind > 12.25: Don't Play 80.0 %\n")));
  const auto report = nlohmann::json::parse(expect_success(box, "inspect forest.json --json").out);
  EXPECT_EQ(report["combination"], "mean");
  EXPECT_EQ(report["trees"], 2);
  EXPECT_EQ(report["leaves"], 4);
}

TEST_F(SeveralTrees, AreRefusedByWhatIsAboutOne) {
  for (const char* line : {"prune forest.json --prune cost-complexity --alpha 0.1 -o p.json",
                           "emit forest.json --language dmn -o f.dmn"}) {
    EXPECT_THAT(expect_failure(box, kBadInput, line).err,
                HasSubstr("the model is a mean of 2 trees; this works on single trees"));
  }
}

TEST_F(SeveralTrees, AreEmittedAndVerified) {
  expect_success(box, "emit forest.json --language sql --dialect sqlite --probabilities -o f.sql");
  EXPECT_THAT(expect_success(box, "verify forest.json f.sql").out,
              HasSubstr("f.sql: 40 vectors, 0 mismatches (sqlite3 3"));
  expect_success(box, "emit forest.json -o f.hpp");
  EXPECT_THAT(expect_success(box, "verify forest.json f.hpp").out, HasSubstr("f.hpp: 50 vectors, 0 mismatches"));
  expect_success(box, "emit forest.json --language c --style misra -o f.h --selftest check.c");
  EXPECT_THAT(expect_success(box, "verify forest.json f.h").out, HasSubstr("f.h: 50 vectors, 0 mismatches"));
  EXPECT_EQ(box.shell("cc -std=c99 check.c -o check && ./check").exit_code, 0);
  expect_success(box, "emit forest.json --language rules -o f.rules.json");
  EXPECT_THAT(expect_success(box, "verify forest.json f.rules.json").out, HasSubstr(", 0 mismatches"));
}

// A sum one unit off, and a tie that goes to the second label.
TEST_F(SeveralTrees, ThatWereTamperedWithAreFoundOut) {
  expect_success(box, "emit forest.json -o f.hpp");
  box.shell("sed 's/43691U/43692U/' f.hpp > off.hpp; sed 's/sums.i. > sums/sums[i] >= sums/' f.hpp > tie.hpp");
  for (const char* name : {"off.hpp", "tie.hpp"}) {
    const Outcome outcome = box.run("verify forest.json " + std::string(name));
    EXPECT_EQ(outcome.exit_code, 1) << name;
    EXPECT_THAT(outcome.out, HasSubstr("FAILED")) << name;
  }
}

TEST_F(SeveralTrees, AreEmittedAsTables) {
  const std::string report = expect_success(box, "emit forest.json --shape table -o f.hpp").out;
  EXPECT_THAT(report, HasSubstr("shape     table: about "));
  EXPECT_THAT(expect_success(box, "verify forest.json f.hpp").out, HasSubstr("f.hpp: 50 vectors, 0 mismatches"));
  EXPECT_THAT(expect_success(box, "emit forest.json --optimize speed -o f.hpp").out,
              HasSubstr("shape     table: several trees answer faster so"));
  EXPECT_THAT(expect_success(box, "verify forest.json f.hpp").out, HasSubstr("byte for byte"));
  expect_success(box, "emit forest.json --optimize speed --shape branches -o f.hpp");
  EXPECT_THAT(box.read("f.hpp"), AllOf(HasSubstr("\"shape\":\"branches\""), HasSubstr("detail::add_2(row, out);")));
  EXPECT_THAT(expect_success(box, "verify forest.json f.hpp").out, HasSubstr("byte for byte"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit forest.json --shape table --language c -o f.h").err,
              HasSubstr("--shape table"));
}

// Both trees three times. The first can move a against b by 65,536, the second b against a by 52,429 - 13,107 = 39,322:
// after the three first and one second, two are left that move 78,644. The leads are 229,376, 104,860, 157,286 and
// 32,770: three rows take four trees, one takes six.
TEST_F(SeveralTrees, AnswerEarlyWhereTheRestCannotChangeIt) {
  auto model = nlohmann::json::parse(kForest);
  for (int i = 0; i < 4; ++i) model["trees"].push_back(model["trees"][static_cast<std::size_t>(i)]);
  box.write("six.json", model.dump());
  for (const char* shape : {"branches", "table"}) {
    const std::string options = " --early-exit -o f.hpp --shape " + std::string(shape);
    EXPECT_THAT(expect_success(box, "emit six.json --data rows.csv" + options).out,
                HasSubstr("early     4.5 of 6 trees per row on 4 rows, 75.0 %\n"));
    EXPECT_THAT(box.read("f.hpp"), AllOf(HasSubstr("\"early-exit\":true"), HasSubstr("78644U")));
    EXPECT_THAT(expect_success(box, "verify six.json f.hpp").out,
                AllOf(HasSubstr("byte for byte"), HasSubstr(" 0 mismatches")));
    const auto report =
        nlohmann::json::parse(expect_success(box, "emit six.json --data rows.csv --json" + options).out);
    EXPECT_EQ(report["early_exit"]["asked"], 18);
    EXPECT_EQ(report["early_exit"]["trees"], 6);
  }
  EXPECT_THAT(expect_success(box, "emit six.json --early-exit -o f.hpp").out,
              HasSubstr("early     of 6 trees; --data FILE tells how many a row takes\n"));
}

TEST_F(SeveralTrees, HaveNoEarlyExitWhereEveryTreeCounts) {
  auto model = nlohmann::json::parse(kForest);
  model["sums"]["arithmetic"] = "float64";
  for (auto& tree : model["trees"]) {
    for (auto& node : tree["nodes"]) {
      if (node.contains("shares")) node["shares"] = {0.5, 0.5};
    }
  }
  box.write("floats.json", model.dump());
  EXPECT_THAT(expect_failure(box, kUsage, "emit floats.json --early-exit -o f.hpp").err,
              HasSubstr("the model has no early exit: its sums are floating-point numbers"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit forest.json --early-exit --language c -o f.h").err,
              HasSubstr("--early-exit"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit forest.json --early-exit --style misra -o f.hpp").err,
              HasSubstr("--early-exit"));
}

// Shares of Play, of 131072: humidity <= 75: 65536, else 21845; wind <= 12.25: 49152, else 13107.
TEST_F(SeveralTrees, AnswerTheAuditorsQuestions) {
  EXPECT_THAT(
      expect_success(box, {"prove", "forest.json", "P(Play) <= 0.875"}).out,
      AllOf(HasSubstr("proven    P(Play) <= 0.875\n"), HasSubstr("the probability lies between 0.2667 and 0.875\n")));
  EXPECT_THAT(expect_success(box, {"prove", "forest.json", "humidity up => P(Play) not higher"}).out,
              HasSubstr("proven"));
  const Outcome wrong = box.run({"prove", "forest.json", "wind up => P(Play) not lower"});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_THAT(wrong.out, HasSubstr("refuted"));
  // Wind 20 of a row that is not played: down to 12.25 gives 70997 of 131072; the range is 31.5.
  const auto why =
      nlohmann::json::parse(expect_success(box, {"explain", "forest.json", "--row", R"({"humidity": 90, "wind": 20})",
                                                 "--want", "Play", "--json"})
                                .out);
  EXPECT_EQ(why["changes_complete"], true);
  EXPECT_NEAR(why["changes"][0]["distance"].get<double>(), 7.75 / 31.5, 1e-6);
  box.write("other.json", std::regex_replace(std::string(kForest), std::regex("12.25"), "10"));
  EXPECT_THAT(expect_success(box, "diff forest.json other.json --data rows.csv").out,
              HasSubstr("answers   differ in 1 region, for 0 rows (0.0 %) of 'rows.csv'\n"));
  const auto told =
      nlohmann::json::parse(expect_success(box, "report forest.json --data rows.csv -o r.html --json").out);
  EXPECT_EQ(told["evaluation"]["accuracy"], 1);
}

// 60 trees of 4 tests, each on one of 10 columns: too much for a hundredth of a second, and still something is certain.
TEST_F(SeveralTrees, SayWhatIsCertainWhenTheTimeRunsOut) {
  const auto forest = [](unsigned seed) {
    std::string text =
        R"({"format": "espalier-model", "version": 2, "task": "regression", "target": "y", "features": [)";
    for (int i = 0; i < 10; ++i) {
      text += (i > 0 ? ", " : "") + std::string(R"({"name": "c)") + std::to_string(i) +
              R"(", "kind": "numeric", "integer": true, "range": [0, 100]})";
    }
    text +=
        R"(], "missing": "majority", "combination": "sum", "sums": {"arithmetic": "whole", "exponent": 0, "base": [0], )"
        R"("link": "identity"}, "trees": [)";
    const auto draw = [&](unsigned below) {
      return std::to_string((seed = seed * 1103515245 + 12345) / 65536 % below);
    };
    for (int tree = 0; tree < 60; ++tree) {
      text += (tree > 0 ? ", " : "") + std::string(R"({"nodes": [)");
      for (int node = 0; node < 4; ++node) {
        text += R"({"test": "less_equal", "feature": )" + draw(10) + R"(, "threshold": )" + draw(100) +
                R"(.5, "children": [)" + std::to_string(2 * node + 1) + ", " + std::to_string(2 * node + 2) +
                R"(], "missing_child": 0}, )";
        if (node == 3) break;
        text += R"({"test": "leaf", "value": )" + draw(90) + "}, ";
      }
      text += R"({"test": "leaf", "value": )" + draw(90) + R"(}, {"test": "leaf", "value": )" + draw(90) + "}]}";
    }
    return text + R"(], "provenance": {"tool": "by hand", "data_sha256": "", "rows": 0, "options": {}}})";
  };
  box.write("large.json", forest(1));
  box.write("other.json", forest(2));
  const auto proof = nlohmann::json::parse(
      box.run({"prove", "large.json", "value <= 3700", "--seconds", "0.01", "--json"}).out)["properties"][0];
  EXPECT_GE(proof["most"].get<double>(), proof.value("found_most", 0.0));
  const Outcome open =
      box.run({"prove", "large.json", "c0 up => not lower", "--property", "0 <= value <= 5340", "--seconds", "0.01"});
  EXPECT_THAT(open.out, HasSubstr("the value lies between "));
  const Outcome difference = box.run("diff large.json other.json --seconds 0.01");
  EXPECT_EQ(difference.exit_code, 0);
  EXPECT_THAT(difference.out, AllOf(HasSubstr("no input differs by more than "), HasSubstr("undecided are ")));
  const Outcome change = box.run({"explain", "large.json", "--row", R"({"c0": 1, "c1": 1, "c2": 1, "c3": 1, "c4": 1})",
                                  "--want", ">= 3600", "--seconds", "0.01"});
  EXPECT_EQ(change.exit_code, 0);
  EXPECT_THAT(change.out, HasSubstr("by a rule of each of 60 trees"));
}

}  // namespace
}  // namespace espalier::tool_test::several_trees_test
