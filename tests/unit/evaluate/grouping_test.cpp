#include "evaluate/grouping.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "data/read_file.hpp"

namespace espalier::grouping_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

FeatureColumn numbers(std::vector<double> values) {
  FeatureColumn column;
  column.name = "age";
  column.values.assign(values.begin(), values.end());
  return column;
}

FeatureColumn words(std::vector<std::string> categories, std::vector<double> codes) {
  FeatureColumn column = numbers(std::move(codes));
  column.name = "sex";
  column.kind = ColumnKind::categorical;
  column.categories = std::move(categories);
  return column;
}

std::vector<std::size_t> first_rows(std::size_t count) {
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

Grouping group_all(const FeatureColumn& column, const std::vector<double>& cuts = {}) {
  Warnings warnings;
  Grouping grouping = group_rows(column, first_rows(column.values.size()), cuts, warnings);
  EXPECT_THAT(warnings, IsEmpty());
  return grouping;
}

std::vector<std::string> names(const Grouping& grouping) {
  std::vector<std::string> found;
  for (const RowGroup& group : grouping.groups) found.push_back(group.name);
  return found;
}

std::string refusal(const auto& action, ExitCode code) {
  try {
    action();
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), code);
    return diagnostic.message() + "\n" + diagnostic.hint();
  }
  ADD_FAILURE() << "nothing was refused";
  return "";
}

TEST(Grouping, OfWordsIsByWordAndMissingOnesAreAGroup) {
  const Grouping grouping = group_all(words({"f", "m", "x"}, {1, 0, kNone, 1}));
  EXPECT_EQ(grouping.column, "sex");
  EXPECT_THAT(names(grouping), ElementsAre("f", "m", "(missing)"));  // no row is x
  EXPECT_TRUE(grouping.groups[2].missing);
  EXPECT_FALSE(grouping.groups[2].above || grouping.groups[2].at_most);
  EXPECT_THAT(grouping.of_row, ElementsAre(1, 0, 2, 1));
}

// Row 1 alone is m.
TEST(Grouping, HasOnlyGroupsOfRowsThatCount) {
  Warnings warnings;
  const std::vector<std::size_t> rows{0, 2};
  const Grouping grouping = group_rows(words({"f", "m"}, {0, 1, 0}), rows, {}, warnings);
  EXPECT_THAT(names(grouping), ElementsAre("f"));
  EXPECT_EQ(grouping.of_row[0], 0U);
  EXPECT_EQ(grouping.of_row[2], 0U);
}

TEST(Grouping, OfFewNumbersIsByNumber) {
  const Grouping grouping = group_all(numbers({2, 10, 2, 0.5, kNone}));
  EXPECT_THAT(names(grouping), ElementsAre("0.5", "2", "10", "(missing)"));
  EXPECT_THAT(grouping.of_row, ElementsAre(1, 2, 1, 0, 3));
}

// 1 to 12: quarters of three rows each.
TEST(Grouping, OfManyNumbersIsByQuartersOfTheRows) {
  const Grouping grouping = group_all(numbers({12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}));
  EXPECT_THAT(names(grouping), ElementsAre("at most 3", "above 3 to 6", "above 6 to 9", "above 9"));
  EXPECT_THAT(grouping.of_row, ElementsAre(3, 3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0));
  EXPECT_EQ(grouping.groups[0], (RowGroup{"at most 3", false, {}, 3}));
  EXPECT_EQ(grouping.groups[1], (RowGroup{"above 3 to 6", false, 3, 6}));
  EXPECT_EQ(grouping.groups[3], (RowGroup{"above 9", false, 9, {}}));
}

// Of 20 rows 10 are 0: the first two quarters end there. Of 20 rows with 16 times the largest value all quarters do.
TEST(Grouping, KeepsEqualValuesTogether) {
  std::vector<double> values(10, 0.0);
  for (int i = 1; i <= 10; ++i) values.push_back(i);
  EXPECT_THAT(names(group_all(numbers(values))), ElementsAre("at most 0", "above 0 to 5", "above 5"));
  std::vector<double> capped(50, 100.0);
  for (int i = 1; i <= 10; ++i) capped.push_back(i);
  EXPECT_THAT(names(group_all(numbers(capped))), ElementsAre("at most 10", "above 10"));
}

TEST(Grouping, ByHandHasTheUpperEnds) {
  const Grouping grouping = group_all(numbers({24, 25, 25.5, 40, 41, kNone}), {25, 40});
  EXPECT_THAT(names(grouping), ElementsAre("at most 25", "above 25 to 40", "above 40", "(missing)"));
  EXPECT_THAT(grouping.of_row, ElementsAre(0, 0, 1, 1, 2, 3));
}

TEST(Grouping, WarnsOfRangesWithoutRows) {
  Warnings warnings;
  const Grouping grouping = group_rows(numbers({1, 2}), first_rows(2), {5, 9}, warnings);
  EXPECT_THAT(names(grouping), ElementsAre("at most 5"));
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].message, "--by: no row has a value of 'age' that is above 5 to 9");
}

TEST(Grouping, OfDatesTellsDates) {
  FeatureColumn column = numbers({});
  for (int day = 0; day < 12; ++day) column.values.push_back(day);
  column.date = DateForm{};
  EXPECT_THAT(names(group_all(column)), ElementsAre("at most 1970-01-03", "above 1970-01-03 to 1970-01-06",
                                                    "above 1970-01-06 to 1970-01-09", "above 1970-01-09"));
  const std::vector<std::string> cut{"1970-01-02"};
  EXPECT_THAT(read_cuts(column, cut), ElementsAre(1));
  column.date = DateForm{DateOrder::day_first, '.', DateUnit::days, false};
  const std::vector<std::string> both{"02.01.1970", "1970-01-05"};
  EXPECT_THAT(read_cuts(column, both), ElementsAre(1, 4));
}

TEST(Grouping, RefusesTooManyGroups) {
  std::vector<std::string> categories;
  std::vector<double> codes;
  for (std::size_t i = 0; i <= kMostGroups; ++i) {
    categories.push_back("word " + std::to_string(i));
    codes.push_back(static_cast<double>(i));
  }
  EXPECT_THAT(refusal([&] { group_all(words(categories, codes)); }, ExitCode::bad_input),
              HasSubstr("--by sex makes 51 groups, and at most 50 can be compared\ngroup by another column, or add "
                        "--rare-words N"));
  categories.pop_back();
  codes.pop_back();
  EXPECT_EQ(group_all(words(categories, codes)).groups.size(), kMostGroups);
}

TEST(Grouping, RefusesCutsThatAreNone) {
  const auto cut = [](const FeatureColumn& column, std::vector<std::string> texts) {
    return refusal([&] { read_cuts(column, texts); }, ExitCode::usage);
  };
  EXPECT_THAT(cut(numbers({1}), {"25", "x"}), HasSubstr("the cut 'x' of column 'age' is not a number"));
  EXPECT_THAT(cut(numbers({1}), {"25", "25"}), HasSubstr("the cuts of column 'age' do not ascend at 25"));
  EXPECT_THAT(cut(words({"f"}, {0}), {"1"}), HasSubstr("column 'sex' holds words, which cannot be cut"));
}

TEST(Grouping, FindsColumnsWhateverTheirNames) {
  Warnings warnings;
  const Table table = parse_table("t.csv", "age,age:group,a:1\n1,2,3\n", {}, warnings);
  EXPECT_EQ(find_grouped_column(table, "age").column, 0U);
  EXPECT_THAT(find_grouped_column(table, "age").cuts, IsEmpty());
  EXPECT_EQ(find_grouped_column(table, "age:group").column, 1U);
  EXPECT_EQ(find_grouped_column(table, "a:1").column, 2U);
  EXPECT_THAT(find_grouped_column(table, "age:25, 40").cuts, ElementsAre("25", "40"));
  const GroupedColumn cut = find_grouped_column(table, "age:group:2024-01-01 12:30");
  EXPECT_EQ(cut.column, 1U);
  EXPECT_THAT(cut.cuts, ElementsAre("2024-01-01 12:30"));
  EXPECT_THAT(refusal([&] { find_grouped_column(table, "agee:25"); }, ExitCode::bad_input),
              HasSubstr("there is no column 'agee'\ndid you mean 'age'?"));
  EXPECT_THAT(refusal([&] { find_grouped_column(table, "age:25,"); }, ExitCode::usage), HasSubstr("a cut is missing"));
  EXPECT_THAT(refusal([&] { find_grouped_column(table, ":25"); }, ExitCode::bad_input), HasSubstr("no column ''"));
}

}  // namespace
}  // namespace espalier::grouping_test
