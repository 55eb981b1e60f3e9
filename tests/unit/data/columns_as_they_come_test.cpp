// What is decided about columns as people bring them: codes, ids, constants, copies, dates.
#include <functional>

#include "unit/data/fixtures.hpp"

namespace espalier::test::columns_as_they_come_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A table of one column, 'x', beside one that is not looked at.
std::string column(std::size_t rows, const std::function<std::string(std::size_t)>& cell) {
  std::string text = "x,other\n";
  for (std::size_t row = 0; row < rows; ++row) text += cell(row) + (row % 3 == 0 ? ",a\n" : ",b\n");
  return text;
}

struct Looked {
  ColumnSummary summary;
  std::vector<std::string> remarks;  // their kinds
  std::string warnings;
};

Looked look(const std::string& text, const SchemaOverrides& overrides = {}, Counting counting = Counting::few) {
  Warnings warnings;
  const Table table = parse_table("t.csv", text, {}, warnings);
  const Schema schema = infer_schema(table, overrides, warnings, counting);
  Looked looked{schema.columns[0], {}, render(warnings)};
  for (const ColumnRemark& remark : looked.summary.remarks) looked.remarks.push_back(remark.kind);
  return looked;
}

TEST(LeadingZeros, DoNotHideWhatElseThereIsToSay) {
  const auto padded = [](std::size_t number) {
    std::string text = std::to_string(number);
    return std::string(6 - text.size(), '0') + text;
  };
  EXPECT_THAT(look(column(300, [&](std::size_t row) { return padded(row * 7); })).remarks,
              ElementsAre("leading-zeros", "id"));
  EXPECT_THAT(look(column(2000, [&](std::size_t row) { return padded(row % 600); })).remarks,
              ElementsAre("leading-zeros", "many-words"));
}

TEST(LeadingZeros, StayText) {
  const Looked zip = look("x\n10115\n04079\n20095\n");
  EXPECT_EQ(zip.summary.kind, ColumnKind::categorical);
  EXPECT_THAT(zip.summary.categories, ElementsAre("04079", "10115", "20095"));
  EXPECT_THAT(zip.remarks, ElementsAre("leading-zeros"));
  EXPECT_THAT(zip.warnings,
              HasSubstr("t.csv:3:1: warning: column 'x' holds digits with leading zeros such as '04079'"));
  EXPECT_THAT(zip.warnings, HasSubstr("--numeric x"));
}

TEST(LeadingZeros, AreNoneInAmounts) {
  for (const char* text :
       {"x\n0\n1\n", "x\n0.5\n-0.5\n", "x\n00.5\n1\n", "x\n-07\n1\n", "x\n007\n1.5\n", "x\n05\n-3\n"}) {
    const Looked amounts = look(text);
    EXPECT_EQ(amounts.summary.kind, ColumnKind::numeric) << text;
    EXPECT_EQ(amounts.warnings, "") << text;
  }
}

TEST(LeadingZeros, AreNumbersIfTheUserSaysSo) {
  SchemaOverrides numeric;
  numeric.numeric = {"x"};
  const Looked numbers = look("x\n007\n\"012\"\n5\n", numeric);
  EXPECT_EQ(numbers.summary.kind, ColumnKind::numeric);
  EXPECT_EQ(numbers.summary.minimum, 5);
  EXPECT_EQ(numbers.summary.maximum, 12);
  EXPECT_EQ(numbers.summary.distinct, 3U);
  EXPECT_EQ(numbers.warnings, "");
  SchemaOverrides categorical;
  categorical.categorical = {"x"};
  EXPECT_EQ(look("x\n007\n5\n", categorical).warnings, "");
}

TEST(Ids, AreWholeNumbersThatCountTheRowsAtAnyNumberOfRows) {
  for (const std::size_t rows : {20U, 300U, 5'000U}) {
    const auto ascending = look(column(rows, [](std::size_t row) { return std::to_string(7 * row + 1000); }));
    EXPECT_THAT(ascending.remarks, ElementsAre("id")) << rows;
    EXPECT_EQ(ascending.summary.distinct, rows);
    // 7 has no factor in common with these numbers of rows: each number below `rows` comes once.
    const auto dense = look(column(rows, [&](std::size_t row) { return std::to_string(7 * row % rows); }));
    EXPECT_THAT(dense.remarks, ElementsAre("id")) << rows;
  }
  EXPECT_THAT(look(column(300, [](std::size_t row) { return std::to_string(900 - row); })).warnings,
              HasSubstr("column 'x' has 300 values, nearly one per row"));
}

TEST(Ids, AreNotMeasurements) {
  // Different in every row, but neither in order nor dense.
  EXPECT_THAT(look(column(300, [](std::size_t row) { return std::to_string(row * 7919 % 100'003); })).remarks,
              IsEmpty());
  EXPECT_THAT(look(column(300, [](std::size_t row) { return std::to_string(row / 2); })).remarks, IsEmpty());
  EXPECT_THAT(look(column(300, [](std::size_t row) { return std::to_string(row) + ".5"; })).remarks, IsEmpty());
  EXPECT_THAT(look(column(19, [](std::size_t row) { return std::to_string(row); })).remarks, IsEmpty());
}

TEST(Ids, MayBeKnownByTheirName) {
  std::string text = column(300, [](std::size_t row) { return std::to_string(row * 7919 % 100'003); });
  for (const char* name : {"id", "ID", "customer_id", "customerId", "Order ID"}) {
    EXPECT_THAT(look(name + text.substr(1)).remarks, ElementsAre("id")) << name;
  }
  for (const char* name : {"paid", "humid", "grid"})
    EXPECT_THAT(look(name + text.substr(1)).remarks, IsEmpty()) << name;
}

TEST(ConstantColumns, AreNamed) {
  const auto numbers = look(column(10, [](std::size_t) { return "5"; }));
  EXPECT_THAT(numbers.remarks, ElementsAre("constant"));
  EXPECT_THAT(numbers.warnings, HasSubstr("column 'x' is 5 in every row"));
  EXPECT_THAT(numbers.warnings, HasSubstr("--ignore x"));
  EXPECT_THAT(look(column(10, [](std::size_t) { return "on"; })).warnings,
              HasSubstr("column 'x' is 'on' in every row"));
  EXPECT_THAT(look(column(10, [](std::size_t row) { return row == 4 ? "" : "on"; })).remarks, IsEmpty())
      << "whether it is known may say something";
  EXPECT_THAT(look(column(9, [](std::size_t) { return "5"; })).remarks, IsEmpty());
}

std::vector<std::string> duplicates(const std::string& text) {
  Warnings warnings;
  const Table table = parse_table("t.csv", text, {}, warnings);
  std::vector<std::string> found;
  for (const ColumnSummary& summary : infer_schema(table, {}, warnings).columns) {
    for (const ColumnRemark& remark : summary.remarks) {
      if (remark.kind == "duplicate") found.push_back(remark.message);
    }
  }
  return found;
}

TEST(DuplicateColumns, AreNamedWithTheFirstOfThem) {
  std::string text = "a,b,c,d,e\n";
  for (const char* row : {"1,x,1.0,x,1", "2,y,2,y,2", "?,z,NA,z,3", "2,x,2,x,2", "1,y,1,y,1", "1,x,1,x,1", "2,x,2,x,2",
                          "1,y,01.0,y,1", "1,x,1,x,1", "2,,2,?,2"}) {
    text += std::string(row) + "\n";
  }
  EXPECT_THAT(duplicates(text), ElementsAre("column 'c' has the same cells as column 'a'",
                                            "column 'd' has the same cells as column 'b'"));
  EXPECT_THAT(duplicates(text.substr(0, text.size() - 9)), IsEmpty()) << "nine rows may agree by chance";
}

TEST(Dates, BecomeNumbersOfDaysOrSeconds) {
  const Looked days = look("x\n1970-01-03\n1970-01-01\n?\n");
  EXPECT_EQ(days.summary.kind, ColumnKind::numeric);
  ASSERT_TRUE(days.summary.date);
  EXPECT_EQ(days.summary.date->unit, DateUnit::days);
  EXPECT_EQ(days.summary.minimum, 0);
  EXPECT_EQ(days.summary.maximum, 2);
  EXPECT_EQ(days.summary.distinct, 2U);
  EXPECT_TRUE(days.summary.integer);
  EXPECT_EQ(days.warnings, "");
  const Looked seconds = look("x\n01.01.1970 00:01\n17.01.1970\n");
  ASSERT_TRUE(seconds.summary.date);
  EXPECT_EQ(pattern_of(*seconds.summary.date), "dd.mm.yyyy");
  EXPECT_EQ(seconds.summary.minimum, 60);
  EXPECT_EQ(seconds.summary.maximum, 16 * 86'400);
}

TEST(Dates, AreValuesOfTheDataset) {
  const Prepared made = prepare("x,y\n1970-01-03,a\n,b\n1970-01-01,a\n", "y");
  ASSERT_EQ(made.data.features.size(), 1U);
  EXPECT_TRUE(made.data.features[0].date);
  EXPECT_EQ(made.data.features[0].values[0], 2);
  EXPECT_NE(made.data.features[0].values[1], made.data.features[0].values[1]);
  EXPECT_EQ(made.data.features[0].values[2], 0);
}

TEST(Dates, WhoseOrderCannotBeToldStayText) {
  const Looked doubtful = look("x\n01/02/2026\n03/04/2026\n");
  EXPECT_EQ(doubtful.summary.kind, ColumnKind::categorical);
  EXPECT_THAT(doubtful.remarks, ElementsAre("ambiguous-date"));
  EXPECT_THAT(doubtful.warnings, HasSubstr("hint: use --date x=dd/mm/yyyy or --date x=mm/dd/yyyy"));
  SchemaOverrides overrides;
  overrides.date = {parse_date_option("x=mm/dd/yyyy")};
  const Looked told = look("x\n01/02/1970\n03/04/1970\n", overrides);
  EXPECT_EQ(told.summary.minimum, 1);
  EXPECT_EQ(told.summary.maximum, 31 + 28 + 3);
  EXPECT_EQ(told.warnings, "");
}

TEST(Dates, ThatAreAskedForAndAreNoneAreRefused) {
  const auto refused = [](const std::string& text, const char* option) {
    SchemaOverrides overrides;
    overrides.date = {parse_date_option(option)};
    return refusal([&] { look(text, overrides); });
  };
  EXPECT_THAT(refused("x\n2026-01-01\nsoon\n", "x"),
              HasSubstr("t.csv:3:1: error: expected a date in column 'x', found 'soon'"));
  EXPECT_THAT(refused("x\n2026-01-01\n17.11.2026\n", "x"),
              HasSubstr("t.csv:3:1: error: the date '17.11.2026' is written in another way"));
  EXPECT_THAT(refused("x\n01/02/2026\n", "x"), HasSubstr("t.csv:2:1: error: nothing tells day from month"));
  EXPECT_THAT(refused("x\n01/02/2026\n2026-01-01\n", "x=dd/mm/yyyy"),
              HasSubstr("t.csv:3:1: error: expected a date such as dd/mm/yyyy in column 'x', found '2026-01-01'"));
  EXPECT_THAT(refused("x\n5\n", "x"), HasSubstr("expected a date in column 'x', found '5'"));
  EXPECT_THAT(refusal([] { parse_date_option("x=dd/mm/y"); }, ExitCode::usage),
              HasSubstr("'dd/mm/y' is not a form of dates"));
}

TEST(Dates, AsTargetAreClassesByTheirTexts) {
  const Prepared made = prepare("x,y\n1,2026-01-01\n2,2026-01-02\n3,2026-01-01\n", "y");
  EXPECT_EQ(made.data.task, Task::classification);
  EXPECT_THAT(made.data.labels, ElementsAre("2026-01-01", "2026-01-02"));
}

std::string leaky(std::size_t rows, const std::function<std::string(std::size_t)>& cells,
                  const char* names = "a,b,y\n") {
  std::string text = names;
  for (std::size_t row = 0; row < rows; ++row) text += cells(row) + "\n";
  return text;
}

std::string leaks(const std::string& text) {
  const Prepared made = prepare(text, "y");
  std::string found;
  for (const Warning& warning : made.warnings) {
    if (warning.group == "possible leaks") found += warning.message + "; " + warning.hint + "\n";
  }
  return found;
}

// Neither a nor the third column has to do with y.
std::string row_with(std::size_t row, const std::string& b) {
  return std::to_string(row * 7919 % 101) + "," + b + "," + (row % 4 == 0 ? "yes" : "no");
}

TEST(Leaks, AreColumnsThatAloneTellTheTarget) {
  const auto cut = leaky(100, [](std::size_t row) {
    return row_with(row, row % 4 == 0 ? std::to_string(500 + row) : std::to_string(row));
  });
  EXPECT_THAT(leaks(cut),
              HasSubstr("column 'b' alone tells 100.0 % of 'y' right: a possible leak of the target; use --ignore b"));
  const auto word = leaky(100, [](std::size_t row) {
    return row_with(row, row % 4 == 0 ? "closed" : row % 2 == 0 ? "open" : "new");
  });
  EXPECT_THAT(leaks(word), HasSubstr("column 'b' alone tells 100.0 %"));
  const auto known =
      leaky(100, [](std::size_t row) { return row_with(row, row % 4 == 0 ? std::to_string(row * 31 % 17) : ""); });
  EXPECT_THAT(leaks(known), HasSubstr("column 'b' alone")) << "whether it is known tells it";
}

TEST(Leaks, NeedEnoughRowsAndFewErrors) {
  const auto with_errors = [](std::size_t rows, std::size_t errors) {
    return leaky(rows, [=](std::size_t row) {
      const bool yes = (row % 4 == 0) != (row % 4 == 0 && row / 4 < errors);
      return row_with(row, yes ? "closed" : "open");
    });
  };
  EXPECT_NE(leaks(with_errors(200, 2)), "") << "99.0 % right";
  EXPECT_EQ(leaks(with_errors(200, 3)), "");
  EXPECT_EQ(leaks(with_errors(48, 0)), "");
  EXPECT_EQ(leaks(leaky(100, [](std::size_t row) { return row_with(row, "w" + std::to_string(row)); })), "")
      << "a value that one row has says nothing";
}

TEST(Leaks, AreNoneWhereTheProblemIsEasy) {
  EXPECT_EQ(leaks(leaky(100,
                        [](std::size_t row) {
                          const std::string sure = row % 4 == 0 ? "closed" : "open";
                          return sure + "," + sure + "," + (row % 4 == 0 ? "yes" : "no");
                        })),
            "");
}

TEST(Leaks, OfARegressionAreStraightLines) {
  const auto line = leaky(100, [](std::size_t row) {
    const std::size_t y = row * row % 97;
    return std::to_string(row * 7919 % 101) + "," + std::to_string(3 * y + 1) + "," + std::to_string(y) + ".5";
  });
  EXPECT_THAT(leaks(line), HasSubstr("column 'b' alone explains 100.0 % of the variance of 'y'"));
  const auto none = leaky(100, [](std::size_t row) {
    const std::size_t y = row * row % 97;
    return std::to_string(row * 7919 % 101) + "," + std::to_string(y + 20 * (row % 2)) + "," + std::to_string(y) + ".5";
  });
  EXPECT_EQ(leaks(none), "");
}

TEST(Advice, IsWithdrawnForTargetAndWeight) {
  const std::string text = leaky(30, [](std::size_t row) {
    return std::to_string(row * 7 % 5) + "," + std::to_string(row) + "," + std::to_string(row);
  });
  const Prepared made = prepare_for({.target = "y", .weight = "b"}, text);
  EXPECT_THAT(render(made.warnings), Not(HasSubstr("--ignore")));
}

}  // namespace
}  // namespace espalier::test::columns_as_they_come_test
