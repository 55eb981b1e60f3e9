#include "data/duplicate_columns.hpp"

#include <bit>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "data/column_cells.hpp"
#include "support/mapped_file.hpp"

namespace espalier {

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
