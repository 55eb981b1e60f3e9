// evaluate --importance, and what inspect says of the columns of a stored tree.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/sandbox.hpp"

namespace espalier::tool_test::importance_test {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

json importance_of(const Sandbox& box, const std::string& line) {
  return json::parse(expect_success(box, line + " --json").out)["importance"];
}

TEST_F(Cli, ImportanceRanksColumns) {
  const std::string line = "evaluate data/wine.csv -t cultivar --importance";
  EXPECT_THAT(expect_success(box, line).out,
              AllOf(HasSubstr("importance of columns: loss is what accuracy loses, in points,"),
                    HasSubstr("(5 times for each tree)"), HasSubstr("Gini impurity by the 10 trees"),
                    HasSubstr("  column "), HasSubstr("\n  flavanoids ")));
  const json report = importance_of(box, line);
  EXPECT_EQ(report["loss_of"], "accuracy");
  EXPECT_EQ(report["permutations"], 5);
  EXPECT_EQ(report["splits"], 10);
  ASSERT_EQ(report["columns"].size(), 13U);
  double shares = 0;
  double last = 1;
  for (const json& column : report["columns"]) {
    const double loss = column["permutation"]["mean"];
    EXPECT_LE(loss, last);
    last = loss;
    shares += column["impurity_share"]["mean"].get<double>();
    EXPECT_GE(column["permutation"]["standard_error"], 0);
    if (column["trees"] == 0) {
      EXPECT_EQ(loss, 0);
      EXPECT_EQ(column["impurity_share"]["mean"], 0);
      EXPECT_EQ(column["impurity_share"]["deviation"], 0);
    }
  }
  EXPECT_NEAR(shares, 1, 1e-12);
  EXPECT_GT(report["columns"][0]["permutation"]["mean"], 0.1);
}

TEST_F(Cli, ImportanceOfARegressionIsByRmse) {
  const std::string line = "evaluate data/diabetes.csv -t progression --folds 3 --importance --permutations 2";
  EXPECT_THAT(expect_success(box, line).out,
              AllOf(HasSubstr("loss is what rmse gains"), HasSubstr("(2 times for each tree)"),
                    HasSubstr("decrease of deviation by the 3 trees")));
  const json report = importance_of(box, line);
  EXPECT_EQ(report["loss_of"], "rmse");
  EXPECT_EQ(report["impurity"], "deviation");
  EXPECT_THAT(report["columns"][0]["column"].get<std::string>(), ::testing::AnyOf("bmi", "s5"));
}

TEST_F(Cli, ImportanceOnATestFileIsOfOneTree) {
  const std::string line = "evaluate data/iris.csv -t species -a c45 --test data/iris.csv --importance";
  EXPECT_THAT(expect_success(box, line).out, AllOf(HasSubstr("entropy by the tree"), Not(HasSubstr(" sd"))));
  const json report = importance_of(box, line);
  EXPECT_EQ(report["splits"], 1);
  EXPECT_EQ(report["columns"][0]["permutation"]["deviation"], nullptr);
  EXPECT_GT(report["columns"][0]["permutation"]["mean"], 0.3);
}

TEST_F(Cli, ImportanceFollowsTheSeedAndNotTheThreads) {
  const std::string line = "evaluate data/stagec.csv -t pgstat --folds 4 --importance --json";
  const std::string expected = expect_success(box, line + " --threads 1").out;
  EXPECT_EQ(expect_success(box, line + " --threads 2").out, expected);
  EXPECT_EQ(expect_success(box, line + " --threads 5").out, expected);
  EXPECT_NE(expect_success(box, line + " --seed 2").out, expected);
}

TEST_F(Cli, ImportanceShowsFortyColumns) {
  std::string csv = "y";
  for (int column = 0; column < 45; ++column) csv += ",c" + std::to_string(column);
  for (int row = 0; row < 8; ++row) {
    csv += row % 2 == 0 ? "\na" : "\nb";
    for (int column = 0; column < 45; ++column) csv += "," + std::to_string(column == 44 ? row % 2 : row * column % 5);
  }
  box.write("wide.csv", csv + "\n");
  const std::string line = "evaluate wide.csv -t y --folds 2 --importance";
  EXPECT_THAT(expect_success(box, line).out, HasSubstr("  ... 5 more: --json has all of them\n"));
  EXPECT_EQ(importance_of(box, line)["columns"].size(), 45U);
}

TEST_F(Cli, ImportanceWarnsWhereNothingCanBeShuffled) {
  const Outcome outcome = expect_success(box, "evaluate data/golf.csv -t play -a c45 --folds 14 --importance");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("each tree is tested on one row"), HasSubstr("use larger folds")));
}

TEST_F(Cli, ImportanceRefusals) {
  EXPECT_THAT(expect_failure(box, kUsage, "evaluate data/golf.csv -t play --permutations 3").err,
              HasSubstr("--permutations goes with --importance"));
  EXPECT_THAT(expect_failure(box, kUsage, "evaluate data/golf.csv -t play --importance --permutations 0").err,
              HasSubstr("at least 1"));
  EXPECT_THAT(expect_failure(box, kUsage, "evaluate data/golf.csv -t play --importance --permutations -1").err,
              HasSubstr("expected a whole number"));
}

TEST_F(Cli, InspectHasTheShareOfEachColumn) {
  expect_success(box, "train data/golf.csv -t play -a c45 -o golf.json -q");
  // .347, .347 and .247 of .940 bits.
  EXPECT_THAT(expect_success(box, "inspect golf.json").out,
              HasSubstr("columns   humidity 36.9 %, windy 36.9 % and outlook 26.2 %\n"
                        "          of the decrease of entropy\n"));
  const json report = importance_of(box, "inspect golf.json");
  ASSERT_EQ(report["columns"].size(), 4U);
  EXPECT_EQ(report["impurity"], "entropy");
  EXPECT_EQ(report["columns"][0]["column"], "humidity");
  EXPECT_NEAR(report["columns"][2]["impurity_decrease"].get<double>(), 0.2467, 0.0001);
  EXPECT_EQ(report["columns"][3]["column"], "temperature");
  EXPECT_EQ(report["columns"][3]["impurity_share"], 0);
  expect_success(box, "train data/golf.csv -t play --max-depth 1 --min-split 100 -o leaf.json -q");
  EXPECT_THAT(expect_success(box, "inspect leaf.json").out, Not(HasSubstr("of the decrease of")));
}

}  // namespace
}  // namespace espalier::tool_test::importance_test
