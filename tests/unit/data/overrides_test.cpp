// What the user says of columns: applied, merged, and refused when it cannot be.
#include "unit/data/fixtures.hpp"

namespace espalier::test::overrides_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::StartsWith;

SchemaOverrides numeric(std::vector<std::string> names) {
  SchemaOverrides overrides;
  overrides.numeric = std::move(names);
  return overrides;
}

Schema infer(std::string text, const SchemaOverrides& overrides) {
  Warnings warnings;
  const Table table = parse_table("iris.csv", std::move(text), {}, warnings);
  return infer_schema(table, overrides, warnings);
}

TEST(Overrides, CellThatIsNotANumberInAColumnDeclaredNumeric) {
  SchemaOverrides overrides = numeric({"petal_width"});
  overrides.missing_tokens = {"?"};
  EXPECT_EQ(refusal([&] { infer("a,b,c,petal_width,species\n5.1,3.5,1.4,n/a,setosa\n", overrides); }),
            "iris.csv:2:13: error: expected a number in column 'petal_width', found 'n/a'\n"
            "    2 | 5.1,3.5,1.4,n/a,setosa\n"
            "      |             ^~~\n"
            "hint: use --missing-token n/a or --categorical petal_width\n");
}

TEST(Overrides, KindsAreTakenAsGiven) {
  SchemaOverrides overrides = numeric({"a"});
  overrides.categorical = {"b"};
  overrides.ignore = {"c"};
  overrides.ordinal = {{"d", {"S", "M", "L"}}};
  const Schema schema = infer("a,b,c,d,e\n1,2,3,L,4\n5,6,7,S,8\n", overrides);
  EXPECT_EQ(schema.columns[0].kind, ColumnKind::numeric);
  EXPECT_EQ(schema.columns[1].kind, ColumnKind::categorical);
  EXPECT_THAT(schema.columns[1].categories, ElementsAre("2", "6"));
  EXPECT_EQ(schema.columns[2].kind, ColumnKind::ignored);
  EXPECT_EQ(schema.columns[3].kind, ColumnKind::ordinal);
  EXPECT_THAT(schema.columns[3].categories, ElementsAre("S", "M", "L"));
  EXPECT_EQ(schema.columns[3].distinct, 2U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(schema.columns[i].overridden) << i;
  EXPECT_FALSE(schema.columns[4].overridden);
}

TEST(Overrides, ColumnThatDoesNotExist) {
  EXPECT_EQ(refusal([] { infer("height,weight\n1,2\n", numeric({"hieght"})); }),
            "iris.csv:1: error: there is no column 'hieght'\n"
            "    1 | height,weight\n"
            "hint: did you mean 'height'? the columns are 'height' and 'weight'\n");
}

TEST(Overrides, TwoKindsForOneColumn) {
  SchemaOverrides overrides = numeric({"a"});
  overrides.ignore = {"a"};
  EXPECT_EQ(refusal([&] { infer("a,b\n1,2\n", overrides); }, ExitCode::usage),
            "espalier: error: column 'a' is said to be both numeric and ignored\n"
            "hint: keep one of the two options\n");
}

TEST(Overrides, TwoOrdersForOneColumn) {
  SchemaOverrides overrides;
  overrides.ordinal = {{"a", {"x", "y"}}, {"a", {"y", "x"}}};
  EXPECT_EQ(refusal([&] { infer("a,b\nx,2\n", overrides); }, ExitCode::usage),
            "espalier: error: column 'a' is given two lists of levels\n"
            "hint: keep one of them\n");
}

TEST(Overrides, TheSameThingTwiceIsFine) {
  EXPECT_EQ(infer("a,b\n1,2\n", numeric({"a", "a"})).columns[0].kind, ColumnKind::numeric);
}

TEST(Overrides, ValueThatIsNotAmongTheLevels) {
  SchemaOverrides overrides;
  overrides.ordinal = {{"size", {"small", "medium", "large"}}};
  EXPECT_EQ(refusal([&] { infer("id,size\n1,small\n2,?\n3,medum\n", overrides); }),
            "iris.csv:4:3: error: 'medum' is not among the levels of column 'size'\n"
            "    4 | 3,medum\n"
            "      |   ^~~~~\n"
            "hint: did you mean 'medium'? the levels are 'small', 'medium' and 'large'\n");
}

TEST(Overrides, OrdinalArgument) {
  const auto ordinal = parse_ordinal("risk level=low< medium <high");
  EXPECT_EQ(ordinal.column, "risk level");
  EXPECT_THAT(ordinal.levels, ElementsAre("low", "medium", "high"));
}

TEST(Overrides, OrdinalColumnsMayHaveAnEqualsSign) {
  const auto ordinal = parse_ordinal("size=large=no<yes<x=y");
  EXPECT_EQ(ordinal.column, "size=large");
  EXPECT_THAT(ordinal.levels, ElementsAre("no", "yes", "x=y"));
}

TEST(Overrides, OrdinalArgumentRefused) {
  const auto refused = [](const char* argument) { return refusal([&] { parse_ordinal(argument); }, ExitCode::usage); };
  EXPECT_EQ(refused("low<high"),
            "espalier: error: expected COL=low<medium<high, found 'low<high'\n"
            "hint: write it as --ordinal COL=low<medium<high, in quotes for the shell\n");
  EXPECT_THAT(refused("=low<high"), StartsWith("espalier: error: expected COL=low<medium<high"));
  EXPECT_THAT(refused("a="), StartsWith("espalier: error: ordinal column 'a' needs at least two levels\n"));
  EXPECT_THAT(refused("a=x"), StartsWith("espalier: error: ordinal column 'a' needs at least two levels\n"));
  EXPECT_THAT(refused("a=x<<y"), StartsWith("espalier: error: ordinal column 'a' has an empty level\n"));
  EXPECT_THAT(refused("a=x<y<x"), StartsWith("espalier: error: ordinal column 'a' has the level 'x' twice\n"));
}

TEST(Overrides, LaterWinsColumnByColumn) {
  SchemaOverrides file = numeric({"a", "b"});
  file.ignore = {"c"};
  file.ordinal = {{"d", {"x", "y"}}};
  file.missing_tokens = {"?"};
  SchemaOverrides command_line;
  command_line.categorical = {"a", "d"};
  const SchemaOverrides merged = merge(file, command_line);
  EXPECT_THAT(merged.numeric, ElementsAre("b"));
  EXPECT_THAT(merged.categorical, ElementsAre("a", "d"));
  EXPECT_THAT(merged.ignore, ElementsAre("c"));
  EXPECT_THAT(merged.ordinal, IsEmpty());
  EXPECT_THAT(*merged.missing_tokens, ElementsAre("?"));

  command_line.missing_tokens = {"-1"};
  EXPECT_THAT(*merge(file, command_line).missing_tokens, ElementsAre("-1"));
}

TEST(Overrides, KindsHaveNames) {
  EXPECT_EQ(to_string(ColumnKind::numeric), "numeric");
  EXPECT_EQ(to_string(ColumnKind::categorical), "categorical");
  EXPECT_EQ(to_string(ColumnKind::ordinal), "ordinal");
  EXPECT_EQ(to_string(ColumnKind::ignored), "ignored");
}

}  // namespace
}  // namespace espalier::test::overrides_test
