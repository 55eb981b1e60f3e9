// Models of several trees on the command line. The forest is the one that docs/model-format.md shows.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

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
  for (const char* line :
       {"prune forest.json --prune cost-complexity --alpha 0.1 -o p.json", "emit forest.json --language sql -o f.sql",
        "emit forest.json --language cpp-sources -o f.hpp"}) {
    EXPECT_THAT(expect_failure(box, kBadInput, line).err,
                HasSubstr("the model is a mean of 2 trees; this works on single trees"));
  }
}

TEST_F(SeveralTrees, AreEmittedAndVerified) {
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

TEST_F(SeveralTrees, HaveNoTables) {
  EXPECT_THAT(expect_failure(box, kUsage, "emit forest.json --shape table -o f.hpp").err,
              HasSubstr("--shape table is for single trees, and the model has 2"));
}

}  // namespace
}  // namespace espalier::tool_test::several_trees_test
