#include "grow/case_codes.hpp"

#include <algorithm>
namespace espalier {

CodeCounts count_codes(const BinnedColumn& column, const Cases& cases) {
  CodeCounts counts{};
  for (const Case& item : cases) ++counts[column.codes[item.row]];
  return counts;
}

ValueOrder order_codes(const BinnedColumn& column, const Cases& cases) {
  ValueOrder order;
  order.known = list_by_code(
      cases.size(), kNoBin, [&](std::size_t i) { return column.codes[cases[i].row]; }, kNewValue, order.entries);
  const CodeCounts counts = count_codes(column, cases);
  order.distinct = kMostBins - static_cast<std::size_t>(std::count(counts.begin(), counts.end() - 1, 0U));
  return order;
}

}  // namespace espalier
