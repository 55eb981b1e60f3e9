// Looks at every cell of every column and says what the column means.
#include "data/schema.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "data/categories.hpp"
#include "data/cell_faults.hpp"
#include "data/column_advice.hpp"
#include "data/overrides.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

// "1,5" and "1,234": a number but for its commas.
bool is_number_with_commas(std::string_view text) {
  if (text.find(',') == std::string_view::npos) return false;
  std::string digits(text);
  std::erase(digits, ',');
  return parse_number(digits).has_value();
}

ColumnScan scan(const Table& table, const Schema& schema, std::size_t column) {
  ColumnScan found;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const Cell& cell = table.cell(row, column);
    if (schema.is_missing(cell)) {
      ++found.missing;
    } else if (const auto number = parse_number(cell.text)) {
      found.numbers.push_back(*number + 0.0);  // -0 becomes 0
    } else {
      if (found.odd++ == 0) found.first_odd_row = row;
      if (is_number_with_commas(cell.text)) ++found.with_commas;
    }
  }
  return found;
}

ColumnKind natural_kind(const ColumnScan& found) {
  if (found.known() == 0) return ColumnKind::ignored;
  return found.odd == 0 ? ColumnKind::numeric : ColumnKind::categorical;
}

// Sorts the numbers in place.
void summarise_numbers(ColumnSummary& summary, std::vector<double>& numbers) {
  if (numbers.empty()) return;
  std::sort(numbers.begin(), numbers.end());
  summary.minimum = numbers.front();
  summary.maximum = numbers.back();
  summary.integer = std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::trunc(x) == x; });
  summary.distinct = static_cast<std::size_t>(std::unique(numbers.begin(), numbers.end()) - numbers.begin());
}

void summarise_categories(ColumnSummary& summary, const Table& table, const Schema& schema, std::size_t column) {
  std::unordered_set<std::string_view> seen;
  std::vector<std::string_view> texts;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const Cell& cell = table.cell(row, column);
    if (!schema.is_missing(cell) && seen.insert(cell.text).second) texts.push_back(cell.text);
  }
  summary.distinct = texts.size();
  summary.categories = sorted_categories(texts);
}

// Levels, or the values that a column is declared to have.
void summarise_levels(ColumnSummary& summary, const Table& table, const Schema& schema, std::size_t column,
                      const std::vector<std::string>& levels) {
  const CategoryIndex index = index_of(levels);
  std::vector<bool> seen(levels.size());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const Cell& cell = table.cell(row, column);
    if (schema.is_missing(cell)) continue;
    const auto level = index.find(cell.text);
    if (level == index.end()) {
      throw summary.kind == ColumnKind::ordinal ? not_a_level(table, row, column, levels)
                                                : not_declared(table, row, column, levels);
    }
    seen[level->second] = true;
  }
  summary.distinct = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
  summary.categories = levels;
}

}  // namespace

std::string_view to_string(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::numeric: return "numeric";
    case ColumnKind::categorical: return "categorical";
    case ColumnKind::ordinal: return "ordinal";
    case ColumnKind::ignored: break;
  }
  return "ignored";
}

const std::vector<std::string>& default_missing_tokens() {
  static const std::vector<std::string> tokens = {"", "?", "NA", "N/A", "NaN", "null"};
  return tokens;
}

bool Schema::is_missing(const Cell& cell) const {
  if (cell.text.empty()) return true;
  if (cell.quoted) return false;
  return std::any_of(missing_tokens.begin(), missing_tokens.end(), [&](const std::string& token) {
    return token.size() == cell.text.size() && equals_ignoring_case(token, cell.text);
  });
}

Schema infer_schema(const Table& table, const SchemaOverrides& overrides, Warnings& warnings) {
  Schema schema;
  schema.missing_tokens = overrides.missing_tokens.value_or(default_missing_tokens());
  const auto said = resolve(overrides, table);
  for (std::size_t column = 0; column < table.columns(); ++column) {
    ColumnScan found = scan(table, schema, column);
    ColumnSummary summary;
    summary.name = table.column_names[column];
    summary.overridden = said[column].has_value();
    summary.kind = summary.overridden ? said[column]->kind : natural_kind(found);
    summary.missing = found.missing;
    switch (summary.kind) {
      case ColumnKind::numeric:
        if (found.odd > 0) throw not_a_number(table, found.first_odd_row, column);
        summarise_numbers(summary, found.numbers);
        break;
      case ColumnKind::categorical:
      case ColumnKind::ordinal:
        if (summary.overridden && !said[column]->levels.empty()) {
          summarise_levels(summary, table, schema, column, said[column]->levels);
        } else {
          summarise_categories(summary, table, schema, column);
        }
        break;
      case ColumnKind::ignored: break;
    }
    advise(table, column, summary, found, warnings);
    schema.columns.push_back(std::move(summary));
  }
  return schema;
}

}  // namespace espalier
