#include "support/diagnostic.hpp"

#include <gtest/gtest.h>

#include <string>

namespace espalier::diagnostic_test {
namespace {

Location place(std::size_t line, std::size_t column, std::string excerpt, std::size_t length) {
  return {"f.csv", line, column, std::move(excerpt), length};
}

TEST(Locate, CountsLinesEndedByLf) {
  EXPECT_EQ(locate("f.csv", "ab\ncde\nf", 0), place(1, 1, "ab", 1));
  EXPECT_EQ(locate("f.csv", "ab\ncde\nf", 4, 2), place(2, 2, "cde", 2));
  EXPECT_EQ(locate("f.csv", "ab\ncde\nf", 7), place(3, 1, "f", 1));
}

TEST(Locate, CrLfIsOneEndAndALoneCrIsOneToo) {
  EXPECT_EQ(locate("f.csv", "ab\r\ncd\r\nef", 5), place(2, 2, "cd", 1));
  EXPECT_EQ(locate("f.csv", "ab\r\ncd\r\nef", 8), place(3, 1, "ef", 1));
  EXPECT_EQ(locate("f.csv", "ab\rcd\ref", 4), place(2, 2, "cd", 1));
  EXPECT_EQ(locate("f.csv", "a\r\r\nb", 4), place(3, 1, "b", 1)) << "CR, then CRLF";
}

TEST(Locate, ColumnsAndLengthsAreCharacters) {
  // é is two bytes, the tree four.
  EXPECT_EQ(locate("f.csv", "é,\xF0\x9F\x8C\xB3é,x", 3, 6), place(1, 3, "é,\xF0\x9F\x8C\xB3é,x", 2));
  EXPECT_EQ(locate("f.csv", "\xFF\xFEx", 2), place(1, 3, "\xFF\xFEx", 1)) << "a stray byte counts as a character";
}

TEST(Locate, LengthEndsWithTheLineAndOffsetWithTheText) {
  EXPECT_EQ(locate("f.csv", "ab\ncd", 1, 100), place(1, 2, "ab", 1));
  EXPECT_EQ(locate("f.csv", "ab\ncd", 100), place(2, 3, "cd", 1));
  EXPECT_EQ(locate("f.csv", "", 0), place(1, 1, "", 1));
  EXPECT_EQ(locate("f.csv", "ab\n", 3), place(2, 1, "", 1)) << "after the last line end";
}

TEST(RenderDiagnostic, ShowsPlaceMessageCaretAndHint) {
  const std::string text = "sepal,petal\n5.1,n/a\n";
  const Diagnostic diagnostic(ExitCode::bad_input, locate("iris.csv", text, text.find("n/a"), 3), "expected a number",
                              "use --missing-token n/a");
  EXPECT_EQ(render(diagnostic),
            "iris.csv:2:5: error: expected a number\n"
            "    2 | 5.1,n/a\n"
            "      |     ^~~\n"
            "hint: use --missing-token n/a\n");
  EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
  EXPECT_STREQ(diagnostic.what(), "expected a number");
}

TEST(RenderDiagnostic, WithoutAPlaceNamesTheProgram) {
  EXPECT_EQ(render(Diagnostic(ExitCode::usage, "no such option")), "espalier: error: no such option\n");
}

TEST(RenderDiagnostic, PlaceMayBeAFileOrAWholeLine) {
  EXPECT_EQ(render(Diagnostic(ExitCode::bad_input, Location{"f.csv", 0, 0, "", 1}, "is empty")),
            "f.csv: error: is empty\n");
  EXPECT_EQ(render(Diagnostic(ExitCode::bad_input, Location{"f.csv", 7, 0, "a,b", 1}, "too short")),
            "f.csv:7: error: too short\n"
            "    7 | a,b\n");
}

TEST(RenderDiagnostic, CaretStandsBelowItsCharacterAfterEscapesAndWideText) {
  // The escape character is shown as four characters; é as one.
  const std::string text = "\x1b[0m,é,bad";
  EXPECT_EQ(render(Diagnostic(ExitCode::bad_input, locate("f\n.csv", text, text.find("bad"), 3), "wrong")),
            "f\\n.csv:1:8: error: wrong\n"
            "    1 | \\x1b[0m,é,bad\n"
            "      |           ^~~\n");
}

TEST(RenderDiagnostic, LongLineIsAWindowAroundTheCaret) {
  // 200 characters; the caret at character 150 (offset 149). Shown: "…", then 100 characters from 149 - 50 = 99 on.
  std::string line(200, 'a');
  line[149] = 'X';
  EXPECT_EQ(render(Diagnostic(ExitCode::bad_input, locate("f", line, 149), "wrong")),
            "f:1:150: error: wrong\n"
            "    1 | …" +
                std::string(50, 'a') + "X" + std::string(49, 'a') +
                "…\n"
                "      | " +
                std::string(51, ' ') + "^\n");
}

TEST(RenderDiagnostic, UnderlineEndsWithTheWindow) {
  const std::string line(500, 'a');
  const std::string shown = render(Diagnostic(ExitCode::bad_input, locate("f", line, 40, 400), "wrong"));
  EXPECT_EQ(shown, "f:1:41: error: wrong\n    1 | " + std::string(100, 'a') + "…\n      | " + std::string(40, ' ') +
                       "^" + std::string(59, '~') + "\n");
}

TEST(RenderDiagnostic, WideLineNumbersMoveTheBar) {
  EXPECT_EQ(render(Diagnostic(ExitCode::bad_input, Location{"f", 1'234'567, 1, "x", 1}, "wrong")),
            "f:1234567:1: error: wrong\n"
            "1234567 | x\n"
            "        | ^\n");
}

Warning warning(std::string message, std::string group) {
  return {std::move(message), "", std::nullopt, std::move(group)};
}

TEST(RenderWarnings, GroupIsShownThreeTimesThenCounted) {
  Warnings warnings;
  for (int i = 1; i <= 5; ++i) warnings.push_back(warning("w" + std::to_string(i), "short rows"));
  EXPECT_EQ(render(warnings),
            "espalier: warning: w1\n"
            "espalier: warning: w2\n"
            "espalier: warning: w3\n"
            "  and 2 more: short rows\n");
}

TEST(RenderWarnings, ThreeOfAGroupAndUngroupedOnesAreAllShown) {
  Warnings warnings;
  for (int i = 1; i <= 3; ++i) warnings.push_back(warning("g" + std::to_string(i), "group"));
  for (int i = 1; i <= 4; ++i) warnings.push_back(warning("w" + std::to_string(i), ""));
  EXPECT_EQ(render(warnings),
            "espalier: warning: g1\nespalier: warning: g2\nespalier: warning: g3\n"
            "espalier: warning: w1\nespalier: warning: w2\nespalier: warning: w3\nespalier: warning: w4\n");
}

TEST(RenderWarnings, HavePlacesAndHints) {
  Warning located = warning("column 'id' has one value per row", "");
  located.where = Location{"f.csv", 1, 1, "id,x", 2};
  located.hint = "use --ignore id";
  EXPECT_EQ(render(Warnings{located}),
            "f.csv:1:1: warning: column 'id' has one value per row\n"
            "    1 | id,x\n"
            "      | ^~\n"
            "hint: use --ignore id\n");
}

}  // namespace
}  // namespace espalier::diagnostic_test
