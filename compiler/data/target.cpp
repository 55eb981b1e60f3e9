#include "data/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_set>

#include "data/categories.hpp"
#include "data/column_advice.hpp"
#include "data/column_cells.hpp"
#include "data/faults.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kTellsNoScale = 2;  // two numbers are yes and no, more may be a scale

struct Target {
  const Table& table;
  const Schema& schema;
  std::size_t column;
  const std::vector<std::size_t>& rows;

  const ColumnSummary& summary() const { return schema.columns[column]; }
  const std::string& name() const { return table.column_names[column]; }

  // Per row.
  std::vector<double> numbers() const {
    const ColumnCells cells(table, column, schema);
    std::vector<double> numbers;
    numbers.reserve(rows.size());
    for (const std::size_t row : rows) {
      const CellMeaning cell = cells[row];
      if (cell.sort != CellSort::number) throw not_a_number(table, row, column);
      numbers.push_back(cell.number);
    }
    return numbers;
  }
};

void refuse_ignored(const Table& table, const ColumnSummary& summary, std::size_t column) {
  if (!summary.overridden || summary.kind != ColumnKind::ignored) return;
  throw Diagnostic(ExitCode::usage,
                   fmt::format("column {} is both the target and ignored", in_quotes(table.column_names[column])),
                   "drop one of the two options");
}

// Labels that no row has are dropped: every class can be learned.
void drop_unused_labels(TargetColumn& target) {
  std::vector<bool> used(target.labels.size());
  for (const std::uint32_t code : target.classes) used[code] = true;
  std::vector<std::string> labels;
  std::vector<std::uint32_t> renumbered(target.labels.size());
  for (std::size_t code = 0; code < used.size(); ++code) {
    renumbered[code] = static_cast<std::uint32_t>(labels.size());
    if (used[code]) labels.push_back(std::move(target.labels[code]));
  }
  for (std::uint32_t& code : target.classes) code = renumbered[code];
  target.labels = std::move(labels);
}

// Classes and the class of each text of a numeric column that is taken for categorical: its own categories are none.
void rank_numeric(const Target& target, const TableColumn& cells, TargetColumn& out,
                  std::vector<std::uint32_t>& class_of) {
  std::vector<bool> used(cells.texts.size());
  for (const std::size_t row : target.rows) used[cells.codes[row]] = true;
  std::vector<std::string_view> texts;
  std::vector<std::uint32_t> codes;
  for (std::uint32_t code = 0; code < used.size(); ++code) {
    if (!used[code]) continue;
    texts.push_back(cells.texts.text(code));
    codes.push_back(code);
  }
  RankedTexts ranked = ranked_categories(texts);
  out.labels = std::move(ranked.categories);
  for (std::size_t i = 0; i < codes.size(); ++i) class_of[codes[i]] = ranked.ranks[i];
}

void read_classes_by_text(const Target& target, TargetColumn& out) {
  const TableColumn& cells = target.table.texts(target.column);
  std::vector<std::uint32_t> class_of(cells.texts.size(), kNoCategory);  // per code
  if (target.summary().kind == ColumnKind::numeric) {
    rank_numeric(target, cells, out, class_of);
  } else {
    out.labels = target.summary().categories;
    class_of = categories_of(target.summary(), cells.texts, target.schema);
  }
  out.classes.reserve(target.rows.size());
  for (const std::size_t row : target.rows) {
    out.classes.push_back(class_of[cells.codes[row]]);
    if (out.classes.back() == kNoCategory) throw not_a_level(target.table, row, target.column, out.labels);
  }
}

// "1", "01" and "1.0" are the class "1".
void read_classes_by_number(const Target& target, TargetColumn& out) {
  std::map<double, std::uint32_t> code_of_number;
  const std::vector<double> numbers = target.numbers();
  for (const double number : numbers) code_of_number.emplace(number, 0);
  for (auto& [number, code] : code_of_number) {
    code = static_cast<std::uint32_t>(out.labels.size());
    out.labels.push_back(fmt::format("{}", static_cast<std::int64_t>(number)));
  }
  out.classes.reserve(numbers.size());
  for (const double number : numbers) out.classes.push_back(code_of_number.at(number));
}

void warn_few_classes(const Target& target, const TargetColumn& out, Warnings& warnings) {
  const Location where = target.table.where_name(target.column);
  if (out.labels.size() == 1) {
    warnings.push_back({fmt::format("the target {} has only one class, {}: there is nothing to tell apart",
                                    in_quotes(target.name()), in_quotes(out.labels[0])),
                        "", where, ""});
  } else if (is_id_like(out.labels.size(), out.classes.size())) {
    warnings.push_back(
        {fmt::format("the target {} has {} in {}: nearly every row is a class of its own", in_quotes(target.name()),
                     counted(out.labels.size(), "class"), counted(out.classes.size(), "row")),
         "check that --target names the column to predict", where, ""});
  }
}

void warn_one_number(const Target& target, const TargetColumn& out, Warnings& warnings) {
  const double first = out.numbers.front();
  if (std::any_of(out.numbers.begin(), out.numbers.end(), [first](double number) { return number != first; })) return;
  warnings.push_back({fmt::format("the target {} is {} in every row: there is nothing to learn",
                                  in_quotes(target.name()), shortest(first)),
                      "", target.table.where_name(target.column), ""});
}

void warn_little_to_learn(const Target& target, const TargetColumn& out, Warnings& warnings) {
  if (target.rows.size() == 1) {
    warnings.push_back({"there is only one row to learn from", "", target.table.where_row(target.rows[0]), ""});
  } else if (out.task == Task::regression) {
    warn_one_number(target, out, warnings);
  } else {
    warn_few_classes(target, out, warnings);
  }
}

}  // namespace

std::size_t find_target(const Table& table, const std::string& name) {
  std::optional<std::size_t> found;
  for (std::size_t column = 0; column < table.columns(); ++column) {
    if (found && table.raw_names[column] == name) {
      throw Diagnostic(ExitCode::bad_input, table.where_name(column),
                       fmt::format("more than one column is called {}, the target", in_quotes(name)),
                       "rename or remove one of them in the header");
    }
    if (!found && table.column_names[column] == name) found = column;
  }
  if (!found) throw no_such_column(table, name);
  return *found;
}

std::vector<std::size_t> rows_with_target(const Table& table, const Schema& schema, std::size_t column,
                                          Warnings& warnings) {
  refuse_ignored(table, schema.columns[column], column);
  const std::string name = in_quotes(table.column_names[column]);
  std::vector<std::size_t> rows;
  rows.reserve(table.rows());
  std::optional<std::size_t> first_missing;
  const ColumnCells cells(table, column, schema);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (cells[row].sort != CellSort::missing) {
      rows.push_back(row);
    } else if (!first_missing) {
      first_missing = row;
    }
  }
  if (rows.empty()) {
    throw Diagnostic(ExitCode::bad_input, table.where_name(column),
                     fmt::format("every cell of the target column {} is missing", name),
                     "--missing-token says which texts count as missing");
  }
  if (first_missing) {
    const std::size_t left_out = table.rows() - rows.size();
    warnings.push_back({fmt::format("{} left out: the target {} is missing",
                                    left_out == 1 ? "1 row is" : counted(left_out, "row") + " are", name),
                        "", table.where(*first_missing, column), ""});
  }
  return rows;
}

TargetColumn read_target(const Table& table, const Schema& schema, std::size_t column, std::optional<Task> asked,
                         const std::vector<std::size_t>& rows, Warnings& warnings) {
  const Target target{table, schema, column, rows};
  const ColumnSummary& summary = target.summary();
  TargetColumn out;
  out.task = target_task(table, schema, column, asked);
  if (out.task == Task::regression) {
    out.numbers = target.numbers();
  } else if (summary.kind == ColumnKind::numeric && !summary.date && could_be_codes(summary)) {
    read_classes_by_number(target, out);
    out.numbers_as_classes = !asked && out.labels.size() > kTellsNoScale;
  } else {
    read_classes_by_text(target, out);
    drop_unused_labels(out);
  }
  withdraw_advice(summary, warnings);
  warn_little_to_learn(target, out, warnings);
  return out;
}

// Classes or numbers: what a target column is, and whether it can be what was asked for.

namespace {

constexpr std::size_t kMostNumericClasses = 32;
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53: beyond it, different texts read as one number

constexpr const char* kClassificationHint = "--task classification predicts each of its values as a class";

[[noreturn]] void refuse_text(const Table& table, const Schema& schema, std::size_t column) {
  const std::string name = in_quotes(table.column_names[column]);
  const ColumnCells cells(table, column, schema);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (cells[row].sort != CellSort::odd) continue;
    const CellText cell = table.cell(row, column);
    throw Diagnostic(
        ExitCode::bad_input, table.where(row, column),
        fmt::format("a regression needs numbers in the target column {}, found {}", name, in_quotes(cell.text)),
        cell.quoted ? kClassificationHint
                    : fmt::format("{}; {} takes this one for missing", kClassificationHint,
                                  option_text("--missing-token", cell.text)));
  }
  throw Diagnostic(ExitCode::bad_input, table.where_name(column),
                   fmt::format("a regression needs a numeric target, but column {} is said to be {}", name,
                               to_string(schema.columns[column].kind)),
                   fmt::format("{} takes its values as numbers", option_text("--numeric", table.column_names[column])));
}

}  // namespace

bool could_be_codes(const ColumnSummary& summary) {
  const bool exact = summary.minimum >= -kExactIntegers && summary.maximum <= kExactIntegers;
  return summary.integer && exact && summary.distinct <= kMostNumericClasses;
}

Task target_task(const Table& table, const Schema& schema, std::size_t column, std::optional<Task> asked) {
  const ColumnSummary& summary = schema.columns[column];
  const bool numeric = summary.kind == ColumnKind::numeric && !summary.date;  // dates are classes by their texts
  if (asked == Task::regression && !numeric) refuse_text(table, schema, column);
  if (asked) return *asked;
  return numeric && !could_be_codes(summary) ? Task::regression : Task::classification;
}

}  // namespace espalier
