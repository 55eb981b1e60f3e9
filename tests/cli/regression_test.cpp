// Targets that are numbers, from the data to the answers.
#include <gmock/gmock.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::regression_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

// One step: 1.5 up to x = 4, 5.5 above.
class Regression : public Cli {
 protected:
  void SetUp() override { box.write("steps.csv", "x,y\n1,1.5\n2,1.5\n3,1.5\n4,1.5\n5,5.5\n6,5.5\n7,5.5\n8,5.5\n"); }
  json report(const std::string& line) const { return json::parse(expect_success(box, line + " --json").out); }
};

TEST_F(Regression, IsFoundOutByTheTarget) {
  const Outcome outcome = expect_success(box, "train steps.csv -t y --prune none --folds 4 -o steps.json");
  EXPECT_THAT(outcome.out,
              AllOf(HasSubstr("task      regression, 1.5 to 5.5; missing values: refuse"),
                    HasSubstr("rmse      0 on the training rows"), HasSubstr("cross-validation, 10 rounds, seed 1")));
  const json trained = report("train steps.csv -t y --prune none --folds 4 -o steps.json");
  EXPECT_EQ(trained["task"], "regression");
  EXPECT_EQ(trained["training_rmse"], 0);
  EXPECT_TRUE(trained["cross_validation"].contains("rmse"));
  const json model = report("inspect steps.json");
  EXPECT_EQ(model["task"], "regression");
  EXPECT_EQ(model["training_rmse"], 0);
  EXPECT_FALSE(model.contains("labels"));
  EXPECT_THAT(expect_success(box, "inspect steps.json").out, HasSubstr("predicts 'y' (a number) from 1 column"));
}

TEST_F(Regression, CanBeAskedFor) {
  box.write("codes.csv", "x,y\n1,1\n2,1\n3,2\n4,3\n");
  EXPECT_THAT(expect_success(box, "train codes.csv -t y --prune none --folds 2 -o c.json").out,
              HasSubstr("classification, 3 classes (--task regression takes them as numbers)"));
  EXPECT_EQ(report("train codes.csv -t y --task regression --prune none --folds 2 -o c.json")["task"], "regression");
}

TEST_F(Regression, PredictsNumbers) {
  expect_success(box, "train steps.csv -t y --prune none --folds 0 -o steps.json");
  box.write("new.csv", "x,y\n4,1.5\n5,4.5\n100,later\n");
  const Outcome outcome = expect_success(box, "predict steps.json new.csv");
  EXPECT_EQ(outcome.out, "prediction,rule\n1.5,1\n5.5,2\n5.5,2\n");
  // Errors 0 and 1; the third cannot be compared.
  EXPECT_THAT(outcome.err, HasSubstr("rmse      0.7071 of 2 rows with a known 'y'"));
  const json answers = report("predict steps.json new.csv");
  EXPECT_EQ(answers["predictions"][1], (json{{"prediction", 5.5}, {"rule", 2}}));
  EXPECT_DOUBLE_EQ(answers["rmse"].get<double>(), std::sqrt(0.5));
  EXPECT_THAT(expect_success(box, "predict steps.json new.csv -v").err, HasSubstr("          1.5 to 5.5\n"));
}

TEST_F(Regression, IsEvaluatedOnATestFile) {
  box.write("test.csv", "x,y\n1,1.5\n2,2.5\n9,3.5\n");  // errors 0, -1, 2
  const std::string line = "evaluate steps.csv -t y --prune none --test test.csv";
  const json figures = report(line);
  EXPECT_DOUBLE_EQ(figures["rmse"].get<double>(), std::sqrt(5.0 / 3.0));
  EXPECT_DOUBLE_EQ(figures["mae"].get<double>(), 1);
  EXPECT_DOUBLE_EQ(figures["r_squared"].get<double>(), 1 - 5.0 / 2.0);
  EXPECT_THAT(expect_success(box, line + " --predictions -").out,
              HasSubstr("row,fold,actual,predicted\n1,,1.5,1.5\n2,,2.5,1.5\n3,,3.5,5.5\n"));
  box.write("test.csv", "x,y\n1,1.5\n2,low\n");
  EXPECT_THAT(
      expect_failure(box, kBadInput, line).err,
      AllOf(HasSubstr("test.csv:3:3: error: expected a number in column 'y', found 'low'"), HasSubstr("hint: ")));
}

TEST_F(Regression, IsCrossValidated) {
  box.write("folds.txt", "0\n1\n0\n1\n0\n1\n0\n1\n");
  const std::string line = "evaluate steps.csv -t y --prune none --min-leaf 1 --fold-file folds.txt";
  const json figures = report(line + " --predictions out.csv");
  // Each fold is learned from the other: the step is where it is, between 4 and 6 or between 3 and 5.
  EXPECT_EQ(box.read("out.csv").substr(0, 42), "row,fold,actual,predicted\n1,0,1.5,1.5\n2,1,");
  EXPECT_EQ(figures["folds"].size(), 2U);
  for (const char* key : {"rmse", "standard_error", "mae", "r_squared", "mean_leaves", "rows"}) {
    EXPECT_TRUE(figures.contains(key)) << key;
  }
  EXPECT_TRUE(figures["folds"][0].contains("rmse"));
  EXPECT_EQ(figures["mean_leaves"], 2);
  EXPECT_THAT(expect_success(box, line + " -v").out,
              AllOf(HasSubstr("rmse      "), HasSubstr("mae       "), HasSubstr("R2        "),
                    HasSubstr("\n  round  fold     rows        rmse  leaves  depth\n"
                              "      0     0        4           2       2      1\n")));
}

TEST_F(Regression, BuildsAHeader) {
  EXPECT_THAT(expect_success(box, "build steps.csv -t y --prune none --folds 0 -o steps.hpp").out,
              HasSubstr("0 mismatches"));
  EXPECT_TRUE(box.has("steps.hpp"));
}

TEST_F(Regression, AnswersInTheTypeAskedFor) {
  const std::string line = "build steps.csv -t y --prune none --folds 0 -o steps.hpp";
  EXPECT_EQ(report(line)["header"]["output_type"], "float");
  EXPECT_EQ(report(line + " --output-type auto")["header"]["output_type"], "float");
  EXPECT_EQ(report(line + " --output-type double")["header"]["output_type"], "double");
  EXPECT_THAT(expect_failure(box, kUsage, line + " --output-type half").err,
              HasSubstr("--output-type 'half': expected auto, float, double"));
  EXPECT_THAT(expect_failure(box, kUsage, "build data/golf.csv -t play --folds 0 -o g.hpp --output-type float").err,
              AllOf(HasSubstr("--output-type is for numbers, and the target 'play' has classes"), HasSubstr("hint: ")));
}

TEST_F(Regression, SaysWhyTheAnswerIsADouble) {
  box.write("large.csv", "x,y\n1,1e60\n2,1.5\n");
  EXPECT_THAT(expect_success(box, "build large.csv -t y --prune none --min-leaf 1 --folds 0 -o large.hpp").out,
              HasSubstr("note      the answer is double: the answer 1e+60 is out of float's range"));
}

}  // namespace
}  // namespace espalier::tool_test::regression_test
