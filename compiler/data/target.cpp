#include "data/target.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "data/categories.hpp"
#include "data/cell_faults.hpp"
#include "data/column_advice.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kMostNumericClasses = 32;
constexpr double kExactIntegers = 9007199254740992.0;  // 2^53: beyond it, different texts read as one number

struct Target {
  const Table& table;
  const Schema& schema;
  std::size_t column;

  const ColumnSummary& summary() const { return schema.columns[column]; }
  const std::string& name() const { return table.column_names[column]; }
};

void refuse_ignored(const Target& target) {
  if (!target.summary().overridden || target.summary().kind != ColumnKind::ignored) return;
  throw Diagnostic(ExitCode::usage, fmt::format("column {} is both the target and ignored", in_quotes(target.name())),
                   "drop one of the two options");
}

void refuse_all_missing(const Target& target) {
  if (target.summary().missing < target.table.rows()) return;
  throw Diagnostic(ExitCode::bad_input, target.table.where_name(target.column),
                   fmt::format("every cell of the target column {} is missing", in_quotes(target.name())),
                   "--missing-token says which texts count as missing");
}

void refuse_measurement(const Target& target) {
  const ColumnSummary& summary = target.summary();
  const bool exact = summary.minimum >= -kExactIntegers && summary.maximum <= kExactIntegers;
  if (summary.integer && exact && summary.distinct <= kMostNumericClasses) return;
  throw Diagnostic(ExitCode::bad_input, target.table.where_name(target.column),
                   fmt::format("the target column {} looks like a measurement ({} from {} to {}); "
                               "regression is not available in this version",
                               in_quotes(target.name()), counted(summary.distinct, "different number"),
                               shortest(summary.minimum), shortest(summary.maximum)),
                   option_text("--categorical", target.name()) + " treats each value as a class");
}

// Calls `take(row, cell)` for the rows with a known target and records them.
template <typename Take>
void for_known(const Target& target, TargetClasses& out, Take take) {
  for (std::size_t row = 0; row < target.table.rows(); ++row) {
    const Cell& cell = target.table.cell(row, target.column);
    if (target.schema.is_missing(cell)) continue;
    out.table_rows.push_back(row);
    out.classes.push_back(take(row, cell));
  }
}

// Labels that no row has are dropped: every class can be learned.
void drop_unused_labels(TargetClasses& target) {
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

TargetClasses classes_by_text(const Target& target) {
  TargetClasses out;
  out.labels = target.summary().categories;
  const CategoryIndex index = index_of(out.labels);
  for_known(target, out, [&](std::size_t row, const Cell& cell) {
    const auto found = index.find(cell.text);
    if (found == index.end()) throw not_a_level(target.table, row, target.column, out.labels);
    return found->second;
  });
  return out;
}

// "1", "01" and "1.0" are the class "1".
TargetClasses classes_by_number(const Target& target) {
  TargetClasses out;
  std::map<std::int64_t, std::uint32_t> code_of;
  std::vector<std::int64_t> numbers;
  for_known(target, out, [&](std::size_t row, const Cell& cell) {
    const auto number = parse_number(cell.text);
    if (!number || std::fabs(*number) > kExactIntegers) throw not_a_number(target.table, row, target.column);
    numbers.push_back(static_cast<std::int64_t>(*number));
    code_of.emplace(numbers.back(), 0);
    return 0U;
  });
  for (auto& [number, code] : code_of) {
    code = static_cast<std::uint32_t>(out.labels.size());
    out.labels.push_back(fmt::format("{}", number));
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) out.classes[i] = code_of.at(numbers[i]);
  return out;
}

void warn_left_out(const Target& target, const TargetClasses& out, Warnings& warnings) {
  const std::size_t left_out = target.table.rows() - out.table_rows.size();
  if (left_out == 0) return;
  std::size_t first = 0;
  while (first < out.table_rows.size() && out.table_rows[first] == first) ++first;
  warnings.push_back(
      {fmt::format("{} left out: the target {} is missing",
                   left_out == 1 ? "1 row is" : counted(left_out, "row") + " are", in_quotes(target.name())),
       "", target.table.where(first, target.column), ""});
}

void warn_little_to_learn(const Target& target, const TargetClasses& out, Warnings& warnings) {
  const Location where = target.table.where_name(target.column);
  if (out.classes.size() == 1) {
    warnings.push_back({"there is only one row to learn from", "", target.table.where_row(out.table_rows[0]), ""});
  } else if (out.labels.size() == 1) {
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

TargetClasses read_target(const Table& table, const Schema& schema, std::size_t column, Warnings& warnings) {
  const Target target{table, schema, column};
  refuse_ignored(target);
  refuse_all_missing(target);
  const bool numeric = target.summary().kind == ColumnKind::numeric;
  if (numeric) refuse_measurement(target);
  TargetClasses out = numeric ? classes_by_number(target) : classes_by_text(target);
  drop_unused_labels(out);
  withdraw_id_advice(target.summary(), warnings);
  warn_left_out(target, out, warnings);
  warn_little_to_learn(target, out, warnings);
  return out;
}

}  // namespace espalier
