#include "audit/sql_script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "audit/boundary.hpp"
#include "emit/sql_dialect.hpp"
#include "emit/sql_query.hpp"
#include "model/interpret.hpp"
#include "support/number_text.hpp"
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
    vectors(report == SqlReport::table);
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
    const auto is_name = [&](const std::string& column) { return same_letters(column, name); };
    if (std::ranges::any_of(columns_.probabilities, is_name) || std::ranges::any_of(columns_.scores, is_name)) {
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

  // `once`: rows that hold the same are asked once. Who reads lines knows a row by its number among all.
  void vectors(bool once) {
    const Interpreter interpreter(model_);
    Inserter inserter(rows_, "espalier_vectors");
    std::unordered_set<std::string> seen;
    script_.unreachable_rules = for_each_boundary_vector(model_, record_.fields, [&](Row row) {
      std::string held;
      for (const Field& field : record_.fields) held += ", " + value_id(field, row[field.feature]);
      if (once && !seen.insert(held).second) return;
      const Prediction expected = interpreter.predict(row);
      const std::string values = std::to_string(++script_.vectors) + held;
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

  bool has_rules() const { return model_.combination == Combination::single; }

  // Vectors without a row that has the right answer, the right rule of a single tree, and the right probabilities.
  std::string wrong() const {
    // e^x is no exact operation: see note [probabilities of scores] in emit/sql_forest.cpp.
    const bool close = model_.combination == Combination::sum;
    std::string shares;
    for (std::size_t i = 0; i < columns_.probabilities.size(); ++i) {
      const std::string given = "r." + quoted(columns_.probabilities[i]);
      const std::string expected = fmt::format("(SELECT value FROM espalier_numbers WHERE id = e.p{})", i);
      shares += close ? fmt::format("\nAND abs({} - {}) <= 1e-12", given, expected)
                      : fmt::format("\nAND {} = {}", given, expected);
    }
    const std::string rule = has_rules() ? fmt::format("r.{} = e.rule AND ", quoted(columns_.rule)) : "";
    return fmt::format(
        "FROM espalier_vectors AS v LEFT JOIN espalier_given AS g ON g.{0} = v.vector\n"
        "WHERE v.vector NOT IN (SELECT e.vector FROM espalier_vectors AS e JOIN espalier_given AS r ON r.{0} = "
        "e.vector\n"
        "WHERE {1}r.{2} = (SELECT value FROM {3} WHERE id = e.answer){4})",
        quoted(vector_), rule, quoted(columns_.answer),
        model_.task == Task::regression ? "espalier_numbers" : "espalier_texts", shares);
  }

  void lines() {
    const std::string answer = model_.task == Task::regression
                                   ? fmt::format("printf('%!.17g', g.{})", quoted(columns_.answer))
                                   : fmt::format("g.{}", quoted(columns_.answer));
    script_.text += "SELECT 'rows ' || count(*) FROM espalier_given;\n";
    script_.text +=
        fmt::format("SELECT v.vector || ' ' || {} || ' ' || hex(coalesce({}, ''))\n{};\n",
                    has_rules() ? fmt::format("coalesce(g.{}, 0)", quoted(columns_.rule)) : "0", answer, wrong());
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

namespace {

constexpr std::string_view kDigits = "0123456789";

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Behind the closing quote of what begins at `begin` with a quote; the text's end if there is none.
std::size_t end_of_quoted(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  for (std::size_t i = begin + 1; i < text.size(); ++i) {
    if (text[i] != quote) continue;
    if (i + 1 < text.size() && text[i + 1] == quote) {
      ++i;
    } else {
      return i + 1;
    }
  }
  return text.size();
}

void append_utf8(std::string& out, std::uint32_t c) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    tail(6);
    tail(0);
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

// The value of what stands between the quotes of U&'...'; none if an escape is not one.
std::optional<std::string> unescaped(std::string_view inside, char quote) {
  std::string out;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    if (inside[i] == quote) ++i;  // doubled
    if (inside[i] != '\\') {
      out += inside[i];
      continue;
    }
    if (i + 1 < inside.size() && inside[i + 1] == '\\') {
      out += inside[++i];
      continue;
    }
    const bool longer = i + 1 < inside.size() && inside[i + 1] == '+';
    const std::size_t digits = longer ? 6 : 4;
    const std::size_t begin = i + (longer ? 2 : 1);
    if (begin + digits > inside.size()) return std::nullopt;
    std::uint32_t value = 0;
    const char* const end = inside.data() + begin + digits;
    if (std::from_chars(inside.data() + begin, end, value, 16).ptr != end || value > 0x10FFFF) return std::nullopt;
    append_utf8(out, value);
    i = begin + digits - 1;
  }
  return out;
}

// Behind an approximate number (digits, point, E, exponent) that begins here; none if none does.
std::optional<std::size_t> end_of_approximate(std::string_view text, std::size_t begin) {
  const std::size_t mantissa = text.find_first_not_of("0123456789.", begin);
  if (mantissa == std::string_view::npos || (text[mantissa] != 'E' && text[mantissa] != 'e')) return std::nullopt;
  std::size_t exponent = mantissa + 1;
  if (exponent < text.size() && (text[exponent] == '+' || text[exponent] == '-')) ++exponent;
  const std::size_t end = std::min(text.find_first_not_of(kDigits, exponent), text.size());
  if (end == exponent) return std::nullopt;
  return end;
}

constexpr std::string_view kSubstring = "SUBSTRING(";
constexpr std::string_view kGreatest = "GREATEST(";

// The length of what divides the arguments of SUBSTRING(text FROM 1 FOR 5) and begins here; 0 if nothing does.
std::size_t divider_of_substring(std::string_view text, std::size_t begin) {
  for (const std::string_view word : {" FROM ", " FOR "}) {
    if (text.substr(begin, word.size()) == word) return word.size();
  }
  return 0;
}

std::string identifier(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    out += c;
    if (c == '"') out += c;
  }
  return out + '"';
}

}  // namespace

std::string ansi_for_sqlite(std::string_view query) {
  std::string out;
  std::size_t i = 0;
  std::vector<std::size_t> substrings;  // parentheses that were open before each SUBSTRING( that is
  std::size_t open = 0;
  const auto keep_to = [&](std::size_t end) {
    out += query.substr(i, end - i);
    i = end;
  };
  const auto at_substring = [&] { return !substrings.empty() && substrings.back() + 1 == open; };
  while (i < query.size()) {
    const char c = query[i];
    const bool after_word = i > 0 && is_word(query[i - 1]);
    if (query.substr(i, 2) == "--") {
      keep_to(std::min(query.find('\n', i), query.size()));
    } else if (c == '\'' || c == '"') {
      keep_to(end_of_quoted(query, i));
    } else if (!after_word && i + 2 < query.size() && query.substr(i, 2) == "U&" &&
               (query[i + 2] == '\'' || query[i + 2] == '"')) {
      const char quote = query[i + 2];
      const std::size_t end = end_of_quoted(query, i + 2);
      const auto value = unescaped(query.substr(i + 3, end - i - 4), quote);
      if (!value) {
        keep_to(end);
        continue;
      }
      out += quote == '"' ? identifier(*value) : sql_string(SqlDialect::sqlite, *value);
      i = end;
    } else if (!after_word && query.substr(i, kSubstring.size()) == kSubstring) {
      out += "substr(";
      i += kSubstring.size();
      substrings.push_back(open++);
    } else if (!after_word && query.substr(i, kGreatest.size()) == kGreatest) {
      out += "max(";
      i += kGreatest.size();
      ++open;
    } else if (const auto word = divider_of_substring(query, i); word > 0 && at_substring()) {
      out += ", ";
      i += word;
    } else if (c == '(' || c == ')') {
      open += c == '(' ? 1 : 0;
      open -= c == ')' && open > 0 ? 1 : 0;
      if (c == ')' && !substrings.empty() && substrings.back() == open) substrings.pop_back();
      keep_to(i + 1);
    } else if (!after_word && kDigits.find(c) != std::string_view::npos) {
      const auto end = end_of_approximate(query, i);
      const auto number = end ? parse_number(query.substr(i, *end - i)) : std::nullopt;
      if (number) {
        out += sql_number(SqlDialect::sqlite, *number);
        i = *end;
      } else {
        keep_to(std::min(query.find_first_not_of("0123456789.", i), query.size()));
      }
    } else {
      keep_to(i + 1);
    }
  }
  return out;
}

}  // namespace espalier
