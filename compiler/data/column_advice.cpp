#include "data/column_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/column_cells.hpp"
#include "data/faults.hpp"
#include "support/mapped_file.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kFewestNumbers = 10;     // for a column to count as numeric but for a few cells
constexpr std::size_t kFewOddCells = 3;        // a few: this many, or 5 %
constexpr std::size_t kOddCellsPerKnown = 20;  // 1 in 20

// The remarks that advise to ignore a column.
constexpr std::array<std::string_view, 4> kToIgnore = {"id", "constant", "duplicate", "many-words"};

bool few_odd_cells(const ColumnScan& found) {
  return found.odd > 0 && found.numbers >= kFewestNumbers &&
         (found.odd <= kFewOddCells || found.odd * kOddCellsPerKnown <= found.known());
}

std::string commas_message(const std::string& name, const CellText& cell) {
  return fmt::format("column {} holds numbers with commas such as {}; it is taken for categorical", in_quotes(name),
                     in_quotes(cell.text));
}

std::string almost_numeric_message(const std::string& name, const CellText& cell, const ColumnScan& found) {
  return fmt::format("column {} is numeric but for {} of {}, here {}; it is taken for categorical", in_quotes(name),
                     grouped(found.odd), counted(found.known(), "cell"), in_quotes(cell.text));
}

std::string padded_message(const std::string& name, const CellText& cell) {
  return fmt::format("column {} holds digits with leading zeros such as {}; it is taken for categorical",
                     in_quotes(name), in_quotes(cell.text));
}

std::string ambiguous_message(const std::string& name, const CellText& cell) {
  return fmt::format("column {} holds dates such as {}, and nothing tells day from month; it is taken for categorical",
                     in_quotes(name), in_quotes(cell.text));
}

std::string short_years_message(const std::string& name, const CellText& cell) {
  return fmt::format("column {} holds dates with years of two digits such as {}; it is taken for categorical",
                     in_quotes(name), in_quotes(cell.text));
}

bool is_wide(const ColumnSummary& summary, std::size_t known) {
  constexpr std::size_t kManyWords = 256;
  constexpr std::size_t kFewRowsPerWord = 10;
  return summary.distinct > kManyWords && known < kFewRowsPerWord * summary.distinct;
}

std::string wide_message(const ColumnSummary& summary, std::size_t known) {
  return fmt::format("column {} has {} in {}: too few rows for most of them to learn from", in_quotes(summary.name),
                     counted(summary.distinct, "different word"), counted(known, "row"));
}

std::string id_message(const ColumnSummary& summary) {
  return fmt::format("column {} has {}, nearly one per row: what is learned from it cannot generalise",
                     in_quotes(summary.name), counted(summary.distinct, "value"));
}

std::string constant_message(const ColumnSummary& summary) {
  const std::string value =
      summary.kind == ColumnKind::numeric
          ? (summary.date ? date_text(summary.minimum, summary.date->unit) : shortest(summary.minimum))
          : in_quotes(summary.categories.empty() ? "" : summary.categories.front());
  return fmt::format("column {} is {} in every row: there is nothing to learn from it", in_quotes(summary.name), value);
}

bool is_constant(const Table& table, const ColumnSummary& summary) {
  const bool declared = summary.categories.size() > 1;  // the values are not those of the rows
  return table.rows() >= kFewestRows && summary.missing == 0 && summary.distinct == 1 && !declared;
}

// Warns and remarks.
void remark(ColumnSummary& summary, Warnings& warnings, const char* kind, const char* group, const std::string& message,
            std::string hint, const std::function<Location()>& where) {
  summary.remarks.push_back({kind, message});
  warn_in_group(warnings, group, message, std::move(hint), where);
}

class Adviser {
 public:
  Adviser(const Table& table, std::size_t column, const ColumnScan& found, ColumnSummary& summary, Warnings& warnings)
      : table_(table), column_(column), found_(found), summary_(summary), warnings_(warnings) {}

  // Whether its kind is in doubt: then nothing more needs to be said.
  bool doubts_kind() {
    if (found_.known() == 0) {
      say_in_header("empty", kEmptyGroup,
                    fmt::format("column {} has no known value; it is left out", in_quotes(name())), "");
      return true;
    }
    if (!is_inferred()) return false;
    if (found_.is_codes()) {
      say("leading-zeros", "columns with leading zeros",
          padded_message(name(), table_.cell(found_.first_padded_row, column_)),
          fmt::format("use {}, or {} if they are amounts", option_text("--categorical", name()),
                      option_text("--numeric", name())),
          found_.first_padded_row);
      return false;  // hardly
    }
    if (found_.odd == 0) return false;
    const CellText odd = table_.cell(found_.first_odd_row, column_);
    const std::vector<DateForm> dates = found_.date_forms();
    const std::vector<DateForm> short_dates = found_.short_date_forms();
    if (dates.size() > 1) {
      say("ambiguous-date", "dates whose order cannot be told", ambiguous_message(name(), odd),
          "use " + date_options(name(), dates), found_.first_odd_row);
    } else if (!short_dates.empty()) {
      say("short-years", "dates with years of two digits", short_years_message(name(), odd),
          "use " + date_options(name(), short_dates) + ", or write years with four digits", found_.first_odd_row);
    } else if (found_.with_commas == found_.odd) {
      say("commas", "numbers with commas", commas_message(name(), odd),
          "write numbers with a decimal point and without thousands separators", found_.first_odd_row);
    } else if (few_odd_cells(found_)) {
      say("nearly-numeric", "nearly numeric columns", almost_numeric_message(name(), odd, found_),
          odd_cell_hint(odd, name()), found_.first_odd_row);
    } else {
      return false;
    }
    return true;
  }

  void advise_about_values() {
    const bool categorical = summary_.kind == ColumnKind::categorical;
    const std::string ignore = option_text("--ignore", name());
    if (is_constant(table_, summary_)) {
      say_in_header("constant", "constant columns", constant_message(summary_), "use " + ignore);
    } else if (found_.counts_rows || (categorical && is_id_like(summary_.distinct, found_.known()))) {
      say_in_header("id", "id-like columns", id_message(summary_), "use " + ignore);
    } else if (is_inferred() && !summary_.rare_rule && is_wide(summary_, found_.known())) {
      say_in_header("many-words", "columns of many words", wide_message(summary_, found_.known()),
                    fmt::format("use {} to make one category of rare words, or {}",
                                option_text("--rare-words", name() + "=5"), ignore));
    }
  }

 private:
  const std::string& name() const { return summary_.name; }
  bool is_inferred() const { return summary_.kind == ColumnKind::categorical && !summary_.overridden; }

  void say(const char* kind, const char* group, const std::string& message, std::string hint, std::size_t row) {
    remark(summary_, warnings_, kind, group, message, std::move(hint), [&] { return table_.where(row, column_); });
  }

  void say_in_header(const char* kind, const char* group, const std::string& message, std::string hint) {
    remark(summary_, warnings_, kind, group, message, std::move(hint), [&] { return table_.where_name(column_); });
  }

  const Table& table_;
  std::size_t column_;
  const ColumnScan& found_;
  ColumnSummary& summary_;
  Warnings& warnings_;
};

}  // namespace

bool is_id_like(std::size_t distinct, std::size_t known) {
  return known >= kFewestRows && 10 * distinct >= 9 * known;
}

void advise(const Table& table, std::size_t column, const ColumnScan& found, ColumnSummary& summary,
            Warnings& warnings) {
  if (summary.kind == ColumnKind::ignored && summary.overridden) return;
  Adviser adviser(table, column, found, summary, warnings);
  if (!adviser.doubts_kind()) adviser.advise_about_values();
}

void advise_about_duplicates(const Table& table, Schema& schema, Warnings& warnings) {
  if (table.rows() < kFewestRows) return;
  for (const DuplicateColumn& found : find_duplicates(table, schema)) {
    ColumnSummary& summary = schema.columns[found.column];
    const std::string message = fmt::format("column {} has the same cells as column {}", in_quotes(summary.name),
                                            in_quotes(schema.columns[found.original].name));
    remark(summary, warnings, "duplicate", "duplicate columns", message, "use " + option_text("--ignore", summary.name),
           [&] { return table.where_name(found.column); });
  }
}

void withdraw_advice(const ColumnSummary& summary, Warnings& warnings) {
  for (const ColumnRemark& remark : summary.remarks) {
    if (std::find(kToIgnore.begin(), kToIgnore.end(), remark.kind) == kToIgnore.end()) continue;
    std::erase_if(warnings,
                  [&](const Warning& warning) { return !warning.group.empty() && warning.message == remark.message; });
  }
}

namespace {

constexpr std::size_t kFewestInOrder = 20;  // a few measurements may be in order by chance
constexpr double kDense = 1.1;              // numbers in the range per number there is

// The different values of numbers that never fall, or never rise; nothing for others, most of them after few rows.
std::optional<std::size_t> count_if_sorted(const ColumnCells& cells, std::size_t rows) {
  std::size_t rises = 0;
  std::size_t falls = 0;
  std::optional<double> last;
  for (std::size_t row = 0; row < rows; ++row) {
    const CellMeaning cell = cells[row];
    if (cell.sort != CellSort::number) continue;
    if (last && cell.number > *last) ++rises;
    if (last && cell.number < *last) ++falls;
    if (rises > 0 && falls > 0) return std::nullopt;
    last = cell.number;
  }
  return rises + falls + 1;
}

std::size_t count_in_range(const ColumnCells& cells, std::size_t rows, WholeRange range) {
  std::vector<bool> seen(static_cast<std::size_t>(range.maximum - range.minimum) + 1);
  std::size_t distinct = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const CellMeaning cell = cells[row];
    if (cell.sort != CellSort::number) continue;
    const auto place = static_cast<std::size_t>(cell.number - range.minimum);
    distinct += seen[place] ? 0U : 1U;
    seen[place] = true;
  }
  return distinct;
}

// id, customer_id, "Order ID", customerId, uuid.
bool is_called_id(std::string_view name) {
  if (equals_ignoring_case(name, "id") || equals_ignoring_case(name, "uuid")) return true;
  if (name.size() < 3) return false;
  const std::string_view end = name.substr(name.size() - 2);
  const char before = name[name.size() - 3];
  const bool apart = before == '_' || before == ' ' || before == '-' || before == '.';
  return (apart && equals_ignoring_case(end, "id")) || end == "Id" || (end == "ID" && before >= 'a' && before <= 'z');
}

}  // namespace

std::optional<std::size_t> count_row_numbers(const ColumnCells& cells, std::size_t rows, std::size_t known,
                                             WholeRange range, std::string_view name) {
  if (known < kFewestInOrder) return std::nullopt;
  std::optional<std::size_t> distinct = count_if_sorted(cells, rows);
  if (!distinct && range.maximum - range.minimum < kDense * static_cast<double>(known)) {
    distinct = count_in_range(cells, rows, range);
  }
  if (!distinct && is_called_id(name) && cells.column().form == ColumnForm::numbers) {
    distinct = count_distinct({cells.column().numbers}, known);
  }
  return distinct && is_id_like(*distinct, known) ? distinct : std::nullopt;
}

namespace {

constexpr std::uint64_t kMissingValue = 0x9e37'79b9'7f4a'7c15U;

// The cells of a column as numbers of 64 bits: equal cells of two columns have equal ones, and hardly any others do.
class CellDigests {
 public:
  CellDigests(const Table& table, const Schema& schema, std::size_t column)
      : cells_(table, column, schema, schema.columns[column].date) {
    const bool numeric = schema.columns[column].kind == ColumnKind::numeric;
    const TextPool& texts = cells_.column().texts;
    for (std::uint32_t code = 0; code < texts.size(); ++code) {
      const CellMeaning& meaning = cells_.meanings()[code];
      of_texts_.push_back(meaning.sort == CellSort::missing ? kMissingValue
                          : numeric                         ? of_number(meaning.number)
                                                            : std::hash<std::string_view>()(texts.text(code)));
    }
  }

  std::uint64_t operator[](std::size_t row) const {
    const TableColumn& column = cells_.column();
    if (column.form == ColumnForm::texts) return of_texts_[column.codes[row]];
    const double cell = column.numbers[row];
    return is_odd(cell) ? of_texts_[code_of(cell)] : of_number(cell);
  }

  void done() const { drop_pages_of(cells_.column().numbers); }

 private:
  static std::uint64_t of_number(double number) { return std::bit_cast<std::uint64_t>(number); }

  ColumnCells cells_;
  std::vector<std::uint64_t> of_texts_;  // per code
};

// Of a few hundred rows: columns that are alike in those are compared in all.
std::uint64_t digest(const CellDigests& cells, std::size_t rows) {
  constexpr std::uint64_t kFactor = 0x5851'f42d'4c95'7f2dU;
  constexpr std::size_t kEnoughRows = 200;
  const std::size_t step = rows / kEnoughRows + 1;
  std::uint64_t sum = 0;
  for (std::size_t row = 0; row < rows; row += step) sum = (sum ^ cells[row]) * kFactor + (sum >> 32U);
  return sum;
}

bool same_cells(const CellDigests& one, const CellDigests& other, std::size_t rows) {
  for (std::size_t row = 0; row < rows; ++row) {
    if (one[row] != other[row]) return false;
  }
  return true;
}

}  // namespace

std::vector<DuplicateColumn> find_duplicates(const Table& table, const Schema& schema) {
  std::vector<DuplicateColumn> duplicates;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> originals;  // by digest
  for (std::size_t column = 0; column < table.columns(); ++column) {
    const ColumnSummary& summary = schema.columns[column];
    if (summary.kind == ColumnKind::ignored || summary.distinct < 2) continue;
    const CellDigests cells(table, schema, column);
    std::vector<std::size_t>& alike = originals[digest(cells, table.rows())];
    bool found = false;
    for (const std::size_t original : alike) {
      found = schema.columns[original].kind == summary.kind &&
              same_cells(cells, CellDigests(table, schema, original), table.rows());
      if (!found) continue;
      duplicates.push_back({column, original});
      break;
    }
    if (!found) alike.push_back(column);
    cells.done();
  }
  return duplicates;
}

}  // namespace espalier
