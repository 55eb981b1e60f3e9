// Simplified rules as a model: written, and read by every command that reads models.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::lists_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// list.json: humidity > 75 (or 77) on sunny days, windy rain, and all the rest.
class Lists : public Cli {
 protected:
  void SetUp() override {
    Cli::SetUp();
    expect_success(box, "train data/golf.csv -t play -a c45 --prune none -o golf.json -q");
    expect_success(box, "rules golf.json --simplify data/golf.csv -o list.json -q");
  }
};

TEST_F(Lists, SayWhereTheyComeFrom) {
  const Outcome outcome = expect_success(box, "rules golf.json --simplify data/golf.csv -o again.json");
  EXPECT_THAT(outcome.out, AllOf(HasSubstr("3 rules with 4 conditions"), HasSubstr("again.json")));
  EXPECT_EQ(box.read("again.json"), box.read("list.json"));
  const json list = json::parse(box.read("list.json"));
  EXPECT_EQ(list["version"], 3);
  const json& options = list["provenance"]["options"];
  const json golf = json::parse(box.read("golf.json"));
  EXPECT_EQ(options["simplify-rows"], golf["provenance"]["data_sha256"]);
  EXPECT_EQ(options["simplify-confidence"], "0.25");
  const std::string sha256 = options["simplify-model"];
  EXPECT_THAT(expect_success(box, "emit golf.json -o golf.hpp -q --runtime inline").err, "");
  EXPECT_THAT(box.read("golf.hpp"), HasSubstr(sha256));  // a header has the hash of its model file
  EXPECT_EQ(list["provenance"]["training_accuracy"], 1);
  EXPECT_EQ(expect_success(box, "rules golf.json --simplify data/golf.csv --format model -o - -q").out,
            box.read("list.json"));
}

TEST_F(Lists, AnswerAsTheRulesSay) {
  expect_success(box, "predict list.json data/golf.csv -o answers.csv -q");
  const std::string answers = box.read("answers.csv");
  // Sunny and humid; sunny and dry; rain and wind; overcast.
  box.write("rows.csv",
            "outlook,temperature,humidity,windy\nsunny,80,90,false\nsunny,80,70,false\nrain,60,70,true\n"
            "overcast,60,90,true\nsunny,60,,true\nfog,60,90,true\n");
  const Outcome outcome = expect_success(box, "predict list.json rows.csv --json -q");
  std::vector<std::string> labels;
  const json report = json::parse(outcome.out);
  for (const json& answer : report["predictions"]) labels.push_back(answer["prediction"]);
  EXPECT_THAT(labels, testing::ElementsAre("Don't Play", "Play", "Don't Play", "Play", "Play", "Play")) << outcome.out;
  EXPECT_THAT(answers, HasSubstr("Don't Play,1,"));
}

TEST_F(Lists, AreCompiledAndVerified) {
  for (const char* file :
       {"list.hpp --language cpp", "list.h --language c", "list.sql --language sql --dialect sqlite",
        "list.rules.json --language rules", "list.rs --language rust", "misra.h --language c --style misra",
        "speed.hpp --optimize speed", "table.hpp --shape table", "parts.hpp --language cpp-sources"}) {
    const std::string words = file;
    const std::string name = words.substr(0, words.find(' '));
    expect_success(box, "emit list.json -q -o " + words);
    const Outcome checked = expect_success(box, "verify list.json " + name);
    EXPECT_THAT(checked.out, AllOf(HasSubstr("0 mismatches"), Not(HasSubstr("not proven")))) << words;
  }
  EXPECT_THAT(box.read("list.hpp"), HasSubstr("if (row.outlook == OutlookValue::sunny && row.humidity > 75) {"));
  EXPECT_THAT(box.read("list.sql"), HasSubstr(" AND "));
  EXPECT_EQ(json::parse(box.read("list.rules.json"))["order"], "first");
  expect_success(box, "emit list.json -o list.hpp --check");
}

TEST_F(Lists, AChangedRuleIsFound) {
  expect_success(box, "emit list.json -q -o list.hpp");
  const std::string text = box.read("list.hpp");
  const std::string rule = " && row.humidity > 75) {";
  const std::size_t at = text.find(rule);
  ASSERT_NE(at, text.npos);
  for (const std::string& planted :
       {std::string(") {"), std::string(" || row.humidity > 75) {"), std::string(" && row.humidity >= 75) {"),
        std::string(" && row.humidity > 75 && row.humidity != 4242) {")}) {
    std::string changed = text;
    changed.replace(at, rule.size(), planted);
    box.write("changed.hpp", changed);
    const Outcome outcome = box.run("verify list.json changed.hpp --no-run");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.out, HasSubstr("changed.hpp: FAILED: not proven")) << planted;
  }
}

TEST_F(Lists, AreReadByEveryCommandThatReadsModels) {
  EXPECT_THAT(expect_success(box, "inspect list.json").out, HasSubstr("otherwise: Play"));
  EXPECT_THAT(expect_success(box, "rules list.json --data data/golf.csv").out,
              AllOf(HasSubstr("of those that apply, the first answers"), HasSubstr("rule 3: Play\n  otherwise"),
                    HasSubstr("data: 9 rows (64.3 %), 100.0 % right")));
  EXPECT_THAT(expect_success(box, "draw list.json --format text -o -").out, HasSubstr("outlook = sunny"));
  const std::string row = R"( --row '{"outlook": "sunny", "temperature": 80, "humidity": 90, "windy": "false"}')";
  EXPECT_THAT(expect_success(box, "explain list.json" + row).out,
              AllOf(HasSubstr("by rule 1"), HasSubstr("outlook = sunny"), HasSubstr("change")));
  EXPECT_THAT(expect_success(box, "diff golf.json list.json").out, HasSubstr("0"));
  EXPECT_THAT(expect_success(box, {"prove", "list.json", "humidity up => P(\"Don't Play\") not lower"}).out,
              HasSubstr("proven"));
  const Outcome refuted = box.run("prove list.json \"humidity up => P(Play) not lower\"");
  EXPECT_EQ(refuted.exit_code, 1) << refuted.err;
  expect_success(box, "report list.json --data data/golf.csv -o list.html -q");
  EXPECT_THAT(box.read("list.html"), HasSubstr("The rules are a list"));
}

TEST_F(Lists, WhatHasNoListsSaysSo) {
  for (const char* language : {"pmml", "dmn"}) {
    EXPECT_THAT(expect_failure(box, 3, std::string("emit list.json -o x.xml --language ") + language).err,
                AllOf(HasSubstr("the model is a decision list"), HasSubstr("--language rules")));
  }
  box.write("mine.inja", "{{ task }}");
  EXPECT_THAT(expect_failure(box, 3, "emit list.json --template mine.inja -o x.txt").err,
              AllOf(HasSubstr("the model is a decision list"), HasSubstr("--language rules")));
  EXPECT_THAT(expect_failure(box, 3, "prune list.json --prune pessimistic -o x.json").err,
              HasSubstr("the model is a decision list: there are no branches to prune"));
  EXPECT_THAT(expect_failure(box, 3, "rules list.json --simplify data/golf.csv").err,
              HasSubstr("its rules are simplified already"));
}

TEST_F(Lists, OptionsThatDoNotGoTogetherAreRefused) {
  EXPECT_THAT(expect_failure(box, 2, "rules golf.json -o rules.json").err,
              AllOf(HasSubstr("a model is made of simplified rules"), HasSubstr("--simplify FILE")));
  EXPECT_THAT(expect_failure(box, 2, "rules golf.json --simplify data/golf.csv --label Play -o x.json").err,
              HasSubstr("--label leaves out rules"));
  EXPECT_THAT(expect_failure(box, 2, "rules golf.json --simplify data/golf.csv --where 'humidity > 70' -o x.json").err,
              HasSubstr("--where leaves out rules"));
  EXPECT_FALSE(box.has("x.json"));
}

}  // namespace
}  // namespace espalier::tool_test::lists_test
