// CSV files through build: each bad one with exit code 3, its place and no output; each doubtful one with a warning.
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace espalier::tool_test::csv_test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using namespace std::string_literals;

struct Case {
  const char* name;
  std::string content;
  std::string begins;  // what standard error begins with (refusals) or holds (warnings)
  std::string also = {};
  Arguments options = {};
};

void PrintTo(const Case& tested, std::ostream* out) {
  *out << tested.name;
}

std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  return info.param.name;
}

Arguments build_line(const Case& tested) {
  Arguments line = words("build in.csv -t y -o out.hpp --model out.json");
  line.insert(line.end(), tested.options.begin(), tested.options.end());
  return line;
}

class Refused : public Cli, public ::testing::WithParamInterface<Case> {};

TEST_P(Refused, WithItsPlace) {
  box.write("in.csv", GetParam().content);
  box.write("out.hpp", "old");
  const Outcome outcome = expect_failure(box, kBadInput, build_line(GetParam()));
  EXPECT_THAT(outcome.err, StartsWith(GetParam().begins));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().also));
}

// The same file on standard input, with another command.
TEST_P(Refused, OnStandardInputToo) {
  Arguments line = words("train - -t y -o out.json");
  line.insert(line.end(), GetParam().options.begin(), GetParam().options.end());
  EXPECT_THAT(expect_failure(box, kBadInput, line, GetParam().content).err, HasSubstr("<stdin>"));
}

const Case kBroken[] = {
    {"Empty", "", "in.csv: error: the file is empty\n"},
    {"BlankLines", "\n\n  \n", "in.csv: error: the file is empty but for blanks"},
    {"ByteOrderMarkOnly", "\xEF\xBB\xBF", "in.csv: error: the file is empty"},
    {"HeaderOnly", "a,b,y\n", "in.csv:1: error: the file has a header but no rows\n    1 | a,b,y\n", "--no-header"},
    {"UnclosedQuote", "a,y\n1,\"x\n2,z\n",
     "in.csv:2:3: error: this quote is never closed\n    2 | 1,\"x\n      |   ^\nhint: "},
    {"TextAfterQuote", "a,y\n1,\"x\"z\n",
     "in.csv:2:6: error: text after the closing quote of a cell\n    2 | 1,\"x\"z\n      |      ^\nhint: "},
    {"ShortRow", "a,b,y\n1,2,x\n1,x\n", "in.csv:3:4: error: expected 3 cells as in the header, found 2", "--ragged"},
    {"LongRow", "a,b,y\n1,2,x\n1,2,3,x\n", "in.csv:3:7: error: expected 3 cells as in the header, found 4", "--ragged"},
    {"NulByte", "a,y\n1,\0x\n"s, "in.csv:2:3: error: NUL byte in the text\n    2 | 1,\\x00x\n      |   ^\n"},
    {"Utf16LittleEndian",
     "\xff\xfe"
     "a\0,\0y\0\n\0"s,
     "in.csv: error: the file is UTF-16LE, not UTF-8", "iconv"},
    {"Utf16BigEndian",
     "\xfe\xff"
     "\0a\0,\0y\0\n"s,
     "in.csv: error: the file is UTF-16BE, not UTF-8", "iconv"},
    {"Utf16WithoutMark",
     "a\0,\0y\0\n\0"
     "1\0,\0x\0\n\0"s,
     "in.csv: error: the file is UTF-16LE", "iconv"},
    {"Utf32", "\xff\xfe\0\0a\0\0\0"s, "in.csv: error: the file is UTF-32LE", "iconv"},
    {"Latin1", "a,y\n1,caf\xe9\n", "in.csv:2:6: error: byte 0xE9 is not valid UTF-8", "--encoding latin1"},
    {"CutUtf8", "a,y\n1,x\n2,\xc3", "in.csv:3:3: error: byte 0xC3 is not valid UTF-8"},
    {"OverlongUtf8", "a,y\n1,\xc0\xaf\n", "in.csv:2:3: error: byte 0xC0 is not valid UTF-8"},
    {"Surrogate", "a,y\n1,\xed\xa0\x80\n", "in.csv:2:3: error: byte 0xED is not valid UTF-8"},
    {"CutGzip", "\x1f\x8b\x08\x00\x00\x00"s, "in.csv: error: the gzip data is corrupt or cut short", "gzip -t"},
};
INSTANTIATE_TEST_SUITE_P(Broken, Refused, ::testing::ValuesIn(kBroken), case_name);

const Case kUnusable[] = {
    {"NoTarget", "a,b,Y\n1,2,x\n", "in.csv:1: error: there is no column 'y'\n", "did you mean 'Y'?"},
    {"TargetTwice", "a,y,y\n1,2,3\n",
     "in.csv:1:5: ", "error: more than one column is called 'y', the target\n    1 | a,y,y\n"},
    {"TargetMissing", "a,y\n1,\n2,?\n3,NA\n",
     "in.csv:1:3: ", "error: every cell of the target column 'y' is missing\n    1 | a,y\n      |   ^\n"},
    {"TargetOnly", "y\nx\nz\n", "in.csv:1: error: no column is left to predict 'y' from"},
    {"NotANumber",
     "a,y\n1,x\nq,z\n",
     "in.csv:3:1: error: expected a number in column 'a', found 'q'\n    3 | q,z\n",
     "--missing-token q or --categorical a",
     {"--numeric", "a"}},
    {"NotALevel",
     "s,y\nlow,x\nhihg,z\n",
     "in.csv:3:1: error: 'hihg' is not among the levels of column 's'\n    3 | hihg,z\n      | ^~~~\n",
     "did you mean 'high'?",
     {"--ordinal", "s=low<high"}},
    {"WrongDelimiter", "a,y\n1,x\n", "in.csv:1: error: there is no column 'y'", "'a,y'", {"--delimiter", ";"}},
    {"UnknownOverride", "abc,y\n1,x\n", "in.csv:1: error: ", "did you mean 'abc'?", {"--ignore", "abd"}},
};
INSTANTIATE_TEST_SUITE_P(Unusable, Refused, ::testing::ValuesIn(kUnusable), case_name);

class Accepted : public Cli, public ::testing::WithParamInterface<Case> {};

TEST_P(Accepted, WithAWarning) {
  box.write("in.csv", GetParam().content);
  const Outcome outcome = expect_success(box, build_line(GetParam()));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().begins));
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().also));
  EXPECT_THAT(outcome.out, HasSubstr("0 mismatches"));
  EXPECT_TRUE(box.has("out.hpp") && box.has("out.json"));
}

std::string id_like() {
  std::string rows = "id,a,y\n";
  for (int i = 0; i < 30; ++i)
    rows += "r" + std::to_string(i) + "," + std::to_string(i) + (i % 2 == 0 ? ",x\n" : ",z\n");
  return rows;
}

const Case kDoubtful[] = {
    {"OneClass", "a,y\n1,x\n2,x\n", "in.csv:1:3: warning: the target 'y' has only one class, 'x'"},
    {"OneRow", "a,y\n1,x\n", "in.csv:2: warning: there is only one row to learn from", "no cross-validation"},
    {"AllMissingColumn", "a,b,y\n,1,x\n?,2,z\n", "in.csv:1:1: warning: column 'a' has no known value; it is left out"},
    {"EmptyName", "a,,y\n1,2,x\n2,3,z\n", "in.csv:1:3: warning: column 2 has no name; it is called 'column_2'"},
    {"RepeatedName", "a,a,y\n1,2,x\n2,3,z\n", "in.csv:1:3: warning: column name 'a' is repeated", "'a.2'"},
    {"MixedLineEnds", "a,y\n1,x\r\n2,z\r3,x\n", "in.csv:2: warning: line endings are mixed", "CRLF"},
    {"IdLike", id_like(), "in.csv:1:1: warning: column 'id' has 30 values, nearly one per row",
     "hint: use --ignore id"},
    {"NumericHeader", "1,y\n1,x\n2,z\n", "", "2 rows cannot be divided into 10 folds"},
    {"TargetMissingInARow", "a,y\n1,x\n2,\n3,z\n", "in.csv:3:3: warning: 1 row is left out: the target 'y' is missing"},
    {"Ragged", "a,b,y\n1,2,x\n3\n5,6,z,7\n", "in.csv:3:2: warning: expected 3 cells", "2 such rows", {"--ragged"}},
    {"NumbersWithCommas", "a;y\n1,5;x\n2,5;z\n", "in.csv:2:1: warning: column 'a' holds numbers with commas"},
};
INSTANTIATE_TEST_SUITE_P(Doubtful, Accepted, ::testing::ValuesIn(kDoubtful), case_name);

const Case kFine[] = {
    {"CarriageReturns", "a,y\r1,x\r2,z\r", ""},
    {"ByteOrderMark",
     "\xEF\xBB\xBF"
     "a,y\n1,x\n2,z\n",
     ""},
    {"Semicolons", "a;y\n1;x\n2;z\n", ""},
    {"Tabs", "a\ty\n1\tx\n2\tz\n", ""},
    {"Bars", "a|y\n1|x\n2|z\n", ""},
    {"ChosenDelimiter", "a:y\n1:x\n2:z\n", "", {}, {"--delimiter", ":"}},
    {"QuotedEverything", "\"a\",\"y\"\r\n\"1\",\"x, or\r\n\"\"z\"\"\"\r\n\"2\",\"z\"\r\n", ""},
    {"Latin1ByOption", "a,y\n1,caf\xe9\n2,tea\n", "", {}, {"--encoding", "latin1"}},
    {"HostileNames", "\"*/ int x; /*\",\"a\\\",?\?/,\"b\rc\",{{ 1+1 }},y\n1,2,3,4,5,EOF\n6,7,8,9,0,\"\\\"\n", ""},
    {"ControlBytes", "a\x01\x1b[31m,y\n1,x\x07\n2,z\x7f\n", ""},
};

TEST_P(Accepted, WithoutControlBytesOnTheTerminal) {
  box.write("in.csv", GetParam().content);
  const Outcome outcome = box.run(build_line(GetParam()));
  for (const char c : outcome.out + outcome.err) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= ' ');
  EXPECT_THAT(outcome.err, Not(HasSubstr("\x7f")));
}
INSTANTIATE_TEST_SUITE_P(Fine, Accepted, ::testing::ValuesIn(kFine), case_name);

TEST_F(Cli, CompressedDataAndStandardInputAreTheSameData) {
  expect_success(box, "train data/golf.csv -t play -o plain.json");
  ASSERT_EQ(box.shell("gzip -c data/golf.csv > golf.csv.gz && cp golf.csv.gz renamed.csv").exit_code, 0);
  expect_success(box, "train golf.csv.gz -t play -o gz.json");
  expect_success(box, "train renamed.csv -t play -o renamed.json");
  expect_success(box, words("train - -t play -o stdin.json"), box.read("data/golf.csv"));
  EXPECT_EQ(box.read("stdin.json"), box.read("plain.json"));
  // The same but for the SHA-256 of the file.
  for (const char* name : {"gz.json", "renamed.json"}) {
    EXPECT_EQ(box.read(name).substr(0, 400), box.read("plain.json").substr(0, 400)) << name;
  }
  EXPECT_THAT(expect_success(box, "inspect golf.csv.gz").out, HasSubstr("14 rows, 5 columns"));
}

TEST_F(Cli, SchemaFileAndOptionsSayWhatColumnsAre) {
  box.write("schema.json",
            R"({"columns": {"temperature": "ignore", "outlook": {"ordinal": ["sunny", "overcast", "rain"]}}})");
  EXPECT_THAT(expect_success(box, "inspect data/golf.csv --schema schema.json").out,
              AllOf(HasSubstr("outlook      3 levels, ordered"), HasSubstr("temperature  ignored")));
  EXPECT_THAT(expect_success(box, "inspect data/golf.csv --schema schema.json --categorical temperature").out,
              HasSubstr("temperature  12 categories"));
  box.write("bad.json", "{\"columns\": {\"outlook\": \"nominal\"}}");
  EXPECT_THAT(expect_failure(box, kBadInput, "build data/golf.csv -t play -o g.hpp --schema bad.json").err,
              StartsWith("bad.json:1:"));
}

TEST_F(Cli, MissingValuesAreRefusedIfThatIsThePolicy) {
  EXPECT_THAT(expect_failure(box, kBadInput, "build data/stagec.csv -t pgstat --missing refuse -o s.hpp").err,
              AllOf(HasSubstr("data/stagec.csv:"), HasSubstr("missing"), HasSubstr("hint: "), HasSubstr("--missing ")));
  EXPECT_THAT(expect_success(box, "build data/stagec.csv -t pgstat --missing majority -o s.hpp").out,
              HasSubstr("0 mismatches"));
}

}  // namespace
}  // namespace espalier::tool_test::csv_test
