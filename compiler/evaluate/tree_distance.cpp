#include "evaluate/tree_distance.hpp"

#include <algorithm>
#include <cstdint>

namespace espalier {
namespace {

// Share of the rows whose value of the column is left by one of the two alone.
double left_by_one(const ColumnRegion& a, const ColumnRegion& b, const ValueShares& shares) {
  double share = a.missing == b.missing ? 0 : shares.missing(a.feature);
  if (!a.categories) {
    const double both = std::max(0.0, std::min(a.high, b.high) - std::max(a.low, b.low));
    return share + std::max(0.0, (a.high - a.low) + (b.high - b.low) - 2 * both);
  }
  for (std::uint32_t category = 0; category < a.categories->size(); ++category) {
    if ((*a.categories)[category] != (*b.categories)[category]) share += shares.of_category(a.feature, category);
  }
  return share;
}

double ruled_out_by_one(const LeafRegion& a, const LeafRegion& b, const ValueShares& shares) {
  double sum = 0;
  auto left = a.columns.begin();
  auto right = b.columns.begin();
  while (left != a.columns.end() || right != b.columns.end()) {
    if (right == b.columns.end() || (left != a.columns.end() && left->feature < right->feature)) {
      sum += (left++)->ruled_out;
    } else if (left == a.columns.end() || right->feature < left->feature) {
      sum += (right++)->ruled_out;
    } else {
      sum += left_by_one(*left++, *right++, shares);
    }
  }
  return sum;
}

// Distances of leaves, each computed once as long as there are fewer pairs of leaves than rows.
class RegionDistances {
 public:
  RegionDistances(const TreeRegions& a, const TreeRegions& b, const ValueShares& shares)
      : a_(a), b_(b), shares_(shares) {
    const std::size_t pairs = a.regions.size() * b.regions.size();
    if (pairs <= a.of_row.size()) known_.assign(pairs, kUnknown);
  }

  double of_row(std::size_t row) {
    const std::size_t in_a = a_.of_row[row];
    const std::size_t in_b = b_.of_row[row];
    if (known_.empty()) return region_distance(a_.regions[in_a], b_.regions[in_b], shares_);
    double& distance = known_[in_a * b_.regions.size() + in_b];
    if (distance == kUnknown) distance = region_distance(a_.regions[in_a], b_.regions[in_b], shares_);
    return distance;
  }

 private:
  static constexpr double kUnknown = -1;

  const TreeRegions& a_;
  const TreeRegions& b_;
  const ValueShares& shares_;
  std::vector<double> known_;
};

}  // namespace

double region_distance(const LeafRegion& a, const LeafRegion& b, const ValueShares& shares) {
  const double by_one = ruled_out_by_one(a, b, shares);
  const double by_either = (a.ruled_out + b.ruled_out + by_one) / 2;
  return by_either <= 0 ? 0 : std::min(1.0, by_one / by_either);
}

double tree_distance(const TreeRegions& a, const TreeRegions& b, const std::vector<double>& weights,
                     const ValueShares& shares) {
  RegionDistances distances(a, b, shares);
  double sum = 0;
  double total = 0;
  for (std::size_t row = 0; row < a.of_row.size(); ++row) {
    const double weight = weights.empty() ? 1 : weights[row];
    sum += weight * distances.of_row(row);
    total += weight;
  }
  return total <= 0 ? 0 : std::min(1.0, sum / total);
}

std::vector<std::vector<double>> tree_distances(const std::vector<TreeRegions>& trees,
                                                const std::vector<double>& weights, const ValueShares& shares,
                                                std::size_t threads, const ProgressReport& progress) {
  std::vector<std::vector<double>> distances(trees.size(), std::vector<double>(trees.size(), 0.0));
  in_parallel(
      trees.size(), threads,
      [&](std::size_t a) {
        for (std::size_t b = a + 1; b < trees.size(); ++b) {
          distances[a][b] = tree_distance(trees[a], trees[b], weights, shares);
        }
      },
      progress);
  for (std::size_t a = 0; a < trees.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) distances[a][b] = distances[b][a];
  }
  return distances;
}

}  // namespace espalier
