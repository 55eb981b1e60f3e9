// Whether the folds that choose alpha also give the estimate: what decides, what is said of it, what is refused.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <random>

#include "support/sandbox.hpp"

namespace espalier::tool_test::estimate_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const char* const kFolds = "10-fold cross-validation, seed 1, the folds that chose alpha";

class Estimate : public Cli {
 protected:
  // x <= 50 says "yes" in four of five rows.
  void write_rows(const std::string& name, int rows) const {
    std::mt19937 engine(1);
    std::string text = "x,z,y\n";
    for (int row = 0; row < rows; ++row) {
      const auto x = engine() % 100;
      const bool odd = engine() % 5 == 0;
      text += std::to_string(x) + "," + std::to_string(engine() % 7) + "," + ((x <= 50) != odd ? "yes" : "no") + "\n";
    }
    box.write(name, text);
  }
  json report(const std::string& line) const { return json::parse(expect_success(box, line + " --json").out); }
  json model(const std::string& name) const { return json::parse(box.read(name)); }
};

TEST_F(Estimate, NumberOfRowsDecides) {
  write_rows("many.csv", 5000);
  write_rows("few.csv", 4999);
  const json many = report("train many.csv -t y -o many.json")["cross_validation"];
  EXPECT_EQ(many["nested"], false);
  EXPECT_EQ(many["method"], kFolds);
  EXPECT_THAT(many["note"].get<std::string>(), HasSubstr("also chose alpha"));
  EXPECT_EQ(model("many.json")["provenance"]["evaluation"]["method"], kFolds);
  const json few = report("train few.csv -t y -o few.json")["cross_validation"];
  EXPECT_EQ(few["nested"], true);
  EXPECT_EQ(few["method"], "10-fold cross-validation, seed 1");
  EXPECT_FALSE(few.contains("note"));
  EXPECT_EQ(model("few.json")["provenance"]["evaluation"]["method"], "10-fold cross-validation, seed 1");
}

TEST_F(Estimate, OptionsDecideOtherwise) {
  write_rows("many.csv", 5000);
  EXPECT_EQ(report("train many.csv -t y -o m.json --nested")["cross_validation"]["nested"], true);
  EXPECT_EQ(report("train data/iris.csv -t species -o m.json --no-nested")["cross_validation"]["nested"], false);
  EXPECT_EQ(report("evaluate data/iris.csv -t species --no-nested")["nested"], false);
  EXPECT_EQ(report("evaluate data/iris.csv -t species")["nested"], true);
  EXPECT_FALSE(report("evaluate data/iris.csv -t species -a c45").contains("nested"));
}

TEST_F(Estimate, ReportSaysSo) {
  const std::string shared = expect_success(box, "train data/iris.csv -t species -o m.json --no-nested").out;
  EXPECT_THAT(shared, AllOf(HasSubstr(kFolds), HasSubstr("too good by about half a standard error"),
                            HasSubstr("--nested avoids that")));
  const std::string nested = expect_success(box, "train data/iris.csv -t species -o m.json").out;
  EXPECT_THAT(nested, AllOf(HasSubstr("by 10-fold cross-validation, 7 rounds, seed 1 (always "),
                            Not(HasSubstr("chose alpha"))));
  EXPECT_THAT(
      expect_success(box, "evaluate data/iris.csv -t species --no-nested").out,
      AllOf(HasSubstr("of cart, the folds that chose alpha\n"), HasSubstr("too good by about half a standard error")));
  expect_success(box, "build data/iris.csv -t species -o iris.hpp --no-verify --no-nested");
  EXPECT_THAT(box.read("iris.hpp"), HasSubstr("seed 1, the folds that chose alpha"));
}

// What is learned does not depend on how it is judged.
TEST_F(Estimate, ModelIsTheSame) {
  for (const std::string line : {"data/iris.csv -t species", "data/stagec.csv -t pgstat",
                                 "data/diabetes.csv -t progression", "data/kyphosis.csv -t Kyphosis --seed 7"}) {
    expect_success(box, "train " + line + " -o nested.json --nested");
    expect_success(box, "train " + line + " -o shared.json --no-nested");
    json nested = model("nested.json");
    json shared = model("shared.json");
    EXPECT_NE(nested, shared) << line;
    nested["provenance"].erase("evaluation");
    shared["provenance"].erase("evaluation");
    EXPECT_EQ(nested, shared) << line;
  }
}

// The folds' trees of `evaluate` are those of `train`; and so is the step of `path`, where rows are dealt once.
TEST_F(Estimate, CommandsAgree) {
  write_rows("many.csv", 5000);
  const json trained = report("train many.csv -t y -o m.json");
  const json evaluated = report("evaluate many.csv -t y");
  EXPECT_EQ(evaluated["accuracy"], trained["cross_validation"]["accuracy"]);
  EXPECT_EQ(evaluated["standard_error"], trained["cross_validation"]["standard_error"]);
  EXPECT_EQ(evaluated["folds"].size(), 10U);
  const json path = report("path many.csv -t y");
  for (const json& step : path["steps"]) {
    if (step["alpha"] != trained["pruned"]["alpha"]) continue;
    EXPECT_NEAR(step["accuracy"], evaluated["accuracy"], 1e-12);
    return;
  }
  FAIL() << path.dump(1);
}

TEST_F(Estimate, OtherFoldsAreNested) {
  write_rows("many.csv", 5000);
  const Outcome five = expect_success(box, "train many.csv -t y -o m.json --folds 2 --prune-folds 3");
  EXPECT_THAT(five.out, AllOf(HasSubstr("alpha is chosen by 3 folds, and the estimate has 2: alpha is chosen anew in "
                                        "each fold, which takes long (--prune-folds 2 makes them the same)"),
                              Not(HasSubstr("the folds that chose alpha"))));
  EXPECT_THAT(expect_success(box, "train many.csv -t y -o m.json --folds 3 --prune-folds 3").out,
              HasSubstr("3-fold cross-validation, seed 1, the folds that chose alpha"));
  EXPECT_THAT(expect_success(box, "evaluate many.csv -t y --repeats 2 --folds 2 --prune-folds 2").out,
              HasSubstr("--repeats deals the rows to other folds than those that choose alpha"));
}

TEST_F(Estimate, RefusesWhatCannotBe) {
  const auto refusal = [&](const std::string& line) { return expect_failure(box, kUsage, line).err; };
  EXPECT_THAT(refusal("train data/iris.csv -t species -o m.json --nested --no-nested"),
              HasSubstr("--nested and --no-nested exclude each other"));
  EXPECT_THAT(refusal("train data/iris.csv -t species -o m.json --folds 0 --nested"),
              HasSubstr("nothing is estimated by cross-validation"));
  EXPECT_THAT(refusal("evaluate data/iris.csv -t species --test data/iris.csv --no-nested"),
              HasSubstr("nothing is estimated by cross-validation"));
  EXPECT_THAT(refusal("train data/iris.csv -t species -o m.json -a c45 --no-nested"),
              HasSubstr("no alpha is chosen by cross-validation"));
  EXPECT_THAT(refusal("train data/iris.csv -t species -o m.json --folds 5 --no-nested"),
              AllOf(HasSubstr("alpha is chosen by 10 folds, and the estimate has 5"), HasSubstr("--prune-folds 5")));
  EXPECT_THAT(refusal("evaluate data/iris.csv -t species --hold-out 0.3 --no-nested"), HasSubstr("--hold-out"));
  EXPECT_THAT(refusal("evaluate data/iris.csv -t species --compare c45 cart --no-nested"), HasSubstr("--compare"));
}

// As many folds as rows.
TEST_F(Estimate, FewerRowsThanFolds) {
  const Outcome outcome = expect_success(box,
                                         "train data/golf.csv -t play -o m.json --folds 14 --prune-folds 20 "
                                         "--no-nested");
  EXPECT_THAT(outcome.out, HasSubstr("14-fold cross-validation, seed 1, the folds that chose alpha"));
}

TEST_F(Estimate, ImportanceIsThatOfTheSharedTrees) {
  const json shared = report("evaluate data/wine.csv -t cultivar --importance --no-nested");
  EXPECT_EQ(shared["nested"], false);
  EXPECT_FALSE(shared["importance"].empty());
}

}  // namespace
}  // namespace espalier::tool_test::estimate_test
