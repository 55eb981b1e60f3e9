#include "grow/case_codes.hpp"

#include <algorithm>

#include "support/parallel.hpp"

namespace espalier {

CodeCounts count_codes(const BinnedColumn& column, const Cases& cases) {
  CodeCounts counts{};
  for (const Case& item : cases) ++counts[column.codes[item.row]];
  return counts;
}

ValueOrder order_codes(const BinnedColumn& column, const Cases& cases) {
  ValueOrder order;
  list_by_code(
      cases.size(), [&](std::size_t i) { return column.codes[cases[i].row]; }, kNewValue, order.entries);
  const CodeCounts counts = count_codes(column, cases);
  order.known = cases.size() - counts[kNoBin];
  order.distinct = kMostBins - static_cast<std::size_t>(std::count(counts.begin(), counts.end() - 1, 0U));
  if (counts[kNoBin] != 0) order.entries[order.known] &= ~kNewValue;
  return order;
}

// Rows are read in their own order, whatever that of the cases: a case is written at once.
void side_by_side(const std::vector<const BinnedColumn*>& columns, const Cases& cases, std::size_t threads,
                  std::pmr::vector<std::uint8_t>& codes) {
  constexpr std::size_t kBlock = 256;  // rows
  constexpr std::uint32_t kNone = UINT32_MAX;
  const std::size_t width = columns.size();
  const std::size_t rows = columns.front()->codes.size();
  std::vector<std::uint32_t> case_of(rows, kNone);
  for (std::uint32_t i = 0; i < cases.size(); ++i) case_of[cases[i].row] = i;
  codes.resize(width * cases.size());
  const std::size_t blocks = (rows + kBlock - 1) / kBlock;
  const std::size_t parts = std::max<std::size_t>(1, std::min(threads, blocks));
  in_parallel(parts, parts, [&](std::size_t part) {
    std::vector<std::uint8_t> side(width * kBlock);
    for (std::size_t block = blocks * part / parts; block < blocks * (part + 1) / parts; ++block) {
      const std::size_t begin = block * kBlock;
      const std::size_t end = std::min(rows, begin + kBlock);
      for (std::size_t column = 0; column < width; ++column) {
        const std::uint8_t* const of_rows = columns[column]->codes.data();
        for (std::size_t row = begin; row < end; ++row) side[(row - begin) * width + column] = of_rows[row];
      }
      for (std::size_t row = begin; row < end; ++row) {
        if (case_of[row] == kNone) continue;
        std::copy_n(side.data() + (row - begin) * width, width, codes.data() + case_of[row] * width);
      }
    }
  });
}

}  // namespace espalier
