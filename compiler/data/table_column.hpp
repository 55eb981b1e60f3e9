// One column of a table as it is kept: numbers, or codes of texts.
#pragma once

#include <bit>
#include <cstdint>
#include <memory_resource>
#include <vector>

#include "data/text_pool.hpp"
#include "support/numbers.hpp"

namespace espalier {

enum class ColumnForm : std::uint8_t { numbers, texts, skipped };  // skipped: nobody asked for it, it has no cells

struct TableColumn {
  ColumnForm form = ColumnForm::numbers;
  Numbers numbers;                        // numbers, per row: the number, never -0; odd_cell() where the text was kept
  std::pmr::vector<std::uint32_t> codes;  // texts, per row: into `texts`
  TextPool texts;                         // of all cells, or of the odd ones
};

// A cell of a column of numbers that is none, or whose text matters (CsvOptions::kept_texts, leading zeros): a NaN that
// carries the code of the text.
inline double odd_cell(std::uint32_t code) {
  return std::bit_cast<double>(0x7ff8'0000'0000'0000U | code);
}
inline bool is_odd(double cell) {
  return cell != cell;
}
inline std::uint32_t code_of(double odd) {
  return static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(odd));
}

}  // namespace espalier
