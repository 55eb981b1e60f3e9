#include "audit/sql_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "audit/boundary.hpp"
#include "emit/sql_query.hpp"
#include "model/interpret.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kRowsPerInsert = 500;

// Values by number: a vector differs from its neighbours in one place, and exact literals are long.
class Dictionary {
 public:
  std::size_t id(const std::string& literal) {
    const auto [entry, is_new] = ids_.try_emplace(literal, ids_.size() + 1);
    if (is_new) literals_.push_back(literal);
    return entry->second;
  }
  const std::vector<std::string>& literals() const { return literals_; }

 private:
  std::map<std::string, std::size_t> ids_;
  std::vector<std::string> literals_;
};

// INSERT statements of many rows each.
class Inserter {
 public:
  Inserter(std::string& out, std::string table) : out_(out), table_(std::move(table)) {}
  ~Inserter() {
    if (rows_ > 0) out_ += ";\n";
  }
  Inserter(const Inserter&) = delete;
  Inserter& operator=(const Inserter&) = delete;

  void row(const std::string& values) {
    if (rows_ % kRowsPerInsert == 0) {
      out_ += fmt::format("{}INSERT INTO {} VALUES", rows_ == 0 ? "" : ";\n", table_);
    } else {
      out_ += ',';
    }
    ++rows_;
    out_ += fmt::format("\n({})", values);
  }

 private:
  std::string& out_;
  std::string table_;
  std::size_t rows_ = 0;
};

bool same_letters(std::string_view a, std::string_view b) {
  return equals_ignoring_case(a, b);
}

class ScriptWriter {
 public:
  ScriptWriter(const Model& model, const EmitRecord& record)
      : model_(model), record_(record), dialect_(record.dialect), columns_(sql_columns(model, record.probabilities)) {
    // The standard's queries run in SQLite: docs/sql.md.
    if (dialect_ == SqlDialect::ansi) dialect_ = SqlDialect::sqlite;
    vector_ = "vector";
    while (is_taken(vector_)) vector_ += '_';
    for (const Feature& feature : model.features) strangers_.push_back(stranger_to(feature));
  }

  SqlScript write(std::string_view query, SqlReport report) {
    vectors();
    std::string& out = script_.text;
    create("espalier_numbers", "id integer PRIMARY KEY, value double precision");
    create("espalier_texts", "id integer PRIMARY KEY, value text");
    fill("espalier_numbers", numbers_);
    fill("espalier_texts", texts_);
    std::string ids;
    for (std::size_t i = 0; i < record_.fields.size(); ++i) ids += fmt::format("f{} integer, ", i);
    std::string shares;
    for (std::size_t i = 0; i < columns_.probabilities.size(); ++i) shares += fmt::format(", p{} integer", i);
    create("espalier_vectors",
           fmt::format("vector integer PRIMARY KEY, {}rule integer, answer integer{}", ids, shares));
    out += rows_;
    input();
    out += fmt::format("CREATE {}TABLE espalier_given AS\n{}\n", temporary(), query);
    if (!query.ends_with(";\n") && !query.ends_with(';')) out += ";\n";
    report == SqlReport::lines ? lines() : table();
    return std::move(script_);
  }

 private:
  bool is_taken(const std::string& name) const {
    if (same_letters(name, columns_.answer) || same_letters(name, columns_.rule)) return true;
    if (std::any_of(columns_.probabilities.begin(), columns_.probabilities.end(),
                    [&](const std::string& column) { return same_letters(column, name); })) {
      return true;
    }
    return std::any_of(model_.features.begin(), model_.features.end(),
                       [&](const Feature& feature) { return same_letters(feature.name, name); });
  }

  static std::string stranger_to(const Feature& feature) {
    std::string text = "no such value";
    while (std::find(feature.categories.begin(), feature.categories.end(), text) != feature.categories.end()) {
      text += '?';
    }
    return text;
  }

  // SQLite takes every character in an identifier's quotes; whether people should is not the question here.
  std::string quoted(std::string_view name) const {
    if (dialect_ != SqlDialect::sqlite) return sql_identifier(dialect_, name);
    std::string out = "\"";
    for (const char c : name) {
      out += c;
      if (c == '"') out += c;
    }
    return out + '"';
  }

  std::string_view temporary() const { return dialect_ == SqlDialect::sqlite ? "" : "TEMPORARY "; }

  void create(std::string_view table, const std::string& columns) {
    script_.text += fmt::format("CREATE {}TABLE {}({});\n", temporary(), table, columns);
  }

  void fill(const std::string& table, const Dictionary& dictionary) {
    Inserter inserter(script_.text, table);
    std::size_t id = 0;
    for (const std::string& literal : dictionary.literals()) inserter.row(fmt::format("{}, {}", ++id, literal));
  }

  std::string value_id(const Field& field, double value) {
    if (field.type == InputType::category) {
      if (std::isnan(value)) return "NULL";
      const Feature& feature = model_.features[field.feature];
      const bool known = value >= 0;
      const std::string& text = known ? feature.categories[static_cast<std::size_t>(value)] : strangers_[field.feature];
      return std::to_string(texts_.id(sql_string(dialect_, text)));
    }
    // Of the two NaNs that the vectors have, one stands for NULL, and the other for itself.
    if (std::isnan(value) && !(has_nan(dialect_) && std::signbit(value))) return "NULL";
    return std::to_string(numbers_.id(sql_number(dialect_, value)));
  }

  void vectors() {
    const Interpreter interpreter(model_);
    Inserter inserter(rows_, "espalier_vectors");
    script_.unreachable_rules = for_each_boundary_vector(model_, record_.fields, [&](Row row) {
      const Prediction expected = interpreter.predict(row);
      std::string values = std::to_string(++script_.vectors);
      for (const Field& field : record_.fields) values += ", " + value_id(field, row[field.feature]);
      const std::size_t answer = model_.task == Task::regression
                                     ? numbers_.id(sql_number(dialect_, expected.value))
                                     : texts_.id(sql_string(dialect_, model_.labels[expected.label]));
      std::string shares;
      for (std::size_t i = 0; i < columns_.probabilities.size(); ++i) {
        shares += fmt::format(", {}", numbers_.id(sql_number(dialect_, expected.probabilities[i])));
      }
      inserter.row(fmt::format("{}, {}, {}{}", values, expected.rule, answer, shares));
    });
  }

  void input() {
    const std::vector<std::string> parts = table_parts(record_.table);
    if (parts.size() > 1 && dialect_ == SqlDialect::sqlite && !same_letters(parts.front(), "main")) {
      script_.text += fmt::format("ATTACH ':memory:' AS {};\n", quoted(parts.front()));
    }
    std::vector<std::string> names;
    names.reserve(parts.size());
    for (const std::string& part : parts) names.push_back(quoted(part));
    const std::string table = fmt::format("{}", fmt::join(names, "."));
    // Not CREATE TABLE ... AS: SQLite would rename a column called true.
    std::string columns = quoted(vector_) + " integer";
    std::string values = "v.vector";
    for (std::size_t i = 0; i < record_.fields.size(); ++i) {
      const bool category = record_.fields[i].type == InputType::category;
      columns += fmt::format(",\n{} {}", quoted(model_.features[record_.fields[i].feature].name),
                             category ? "text" : "double precision");
      values += fmt::format(",\n(SELECT value FROM {} WHERE id = v.f{})",
                            category ? "espalier_texts" : "espalier_numbers", i);
    }
    script_.text += fmt::format("CREATE {}TABLE {}({});\nINSERT INTO {} SELECT {} FROM espalier_vectors AS v;\n",
                                parts.size() > 1 ? "" : temporary(), table, columns, table, values);
  }

  // Vectors without a row that has the right rule, the right answer and the right probabilities.
  std::string wrong() const {
    std::string shares;
    for (std::size_t i = 0; i < columns_.probabilities.size(); ++i) {
      shares += fmt::format("\nAND r.{} = (SELECT value FROM espalier_numbers WHERE id = e.p{})",
                            quoted(columns_.probabilities[i]), i);
    }
    return fmt::format(
        "FROM espalier_vectors AS v LEFT JOIN espalier_given AS g ON g.{0} = v.vector\n"
        "WHERE v.vector NOT IN (SELECT e.vector FROM espalier_vectors AS e JOIN espalier_given AS r ON r.{0} = "
        "e.vector\n"
        "WHERE r.{1} = e.rule AND r.{2} = (SELECT value FROM {3} WHERE id = e.answer){4})",
        quoted(vector_), quoted(columns_.rule), quoted(columns_.answer),
        model_.task == Task::regression ? "espalier_numbers" : "espalier_texts", shares);
  }

  void lines() {
    const std::string answer = model_.task == Task::regression
                                   ? fmt::format("printf('%!.17g', g.{})", quoted(columns_.answer))
                                   : fmt::format("g.{}", quoted(columns_.answer));
    script_.text += "SELECT 'rows ' || count(*) FROM espalier_given;\n";
    script_.text += fmt::format("SELECT v.vector || ' ' || coalesce(g.{}, 0) || ' ' || hex(coalesce({}, ''))\n{};\n",
                                quoted(columns_.rule), answer, wrong());
  }

  void table() {
    script_.text += fmt::format(
        "SELECT (SELECT count(*) FROM espalier_vectors) AS vectors,\n(SELECT count(*) FROM espalier_given) AS "
        "rows_given,\n"
        "(SELECT count(*) {}) AS wrong;\n",
        wrong());
    script_.text += fmt::format(
        "SELECT v.vector AS wrong_vector, v.rule AS expected_rule, g.* {}\nORDER BY v.vector LIMIT 10;\n", wrong());
  }

  const Model& model_;
  const EmitRecord& record_;
  SqlDialect dialect_;
  SqlColumns columns_;
  std::string vector_;                  // the column that numbers the input's rows
  std::vector<std::string> strangers_;  // per feature: a text that is none of its categories
  Dictionary numbers_;
  Dictionary texts_;
  std::string rows_;
  SqlScript script_;
};

}  // namespace

SqlScript sql_script(const Model& model, const EmitRecord& record, std::string_view query, SqlReport report) {
  return ScriptWriter(model, record).write(query, report);
}

Selftest sql_selftest(const Model& model, const Lowered& lowered, const EmitRecord& record) {
  EmitRecord on_vectors = record;
  on_vectors.table = "espalier_input";  // a temporary table: no table of the user's is read or written
  EmitOptions options;
  options.language = Language::sql;
  options.dialect = record.dialect;
  options.table = on_vectors.table;
  options.probabilities = record.probabilities;
  options.model_sha256 = record.model_sha256;
  SqlScript script = sql_script(model, on_vectors, emit_sql(model, lowered, options), SqlReport::table);
  return {std::move(script.text), script.vectors};
}

}  // namespace espalier
