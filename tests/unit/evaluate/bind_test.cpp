#include "evaluate/bind.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "model/interpret.hpp"

namespace espalier::bind_test {
namespace {

using ::testing::HasSubstr;

Node leaf() {
  Node node;
  node.counts = {1, 1};
  return node;
}

Node inner(TestKind test, std::uint32_t feature, std::vector<std::uint32_t> children) {
  Node node = leaf();
  node.test = test;
  node.feature = feature;
  node.children = std::move(children);
  return node;
}

// Tests age and town; never looks at height or shoe.
Model model(MissingPolicy missing) {
  Model result;
  result.features = {{"age", FeatureKind::numeric, false, false, 0, 99, {}, {}, {}},
                     {"town", FeatureKind::categorical, false, false, 0, 0, {}, {}, {"Bonn", "Ulm"}},
                     {"height", FeatureKind::numeric, false, false, 0, 2, {}, {}, {}},
                     {"shoe", FeatureKind::categorical, false, false, 0, 0, {}, {}, {"left", "right"}}};
  result.labels = {"no", "yes"};
  result.target = "buys";
  result.missing = missing;
  result.trees = {
      {{inner(TestKind::less_equal, 0, {1, 4}), inner(TestKind::multiway, 1, {2, 3}), leaf(), leaf(), leaf()}}};
  return result;
}

BoundColumns bound(const std::string& csv, MissingPolicy missing, Warnings& warnings) {
  const Table table = parse_table("rows.csv", csv, {}, warnings);
  return bind_columns(table, default_missing_tokens(), model(missing), BoundFeatures::all, warnings);
}

std::vector<double> row(const BoundColumns& bound, std::size_t index) {
  std::vector<double> values;
  for (const Numbers& column : bound.columns) values.push_back(column[index]);
  return values;
}

BoundColumns bound(const std::string& csv, MissingPolicy missing = MissingPolicy::refuse) {
  Warnings warnings;
  return bound(csv, missing, warnings);
}

template <typename Work>
Diagnostic diagnostic_of(const Work& work) {
  try {
    work();
  } catch (const Diagnostic& diagnostic) {
    return diagnostic;
  }
  ADD_FAILURE() << "no diagnostic";
  return Diagnostic(ExitCode::done, "");
}

TEST(BindColumns, FindsColumnsByName) {
  const BoundColumns rows = bound("town,extra,age,height,shoe\nUlm,?,42,1.8,right\nBonn,?,7,1.1,left\n");
  ASSERT_EQ(rows.columns[0].size(), 2U);
  EXPECT_EQ(row(rows, 0), (std::vector<double>{42, 1, 1.8, 1}));
  EXPECT_EQ(row(rows, 1), (std::vector<double>{7, 0, 1.1, 0}));
  EXPECT_EQ(rows.unknown_categories, 0U);
}

TEST(BindColumns, UntestedColumnsMayBeAbsentOrWrong) {
  const BoundColumns absent = bound("age,town\n42,Ulm\n");
  EXPECT_TRUE(std::isnan(absent.columns[2][0]));
  EXPECT_TRUE(std::isnan(absent.columns[3][0]));
  Warnings warnings;
  const BoundColumns wrong = bound("age,town,height,shoe\n42,Ulm,tall,middle\n", MissingPolicy::refuse, warnings);
  EXPECT_TRUE(std::isnan(wrong.columns[2][0]));
  EXPECT_EQ(wrong.columns[3][0], kUnknownCategory);
  EXPECT_EQ(wrong.unknown_categories, 0U);
  EXPECT_TRUE(warnings.empty());
}

TEST(BindColumns, AbsentTestedColumnsAreRefusedWithASuggestion) {
  const Diagnostic diagnostic = diagnostic_of([] { bound("age,twon\n42,Ulm\n"); });
  EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
  EXPECT_THAT(diagnostic.message(), HasSubstr("the model tests column 'town'"));
  EXPECT_THAT(diagnostic.hint(), HasSubstr("did you mean 'twon'"));
}

TEST(BindColumns, CellsThatAreNoNumbersAreLocated) {
  const Diagnostic diagnostic = diagnostic_of([] { bound("town,age\nUlm,42\nUlm,old\n"); });
  EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
  ASSERT_TRUE(diagnostic.where());
  EXPECT_EQ(diagnostic.where()->line, 3U);
  EXPECT_EQ(diagnostic.where()->column, 5U);
  EXPECT_THAT(diagnostic.message(), HasSubstr("expected a number in column 'age', found 'old'"));
  EXPECT_THAT(diagnostic.hint(), HasSubstr("--missing-token old"));
}

TEST(BindColumns, MissingValuesFollowThePolicy) {
  const std::string csv = "age,town\n,Ulm\n42,?\n";
  const BoundColumns rows = bound(csv, MissingPolicy::majority);
  EXPECT_TRUE(std::isnan(rows.columns[0][0]));
  EXPECT_TRUE(std::isnan(rows.columns[1][1]));
  EXPECT_EQ(rows.missing_values, 0U);
}

// Nobody meant the model to meet them, so they are told; the answers are those of emitted code.
TEST(BindColumns, MissingValuesThatTrainingDidNotHaveAreWarnedAbout) {
  Warnings warnings;
  const BoundColumns rows = bound("age,town\n,Ulm\n42,?\n,Ulm\n,?\n1,Kiel\n", MissingPolicy::refuse, warnings);
  EXPECT_TRUE(std::isnan(rows.columns[0][0]));
  EXPECT_TRUE(std::isnan(rows.columns[1][1]));
  EXPECT_EQ(rows.missing_values, 5U);
  EXPECT_EQ(rows.unknown_categories, 1U);
  ASSERT_EQ(warnings.size(), 4U);
  EXPECT_EQ(warnings[0].where->line, 2U);
  EXPECT_THAT(warnings[0].message, HasSubstr("missing value in column 'age'"));
  EXPECT_THAT(warnings[0].hint, HasSubstr("--missing surrogate"));
  EXPECT_THAT(warnings[1].message, HasSubstr("missing value in column 'town'"));
  EXPECT_THAT(render(warnings), HasSubstr("  and 2 more: missing value\n"));
  EXPECT_THAT(warnings[3].message, HasSubstr("the model has never seen 'Kiel'"));
}

TEST(BindColumns, AWarningSaysWhereUnknownCategoriesGo) {
  const std::pair<MissingPolicy, const char*> routes[] = {
      {MissingPolicy::refuse, "it fails the test"},
      {MissingPolicy::majority, "goes the way of most training rows"},
      {MissingPolicy::learned, "goes the way that was better"},
      {MissingPolicy::own_category, "a value of its own"},
      {MissingPolicy::surrogate, "the surrogates decide"},
      {MissingPolicy::fractional, "the branches are blended"},
  };
  for (const auto& [policy, route] : routes) {
    Warnings warnings;
    bound("age,town\n1,Kiel\n", policy, warnings);
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_THAT(warnings[0].message, HasSubstr(route));
  }
}

// A surrogate is asked like a test: its column must be there and hold what it held in training.
TEST(BindColumns, SurrogatesNeedTheirColumns) {
  Model with_surrogate = model(MissingPolicy::surrogate);
  Surrogate surrogate;
  surrogate.feature = 2;
  with_surrogate.trees[0].nodes[0].surrogates = {surrogate};
  Warnings warnings;
  const Table without = parse_table("rows.csv", "age,town\n1,Ulm\n", {}, warnings);
  EXPECT_THAT(diagnostic_of([&] {
                bind_columns(without, default_missing_tokens(), with_surrogate, BoundFeatures::all, warnings);
              }).message(),
              HasSubstr("column 'height'"));
  const Table tall = parse_table("rows.csv", "age,town,height\n1,Ulm,tall\n", {}, warnings);
  EXPECT_THAT(diagnostic_of([&] {
                bind_columns(tall, default_missing_tokens(), with_surrogate, BoundFeatures::all, warnings);
              }).message(),
              HasSubstr("expected a number in column 'height', found 'tall'"));
}

TEST(BindColumns, UnknownCategoriesAreCountedAndWarnedOf) {
  Warnings warnings;
  const BoundColumns rows = bound("age,town\n1,Kiel\n2,Ulm\n3,Rom\n4,Jena\n5,Prag\n", MissingPolicy::refuse, warnings);
  EXPECT_EQ(rows.unknown_categories, 4U);
  EXPECT_EQ(rows.columns[1][0], kUnknownCategory);
  ASSERT_EQ(warnings.size(), 3U) << "the fourth is only counted";
  EXPECT_THAT(warnings[0].message, HasSubstr("never seen 'Kiel' in column 'town'"));
  EXPECT_EQ(warnings[0].where->line, 2U);
  EXPECT_EQ(warnings[0].group, warnings[2].group);
  EXPECT_EQ(warnings[2].more, 1U);
  EXPECT_THAT(render(warnings), HasSubstr("1 more"));
}

// Warnings and faults come in the order of the rows, whatever the order of the columns.
TEST(BindColumns, SpeaksOfRowsInTheirOrder) {
  Model two_towns = model(MissingPolicy::refuse);
  two_towns.trees[0].nodes[4] = inner(TestKind::multiway, 3, {5, 6});
  two_towns.trees[0].nodes.push_back(leaf());
  two_towns.trees[0].nodes.push_back(leaf());
  Warnings warnings;
  const Table table = parse_table(
      "rows.csv", "age,town,shoe\n1,Ulm,odd\n2,Kiel,left\n3,Rom,both\nold,Jena,none\n4,?,left\n", {}, warnings);
  const Diagnostic fault =
      diagnostic_of([&] { bind_columns(table, default_missing_tokens(), two_towns, BoundFeatures::tested, warnings); });
  EXPECT_THAT(fault.message(), HasSubstr("found 'old'"));
  ASSERT_EQ(warnings.size(), 3U);
  EXPECT_THAT(warnings[0].message, HasSubstr("'odd'"));
  EXPECT_THAT(warnings[1].message, HasSubstr("'Kiel'"));
  EXPECT_THAT(warnings[2].message, HasSubstr("'Rom'"));
  EXPECT_EQ(warnings[2].more, 1U) << "'both'";
}

TEST(BindColumns, LeavesOutWhatIsNeverTested) {
  Warnings warnings;
  const Table table = parse_table("rows.csv", "age,town,height,shoe\n42,Ulm,1.8,left\n", {}, warnings);
  const BoundColumns bound =
      bind_columns(table, default_missing_tokens(), model(MissingPolicy::refuse), BoundFeatures::tested, warnings);
  EXPECT_EQ(bound.columns[0], Numbers{42});
  EXPECT_EQ(bound.columns[1], Numbers{1});
  EXPECT_TRUE(bound.columns[2].empty());
  EXPECT_TRUE(bound.columns[3].empty());
}

}  // namespace
}  // namespace espalier::bind_test
