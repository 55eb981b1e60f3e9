// What the cells of a column are to someone who takes certain texts for missing values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "data/schema.hpp"
#include "data/table.hpp"

namespace espalier {

enum class CellSort : std::uint8_t { missing, number, odd };  // odd: known, but not a number

struct CellMeaning {
  CellSort sort = CellSort::odd;
  double number = 0;  // never -0
};

// Cells as numbers. The table outlives it, and its column stays as it is.
class ColumnCells {
 public:
  // With a form, dates are numbers and everything else is odd.
  ColumnCells(const Table& table, std::size_t column, const Schema& tokens, const std::optional<DateForm>& form = {});

  CellMeaning operator[](std::size_t row) const {
    if (column_.form == ColumnForm::texts) return meanings_[column_.codes[row]];
    const double cell = column_.numbers[row];
    return is_odd(cell) ? meanings_[code_of(cell)] : CellMeaning{CellSort::number, cell};
  }
  // Where the text of a cell that is not a number of a column of numbers is.
  std::uint32_t code(std::size_t row) const {
    return column_.form == ColumnForm::texts ? column_.codes[row] : code_of(column_.numbers[row]);
  }
  const TableColumn& column() const { return column_; }
  const std::vector<CellMeaning>& meanings() const { return meanings_; }  // per code of the column's texts

 private:
  const TableColumn& column_;
  std::vector<CellMeaning> meanings_;
};

// What each text of a column means.
std::vector<CellMeaning> meanings_of(const TextPool& texts, const Schema& tokens,
                                     const std::optional<DateForm>& form = {});

// How many different numbers there are.

// NaN does not count. Stops counting when there are more than `most`, and gives most + 1.
std::size_t count_distinct(std::initializer_list<std::span<const double>> numbers, std::size_t most);

// Digits that begin with a zero: a code (a postcode, an article), not an amount.

// 007 and 04079, not 0, 0.5 or -07.
inline bool is_padded(std::string_view text) {
  return text.size() > 1 && text.front() == '0' &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The same from the beginning of a cell that is a number: true at least for those.
inline bool may_be_padded(const char* cell) {
  return cell[0] == '0' && cell[1] >= '0' && cell[1] <= '9';
}

}  // namespace espalier
