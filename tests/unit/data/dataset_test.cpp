// The learner's input: features, classes, and what is left out.
#include <cmath>

#include "unit/data/fixtures.hpp"

namespace espalier::test::dataset_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Dataset, NumbersCategoriesAndClasses) {
  const Prepared made = prepare("temp,wind,play\n30,weak,no\n21.5,strong,yes\n?,weak,yes\n", "play");
  const Dataset& data = made.data;
  ASSERT_THAT(data.features, SizeIs(2));
  EXPECT_EQ(data.features[0].name, "temp");
  EXPECT_EQ(data.features[0].kind, ColumnKind::numeric);
  EXPECT_FALSE(data.features[0].integer);
  EXPECT_EQ(data.features[0].values[0], 30);
  EXPECT_EQ(data.features[0].values[1], 21.5);
  EXPECT_TRUE(std::isnan(data.features[0].values[2]));
  EXPECT_EQ(data.features[1].kind, ColumnKind::categorical);
  EXPECT_THAT(data.features[1].categories, ElementsAre("strong", "weak"));
  EXPECT_THAT(data.features[1].values, ElementsAre(1, 0, 1));
  EXPECT_EQ(data.target, "play");
  EXPECT_THAT(data.labels, ElementsAre("no", "yes"));
  EXPECT_THAT(data.classes, ElementsAre(0, 1, 1));
  EXPECT_THAT(data.table_rows, ElementsAre(0, 1, 2));
  EXPECT_EQ(data.data_sha256, made.table.sha256);
  EXPECT_THAT(made.warnings, IsEmpty());
}

TEST(Dataset, IntegerColumnsAreRemembered) {
  EXPECT_TRUE(prepare("n,y\n1,a\n2.0,b\n", "y").data.features[0].integer);
}

TEST(Dataset, OrdinalFeatureKeepsItsOrder) {
  SchemaOverrides overrides;
  overrides.ordinal = {{"size", {"S", "M", "L"}}};
  const Dataset data = prepare("size,y\nL,a\nS,b\n,a\n", "y", overrides).data;
  EXPECT_EQ(data.features[0].kind, ColumnKind::ordinal);
  EXPECT_THAT(data.features[0].categories, ElementsAre("S", "M", "L"));
  EXPECT_EQ(data.features[0].values[0], 2);
  EXPECT_EQ(data.features[0].values[1], 0);
  EXPECT_TRUE(std::isnan(data.features[0].values[2]));
}

TEST(Dataset, IgnoredAndEmptyColumnsAreLeftOut) {
  SchemaOverrides overrides;
  overrides.ignore = {"id"};
  const Prepared made = prepare("id,void,x,y\n1,,5,a\n2,,6,b\n", "y", overrides);
  ASSERT_THAT(made.data.features, SizeIs(1));
  EXPECT_EQ(made.data.features[0].name, "x");
  EXPECT_EQ(render(made.warnings),
            "t.csv:1:4: warning: column 'void' has no known value; it is left out\n"
            "    1 | id,void,x,y\n"
            "      |    ^~~~\n");
}

TEST(Dataset, ColumnKnownOnlyWhereTheTargetIsMissing) {
  const Prepared made = prepare("w,x,y\n,1,a\n,2,b\n9,3,\n", "y");
  ASSERT_THAT(made.data.features, SizeIs(1));
  EXPECT_EQ(render(made.warnings),
            "t.csv:4:5: warning: 1 row is left out: the target 'y' is missing\n"
            "    4 | 9,3,\n"
            "      |     ^\n"
            "t.csv:1:1: warning: column 'w' has no known value in the rows that have a target; it is left out\n"
            "    1 | w,x,y\n"
            "      | ^\n");
}

TEST(Dataset, NoFeatureLeft) {
  const std::string hint =
      "hint: every other column is ignored or has no known value, or there is none; see --ignore, --delimiter\n";
  EXPECT_EQ(refusal([] { prepare("y\na\nb\n", "y"); }),
            "t.csv:1: error: no column is left to predict 'y' from\n"
            "    1 | y\n" +
                hint);
  EXPECT_EQ(refusal([] { prepare("x,y\n,a\n?,b\n", "y"); }),
            "t.csv:1: error: no column is left to predict 'y' from\n"
            "    1 | x,y\n" +
                hint);
}

TEST(Dataset, MinusZeroIsZero) {
  const Dataset data = prepare("x,y\n-0,a\n1,b\n", "y").data;
  EXPECT_FALSE(std::signbit(data.features[0].values[0]));
}

TEST(Dataset, SelectedRowsKeepLabelsAndCategories) {
  const Dataset data = prepare("x,c,y\n1,p,a\n2,q,b\n3,r,c\n4,p,\n5,q,a\n", "y").data;
  const Dataset some = select_rows(data, {3, 1, 1});  // rows 5, 2, 2 of the file
  EXPECT_EQ(some.rows(), 3U);
  EXPECT_THAT(some.features[0].values, ElementsAre(5, 2, 2));
  EXPECT_THAT(some.features[1].values, ElementsAre(1, 1, 1));
  EXPECT_THAT(some.features[1].categories, ElementsAre("p", "q", "r"));
  EXPECT_TRUE(some.features[0].integer);
  EXPECT_THAT(some.classes, ElementsAre(0, 1, 1));
  EXPECT_THAT(some.table_rows, ElementsAre(4, 1, 1));
  EXPECT_EQ(some.labels, data.labels);
  EXPECT_EQ(some.target, "y");
  EXPECT_EQ(some.data_sha256, data.data_sha256);
}

// Whatever else is said of the table, and even if the column is ignored.
TEST(ReadColumn, IsReadAsAFeatureIsAndStays) {
  Warnings warnings;
  const Table table =
      parse_table("t.csv", "age,sex,when,none\n30,f,2024-01-02,\n?,m,?,\n41.5,f,2024-01-01,\n", {}, warnings);
  SchemaOverrides overrides;
  overrides.ignore = {"sex", "age", "no such column"};
  overrides.ordinal = {{"nor this one", {"a", "b"}}};
  const FeatureColumn age = read_column(table, 0, overrides);
  EXPECT_EQ(age.name, "age");
  EXPECT_EQ(age.kind, ColumnKind::numeric);
  EXPECT_EQ(age.values[0], 30);
  EXPECT_TRUE(std::isnan(age.values[1]));
  EXPECT_EQ(age.values[2], 41.5);
  const FeatureColumn sex = read_column(table, 1, overrides);
  EXPECT_EQ(sex.kind, ColumnKind::categorical);
  EXPECT_THAT(sex.categories, ElementsAre("f", "m"));
  EXPECT_THAT(sex.values, ElementsAre(0, 1, 0));
  const FeatureColumn when = read_column(table, 2, overrides);
  EXPECT_TRUE(when.date);
  EXPECT_EQ(when.values[0] - when.values[2], 1);
  const FeatureColumn none = read_column(table, 3, overrides);
  EXPECT_THAT(none.categories, IsEmpty());
  EXPECT_TRUE(std::isnan(none.values[2]));
  EXPECT_EQ(table.column(0).numbers.size(), 3U) << "the table keeps its cells";
}

TEST(ReadColumn, HonoursWhatIsSaidOfTheColumn) {
  Warnings warnings;
  const Table table = parse_table("t.csv", "code,city\n2,Bonn\n1,Jena\n2,Ulm\n-,Ulm\n", {}, warnings);
  SchemaOverrides overrides;
  overrides.ordinal = {{"code", {"2", "1"}}};
  overrides.rare_words = {{"", 2}};
  overrides.missing_tokens = {{"-"}};
  EXPECT_THAT(read_column(table, 0, overrides).categories, ElementsAre("2", "1"));
  EXPECT_TRUE(std::isnan(read_column(table, 0, overrides).values[3]));
  EXPECT_THAT(read_column(table, 1, overrides).categories, ElementsAre("Ulm", "other"));
  EXPECT_THAT(read_column(table, 1, overrides).values, ElementsAre(1, 1, 0, 0));
}

}  // namespace
}  // namespace espalier::test::dataset_test
