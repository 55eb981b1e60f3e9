#include "grow/partition.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace espalier {
namespace {

// As model/interpret.hpp defines it; the value is known.
std::uint32_t branch_of(const Node& node, double value) {
  switch (node.test) {
    case TestKind::less_equal: return value <= node.threshold ? 0 : 1;
    case TestKind::member:
      return std::binary_search(node.categories.begin(), node.categories.end(), static_cast<std::uint32_t>(value)) ? 0
                                                                                                                   : 1;
    case TestKind::multiway: return static_cast<std::uint32_t>(value);
    case TestKind::grouped:
    case TestKind::present:
    case TestKind::leaf: break;
  }
  return 0;
}

}  // namespace

std::vector<std::size_t> partition(const TrainingSet& training, Node& node, std::span<std::uint32_t> rows) {
  std::vector<double> known_weight(node.children.size(), 0.0);
  std::vector<std::uint32_t> branches;
  branches.reserve(rows.size());
  constexpr auto kUndecided = static_cast<std::uint32_t>(-1);
  for (const std::uint32_t row : rows) {
    const double value = training.value(node.feature, row);
    const std::uint32_t branch = std::isnan(value) ? kUndecided : branch_of(node, value);
    if (branch != kUndecided) known_weight[branch] += training.weights[row];
    branches.push_back(branch);
  }
  const auto heaviest = std::max_element(known_weight.begin(), known_weight.end());
  node.missing_child = static_cast<std::uint32_t>(heaviest - known_weight.begin());
  std::replace(branches.begin(), branches.end(), kUndecided, node.missing_child);

  std::vector<std::size_t> ends(node.children.size(), 0);
  for (const std::uint32_t branch : branches) ++ends[branch];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  const std::vector<std::uint32_t> before(rows.begin(), rows.end());
  std::vector<std::size_t> next(ends.size(), 0);  // where each child's next row goes
  std::copy(ends.begin(), ends.end() - 1, next.begin() + 1);
  for (std::size_t i = 0; i < before.size(); ++i) rows[next[branches[i]]++] = before[i];
  return ends;
}

}  // namespace espalier
