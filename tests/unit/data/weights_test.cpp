// The column that says how much each row counts.
#include "unit/data/fixtures.hpp"

namespace espalier::test::weights_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Prepared weighted(std::string text, const SchemaOverrides& overrides = {}) {
  return prepare_for({.target = "y", .weight = "w"}, std::move(text), overrides);
}

std::string refused(std::string text) {
  return refusal([&] { weighted(std::move(text)); });
}

TEST(Weights, AreNoFeature) {
  const Prepared made = weighted("x,w,y\n1,2,a\n2,0.5,b\n3,1e3,a\n");
  EXPECT_THAT(made.data.weights, ElementsAre(2, 0.5, 1000));
  ASSERT_THAT(made.data.features, SizeIs(1));
  EXPECT_EQ(made.data.features[0].name, "x");
  EXPECT_THAT(made.warnings, IsEmpty());
}

TEST(Weights, NoneUnlessAskedFor) {
  const Dataset data = prepare("x,w,y\n1,2,a\n2,3,b\n", "y").data;
  EXPECT_THAT(data.weights, IsEmpty());
  EXPECT_THAT(data.features, SizeIs(2));
}

TEST(Weights, OfRegression) {
  const Dataset data = weighted("x,w,y\n1,2,0.5\n2,3,1.5\n").data;
  EXPECT_THAT(data.weights, ElementsAre(2, 3));
  EXPECT_THAT(data.targets, ElementsAre(0.5, 1.5));
}

TEST(Weights, RowsWithoutWeightAreLeftOut) {
  const Prepared made = weighted("x,w,y\n1,1,a\n2,0,b\n3,?,b\n4,-0,c\n5,0,\n6,2,a\n");
  EXPECT_THAT(made.data.table_rows, ElementsAre(0, 5));
  EXPECT_THAT(made.data.weights, ElementsAre(1, 2));
  EXPECT_THAT(made.data.features[0].values, ElementsAre(1, 6));
  EXPECT_THAT(made.data.labels, ElementsAre("a")) << "labels of rows that count only";
  EXPECT_EQ(render(made.warnings),
            "t.csv:6:5: warning: 1 row is left out: the target 'y' is missing\n"
            "    6 | 5,0,\n"
            "      |     ^\n"
            "t.csv:3: warning: 3 rows are left out: their weight is 0 or missing\n"
            "    3 | 2,0,b\n"
            "t.csv:1:5: warning: the target 'y' has only one class, 'a': there is nothing to tell apart\n"
            "    1 | x,w,y\n"
            "      |     ^\n");
}

TEST(Weights, IgnoredColumnStillWeighs) {
  SchemaOverrides overrides;
  overrides.ignore = {"w"};
  EXPECT_THAT(weighted("x,w,y\n1,2,a\n2,3,b\n", overrides).data.weights, ElementsAre(2, 3));
}

TEST(Weights, NegativeIsRefused) {
  EXPECT_EQ(refused("x,w,y\n1,1,a\n2,-0.5,b\n"),
            "t.csv:3:3: error: the weight in column 'w' is negative: '-0.5'\n"
            "    3 | 2,-0.5,b\n"
            "      |   ^~~~\n"
            "hint: weights are numbers that are 0 or larger; rows of weight 0 are left out\n");
}

TEST(Weights, TextIsRefused) {
  EXPECT_EQ(refused("x,w,y\n1,1,a\n2,much,b\n"),
            "t.csv:3:3: error: expected a weight in column 'w', found 'much'\n"
            "    3 | 2,much,b\n"
            "      |   ^~~~\n"
            "hint: use --missing-token much to leave such rows out\n");
  EXPECT_EQ(refused("x,w,y\n1,\"inf\",a\n2,1,b\n"),
            "t.csv:2:3: error: expected a weight in column 'w', found 'inf'\n"
            "    2 | 1,\"inf\",a\n"
            "      |   ^~~~~\n"
            "hint: weights are numbers that are 0 or larger\n");
}

TEST(Weights, NoneAboveZero) {
  EXPECT_EQ(refused("x,w,y\n1,0,a\n2,,b\n"),
            "t.csv: error: no row has a weight above 0\n"
            "hint: rows of weight 0 or without a weight are left out\n");
}

TEST(Weights, SumMustBeFinite) {
  EXPECT_EQ(refused("x,w,y\n1,1e308,a\n2,1e308,b\n"),
            "t.csv: error: the sum of the weights is too large for a number\n"
            "hint: only their ratios matter: divide all of them by the largest\n");
}

TEST(Weights, ColumnMustExistAndDifferFromTheTarget) {
  EXPECT_EQ(refused("x,W,y\n1,1,a\n2,1,b\n"),
            "t.csv:1: error: there is no column 'w'\n"
            "    1 | x,W,y\n"
            "hint: did you mean 'W'? the columns are 'x', 'W' and 'y'\n");
  EXPECT_EQ(refusal([] { prepare_for({.target = "y", .weight = "y"}, "x,y\n1,1\n2,1\n"); }, ExitCode::usage),
            "espalier: error: column 'y' is both the target and the weight\n"
            "hint: name another column with --weight\n");
}

TEST(Weights, SelectedRowsKeepTheirs) {
  const Dataset some = select_rows(weighted("x,w,y\n1,2,0.5\n2,3,1.5\n3,4,2.5\n").data, {2, 0, 0});
  EXPECT_EQ(some.task, Task::regression);
  EXPECT_THAT(some.weights, ElementsAre(4, 2, 2));
  EXPECT_THAT(some.targets, ElementsAre(2.5, 0.5, 0.5));
  EXPECT_EQ(some.rows(), 3U);
  EXPECT_TRUE(select_rows(prepare("x,y\n1,1\n2,2\n3,3\n", "y").data, {0}).numbers_as_classes);
}

}  // namespace
}  // namespace espalier::test::weights_test
