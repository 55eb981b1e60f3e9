// tests/golden/sql: queries, rules, PMML and decision tables are made again and compared byte for byte; what can be run
// here is, and XML is held to its schema.
#include <gmock/gmock.h>

#include <sstream>
#include <tuple>

#include "support/sandbox.hpp"

namespace espalier::tool_test::sql_golden_test {
namespace {

const std::string kSource = ESPALIER_SOURCE_DIR;

struct Case {
  std::string file;
  std::string model;
};

void PrintTo(const Case& golden, std::ostream* out) {
  *out << golden.file;
}

std::vector<Case> cases() {
  std::vector<Case> list;
  const Sandbox box;
  std::istringstream lines(box.shell("cat " + kSource + "/tests/golden/sql/cases").out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Case golden;
    words >> golden.file >> golden.model;
    list.push_back(golden);
  }
  return list;
}

class TextGolden : public ::testing::TestWithParam<Case> {
 protected:
  std::string path() const { return kSource + "/tests/golden/sql/" + GetParam().file; }
  Sandbox box;
};

TEST(TextGoldens, AreWhatTheToolWrites) {
  const Sandbox box;
  const Outcome made =
      box.run_program({kSource + "/scripts/update-text-goldens", "--tool", ESPALIER_TOOL, "--into", "."});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  for (const Case& golden : cases()) {
    const Outcome difference =
        box.shell("diff -u '" + kSource + "/tests/golden/sql/" + golden.file + "' " + golden.file + " | head -n 40");
    EXPECT_EQ(difference.out, "") << "If this is wanted: scripts/update-text-goldens";
    EXPECT_FALSE(box.read(golden.file).empty());
  }
}

TEST_P(TextGolden, AnswersAsTheModelDoes) {
  const bool sql = GetParam().file.ends_with(".sql");
  const bool runs = !sql || GetParam().file.ends_with(".ansi.sql") || GetParam().file.ends_with(".sqlite.sql");
  if (!runs) GTEST_SKIP() << "verify does not run the dialect; tests/e2e runs PostgreSQL's, nobody DuckDB's";
  if (sql && box.shell("command -v sqlite3").exit_code != 0) GTEST_SKIP() << "sqlite3 is not installed";
  const Outcome verified = expect_success(box, {"verify", kSource + "/tests/golden/" + GetParam().model, path()});
  EXPECT_THAT(verified.out, ::testing::HasSubstr(" 0 mismatches"));
  EXPECT_EQ(verified.err, "");
}

class XmlGolden : public TextGolden {};

TEST_P(XmlGolden, IsValid) {
  const bool pmml = GetParam().file.ends_with(".pmml");
  if (box.shell("command -v xmllint").exit_code != 0) GTEST_SKIP() << "xmllint is not installed";
  const std::string schema = kSource + "/tests/schema/" + (pmml ? "pmml-4-4.xsd" : "dmn-1-3.xsd");
  const Outcome checked = box.run_program({"xmllint", "--noout", "--nonet", "--schema", schema, path()});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
}

// The schemas would be of no use if they allowed everything.
TEST(TextGoldens, SchemasRefuseWhatIsWrong) {
  const Sandbox box;
  if (box.shell("command -v xmllint").exit_code != 0) GTEST_SKIP() << "xmllint is not installed";
  const std::vector<std::tuple<std::string, std::string, std::string>> changes = {
      {"pmml", "operator=\"lessOrEqual\"", "operator=\"atMost\""},
      {"pmml", "<True/>", ""},
      {"pmml", " dataType=\"double\"", ""},
      {"pmml", "</Header>", "</Header><Extension/>"},
      {"pmml", "probability=\"1\"", "probability=\"2\""},
      {"pmml", "id=\"2\"", "id=\"1\""},
      {"pmml", "recordCount=\"", "recordCount=\"x"},
      {"dmn", "hitPolicy=\"UNIQUE\"", "hitPolicy=\"LAST\""},
      {"dmn", "id=\"rule_2\"", "id=\"rule_1\""},
      {"dmn", "<output ", "<outcome "},
      {"dmn", "name=\"age\"", "name=\"age <= 3\""},
      {"dmn", " namespace=", " space="}};
  for (const auto& [language, from, to] : changes) {
    std::string text = box.shell("cat " + kSource + "/tests/golden/sql/intervals." + language).out;
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    box.write("changed.xml", text.replace(at, from.size(), to));
    const std::string schema = kSource + "/tests/schema/" + (language == "pmml" ? "pmml-4-4.xsd" : "dmn-1-3.xsd");
    EXPECT_NE(box.run_program({"xmllint", "--noout", "--nonet", "--schema", schema, "changed.xml"}).exit_code, 0)
        << from << " -> " << to;
  }
}

std::vector<Case> xml_cases() {
  std::vector<Case> list = cases();
  std::erase_if(list,
                [](const Case& golden) { return !golden.file.ends_with(".pmml") && !golden.file.ends_with(".dmn"); });
  return list;
}

std::string name_of_case(const ::testing::TestParamInfo<Case>& tested) {
  std::string name = tested.param.file;
  for (char& c : name) c = c == '.' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Each, TextGolden, ::testing::ValuesIn(cases()), name_of_case);
INSTANTIATE_TEST_SUITE_P(Each, XmlGolden, ::testing::ValuesIn(xml_cases()), name_of_case);

// What the cases are there for.
TEST(TextGoldens, CoverWhatTheyAreThereFor) {
  const auto text = [](const std::string& name) {
    const Sandbox box;
    return box.shell("cat " + kSource + "/tests/golden/sql/" + name).out;
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(text("surrogate.ansi.sql"), HasSubstr("END = 1 THEN"));
  EXPECT_THAT(text("surrogate.postgresql.sql"), HasSubstr("float8 'NaN'"));
  EXPECT_THAT(text("surrogate.duckdb.sql"), HasSubstr("CAST('NaN' AS DOUBLE)"));
  EXPECT_THAT(text("intervals.ansi.sql"), HasSubstr("FROM \"sales\".\"people\" AS i"));
  EXPECT_THAT(text("surrogate.rules.json"), HasSubstr("\"otherwise\": ["));
  EXPECT_THAT(text("fractional.rules.json"), HasSubstr("\"share\": "));
  EXPECT_THAT(text("fractional_regression.rules.json"), HasSubstr("\"scaled\": "));
  EXPECT_THAT(text("surrogate.pmml"), HasSubstr("booleanOperator=\"surrogate\""));
  EXPECT_THAT(text("intervals.pmml"), HasSubstr("operator=\"isMissing\""));
  EXPECT_THAT(text("dates.pmml"), HasSubstr("displayName=\"seen (seconds since 1970-01-01)\""));
  EXPECT_THAT(text("dates.pmml"), HasSubstr("optype=\"ordinal\""));
  EXPECT_THAT(text("forest_vote.pmml"), HasSubstr("multipleModelMethod=\"weightedMajorityVote\""));
  EXPECT_THAT(text("hostile.pmml"), HasSubstr("<Array "));
  EXPECT_THAT(text("hostile.pmml"), HasSubstr("operator=\"equal\" value=\"back\\\"/>"));
  EXPECT_THAT(text("intervals.dmn"), HasSubstr(".."));
  EXPECT_THAT(text("hostile.dmn"), HasSubstr("null, &lt;= -0.0000001"));
}

}  // namespace
}  // namespace espalier::tool_test::sql_golden_test
