// Looks at every cell of every column and says what the column means.
#include "data/schema.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include "data/categories.hpp"
#include "data/column_advice.hpp"
#include "data/column_cells.hpp"
#include "data/faults.hpp"
#include "data/overrides.hpp"
#include "support/mapped_file.hpp"
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

// Beyond 2^53 all numbers are whole, and up to there they fit.
bool is_whole(double x) {
  return std::abs(x) >= 0x1p53 || static_cast<double>(static_cast<std::int64_t>(x)) == x;
}

// A number that `cells` cells hold, more than 0.
void note_numbers(ColumnScan& found, double number, std::size_t cells) {
  if (found.numbers == 0) found.minimum = found.maximum = number;
  found.numbers += cells;
  found.minimum = std::min(found.minimum, number);
  found.maximum = std::max(found.maximum, number);
  found.integer = found.integer && is_whole(number);
}

// The numbers of a column, all at once: four of them side by side, as each comparison waits for the one before. NaN is
// neither less nor greater.
void scan_numbers(std::span<const double> numbers, ColumnScan& found) {
  constexpr std::size_t kLanes = 4;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::array<double, kLanes> least = {kInfinity, kInfinity, kInfinity, kInfinity};
  std::array<double, kLanes> most = {-kInfinity, -kInfinity, -kInfinity, -kInfinity};
  std::array<std::size_t, kLanes> counts = {};
  const std::size_t even = numbers.size() - numbers.size() % kLanes;
  for (std::size_t i = 0; i < even; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const double number = numbers[i + lane];
      least[lane] = number < least[lane] ? number : least[lane];
      most[lane] = number > most[lane] ? number : most[lane];
      counts[lane] += number == number ? 1U : 0U;
    }
  }
  found.numbers = std::accumulate(counts.begin(), counts.end(), std::size_t{0});
  if (found.numbers > 0) {
    found.minimum = *std::min_element(least.begin(), least.end());
    found.maximum = *std::max_element(most.begin(), most.end());
    found.integer = std::all_of(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(even),
                                [](double number) { return is_odd(number) || is_whole(number); });
  }
  for (const double number : numbers.subspan(even)) {
    if (!is_odd(number)) note_numbers(found, number, 1);
  }
}

// How many cells have each text of the column.
std::vector<std::size_t> count_texts(const TableColumn& column) {
  std::vector<std::size_t> counts(column.texts.size());
  if (counts.empty()) return counts;
  if (column.form == ColumnForm::texts) {
    for (const std::uint32_t code : column.codes) ++counts[code];
  } else {
    for (const double cell : column.numbers) {
      if (is_odd(cell)) ++counts[code_of(cell)];
    }
  }
  return counts;
}

std::size_t first_row_with(const TableColumn& column, std::uint32_t code) {
  if (column.form == ColumnForm::texts) {
    return static_cast<std::size_t>(std::find(column.codes.begin(), column.codes.end(), code) - column.codes.begin());
  }
  const auto found = std::find_if(column.numbers.begin(), column.numbers.end(),
                                  [code](double cell) { return is_odd(cell) && code_of(cell) == code; });
  return static_cast<std::size_t>(found - column.numbers.begin());
}

ColumnScan scan(const ColumnCells& cells) {
  ColumnScan found;
  const TableColumn& column = cells.column();
  if (column.form == ColumnForm::numbers) scan_numbers(column.numbers, found);
  const std::vector<std::size_t> counts = count_texts(column);
  for (std::uint32_t code = 0; code < counts.size(); ++code) {
    const CellMeaning& text = cells.meanings()[code];
    switch (counts[code] == 0 ? CellSort::missing : text.sort) {
      case CellSort::missing: found.missing += counts[code]; break;
      case CellSort::number:
        note_numbers(found, text.number, counts[code]);
        if (is_padded(column.texts.text(code))) {
          if (found.padded == 0) found.first_padded_row = first_row_with(column, code);
          found.padded += counts[code];
        }
        break;
      case CellSort::odd:
        // Codes are in the order of the rows: this is the first one.
        if (found.odd == 0) found.first_odd_row = first_row_with(column, code);
        found.odd += counts[code];
        if (is_number_with_commas(column.texts.text(code))) found.with_commas += counts[code];
        found.dates.add(column.texts.text(code));
        found.short_dates.add(column.texts.text(code));
        break;
    }
  }
  return found;
}

ColumnKind natural_kind(const ColumnScan& found) {
  if (found.known() == 0) return ColumnKind::ignored;
  if (found.is_codes()) return ColumnKind::categorical;
  return found.odd == 0 || found.date_forms().size() == 1 ? ColumnKind::numeric : ColumnKind::categorical;
}

// The form of a column of dates: the one that was given, or the only one that all cells have.
std::optional<DateForm> date_form(const Table& table, std::size_t column, const ColumnCells& cells,
                                  const std::optional<ColumnOverride>& said, const ColumnScan& found) {
  const bool asked = said && said->date;
  if (said && !asked) return std::nullopt;
  const std::vector<DateForm> forms = found.date_forms();
  if (!asked || found.known() == 0) return forms.size() == 1 ? std::optional(forms.front()) : std::nullopt;
  if (said->date->form) return with_unit(table, column, cells, *said->date->form);
  if (forms.size() == 1) return forms.front();
  if (!found.short_date_forms().empty())
    throw short_years(table, found.first_odd_row, column, found.short_date_forms());
  throw forms.empty() ? not_dates(table, column, cells) : ambiguous_dates(table, found.first_odd_row, column, forms);
}

void summarise_dates(ColumnSummary& summary, const ColumnCells& dates) {
  ColumnScan found;
  std::vector<double> different;
  for (const CellMeaning& meaning : dates.meanings()) {
    if (meaning.sort != CellSort::number) continue;
    note_numbers(found, meaning.number, 1);
    different.push_back(meaning.number);
  }
  summary.minimum = found.minimum;
  summary.maximum = found.maximum;
  summary.integer = found.integer;
  summary.distinct = count_distinct({different}, different.size());
}

void summarise_numbers(ColumnSummary& summary, ColumnScan& found, const ColumnCells& cells, std::size_t rows,
                       Counting counting) {
  if (found.numbers == 0) return;
  summary.minimum = found.minimum;
  summary.maximum = found.maximum;
  summary.integer = found.integer;
  const std::size_t most = counting == Counting::exact ? found.numbers : kFewNumbers;
  std::vector<double> of_texts;
  for (const CellMeaning& meaning : cells.meanings()) {
    if (meaning.sort == CellSort::number) of_texts.push_back(meaning.number);
  }
  const bool texts = cells.column().form == ColumnForm::texts;
  summary.distinct =
      texts ? count_distinct({of_texts}, most) : count_distinct({cells.column().numbers, of_texts}, most);
  if (!found.integer || summary.distinct <= std::min(kFewNumbers, found.numbers / 2)) return;
  const auto counted_rows = count_row_numbers(cells, rows, found.numbers, {found.minimum, found.maximum}, summary.name);
  found.counts_rows = counted_rows.has_value();
  summary.distinct = counted_rows.value_or(summary.distinct);
}

void summarise_categories(ColumnSummary& summary, const TextPool& texts, const Schema& schema) {
  std::vector<std::string_view> known;
  std::vector<std::uint32_t> codes;
  for (std::uint32_t code = 0; code < texts.size(); ++code) {
    if (schema.is_missing(texts.text(code), texts.quoted(code))) continue;
    known.push_back(texts.text(code));
    codes.push_back(code);
  }
  RankedTexts ranked = ranked_categories(known);
  summary.distinct = ranked.categories.size();
  summary.categories = std::move(ranked.categories);
  summary.category_of.assign(texts.size(), kNoCategory);
  for (std::size_t i = 0; i < codes.size(); ++i) summary.category_of[codes[i]] = ranked.ranks[i];
}

// Levels, or the values that a column is declared to have.
void summarise_levels(ColumnSummary& summary, const Table& table, const Schema& schema, std::size_t column,
                      const std::vector<std::string>& levels) {
  const TableColumn& cells = table.texts(column);
  const CategoryIndex index = index_of(levels);
  std::vector<bool> seen(levels.size());
  for (std::uint32_t code = 0; code < cells.texts.size(); ++code) {
    if (schema.is_missing(cells.texts.text(code), cells.texts.quoted(code))) continue;
    const auto level = index.find(cells.texts.text(code));
    if (level == index.end()) {
      // Codes are in the order of the rows: this is the first one.
      const auto first = std::find(cells.codes.begin(), cells.codes.end(), code);
      const auto row = static_cast<std::size_t>(first - cells.codes.begin());
      throw summary.kind == ColumnKind::ordinal ? not_a_level(table, row, column, levels)
                                                : not_declared(table, row, column, levels);
    }
    seen[level->second] = true;
  }
  summary.distinct = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
  summary.categories = levels;
}

ColumnKind kind_of(const std::optional<ColumnOverride>& said, const ColumnScan& found) {
  return said ? said->kind : natural_kind(found);
}

bool needs_texts(ColumnKind kind) {
  return kind == ColumnKind::categorical || kind == ColumnKind::ordinal;
}

}  // namespace

const std::vector<std::string>& default_missing_tokens() {
  static const std::vector<std::string> tokens = {"", "?", "NA", "N/A", "NaN", "null"};
  return tokens;
}

bool Schema::is_missing(std::string_view text, bool quoted) const {
  if (text.empty()) return true;
  if (quoted) return false;
  return std::any_of(missing_tokens.begin(), missing_tokens.end(), [&](const std::string& token) {
    return token.size() == text.size() && equals_ignoring_case(token, text);
  });
}

std::vector<std::uint32_t> categories_of(const ColumnSummary& summary, const TextPool& texts, const Schema& schema) {
  if (!summary.category_of.empty()) return summary.category_of;
  const CategoryIndex index = index_of(summary.categories);
  std::vector<std::uint32_t> categories;  // per code
  categories.reserve(texts.size());
  for (std::uint32_t code = 0; code < texts.size(); ++code) {
    const bool missing = schema.is_missing(texts.text(code), texts.quoted(code));
    const auto found = missing ? index.end() : index.find(texts.text(code));
    categories.push_back(found == index.end() ? kNoCategory : found->second);
  }
  return categories;
}

namespace {

// Kind and figures of a column, as far as they can be told before the texts of numbers are read again.
ColumnSummary first_look(const Table& table, std::size_t column, const Schema& tokens,
                         const std::optional<ColumnOverride>& said, Counting counting, ColumnScan& found) {
  const ColumnCells cells(table, column, tokens);
  found = scan(cells);
  ColumnSummary summary;
  summary.name = table.column_names[column];
  summary.overridden = said.has_value();
  summary.kind = kind_of(said, found);
  summary.missing = found.missing;
  summary.date = date_form(table, column, cells, said, found);
  const bool numeric = summary.kind == ColumnKind::numeric && !summary.date && found.odd == 0;
  if (numeric) summarise_numbers(summary, found, cells, table.rows(), counting);
  drop_pages_of(cells.column().numbers);
  return summary;
}

// Dates, categories and rare words, by the texts.
void second_look(const Table& table, std::size_t column, const Schema& tokens,
                 const std::optional<ColumnOverride>& said, const std::optional<RareWordsRule>& rare_words,
                 const ColumnScan& found, ColumnSummary& summary) {
  const bool declared = said && !said->levels.empty();
  if (summary.date) {
    summarise_dates(summary, ColumnCells(table, column, tokens, summary.date));
  } else if (summary.kind == ColumnKind::numeric && found.odd > 0) {
    throw not_a_number(table, found.first_odd_row, column);
  }
  if (needs_texts(summary.kind)) {
    if (declared) {
      summarise_levels(summary, table, tokens, column, said->levels);
    } else {
      summarise_categories(summary, table.texts(column).texts, tokens);
    }
  }
  if (rare_words) find_rare_words(table, column, declared, *rare_words, summary);
}

// What is said of the column, but for leaving it out.
SchemaOverrides about_column(SchemaOverrides overrides, const std::string& column) {
  const auto other_name = [&](const std::string& name) { return name != column; };
  const auto other_entry = [&](const auto& entry) { return entry.column != column; };
  std::erase_if(overrides.numeric, other_name);
  std::erase_if(overrides.categorical, other_name);
  overrides.ignore.clear();
  std::erase_if(overrides.ordinal, other_entry);
  std::erase_if(overrides.date, other_entry);
  std::erase_if(overrides.nominal, other_entry);
  std::erase_if(overrides.rare_words, [&](const auto& rule) { return !rule.column.empty() && rule.column != column; });
  return overrides;
}

}  // namespace

Schema infer_schema(const Table& table, const SchemaOverrides& overrides, Warnings& warnings, Counting counting) {
  Schema schema;
  schema.missing_tokens = overrides.missing_tokens.value_or(default_missing_tokens());
  const auto said = resolve(overrides, table);
  const auto rare_words = rare_word_rules(overrides, table);
  std::vector<ColumnScan> scans(table.columns());
  std::vector<std::size_t> texts;
  for (std::size_t column = 0; column < table.columns(); ++column) {
    if (said[column] && said[column]->date) texts.push_back(column);
  }
  table.read_texts(texts);
  for (std::size_t column = 0; column < table.columns(); ++column) {
    schema.columns.push_back(first_look(table, column, schema, said[column], counting, scans[column]));
    const ColumnSummary& summary = schema.columns.back();
    if (needs_texts(summary.kind) || summary.date) texts.push_back(column);
  }
  table.read_texts(texts);
  for (std::size_t column = 0; column < table.columns(); ++column) {
    ColumnSummary& summary = schema.columns[column];
    second_look(table, column, schema, said[column], rare_words[column], scans[column], summary);
    advise(table, column, scans[column], summary, warnings);
  }
  advise_about_duplicates(table, schema, warnings);
  return schema;
}

Schema infer_column(const Table& table, std::size_t column, const SchemaOverrides& overrides) {
  const SchemaOverrides own = about_column(overrides, table.column_names[column]);
  Schema schema;
  schema.missing_tokens = own.missing_tokens.value_or(default_missing_tokens());
  schema.columns.resize(table.columns());
  const auto said = resolve(own, table)[column];
  if (said && said->date) table.texts(column);
  ColumnScan found;
  ColumnSummary& summary = schema.columns[column];
  summary = first_look(table, column, schema, said, Counting::few, found);
  if (needs_texts(summary.kind) || summary.date) table.texts(column);
  second_look(table, column, schema, said, rare_word_rules(own, table)[column], found, summary);
  return schema;
}

}  // namespace espalier
