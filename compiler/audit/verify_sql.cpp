// A query is run by SQLite on a table of every boundary vector.
#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <map>

#include "audit/boundary.hpp"
#include "audit/compilers.hpp"
#include "audit/driver.hpp"
#include "audit/judge.hpp"
#include "audit/sql_script.hpp"
#include "audit/verify.hpp"
#include "emit/sql_query.hpp"
#include "model/interpret.hpp"
#include "support/diagnostic.hpp"
#include "support/subprocess.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kMessageKept = 400;

std::string version_of_sqlite() {
  const ProcessResult asked = run_process({"sqlite3", "--version"}, ".", std::chrono::seconds(20));
  return asked.succeeded() ? asked.output.substr(0, asked.output.find(' ')) : "";
}

// What a wrong line of the script's report says: vector, rule and answer.
struct Given {
  std::size_t rule = 0;
  std::string answer;
};

std::string from_hexadecimal(std::string_view digits) {
  std::string text;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, value, 16);
    text += static_cast<char>(value);
  }
  return text;
}

struct SqlAnswers {
  std::size_t rows = 0;
  std::map<std::size_t, Given> wrong;  // by vector
};

SqlAnswers read_answers(const std::string& path) {
  SqlAnswers answers;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const char* const end = line.data() + line.size();
    if (line.starts_with("rows ")) {
      std::from_chars(line.data() + 5, end, answers.rows);
      continue;
    }
    std::size_t vector = 0;
    Given given;
    const char* at = std::from_chars(line.data(), end, vector).ptr;
    if (at == end) continue;
    at = std::from_chars(at + 1, end, given.rule).ptr;
    if (at != end) given.answer = from_hexadecimal(std::string_view(at + 1, static_cast<std::size_t>(end - at - 1)));
    answers.wrong.emplace(vector, std::move(given));
  }
  return answers;
}

void compare(const Model& model, const EmitRecord& record, const SqlAnswers& answers, Verification& result) {
  const Judge judge(model, record.value_type);
  const Interpreter interpreter(model);
  std::size_t vector = 0;
  for_each_boundary_vector(model, record.fields, [&](Row row) {
    const auto wrong = answers.wrong.find(++vector);
    if (wrong == answers.wrong.end()) return;
    const Given& given = wrong->second;
    const std::string answer = model.task == Task::regression ? given.answer : in_quotes(given.answer);
    std::string found = "nothing";
    if (given.rule != 0) {
      found = fmt::format("{} by rule {}", answer, given.rule);
    } else if (!given.answer.empty()) {  // of several trees
      found = answer;
    }
    const Prediction expected = interpreter.predict(row);
    const bool same =
        record.probabilities && given.rule == expected.rule && given.answer == model.labels[expected.label];
    note_mismatch(result, row, judge.expected(row), same ? found + ", with other probabilities" : found);
  });
}

}  // namespace

std::string obstacle_to_sql(SqlDialect dialect) {
  switch (dialect) {
    case SqlDialect::postgresql: return "the dialect postgresql needs a PostgreSQL server, which verify does not run";
    case SqlDialect::duckdb: return "the dialect duckdb needs DuckDB, which verify does not run";
    default: return version_of_sqlite().empty() ? "there is no program sqlite3" : "";
  }
}

Verification verify_sql(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                        const VerifyOptions& options) {
  if (const std::string obstacle = obstacle_to_sql(record.dialect); !obstacle.empty()) {
    throw Diagnostic(ExitCode::bad_input, obstacle, verification_hint(record));
  }
  Verification result;
  result.compiler = "sqlite3 " + version_of_sqlite();
  refuse_alike(model, record.fields, SqlDialect::sqlite);
  const std::string query =
      record.dialect == SqlDialect::ansi ? ansi_for_sqlite(files.front().text) : files.front().text;
  const Workshop workshop;
  const SqlScript script = sql_script(model, record, query, SqlReport::lines);
  workshop.write("check.sql", script.text);
  result.vectors = script.vectors;
  result.unreachable_rules = script.unreachable_rules;
  const ProcessResult ran = run_process(
      {"sqlite3", "-batch", "-bail", "-init", "/dev/null", ":memory:", ".output answers", ".read check.sql"},
      workshop.path(), options.run_timeout);
  result.compiled = true;
  if (!ran.succeeded()) {
    result.failure =
        ran.timed_out ? "SQLite took too long" : printable(ran.output.substr(0, kMessageKept), kMessageKept);
    return result;
  }
  result.ran = true;
  const SqlAnswers answers = read_answers(workshop.in("answers"));
  compare(model, record, answers, result);
  if (answers.rows != script.vectors) {
    result.ran = false;
    result.failure = fmt::format("{} came out of {}", counted(answers.rows, "row"), grouped(script.vectors));
  }
  return result;
}

}  // namespace espalier
