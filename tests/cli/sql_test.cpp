// --language sql and rules, --template: what a user does, and what is said when it cannot be done.
#include <gmock/gmock.h>

#include "support/sandbox.hpp"

namespace espalier::tool_test::sql_test {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class OtherLanguages : public Cli {
 protected:
  void SetUp() override { expect_success(box, "train data/iris.csv -t species -o iris.json"); }
  bool has_sqlite() const { return box.shell("command -v sqlite3").exit_code == 0; }
};

TEST_F(OtherLanguages, AQueryAnswersForATableOfTheUsers) {
  const Outcome emitted =
      expect_success(box, "emit iris.json --language sql --dialect sqlite --table flowers -o iris.sql");
  EXPECT_THAT(emitted.out, HasSubstr("written   iris.sql: "));
  EXPECT_THAT(emitted.out, HasSubstr(", dialect sqlite, table flowers\n"));
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  EXPECT_THAT(expect_success(box, "verify iris.json iris.sql").out,
              ContainsRegex("verified  iris.sql: [0-9]+ vectors, 0 mismatches \\(sqlite3 3"));
  // As docs/sql.md has it; and the reference interpreter says the same about every row.
  const Outcome asked = box.shell(
      "sqlite3 -batch :memory: 'CREATE TABLE flowers(sepal_length REAL, sepal_width REAL, petal_length REAL, "
      "petal_width "
      "REAL, species TEXT)' '.import --csv --skip 1 data/iris.csv flowers' '.mode csv' '.read iris.sql' | tr -d '\\r' "
      "| "
      "cut -d, -f6 > asked; "
      "$ESPALIER predict iris.json data/iris.csv -o - --quiet | tail -n +2 | cut -d, -f1 > predicted; "
      "diff asked predicted | head; wc -l < asked");
  EXPECT_EQ(asked.out, "150\n") << asked.err;
}

// An import into no table makes columns of texts, holes among them; the query makes numbers of them.
TEST_F(OtherLanguages, AQueryForSqliteTakesNumbersThatAreTexts) {
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  expect_success(box, "train data/stagec.csv -t pgstat --prune none --folds 0 -o stagec.json");
  expect_success(box, "emit stagec.json --language sql --dialect sqlite --table t -o stagec.sql");
  const Outcome asked = box.shell(
      "(echo 'CREATE TABLE o AS'; cat stagec.sql) > make.sql; sqlite3 -batch :memory: '.import --csv data/stagec.csv "
      "t' "
      "'SELECT count(*) FROM t WHERE typeof(g2) <> \"text\"' '.read make.sql' 'SELECT rule FROM o ORDER BY rowid' > "
      "asked; $ESPALIER predict stagec.json data/stagec.csv -o - --quiet | tail -n +2 | cut -d, -f2 > predicted; "
      "head -n 1 asked; tail -n +2 asked | diff - predicted | head; wc -l < predicted");
  EXPECT_EQ(asked.out, "0\n146\n") << asked.err;
  // What is no number is missing, whatever it begins with.
  const Outcome odd = box.shell(
      "for x in \"' 5.5 '\" \"'5.5x'\" \"''\" \"x'35'\" \"'1e1'\" \"'abc'\"; do sqlite3 -batch :memory: \"CREATE TABLE "
      "t(x, y); "
      "INSERT INTO t VALUES($x, 1)\" 'CREATE TABLE n AS SELECT CASE typeof(x) WHEN \"text\" THEN CASE WHEN x = CAST(x "
      "AS "
      "NUMERIC) THEN CAST(x AS REAL) END WHEN \"blob\" THEN NULL ELSE x END AS v FROM t' 'SELECT quote(v) FROM n'; "
      "done");
  EXPECT_EQ(odd.out, "5.5\nNULL\nNULL\nNULL\n10.0\nNULL\n") << odd.err;
}

TEST_F(OtherLanguages, BuildVerifiesAQueryAndRules) {
  EXPECT_THAT(expect_success(box, "build data/golf.csv -t play --language rules -o golf.json").out,
              AllOf(ContainsRegex("verified  golf.json: [0-9]+ vectors, 0 mismatches \\(rules followed\\)"),
                    HasSubstr("written   golf.json: "), HasSubstr(", rules as JSON\n")));
  const Outcome outcome = box.run("build data/golf.csv -t play --language sql --dialect postgresql -o golf.sql");
  EXPECT_EQ(outcome.exit_code, kDone);
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("warning: the dialect postgresql needs a PostgreSQL server"),
                                 HasSubstr("hint: emit it with --selftest check.sql")));
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  EXPECT_THAT(expect_success(box, "build data/golf.csv -t play --language sql -o golf.sql").out,
              ContainsRegex("verified  golf.sql: [0-9]+ vectors, 0 mismatches \\(sqlite3 3"));
}

TEST_F(OtherLanguages, VerifyFindsAChange) {
  expect_success(box, "emit iris.json --language rules -o rules.json");
  std::string rules = box.read("rules.json");
  rules.replace(rules.find("\"op\": \"<=\""), 10, "\"op\": \">\"");
  box.write("rules.json", rules);
  const Outcome changed = box.run("verify iris.json rules.json");
  EXPECT_EQ(changed.exit_code, kCheckFailed);
  EXPECT_THAT(changed.out, HasSubstr("FAILED: "));
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  expect_success(box, "emit iris.json --language sql -o iris.sql");
  std::string query = box.read("iris.sql");
  query.replace(query.rfind("<="), 2, "<");
  box.write("iris.sql", query);
  EXPECT_EQ(box.run("verify iris.json iris.sql").exit_code, kCheckFailed);
  box.write("iris.sql", query + " nonsense");
  EXPECT_THAT(box.run("verify iris.json iris.sql").out, HasSubstr("FAILED: "));
}

TEST_F(OtherLanguages, VerifySaysWhatTheDialectNeeds) {
  expect_success(box, "emit iris.json --language sql --dialect duckdb -o iris.sql");
  const Outcome outcome = expect_failure(box, kBadInput, "verify iris.json iris.sql");
  EXPECT_THAT(outcome.err, AllOf(HasSubstr("the dialect duckdb needs DuckDB"), HasSubstr("duckdb < check.sql")));
}

TEST_F(OtherLanguages, TheSelftestOfAQueryRunsInTheDatabase) {
  expect_success(box, "emit iris.json --language sql --dialect sqlite -o iris.sql --selftest check.sql");
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  const Outcome ran = box.shell("sqlite3 -bail -batch :memory: '.read check.sql'");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, ContainsRegex("^[0-9]+\\|[0-9]+\\|0\n$"));
}

TEST_F(OtherLanguages, OptionsThatWouldBeIgnoredAreRefused) {
  for (const char* options : {"--dialect sqlite", "--table x", "--probabilities", "--language rules --dialect sqlite",
                              "--language sql --namespace x", "--language sql --runtime include",
                              "--language rules --input-type petal_length=float", "--language sql --optimize speed",
                              "--language rules --selftest x.cpp", "--language sql --fields all",
                              "--template x.inja --language sql", "--template x.inja --selftest x.cpp"}) {
    const Outcome refused = expect_failure(box, kUsage, std::string("emit iris.json -o out ") + options);
    EXPECT_THAT(refused.err, HasSubstr("has no meaning with")) << options;
  }
  EXPECT_THAT(expect_failure(box, kUsage, "emit iris.json -o out --language sql --dialect postgres").err,
              HasSubstr("did you mean 'postgresql'"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit iris.json -o out --language sql --table a..b").err,
              HasSubstr("is no name of a table"));
}

TEST_F(OtherLanguages, AQueryHasProbabilitiesIfAsked) {
  expect_success(box, "emit iris.json --language sql --dialect sqlite --probabilities -o iris.sql");
  EXPECT_THAT(box.read("iris.sql"), AllOf(HasSubstr("(\"rule\", \"answer\", \"p1\", \"p2\", \"p3\")"),
                                          HasSubstr(",\n  a.\"p3\" AS \"probability_virginica\"\nFROM"),
                                          HasSubstr("\"probabilities\":true")));
  expect_success(box, "train data/diabetes.csv -t progression --folds 0 -o number.json");
  EXPECT_THAT(expect_failure(box, kUsage, "emit number.json --language sql --probabilities -o number.sql").err,
              HasSubstr("--probabilities is for classes, and this model answers numbers"));
  if (!has_sqlite()) GTEST_SKIP() << "sqlite3 is not installed";
  EXPECT_THAT(expect_success(box, "verify iris.json iris.sql").out, HasSubstr(" 0 mismatches"));
  // The same as predict says, smoothed as the model has it.
  const Outcome asked = box.shell(
      "sqlite3 -batch :memory: 'CREATE TABLE input(sepal_length REAL, sepal_width REAL, petal_length REAL, "
      "petal_width REAL, species TEXT)' '.import --csv --skip 1 data/iris.csv input' '.mode csv' "
      "'.read iris.sql' | tr -d '\\r' | cut -d, -f8-10 | awk -F, '{printf \"%.9f %.9f %.9f\\n\", $1, $2, $3}' > asked; "
      "$ESPALIER predict iris.json data/iris.csv -o - --quiet | tail -n +2 | cut -d, -f3-5 | "
      "awk -F, '{printf \"%.9f %.9f %.9f\\n\", $1, $2, $3}' > predicted; diff asked predicted | head; wc -l < asked");
  EXPECT_EQ(asked.out, "150\n") << asked.err;
  // One digit of one probability.
  std::string query = box.read("iris.sql");
  const std::size_t first = query.find("'setosa', ") + 10;
  query.insert(query.find_first_of(",)", first), " + 0.001");
  box.write("iris.sql", query);
  const Outcome changed = box.run("verify iris.json iris.sql");
  EXPECT_EQ(changed.exit_code, kCheckFailed);
  EXPECT_THAT(changed.out, HasSubstr("'setosa' by rule 1, with other probabilities"));
}

TEST_F(OtherLanguages, SqlRefusesBlends) {
  expect_success(box, "train data/golf.csv -t play -a c45 --missing fractional -o golf.json");
  const Outcome refused = expect_failure(box, kUsage, "emit golf.json --language sql -o golf.sql");
  EXPECT_THAT(refused.err, AllOf(HasSubstr("SQL cannot blend"), HasSubstr("--missing surrogate")));
  expect_success(box, "emit golf.json --language rules -o rules.json");
  EXPECT_THAT(expect_success(box, "verify golf.json rules.json").out, HasSubstr(" 0 mismatches"));
}

TEST_F(OtherLanguages, ATemplateOfTheUsersIsRendered) {
  box.write("list.inja",
            "# Regeln f\u00fcr {{ target.name }}\n## for rule in rules\n{{ rule.id }}. {{ rule.answer }}\n## endfor\n");
  const Outcome outcome = expect_success(box, "emit iris.json --template list.inja -o rules.md");
  EXPECT_THAT(outcome.out, HasSubstr("by a template: not verified"));
  EXPECT_THAT(box.read("rules.md"), StartsWith("# Regeln f\u00fcr species\n1. setosa\n"));
}

TEST_F(OtherLanguages, AWrongTemplateIsShownWithItsPlace) {
  box.write("wrong.inja", "fine\nnot {{ fine.at.all }}\n");
  const Outcome outcome = expect_failure(box, kBadInput, "emit iris.json --template wrong.inja -o out");
  EXPECT_THAT(outcome.err, AllOf(StartsWith("wrong.inja:2:8: error: "), HasSubstr("   2 | not {{ fine.at.all }}\n"),
                                 HasSubstr("hint: the keys and their meaning are in docs/template-context.md")));
  expect_failure(box, kBadInput, "emit iris.json --template no_such_file -o out");
  box.write("latin.inja", "caf\xe9");
  EXPECT_THAT(expect_failure(box, kBadInput, "emit iris.json --template latin.inja -o out").err,
              HasSubstr("latin.inja:1:4: error: the template is not UTF-8"));
  EXPECT_THAT(expect_failure(box, kUsage, "emit iris.json --template wrong.inja -o wrong.inja").exit_code, kUsage);
}

// The example of docs/template-context.md: a Python module, which answers as the model does.
TEST_F(OtherLanguages, TheDocumentedTemplateMakesAWorkingModule) {
  const Outcome extracted = box.shell("sed -n '/^```jinja$/,/^```$/p' " ESPALIER_SOURCE_DIR
                                      "/docs/template-context.md | sed '1d;$d' > python.inja");
  ASSERT_EQ(extracted.exit_code, 0);
  expect_success(box,
                 "emit iris.json --template python.inja -o iris_model.py --input-type petal_length=double "
                 "--input-type petal_width=double");
  if (box.shell("command -v python3").exit_code != 0) GTEST_SKIP() << "python3 is not installed";
  box.write("ask.py",
            "import csv, iris_model\n"
            "for row in csv.DictReader(open('data/iris.csv')):\n"
            "    row.pop('species')\n"
            "    print(iris_model.predict({k: float(v) for k, v in row.items()}))\n");
  const Outcome asked = box.shell(
      "python3 ask.py > asked; $ESPALIER predict iris.json data/iris.csv -o - --quiet | tail -n +2 | cut -d, -f1 > "
      "predicted; diff asked predicted | head; wc -l < asked");
  EXPECT_EQ(asked.out, "150\n") << asked.err;
}

}  // namespace
}  // namespace espalier::tool_test::sql_test
