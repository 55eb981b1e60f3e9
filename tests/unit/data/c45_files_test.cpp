// C4.5's pair of files: declarations, rows, and what is refused.
#include <cmath>

#include "unit/data/sources.hpp"

namespace espalier::test::c45_files_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kNames =
    "Play, Don't Play. | the classes\n\noutlook: sunny, overcast,\n   rain.\nhumidity: continuous.\nid: ignore\nwindy "
    ": "
    "true , false .\n";

std::string names_refusal(const std::string& names) {
  return c45_refusal(names, "1,a\n");
}

TEST(C45Files, GolfBook) {
  const Source source = c45(kNames, "sunny, 85, 1, false, Don't Play\nrain, ?, 2, true, Play.\n\n| the end\n");
  EXPECT_THAT(source.table.column_names, ElementsAre("outlook", "humidity", "id", "windy", "class"));
  EXPECT_EQ(source.default_target, "class");
  EXPECT_EQ(rows_of(source.table),
            (Rows{{"sunny", "85", "1", "false", "Don't Play"}, {"rain", "?", "2", "true", "Play"}}));
  const Dataset data = dataset_of(source, "class");
  ASSERT_EQ(data.features.size(), 3U) << "without the ignored one";
  EXPECT_THAT(data.features[0].categories, ElementsAre("sunny", "overcast", "rain")) << "declared, seen or not";
  EXPECT_THAT(data.features[0].values, ElementsAre(0, 2));
  EXPECT_EQ(data.features[1].kind, ColumnKind::numeric);
  EXPECT_TRUE(std::isnan(data.features[1].values[1]));
  EXPECT_THAT(data.features[2].categories, ElementsAre("true", "false"));
  EXPECT_THAT(data.labels, ElementsAre("Play", "Don't Play")) << "in the order of the file";
  EXPECT_THAT(data.classes, ElementsAre(1, 0));
}

TEST(C45Files, EscapesPeriodsAndBlanks) {
  const Source source =
      c45("a, b\nx.y: 1.5, St\\. Louis, New   York, 12\\:30, a\\,b, \\|, 3.\n",
          "1.5,a\nSt\\. Louis,a\nNew\tYork,b\n12:30,b.\na\\,b, a | comment\n\\|,b\n3.,a\n  1.5 , a .\n");
  EXPECT_THAT(source.table.column_names, ElementsAre("x.y", "class"));
  EXPECT_THAT(source.overrides.nominal[0].values,
              ElementsAre("1.5", "St. Louis", "New York", "12:30", "a,b", "|", "3"));
  EXPECT_EQ(rows_of(source.table), (Rows{{"1.5", "a"},
                                         {"St. Louis", "a"},
                                         {"New York", "b"},
                                         {"12:30", "b"},
                                         {"a,b", "a"},
                                         {"|", "b"},
                                         {"3.", "a"},
                                         {"1.5", "a"}}));
}

TEST(C45Files, LineEnds) {
  const Source source = c45("a,b.\r\nx: continuous.\ry: ignore.", "1,2,a\r\n3,4,b\r5,6,a");
  EXPECT_EQ(rows_of(source.table), (Rows{{"1", "2", "a"}, {"3", "4", "b"}, {"5", "6", "a"}}));
}

TEST(C45Files, DiscreteTakesValuesAsTheyOccur) {
  const Source source = c45("a,b.\nx: Discrete 3.\n", "q,a\n?,b\np,b\nq,a\nr,a\n");
  EXPECT_THAT(dataset_of(source, "class").features[0].categories, ElementsAre("q", "p", "r"));
  EXPECT_EQ(c45_refusal("a,b.\nx: discrete 2.\n", "q,a\np,b\nq,a\nr,a\n"),
            "t.data:4:1: error: 'r' is value 3 of attribute 'x', which is declared as discrete 2\n"
            "    4 | r,a\n"
            "      | ^\n"
            "hint: raise the number in the .names file, or list the values there\n");
}

TEST(C45Files, AttributeCalledClass) {
  const Source source = c45("a,b.\nclass: continuous.\n", "1,a\n2,b\n");
  EXPECT_THAT(source.table.column_names, ElementsAre("class", "class.2"));
  EXPECT_EQ(source.default_target, "class.2");
  EXPECT_THAT(dataset_of(source, "class.2").labels, ElementsAre("a", "b"));
}

TEST(C45Files, FirstEntryMayNameTheAttributeToPredict) {
  const Source source = c45("play.\nx: continuous.\nplay: yes, no.\nz: continuous.\n", "1,no,3\n2,yes,4\n");
  EXPECT_THAT(source.table.column_names, ElementsAre("x", "play", "z"));
  EXPECT_EQ(source.default_target, "play");
  EXPECT_THAT(dataset_of(source, "play").labels, ElementsAre("yes", "no"));
}

TEST(C45Files, UndeclaredValuesAndClasses) {
  EXPECT_EQ(refusal([] { dataset_of(c45("yes,no.\nx: sunny, rain.\n", "sunny,yes\nsunnny,no\n"), "class"); }),
            "t.data:2:1: error: 'sunnny' is not among the declared values of column 'x'\n"
            "    2 | sunnny,no\n"
            "      | ^~~~~~\n"
            "hint: did you mean 'sunny'? the declared values are 'sunny' and 'rain'\n");
  EXPECT_THAT(refusal([] { dataset_of(c45("yes,no.\nx: sunny, rain.\n", "sunny,yes\nrain,nope\n"), "class"); }),
              StartsWith("t.data:2:6: error: 'nope' is not among the declared values of column 'class'\n"));
  EXPECT_THAT(refusal([] { dataset_of(c45("yes,no.\nx: continuous.\n", "1,yes\nNA,no\n"), "class"); }),
              StartsWith("t.data:2:1: error: expected a number in column 'x', found 'NA'\n"));
}

TEST(C45Files, NamesFaults) {
  EXPECT_EQ(names_refusal("x: continuous.\n"),
            "t.names:1:1: error: expected the classes, found the attribute 'x'\n"
            "    1 | x: continuous.\n"
            "      | ^\n"
            "hint: the first line lists the classes with commas between them, and ends with a period\n");
  EXPECT_EQ(
      names_refusal("a, b.\nx: continous.\n"),
      "t.names:2:4: error: attribute 'x' is declared as 'continous'\n"
      "    2 | x: continous.\n"
      "      |    ^~~~~~~~~\n"
      "hint: did you mean 'continuous'? after the colon stands continuous, ignore, discrete N, or all values with "
      "commas between them\n");
  EXPECT_THAT(names_refusal("| nothing\n"), StartsWith("t.names: error: the file declares nothing\n"));
  EXPECT_THAT(names_refusal("a, a.\n"), StartsWith("t.names:1:4: error: the class 'a' is repeated\n"));
  EXPECT_THAT(names_refusal("a, , b.\n"), StartsWith("t.names:1:4: error: a class without a name\n"));
  EXPECT_THAT(names_refusal("a, b: c.\n"), StartsWith("t.names:1:4: error: a colon after the class 'b'\n"));
  EXPECT_THAT(names_refusal("a, b.\nx.\n"),
              StartsWith("t.names:2:1: error: expected an attribute and a colon, found 'x'\n"));
  EXPECT_THAT(names_refusal("a, b.\n: continuous.\n"), HasSubstr("expected an attribute and a colon, found ''"));
  EXPECT_THAT(names_refusal("a, b.\nx: continuous.\nx: ignore.\n"),
              StartsWith("t.names:3:1: error: the attribute 'x' is declared twice\n"));
  EXPECT_THAT(names_refusal("a, b.\nx: p, q, p.\n"), StartsWith("t.names:2:10: error: the value 'p' is repeated\n"));
  EXPECT_THAT(names_refusal("a, b.\nx: p, q,\n"), StartsWith("t.names:3:1: error: a value without a name\n"));
  EXPECT_THAT(names_refusal("a, b.\nx:"), StartsWith("t.names:2:3: error: attribute 'x' is declared as ''\n"));
  for (const char* count : {"discrete", "discrete 0", "discrete x", "discrete -1", "discrete 99999999999999999999"}) {
    EXPECT_THAT(names_refusal(std::string("a, b.\nx: ") + count + ".\n"),
                HasSubstr("expected the number of values after discrete"));
  }
  EXPECT_THAT(names_refusal("a, b. c\n"), StartsWith("t.names:1:7: error: text after the period that ends a line\n"));
}

TEST(C45Files, RowFaults) {
  EXPECT_EQ(
      c45_refusal("a, b.\nx: continuous.\n", "1,a\n2\n"),
      "t.data:2:1: error: expected 2 values as the .names file declares, found 1\n"
      "    2 | 2\n"
      "      | ^\n"
      "hint: a row has a value for each attribute, ignored ones too, and the class; write \\, for a comma that is "
      "part of a value\n");
  EXPECT_THAT(c45_refusal("a, b.\nx: continuous.\n", "1,a,b\n"), StartsWith("t.data:1:5: error: expected 2 values"));
  EXPECT_THAT(c45_refusal("a, b.\nx: continuous.\n", "1,a,\n"), HasSubstr("found 3"));
  EXPECT_THAT(c45_refusal("a, b.\nx: continuous.\n", "1,a. b\n"), HasSubstr("text after the period that ends a line"));
  EXPECT_THAT(c45_refusal("a, b.\nx: continuous.\n", "| none\n"), StartsWith("t.data: error: the file has no rows\n"));
}

}  // namespace
}  // namespace espalier::test::c45_files_test
