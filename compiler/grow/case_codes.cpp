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

std::vector<std::uint8_t> side_by_side(const std::vector<const BinnedColumn*>& columns, const Cases& cases,
                                       std::size_t threads) {
  // Blocks whose cases stay in a processor's own memory from one column to the next.
  constexpr std::size_t kBlock = 512;
  const std::size_t width = columns.size();
  std::vector<std::uint8_t> codes(width * cases.size());
  const std::size_t blocks = (cases.size() + kBlock - 1) / kBlock;
  const std::size_t parts = std::max<std::size_t>(1, std::min(threads, blocks));
  in_parallel(parts, parts, [&](std::size_t part) {
    for (std::size_t block = blocks * part / parts; block < blocks * (part + 1) / parts; ++block) {
      const std::size_t end = std::min(cases.size(), (block + 1) * kBlock);
      for (std::size_t column = 0; column < width; ++column) {
        const std::uint8_t* const of_rows = columns[column]->codes.data();
        for (std::size_t i = block * kBlock; i < end; ++i) codes[i * width + column] = of_rows[cases[i].row];
      }
    }
  });
  return codes;
}

}  // namespace espalier
