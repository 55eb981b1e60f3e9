// The rows of an ARFF file, dense or sparse, with or without weights.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "data/arff.hpp"
#include "data/decode.hpp"
#include "data/row_block.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

// The most cells that are read of rows that stand for more cells than they have bytes, as sparse ones do: 2 GiB.
constexpr std::size_t kMostCells = std::size_t{1} << 28;

// The cells of a row, and its weight.
class RowReader {
 public:
  explicit RowReader(const std::vector<ArffAttribute>& attributes) : columns_(attributes.size()) {
    for (const ArffAttribute& attribute : attributes) defaults_.push_back(default_text(attribute));
  }

  std::optional<double> read(ArffLine& line, std::vector<Cell>& cells) const {
    std::optional<double> weight;
    if (line.at('{')) {
      read_sparse(line, cells);
      line.take(',');
      if (line.at('{')) weight = read_weight(line);
    } else {
      weight = read_dense(line, cells);
    }
    line.expect_end();
    return weight;
  }

 private:
  // What a sparse row means by leaving an attribute out: 0, and the first value of a nominal attribute.
  static std::string default_text(const ArffAttribute& attribute) {
    switch (attribute.kind) {
      case ArffKind::numeric: return "0";
      case ArffKind::nominal: return attribute.values.front();
      case ArffKind::text:
      case ArffKind::date: break;
    }
    return "?";
  }

  // Gives the weight at the end, if there is one.
  std::optional<double> read_dense(ArffLine& line, std::vector<Cell>& cells) const {
    std::optional<double> weight;
    while (!line.done() && !weight) {
      if (line.at('{')) {
        weight = read_weight(line);
        continue;
      }
      cells.push_back(line.word());
      const Cell& cell = cells.back();
      const bool comma = line.take(',');
      if ((cell.text.empty() && !cell.quoted) || (comma && line.done())) {
        throw Diagnostic(ExitCode::bad_input, comma && line.done() ? line.here() : line.where(cell),
                         "there is no value here", "write ? for a missing value");
      }
    }
    check_count(line, cells);
    return weight;
  }

  void check_count(ArffLine& line, const std::vector<Cell>& cells) const {
    const std::size_t found = cells.size();
    if (found == columns_) return;
    throw Diagnostic(ExitCode::bad_input, found > columns_ ? line.where(cells[columns_]) : line.here(),
                     fmt::format("expected {}, one for each attribute, found {}", counted(columns_, "value"), found),
                     "values with blanks or commas need quotes; write ? for a missing value");
  }

  void read_sparse(ArffLine& line, std::vector<Cell>& cells) const {
    cells.resize(columns_);
    std::size_t next = 0;  // indices ascend
    const std::size_t open = line.position();
    line.take('{');
    while (!line.take('}')) {
      if (line.done()) {
        throw Diagnostic(ExitCode::bad_input, line.where({{}, open, 1, false}), "this brace is not closed on its line",
                         "a sparse row is written {index value, index value}");
      }
      const std::size_t index = read_index(line, next);
      const Cell value = line.word();
      if (value.text.empty() && !value.quoted) {
        line.refuse(value, "there is no value here", "a sparse row is written {index value, index value}");
      }
      fill(cells, next, index, open);
      cells[index] = value;
      next = index + 1;
      if (!line.take(',') && !line.at('}')) {
        throw Diagnostic(ExitCode::bad_input, line.here(), "expected a comma or the closing brace of the row",
                         "a sparse row is written {index value, index value}; values with blanks need quotes");
      }
    }
    fill(cells, next, columns_, open);
  }

  std::size_t read_index(ArffLine& line, std::size_t least) const {
    const Cell cell = line.word();
    std::size_t index = 0;
    const char* const end = cell.text.data() + cell.text.size();
    const auto [stopped, error] = std::from_chars(cell.text.data(), end, index);
    if (error != std::errc{} || stopped != end || index >= columns_) {
      line.refuse(
          cell,
          fmt::format("expected the index of an attribute, from 0 to {}, found {}", columns_ - 1, in_quotes(cell.text)),
          "a sparse row is written {index value, index value}");
    }
    if (index < least) {
      line.refuse(cell, fmt::format("index {} comes after index {}", index, least - 1),
                  "the indices of a sparse row ascend, each at most once");
    }
    return index;
  }

  // Cells [from, to) of a row take their defaults; their place is the brace that opens the row.
  void fill(std::vector<Cell>& cells, std::size_t from, std::size_t to, std::size_t offset) const {
    for (std::size_t column = from; column < to; ++column) {
      cells[column] = {defaults_[column], offset, 1, false};
    }
  }

  static double read_weight(ArffLine& line) {
    line.take('{');
    const Cell cell = line.word();
    const auto weight = parse_number(cell.text);
    if (!weight || *weight < 0) {
      line.refuse(cell, fmt::format("expected the weight of the row, found {}", in_quotes(cell.text)),
                  "a weight is a number in braces at the end of a row, 0 or larger");
    }
    if (!line.take('}')) {
      throw Diagnostic(ExitCode::bad_input, line.here(), "expected the closing brace of the weight",
                       "a weight is a number in braces at the end of a row");
    }
    return *weight + 0.0;  // -0 becomes 0
  }

  std::size_t columns_;
  std::vector<std::string> defaults_;  // per attribute
};

class ArffRecords : public RecordReader {
 public:
  ArffRecords(std::string name, const std::vector<ArffAttribute>& attributes)
      : name_(std::move(name)), reader_(attributes) {}

  std::size_t read(std::string_view text, std::size_t at, Record& record) const override {
    ArffLine line(name_, text, at, record.unescaped);
    if (!line.done()) reader_.read(line, record.cells);
    return line.next_line();
  }

 private:
  std::string name_;
  RowReader reader_;
};

template <typename Visit>
void for_each_row(const Table& table, const ArffHeader& header, const Visit& visit) {
  const std::string_view source = table.source.in_memory_text();
  for (std::size_t begin = header.rows_begin; begin < source.size();) {
    std::deque<std::string> unescaped;
    ArffLine line(table.name, source, begin, unescaped);
    if (!line.done()) visit(line, begin);
    begin = line.next_line();
  }
}

// Before anything is stored: a few bytes can stand for gigabytes.
void refuse_too_many(const Table& table, std::size_t rows) {
  const std::size_t most = std::max(kMostCells, table.source.size());
  if (rows <= most / table.columns()) return;
  throw Diagnostic(ExitCode::bad_input, whole_file(table.name),
                   fmt::format("{} of {} are more than {} cells, the most that are read", counted(rows, "row"),
                               counted(table.columns(), "attribute"), grouped(most)),
                   "train on a sample of the rows, or leave attributes out of the file");
}

// Rows before the first weight, and those without, weigh 1.
void note_weight(std::vector<double>& weights, std::size_t row, std::optional<double> weight) {
  if (!weight && weights.empty()) return;
  weights.resize(row, 1.0);
  weights.push_back(weight.value_or(1));
}

}  // namespace

void read_arff_rows(Table& table, const ArffHeader& header) {
  std::size_t rows = 0;
  for_each_row(table, header, [&](ArffLine&, std::size_t) { ++rows; });
  refuse_too_many(table, rows);
  std::vector<ColumnForm> forms;
  for (const ArffAttribute& attribute : header.attributes) {
    forms.push_back(attribute.kind == ArffKind::numeric ? ColumnForm::numbers : ColumnForm::texts);
  }
  const RowReader reader(header.attributes);
  RowCollector collector(table.source, forms);
  std::vector<Cell> cells;
  for_each_row(table, header, [&](ArffLine& line, std::size_t begin) {
    cells.clear();
    const std::optional<double> weight = reader.read(line, cells);
    note_weight(table.weights, collector.rows(), weight);
    collector.add(cells, begin);
  });
  if (rows == 0) {
    throw Diagnostic(ExitCode::bad_input, whole_file(table.name), "the file has attributes but no rows",
                     "the rows follow the line that says @data");
  }
  collector.move_into(table, std::make_shared<ArffRecords>(table.name, header.attributes));
}

}  // namespace espalier
