// The rows of an ARFF file, dense or sparse, with or without weights.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "data/arff.hpp"
#include "data/arff_line.hpp"
#include "data/source.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

// The most cells that are read of rows that stand for more cells than they have bytes, as sparse ones do: 8 GiB.
constexpr std::size_t kMostCells = std::size_t{1} << 28;

class RowReader {
 public:
  RowReader(Table& table, const ArffHeader& header) : table_(table), columns_(header.attributes.size()) {
    for (const ArffAttribute& attribute : header.attributes) defaults_.push_back(default_text(attribute));
  }

  void read(ArffLine& line) {
    std::optional<double> weight;
    if (line.at('{')) {
      read_sparse(line);
      line.take(',');
      if (line.at('{')) weight = read_weight(line);
    } else {
      weight = read_dense(line);
    }
    line.expect_end();
    note_weight(weight);
  }

 private:
  // What a sparse row means by leaving an attribute out: 0, and the first value of a nominal attribute.
  std::string_view default_text(const ArffAttribute& attribute) {
    switch (attribute.kind) {
      case ArffKind::numeric: return "0";
      case ArffKind::nominal: return table_.unescaped.emplace_back(attribute.values.front());
      case ArffKind::text:
      case ArffKind::date: break;
    }
    return "?";
  }

  // Gives the weight at the end, if there is one.
  std::optional<double> read_dense(ArffLine& line) {
    const std::size_t begin = table_.cells.size();
    std::optional<double> weight;
    while (!line.done() && !weight) {
      if (line.at('{')) {
        weight = read_weight(line);
        continue;
      }
      table_.cells.push_back(line.word());
      const Cell& cell = table_.cells.back();
      const bool comma = line.take(',');
      if ((cell.text.empty() && !cell.quoted) || (comma && line.done())) {
        throw Diagnostic(ExitCode::bad_input, comma && line.done() ? line.here() : line.where(cell),
                         "there is no value here", "write ? for a missing value");
      }
    }
    check_count(line, begin);
    return weight;
  }

  void check_count(ArffLine& line, std::size_t begin) const {
    const std::size_t found = table_.cells.size() - begin;
    if (found == columns_) return;
    throw Diagnostic(ExitCode::bad_input, found > columns_ ? line.where(table_.cells[begin + columns_]) : line.here(),
                     fmt::format("expected {}, one for each attribute, found {}", counted(columns_, "value"), found),
                     "values with blanks or commas need quotes; write ? for a missing value");
  }

  void read_sparse(ArffLine& line) {
    const std::size_t begin = table_.cells.size();
    table_.cells.resize(begin + columns_);
    std::size_t next = 0;  // indices ascend
    const std::size_t open = line.position();
    line.take('{');
    while (!line.take('}')) {
      if (line.done()) {
        throw Diagnostic(ExitCode::bad_input, locate(table_.name, table_.source, open),
                         "this brace is not closed on its line", "a sparse row is written {index value, index value}");
      }
      const std::size_t index = read_index(line, next);
      const Cell value = line.word();
      if (value.text.empty() && !value.quoted) {
        line.refuse(value, "there is no value here", "a sparse row is written {index value, index value}");
      }
      fill(begin, next, index, open);
      table_.cells[begin + index] = value;
      next = index + 1;
      if (!line.take(',') && !line.at('}')) {
        throw Diagnostic(ExitCode::bad_input, line.here(), "expected a comma or the closing brace of the row",
                         "a sparse row is written {index value, index value}; values with blanks need quotes");
      }
    }
    fill(begin, next, columns_, open);
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
  void fill(std::size_t begin, std::size_t from, std::size_t to, std::size_t offset) {
    for (std::size_t column = from; column < to; ++column) {
      table_.cells[begin + column] = {defaults_[column], offset, 1, false};
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

  // Rows before the first weight, and those without, weigh 1.
  void note_weight(std::optional<double> weight) {
    if (!weight && table_.weights.empty()) return;
    table_.weights.resize(table_.cells.size() / columns_ - 1, 1.0);
    table_.weights.push_back(weight.value_or(1));
  }

  Table& table_;
  std::size_t columns_;
  std::vector<std::string_view> defaults_;  // per attribute
};

template <typename Visit>
void for_each_row(Table& table, const ArffHeader& header, const Visit& visit) {
  for (std::size_t begin = header.rows_begin; begin < table.source.size();) {
    ArffLine line(table, begin);
    begin = line.next_line();
    if (!line.done()) visit(line);
  }
}

// Before anything is stored: a few bytes can stand for gigabytes.
void reserve_cells(Table& table, std::size_t rows) {
  const std::size_t most = std::max(kMostCells, table.source.size());
  if (rows > most / table.columns()) {
    throw Diagnostic(ExitCode::bad_input, whole_file(table.name),
                     fmt::format("{} of {} are more than {} cells, the most that are read", counted(rows, "row"),
                                 counted(table.columns(), "attribute"), grouped(most)),
                     "train on a sample of the rows, or leave attributes out of the file");
  }
  table.cells.reserve(rows * table.columns());
}

}  // namespace

void read_arff_rows(Table& table, const ArffHeader& header) {
  std::size_t rows = 0;
  for_each_row(table, header, [&](ArffLine&) { ++rows; });
  reserve_cells(table, rows);
  RowReader reader(table, header);
  for_each_row(table, header, [&](ArffLine& line) { reader.read(line); });
  if (rows == 0) {
    throw Diagnostic(ExitCode::bad_input, whole_file(table.name), "the file has attributes but no rows",
                     "the rows follow the line that says @data");
  }
}

}  // namespace espalier
