#include "fuzz/table_checks.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "data/csv_reader.hpp"
#include "data/dataset.hpp"
#include "data/schema.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::fuzz {
namespace {

constexpr std::size_t kMostCells = 100;  // looked at one by one: each is sought in the text

std::size_t below(RandomEngine& engine, std::size_t bound) {
  return static_cast<std::size_t>(uniform_below(engine, bound));
}

void require_sound(const TableColumn& column, std::size_t rows) {
  if (column.form == ColumnForm::numbers) {
    require(column.numbers.size() == rows, "a column of numbers is not as long as the table");
    for (const double cell : column.numbers) {
      if (is_odd(cell)) {
        require(code_of(cell) < column.texts.size(), "an odd cell without a text");
      } else {
        require(std::isfinite(cell) && !(cell == 0 && std::signbit(cell)), "a number that no cell can be");
      }
    }
  } else if (column.form == ColumnForm::texts) {
    require(column.codes.size() == rows, "a column of texts is not as long as the table");
    for (const std::uint32_t code : column.codes) require(code < column.texts.size(), "a code without a text");
  }
}

// What was kept of a cell is what stands there.
void require_cell(const Table& table, std::size_t row, std::size_t column) {
  const CellText cell = table.cell(row, column);
  require(!first_invalid_utf8(cell.text), "a cell is not UTF-8");
  require(table.where(row, column).line >= 1, "a cell without a line");
  const TableColumn& kept = table.column(column);
  if (kept.form == ColumnForm::skipped) return;
  if (kept.form == ColumnForm::texts || is_odd(kept.numbers[row])) {
    const std::uint32_t code = kept.form == ColumnForm::texts ? kept.codes[row] : code_of(kept.numbers[row]);
    require(kept.texts.text(code) == cell.text, "a kept text is another one");
    require(kept.texts.quoted(code) == cell.quoted, "a kept text has other quotes");
  } else {
    const auto number = parse_number(cell.text);
    require(number && *number == kept.numbers[row], "a kept number is another one");
  }
}

void require_same_columns(const TableColumn& a, const TableColumn& b, std::size_t rows) {
  require(a.form == b.form, "another form of a column");
  require(a.texts.size() == b.texts.size(), "another number of texts");
  for (std::uint32_t code = 0; code < a.texts.size(); ++code) {
    require(a.texts.text(code) == b.texts.text(code) && a.texts.quoted(code) == b.texts.quoted(code), "another text");
  }
  if (a.form == ColumnForm::texts) require(a.codes == b.codes, "other codes");
  if (a.form != ColumnForm::numbers) return;
  for (std::size_t row = 0; row < rows; ++row) {
    const bool same = is_odd(a.numbers[row])
                          ? is_odd(b.numbers[row]) && code_of(a.numbers[row]) == code_of(b.numbers[row])
                          : a.numbers[row] == b.numbers[row];
    require(same, "another number");
  }
}

SchemaOverrides some_overrides(const Table& table, RandomEngine& choices) {
  SchemaOverrides overrides;
  const std::string& column = table.column_names[below(choices, table.columns())];
  switch (below(choices, 8)) {
    case 0: overrides.categorical.push_back(column); break;
    case 1: overrides.date.push_back({column, std::nullopt}); break;
    case 2: overrides.rare_words.push_back({"", 2}); break;
    case 3: overrides.missing_tokens = std::vector<std::string>{"x", "0"}; break;
    default: break;  // as people mostly have it
  }
  return overrides;
}

void require_sound(const Dataset& data) {
  const std::size_t rows = data.rows();
  require(rows > 0 && data.table_rows.size() == rows, "a dataset without rows");
  require(data.weights.empty() || data.weights.size() == rows, "another number of weights");
  for (const std::uint32_t label : data.classes) require(label < data.labels.size(), "a class without a label");
  for (const double target : data.targets) require(std::isfinite(target), "a target that is not finite");
  for (const FeatureColumn& feature : data.features) {
    require(feature.values.size() == rows, "a feature is not as long as the dataset");
    const auto categories = static_cast<double>(feature.categories.size());
    for (const double value : feature.values) {
      if (std::isnan(value)) continue;
      const bool category = value >= 0 && value < categories && value == std::trunc(value);
      require(feature.kind == ColumnKind::numeric ? std::isfinite(value) : category, "a value that no cell can have");
    }
  }
}

CsvOptions some_options(RandomEngine& choices) {
  CsvOptions options;
  if (below(choices, 4) == 0) options.delimiter = ",;\t| -5"[below(choices, 7)];
  options.header = below(choices, 4) > 0;
  options.ragged = below(choices, 4) == 0;
  if (below(choices, 6) == 0) options.encoding = Encoding::latin1;
  if (below(choices, 4) == 0) options.kept_texts = {-999, 0, 0.5};
  if (below(choices, 6) == 0) options.wanted = std::vector<std::string>{"a", "b", "x", "column_2"};
  return options;
}

}  // namespace

void require_sound(const Source& source) {
  const Table& table = source.table;
  require(table.columns() > 0 && table.rows() > 0, "a table without cells");
  require(std::set<std::string>(table.column_names.begin(), table.column_names.end()).size() == table.columns(),
          "two columns of one name");
  require(table.weights.empty() || table.weights.size() == table.rows(), "another number of weights");
  for (std::size_t column = 0; column < table.columns(); ++column) require_sound(table.column(column), table.rows());
  const std::size_t cells = table.rows() * table.columns();
  const std::size_t step = 1 + cells / kMostCells;
  for (std::size_t cell = 0; cell < cells; cell += step) {
    require_cell(table, cell / table.columns(), cell % table.columns());
  }
}

void require_same(const Reading& a, const Reading& b) {
  if (a.refusal != b.refusal) report_finding("refused otherwise:\n" + a.refusal + "\n" + b.refusal);
  if (a.warnings != b.warnings) report_finding("other warnings:\n" + a.warnings + "\n" + b.warnings);
  if (!a.source) return;
  const Table& one = a.source->table;
  const Table& other = b.source->table;
  require(one.column_names == other.column_names && one.rows() == other.rows(), "another shape");
  require(one.delimiter == other.delimiter && one.sha256 == other.sha256, "another delimiter or hash");
  require(one.weights == other.weights, "other weights");
  for (std::size_t column = 0; column < one.columns(); ++column) {
    require_same_columns(one.column(column), other.column(column), one.rows());
  }
}

void make_dataset(Source source, RandomEngine& choices) {
  Warnings warnings;
  const SchemaOverrides overrides = merge(source.overrides, some_overrides(source.table, choices));
  const Schema schema = infer_schema(source.table, overrides, warnings);
  require(schema.columns.size() == source.table.columns(), "another number of columns");
  DatasetOptions options;
  const auto& names = source.table.column_names;
  options.target =
      source.default_target.value_or(below(choices, 2) == 0 ? names.back() : names[below(choices, names.size())]);
  if (below(choices, 8) == 0) options.weight = names.front();
  if (below(choices, 8) == 0) options.task = Task::regression;
  const Dataset data = take_dataset(source.table, schema, options, warnings);
  require_presentable(warnings);
  require_sound(data);
}

void check_rows(std::string_view input, const char* file_name) {
  RandomEngine choices = choices_of(input);
  CsvOptions options = some_options(choices);
  const std::string path = workspace() + "/" + file_name;
  std::ofstream(path, std::ios::binary) << input;
  const auto read = [&](std::size_t chunk, std::size_t most_in_memory, std::size_t threads) {
    return attempt([&](Warnings& warnings) {
      CsvOptions with_threads = options;
      with_threads.threads = threads;
      Source source;
      source.table = read_table(path, with_threads, CsvTuning{chunk, most_in_memory}, warnings);
      return source;
    });
  };
  Reading whole = read(CsvTuning{}.chunk, CsvTuning{}.most_in_memory, 1);
  if (whole.source) require_sound(*whole.source);
  require_same(whole, read(1 + below(choices, 64), CsvTuning{}.most_in_memory, 1));
  // Threads wait for each other at every chunk: few of those, and not every time.
  const std::size_t threads = below(choices, 4) == 0 ? 3 : 1;
  require_same(whole, read(1 + below(choices, 64) + (threads > 1 ? input.size() / 16 : 0), 0, threads));
  if (whole.source) make_dataset(std::move(*whole.source), choices);
}

}  // namespace espalier::fuzz
