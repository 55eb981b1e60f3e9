// --json: one JSON document on standard output for every command, in success and in failure.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::json_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class Json : public Cli {
 protected:
  json report(const Arguments& arguments, int exit_code = kDone) const {
    const Outcome outcome = box.run(arguments);
    EXPECT_EQ(outcome.exit_code, exit_code) << ::testing::PrintToString(arguments) << outcome.err;
    json parsed = json::parse(outcome.out, nullptr, false);
    EXPECT_FALSE(parsed.is_discarded()) << outcome.out;
    return parsed;
  }
  json report(std::string_view line, int exit_code = kDone) const { return report(words(line), exit_code); }
};

void expect_keys(const json& document, const std::vector<std::string>& keys) {
  for (const std::string& key : keys) EXPECT_TRUE(document.contains(key)) << key;
}

TEST_F(Json, Build) {
  const json built = report("build data/iris.csv -t species -o iris.hpp --model iris.json --selftest t.cpp --json");
  expect_keys(built, {"data", "task", "missing", "weighted", "grown", "pruned", "training_accuracy", "cross_validation",
                      "header", "verification", "selftest", "output", "warnings"});
  EXPECT_EQ(built["data"]["rows"], 150);
  EXPECT_EQ(built["data"]["columns"][4]["name"], "species");
  EXPECT_EQ(built["data"]["columns"][4]["kind"], "categorical");
  EXPECT_EQ(built["data"]["columns"][0]["range"], json({4.3, 7.9}));
  EXPECT_EQ(built["output"], "iris.hpp");
  EXPECT_EQ(built["verification"]["passed"], true);
  EXPECT_EQ(built["verification"]["mismatches"], 0);
  EXPECT_GT(built["verification"]["vectors"], 10);
  EXPECT_EQ(built["header"]["namespace"], "iris");
  EXPECT_EQ(built["header"]["fields"][0]["type"], "float");
  EXPECT_EQ(built["header"]["bytes"], box.read("iris.hpp").size());
  EXPECT_EQ(built["warnings"], json::array());
}

TEST_F(Json, TrainAndInspect) {
  const json trained = report("train data/golf.csv -t play -a c45 --prune none -o golf.json --json");
  expect_keys(trained, {"data", "grown", "pruned", "training_accuracy", "cross_validation", "output", "warnings"});
  EXPECT_EQ(trained["grown"], (json{{"nodes", 8}, {"leaves", 5}, {"depth", 2}}));
  const json model = report("inspect golf.json --json");
  expect_keys(model, {"kind", "task", "target", "labels", "missing", "features", "nodes", "leaves", "depth", "rows",
                      "training_accuracy"});
  EXPECT_EQ(model["kind"], "model");
  EXPECT_EQ(model["labels"], json({"Don't Play", "Play"}));
  const json data = report("inspect data/golf.csv --json");
  EXPECT_EQ(data["kind"], "data");
  EXPECT_EQ(data["data"]["columns"][0]["categories"], json({"overcast", "rain", "sunny"}));
}

TEST_F(Json, EmitPredictVerifyEvaluateHelp) {
  expect_success(box, "train data/golf.csv -t play -a c45 --prune none --smoothing none -o golf.json -q");
  expect_keys(report("emit golf.json -o golf.hpp --json"), {"header", "output", "warnings"});
  const json answers = report("predict golf.json data/golf.csv --json");
  EXPECT_EQ(answers["rows"], 14);
  EXPECT_EQ(answers["accuracy"], 1.0);
  EXPECT_EQ(answers["predictions"][0],
            (json{{"prediction", "Don't Play"}, {"rule", 5}, {"probabilities", {1.0, 0.0}}}));
  EXPECT_EQ(report("predict golf.json data/golf.csv -o p.csv --json")["output"], "p.csv");
  EXPECT_EQ(report("verify golf.json golf.hpp --json")["verification"]["passed"], true);
  const json evaluated = report("evaluate data/golf.csv -t play --folds 7 --json");
  expect_keys(evaluated, {"data", "task", "missing", "method", "folds", "mean_leaves", "accuracy", "standard_error",
                          "rows", "weighted", "labels", "confusion", "classes"});
  EXPECT_EQ(evaluated["folds"].size(), 7U);
  expect_keys(evaluated["folds"][0], {"rows", "accuracy", "leaves", "depth"});
  EXPECT_EQ(evaluated["task"], "classification");
  EXPECT_TRUE(evaluated["confusion"][0][0].is_number_integer());
  EXPECT_EQ(report("help --json")["commands"].size(), 19U);
  EXPECT_EQ(report("--version --json")["name"], "espalier");
}

TEST_F(Json, AFailedCheckIsAReport) {
  expect_success(box, "build data/golf.csv -t play -a c45 --prune none -o golf.hpp --model golf.json -q");
  std::string header = box.read("golf.hpp");
  header.replace(header.find("<= 75"), 5, "<= 74");
  box.write("golf.hpp", header);
  const json verified = report("verify golf.json golf.hpp --json", kCheckFailed);
  EXPECT_EQ(verified["verification"]["passed"], false);
  EXPECT_GT(verified["verification"]["mismatches"], 0);
  expect_keys(verified["verification"]["first"][0], {"row", "expected", "answered"});
}

TEST_F(Json, WarningsHaveTheirPlace) {
  box.write("w.csv", "a,,y\n1,2,x\n2,3,z\n");
  const json warnings = report("build w.csv -t y -o w.hpp --json")["warnings"];
  ASSERT_GE(warnings.size(), 1U);
  EXPECT_EQ(warnings[0]["line"], 1);
  EXPECT_EQ(warnings[0]["column"], 3);
  EXPECT_THAT(warnings[0]["message"].get<std::string>(), HasSubstr("has no name"));
}

TEST_F(Json, ErrorsHaveMessagePlaceHintAndCode) {
  box.write("bad.csv", "a,y\n1,\"x\n");
  const json error = report("build bad.csv -t y -o g.hpp --json", kBadInput)["error"];
  EXPECT_EQ(error["exit_code"], kBadInput);
  EXPECT_EQ(error["file"], "bad.csv");
  EXPECT_EQ(error["line"], 2);
  EXPECT_EQ(error["column"], 3);
  EXPECT_EQ(error["message"], "this quote is never closed");
  EXPECT_THAT(error["hint"].get<std::string>(), HasSubstr("written twice"));
  EXPECT_FALSE(box.has("g.hpp"));
}

TEST_F(Json, WrongCommandLinesAreAnsweredInJsonToo) {
  for (const char* line : {"buld data/golf.csv --json", "build --json", "build data/golf.csv --json --pruen none",
                           "build data/golf.csv -t play --json", "build data/golf.csv -t play -o - --json",
                           "build data/golf.csv -t play -o g.hpp --selftest - --json", "help nothing --json"}) {
    const json answer = report(line, kUsage);
    EXPECT_EQ(answer["error"]["exit_code"], kUsage) << line;
    EXPECT_FALSE(answer["error"]["message"].get<std::string>().empty()) << line;
  }
  EXPECT_EQ(report("train data/golf.csv -t play -o nodir/g.json --json", kCannotWrite)["error"]["exit_code"],
            kCannotWrite);
}

// Names are whatever the data has; the report is valid JSON all the same.
TEST_F(Json, HostileNamesAreEscaped) {
  box.write("h.csv", "\"a\"\"\\\nb\x01\",y\n1,\"\xE2\x80\xAE\"\n2,z\n");
  EXPECT_EQ(report("build h.csv -t y -o h.hpp --json")["data"]["columns"][0]["name"], "a\"\\\nb\x01");
}

}  // namespace
}  // namespace espalier::tool_test::json_test
