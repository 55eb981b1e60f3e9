// What evaluate --by tells about groups: text, JSON and warnings.
#include "report/group_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <numeric>

#include "report/group_plot.hpp"
#include "unit/report/svg_check.hpp"

namespace espalier::group_report_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// 40 rows of each of two groups, of which 36 and 32 are right, and 4 without a value. In each every other row is a yes;
// the first wrong ones are answered with yes.
GroupFacts told() {
  AnsweredRows rows;
  Grouping grouping;
  grouping.column = "sex";
  grouping.groups = {{"f", false, {}, {}}, {"m", false, {}, {}}, {"(missing)", true, {}, {}}};
  const auto add = [&](std::uint32_t group, std::uint32_t count, std::uint32_t wrong) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t actual = i % 2;
      const bool is_wrong = actual == 0 && i / 2 < wrong;
      const std::uint32_t answer = is_wrong ? 1 : actual;
      grouping.of_row.push_back(group);
      rows.actual.labels.push_back(actual);
      rows.predicted.labels.push_back(answer);
      rows.predicted.probabilities.insert(rows.predicted.probabilities.end(),
                                          {answer == 1 ? 0.25 : 0.75, answer == 1 ? 0.75 : 0.25});
    }
  };
  add(0, 40, 4);
  add(1, 40, 8);
  add(2, 4, 0);
  std::vector<std::size_t> table_rows(grouping.of_row.size());
  std::iota(table_rows.begin(), table_rows.end(), std::size_t{0});
  GroupFacts facts;
  facts.labels = {"no", "yes"};
  facts.columns.push_back(
      {compare_groups({Task::classification, 2, {}}, rows, table_rows, grouping, {1}, 0.95), false});
  return facts;
}

// f: 36 of 40; Wilson's interval is 0.7695 to 0.9604, m's 32 of 40 0.6524 to 0.8950, which is wider than 0.2.
TEST(GroupReport, TellsFiguresAndGaps) {
  const std::string text = to_text(told());
  EXPECT_THAT(text, HasSubstr("\nby 'sex': 3 groups of 84 rows; the trees do not know this column\n"
                              "shares in %, in parentheses the 95 % interval\n"));
  EXPECT_THAT(text, HasSubstr("  group        rows  share        accuracy  log loss  Brier\n"
                              "  f              40   47.6    90.0 (77-96)     0.398  0.225\n"));
  EXPECT_THAT(text, HasSubstr("\n  m *            40   47.6    80.0 (65-90)"));
  EXPECT_THAT(text, HasSubstr("\n  (missing) *     4    4.8"));
  EXPECT_THAT(text, HasSubstr("  'yes'           base rate  probability     selection          recall           FPR"));
  // Selected are 24 of 40, 28 of 40 and 2 of 4; the least ratio is 0.5 / 0.7.
  EXPECT_THAT(text, HasSubstr("\n  selection of 'yes'           m *          (missing) *  20.0 points"));
  EXPECT_THAT(text, HasSubstr("\n    lowest / highest           m *          (missing) *        0.714"));
  EXPECT_THAT(text, HasSubstr("* too small to say anything: fewer than 30 rows, or an accuracy whose interval is wider "
                              "than 20 points\n    without such groups there are no two to compare\n"));
  EXPECT_THAT(text, Not(HasSubstr("FNR")));
}

TEST(GroupReport, JsonHasEveryFigure) {
  const nlohmann::ordered_json json = to_json(told())["by"][0];
  EXPECT_EQ(json["column"], "sex");
  EXPECT_EQ(json["learned"], false);
  EXPECT_EQ(json["level"], 0.95);
  ASSERT_EQ(json["groups"].size(), 3U);
  const auto& first = json["groups"][0];
  EXPECT_EQ(first["group"], "f");
  EXPECT_EQ(first["too_small"], false);
  EXPECT_EQ(first["rows"], 40);
  EXPECT_EQ(first["estimates"]["accuracy"]["value"], 0.9);
  EXPECT_NEAR(first["estimates"]["accuracy"]["low"], 0.7695, 5e-5);
  EXPECT_EQ(first["rates"][0]["label"], "yes");
  EXPECT_EQ(first["rates"][0]["false_positive_rate"]["value"], 0.2);
  EXPECT_EQ(first["rates"][0]["false_positive_rate"]["effective_rows"], 20);
  EXPECT_EQ(first["rates"][0]["false_negative_rate"]["value"], 0);
  EXPECT_EQ(first["figures"]["confusion"].dump(), "[[16,4],[0,20]]");
  EXPECT_FALSE(first.contains("above"));
  EXPECT_EQ(json["groups"][2]["group"], nullptr);
  EXPECT_EQ(json["groups"][2]["missing"], true);
  EXPECT_EQ(json["all"]["rows"], 84);
  EXPECT_EQ(json["gaps"][0]["figure"], "accuracy");
  EXPECT_EQ(json["gaps"][0]["highest"].dump(), R"({"group":null,"value":1.0})");
  EXPECT_EQ(json["gaps"][0]["lowest"]["group"], "m");
  EXPECT_TRUE(json["gaps"][0]["low"].is_number());
  EXPECT_EQ(json["gaps_without_small"].size(), 0U) << "one group is left";
}

TEST(GroupReport, WarnsOfSmallGroups) {
  Warnings warnings;
  warn_of_groups(told(), warnings);
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].message,
            "the group 'm' of 'sex' has 40 rows: its accuracy is 65.2 % to 89.5 %, too uncertain to say anything about "
            "it");
  EXPECT_EQ(warnings[1].message, "the group without a value of 'sex' has 4 rows: too few to say anything about it");
  EXPECT_EQ(warnings[0].group, warnings[1].group) << "many of them are counted, not shown";
}

// A group that holds terminal commands, and a range.
TEST(GroupReport, NamesAreInertAndRangesHaveBounds) {
  GroupFacts facts = told();
  GroupComparison& comparison = facts.columns[0].comparison;
  comparison.groups[0].group = {"\x1b[31mred", false, {}, {}};
  comparison.groups[1].group = {"at most 3", false, {}, 3};
  EXPECT_THAT(to_text(facts), AllOf(HasSubstr("\\x1b[31mred"), Not(HasSubstr("\x1b"))));
  const auto entry = to_json(facts)["by"][0]["groups"][1];
  EXPECT_EQ(entry["above"], nullptr);
  EXPECT_EQ(entry["at_most"], 3);
}

// The same figures as in the text, with titles and without blanks for layout.
TEST(GroupReport, APageHasTheTablesOfTheText) {
  const GroupFacts facts = told();
  const GroupPage page = group_page(facts, facts.columns[0]);
  EXPECT_THAT(page.before, ::testing::ElementsAre("3 groups of 84 rows; the trees do not know this column.",
                                                  "Shares in %, in parentheses the 95 % interval."));
  ASSERT_EQ(page.tables.size(), 3U);  // without groups that are too small there are no two left
  EXPECT_EQ(page.tables[0].heads.front(), "group");
  EXPECT_EQ(page.tables[0].rows[0], (std::vector<std::string>{"f", "40", "47.6", "90.0 (77-96)", "0.398", "0.225"}));
  EXPECT_EQ(page.tables[1].title, "Rates of 'yes'");
  EXPECT_EQ(page.tables[2].title, "The largest gaps");
  std::vector<std::string> names;
  for (const auto& row : page.tables[2].rows) {
    EXPECT_EQ(row.size(), page.tables[2].heads.size());
    names.push_back(row.front());
  }
  EXPECT_THAT(names, ::testing::Contains("selection of 'yes': lowest / highest"));
  EXPECT_THAT(page.after, ::testing::Contains("Without such groups there are no two to compare."));
}

// Four panels of three groups. Both m and the missing ones are too small. Of (missing) nobody is a wrong yes: 0 of 2.
TEST(GroupPlot, HasADotForEachGroupAndFigure) {
  GroupFacts facts = told();
  facts.columns[0].comparison.column = "<script>";
  const std::string svg = draw_groups(facts, facts.columns[0]);
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "class=\"frame\""), 4U);
  EXPECT_EQ(count(svg, "class=\"point\""), 4U);
  EXPECT_EQ(count(svg, "class=\"trial early\""), 8U);
  EXPECT_EQ(count(svg, ">m *<"), 4U);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
}

}  // namespace
}  // namespace espalier::group_report_test
