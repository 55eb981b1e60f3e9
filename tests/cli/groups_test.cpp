// evaluate --by: figures of groups of rows, by folds, rounds, shares and files; what cannot be grouped by.
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/sandbox.hpp"

namespace espalier::tool_test::groups_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class Groups : public Cli {
 protected:
  // x <= 3.5: a, else b; both leaves are pure.
  void SetUp() override {
    box.write("train.csv", "x,y,w\n1,a,1\n2,a,1\n3,a,1\n4,b,1\n9,b,1\n9,b,1\n");
    box.write("test.csv", "g,x,y,w\nf,1,a,1\nf,2,a,1\nf,3,b,2\nm,8,b,1\nm,9,b,1\n?,9,a,2\n");
  }
  json report(const std::string& line) const { return json::parse(expect_success(box, line + " --json").out); }
  const std::string on_file = "evaluate train.csv -t y --prune none --smoothing none --test test.csv --weight w";

  // 400 people, every 4th of whom is old; the answer depends on x, which tells nothing of the young.
  std::string people(bool with_group) const {
    std::string csv = with_group ? "x,z,y,group\n" : "x,z,y\n";
    for (int i = 0; i < 400; ++i) {
      const bool old = i % 4 == 0;
      const int x = (i * 7) % 20;
      const bool yes = old ? x >= 10 : (i / 4) % 2 == 0;
      csv += std::to_string(x) + "," + std::to_string((i * 11) % 13) + (yes ? ",yes" : ",no");
      csv += with_group ? (old ? ",old\n" : ",young\n") : "\n";
    }
    return csv;
  }
};

// The column is only in the test file. f: answered a a a, right a a b by the weights 1 1 2; m: both right; missing: b
// for a. Of b, the class looked for: of weight 4 against a's 4, the second of equal ones.
TEST_F(Groups, OfATestFileByHand) {
  const json by = report(on_file + " --by g")["by"][0];
  EXPECT_EQ(by["column"], "g");
  EXPECT_EQ(by["learned"], false);
  ASSERT_EQ(by["groups"].size(), 3U);
  const json& f = by["groups"][0];
  EXPECT_EQ(f["group"], "f");
  EXPECT_DOUBLE_EQ(f["estimates"]["accuracy"]["value"], 2 / 4.0);
  EXPECT_DOUBLE_EQ(f["effective_rows"], 16 / 6.0);
  EXPECT_DOUBLE_EQ(f["share"], 4 / 8.0);
  EXPECT_EQ(f["rates"][0]["label"], "b");
  EXPECT_DOUBLE_EQ(f["rates"][0]["base_rate"]["value"], 2 / 4.0);
  EXPECT_DOUBLE_EQ(f["rates"][0]["selection_rate"]["value"], 0);
  EXPECT_DOUBLE_EQ(f["rates"][0]["recall"]["value"], 0);
  EXPECT_TRUE(f["rates"][0]["precision"]["value"].is_null());
  EXPECT_EQ(by["groups"][1]["rates"][0]["recall"]["value"], 1);
  EXPECT_EQ(by["groups"][2]["group"], nullptr);
  EXPECT_EQ(by["groups"][2]["estimates"]["accuracy"]["value"], 0);
  EXPECT_EQ(by["gaps_without_small"], nullptr) << "all are too small";
  const Outcome outcome = expect_success(box, on_file + " --by g");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("by 'g': 3 groups of 6 rows; the trees do not know this column\n"),
                                 HasSubstr("\n  (missing) *     1   25.0")));
  EXPECT_THAT(outcome.err,
              HasSubstr("warning: the group 'f' of 'g' has 3 rows (as of 2.7 of one weight): too few to say anything"));
}

// What is said of a group is what an evaluation of its rows says.
TEST_F(Groups, AreWhatTheirRowsAloneWouldGive) {
  box.write("people.csv", people(true));
  const json all = report("evaluate people.csv -t y --ignore group --test people.csv --by group");
  ASSERT_EQ(all["by"][0]["groups"].size(), 2U);
  for (const json& found : all["by"][0]["groups"]) {
    std::istringstream lines(people(true));
    std::string part = "x,z,y,group\n";
    for (std::string line; std::getline(lines, line);) {
      if (line.ends_with("," + found["group"].get<std::string>())) part += line + "\n";
    }
    box.write("part.csv", part);
    const json alone = report("evaluate people.csv -t y --ignore group --test part.csv");
    for (const auto& [key, figure] : found["figures"].items()) EXPECT_EQ(figure, alone[key]) << key;
    EXPECT_EQ(found["rows"], alone["rows"]);
    EXPECT_EQ(found["estimates"]["accuracy"]["low"], alone["interval"]["low"]);
    EXPECT_EQ(found["estimates"]["accuracy"]["high"], alone["interval"]["high"]);
  }
}

// The fairness case: the trees do not know the column, and are the same as without it. The old are answered well, the
// young are not.
TEST_F(Groups, ByAColumnThatTheTreesDoNotKnow) {
  box.write("people.csv", people(true));
  box.write("without.csv", people(false));
  const json with = report("evaluate people.csv -t y --ignore group --by group");
  const json without = report("evaluate without.csv -t y");
  for (const char* key : {"accuracy", "confusion", "folds", "calibration"}) EXPECT_EQ(with[key], without[key]) << key;
  const json by = with["by"][0];
  EXPECT_EQ(by["learned"], false);
  EXPECT_EQ(by["groups"][0]["group"], "old");
  EXPECT_EQ(by["groups"][0]["rows"], 100);
  EXPECT_EQ(by["groups"][1]["rows"], 300);
  EXPECT_EQ(by["all"]["estimates"]["accuracy"]["value"], with["accuracy"]);
  EXPECT_EQ(by["gaps"][0]["highest"]["group"], "old");
  EXPECT_GT(by["gaps"][0]["low"], 0);
  EXPECT_EQ(report("evaluate people.csv -t y --by group")["by"][0]["learned"], true);
}

TEST_F(Groups, WithFoldsRoundsSharesAndFoldFiles) {
  box.write("people.csv", people(true));
  std::string folds;
  for (int i = 0; i < 400; ++i) folds += std::to_string(i % 3) + "\n";
  box.write("folds.txt", folds);
  const std::string line = "evaluate people.csv -t y -a c45 --by group ";
  const json once = report(line + "--folds 5");
  EXPECT_EQ(once["by"][0]["groups"][0]["answers"], 100);
  const json thrice = report(line + "--folds 5 --repeats 3");
  EXPECT_EQ(thrice["by"][0]["groups"][0]["rows"], 100);
  EXPECT_EQ(thrice["by"][0]["groups"][0]["answers"], 300);
  EXPECT_DOUBLE_EQ(thrice["by"][0]["groups"][0]["effective_rows"], 100);
  EXPECT_THAT(expect_success(box, line + "--folds 5 --repeats 3").out, HasSubstr("\n  group  answers  share"));
  const json held_out = report(line + "--hold-out 0.3");
  EXPECT_EQ(held_out["by"][0]["groups"][0]["rows"].get<int>() + held_out["by"][0]["groups"][1]["rows"].get<int>(), 120);
  const json by_file = report(line + "--fold-file folds.txt");
  EXPECT_EQ(by_file["by"][0]["all"]["rows"], 400);
}

TEST_F(Groups, OfNumbersAreRangesAndDatesToo) {
  const json quarters =
      report("evaluate data/diabetes.csv -t progression --prune none --max-depth 2 --by bmi")["by"][0];
  ASSERT_EQ(quarters["groups"].size(), 4U);
  for (const json& group : quarters["groups"]) EXPECT_NEAR(group["share"], 0.25, 0.02);
  EXPECT_EQ(quarters["groups"][0]["above"], nullptr);
  EXPECT_EQ(quarters["groups"][1]["above"], quarters["groups"][0]["at_most"]);
  EXPECT_TRUE(quarters["groups"][0]["estimates"].contains("rmse"));
  EXPECT_FALSE(quarters["groups"][0].contains("rates"));
  const json hand = report("evaluate data/diabetes.csv -t progression --max-depth 2 --by age:25,40,60 --by sex")["by"];
  ASSERT_EQ(hand.size(), 2U);
  EXPECT_EQ(hand[0]["groups"][1]["group"], "above 25 to 40");
  EXPECT_EQ(hand[1]["groups"][0]["group"], "1");
  std::string dates = "when,x,y\n";
  for (int day = 10; day < 28; ++day) {
    dates += "2024-01-" + std::to_string(day) + "," + std::to_string(day) + (day % 2 == 0 ? ",a\n" : ",b\n");
  }
  box.write("dates.csv", dates);
  EXPECT_THAT(expect_success(box, "evaluate dates.csv -t y --by when:2024-01-15").out,
              AllOf(HasSubstr("\n  at most 2024-01-15 *"), HasSubstr("\n  above 2024-01-15 *")));
}

// Of two classes the rarer, the one of the threshold, or the one that is named; of three all of them.
TEST_F(Groups, RatesAreThoseOfTheClassThatIsLookedFor) {
  const std::string line = "evaluate data/stagec.csv -t pgstat -a c45 --by grade";
  EXPECT_EQ(report(line)["by"][0]["all"]["rates"][0]["label"], "1");
  EXPECT_EQ(report(line + " --positive 0")["by"][0]["all"]["rates"][0]["label"], "0");
  EXPECT_EQ(report(line + " --threshold-for 0=0.4")["by"][0]["all"]["rates"][0]["label"], "0");
  EXPECT_EQ(report("evaluate data/wine.csv -t cultivar -a c45 --by magnesium")["by"][0]["all"]["rates"].size(), 3U);
  EXPECT_EQ(
      report("evaluate data/wine.csv -t cultivar -a c45 --by magnesium --positive class_1")["by"][0]["all"]["rates"]
          .size(),
      1U);
}

TEST_F(Groups, WhatCannotBeGroupedByIsRefused) {
  box.write("people.csv", people(true));
  std::string many = "x,id,y\n";
  for (int i = 0; i < 60; ++i) many += std::to_string(i % 7) + ",id" + std::to_string(i) + (i % 2 ? ",a\n" : ",b\n");
  box.write("many.csv", many);
  const struct {
    int code;
    const char* line;
    const char* message;
    const char* hint;
  } cases[] = {
      {kBadInput, "evaluate people.csv -t y --by gruop", "there is no column 'gruop'", "did you mean 'group'?"},
      {kBadInput, "evaluate train.csv -t y --test people.csv --by gruop", "people.csv:1: error: there is no column",
       "did you mean 'group'?"},
      {kUsage, "evaluate people.csv -t y --by y", "--by 'y' names the target", "figures of each class"},
      {kUsage, "evaluate train.csv -t y --by y --test train.csv", "--by 'y' names the target", "figures of each class"},
      {kUsage, "evaluate train.csv -t y --weight w --by w", "names the column of the weights", "under another name"},
      {kUsage, "evaluate people.csv -t y --by group --by group", "--by names column 'group' twice", "in one way"},
      {kUsage, "evaluate people.csv -t y --by group:3", "column 'group' holds words", "each word is a group"},
      {kUsage, "evaluate people.csv -t y --by x:3,b", "the cut 'b' of column 'x' is not a number", "age:25,40,60"},
      {kUsage, "evaluate people.csv -t y --by x:9,3", "do not ascend at 3", "age:25,40,60"},
      {kBadInput, "evaluate many.csv -t y --by id", "--by id makes 60 groups, and at most 50", "--rare-words N"},
      {kUsage, "evaluate people.csv -t y --positive yes", "--positive goes with --by", "add --by COL"},
      {kUsage, "evaluate people.csv -t y --by group --positive yeah", "--positive 'yeah': there is no such class",
       "'yes'"},
      {kUsage, "evaluate data/diabetes.csv -t progression --by sex --positive 1", "--positive is for classes", ""},
      {kUsage, "evaluate people.csv -t y --by group --compare c45 cart", "--by is for one learner", "--compare"},
  };
  for (const auto& one : cases) {
    const std::string err = expect_failure(box, one.code, one.line).err;
    EXPECT_THAT(err, AllOf(HasSubstr(one.message), HasSubstr(one.hint))) << one.line;
  }
  EXPECT_THAT(expect_success(box, "evaluate many.csv -t y --by id --rare-words 2").err,
              HasSubstr("all rows are in one group of 'id'"));
}

}  // namespace
}  // namespace espalier::tool_test::groups_test
