#include "evaluate/tree_distance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

#include "evaluate/tree_walk.hpp"
#include "model/blend.hpp"
#include "model/interpret.hpp"

namespace espalier {
namespace {

std::vector<double> row_shares(const Dataset& data) {
  std::vector<double> shares = data.weights.empty() ? std::vector<double>(data.rows(), 1.0) : data.weights;
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= total;
  return shares;
}

}  // namespace

ValueShares::ValueShares(const Dataset& data) {
  const std::vector<double> shares = row_shares(data);
  for (const FeatureColumn& feature : data.features) {
    columns_.push_back(feature.kind == ColumnKind::numeric ? numeric_column(feature, shares)
                                                           : categorical_column(feature, shares));
  }
}

ValueShares::Column ValueShares::numeric_column(const FeatureColumn& feature, const std::vector<double>& shares) {
  Column column;
  std::vector<std::pair<double, double>> known;  // value, share
  for (std::size_t row = 0; row < shares.size(); ++row) {
    const double value = feature.values[row];
    if (std::isnan(value)) {
      column.missing += shares[row];
    } else {
      known.emplace_back(value, shares[row]);
    }
  }
  std::sort(known.begin(), known.end());
  for (const auto& [value, share] : known) {
    column.known += share;
    if (column.values.empty() || column.values.back() != value) {
      column.values.push_back(value);
      column.up_to.push_back(0);
    }
    column.up_to.back() = column.known;
  }
  return column;
}

ValueShares::Column ValueShares::categorical_column(const FeatureColumn& feature, const std::vector<double>& shares) {
  Column column;
  column.numeric = false;
  column.categories.assign(feature.categories.size(), 0.0);
  for (std::size_t row = 0; row < shares.size(); ++row) {
    const double value = feature.values[row];
    (std::isnan(value) ? column.missing : column.categories[static_cast<std::size_t>(value)]) += shares[row];
  }
  column.known = std::accumulate(column.categories.begin(), column.categories.end(), 0.0);
  return column;
}

double ValueShares::up_to(std::uint32_t feature, double value) const {
  const Column& column = columns_[feature];
  const auto above = std::upper_bound(column.values.begin(), column.values.end(), value);
  return above == column.values.begin() ? 0 : column.up_to[static_cast<std::size_t>(above - column.values.begin()) - 1];
}

namespace {

constexpr std::uint32_t kNoRegion = UINT32_MAX;

std::vector<std::uint32_t> leaves_of_rows(const Model& model, const Dataset& data,
                                          const std::vector<std::size_t>& rows) {
  const Tree& tree = only_tree(model);
  std::unique_ptr<const Blender> blender;
  if (model.missing == MissingPolicy::fractional) blender = std::make_unique<Blender>(model);
  std::vector<std::uint32_t> leaves;
  leaves.reserve(rows.size());
  std::vector<double> values;
  for (const std::size_t row : rows) {
    const Row filled = fill_row(data, row, values);
    leaves.push_back(blender ? blender->blend(filled).leaf : leaf_reached(model, tree, filled));
  }
  return leaves;
}

// The leaves and everything above them.
std::vector<bool> on_the_way(const Tree& tree, const std::vector<std::uint32_t>& leaves) {
  std::vector<bool> needed(tree.nodes.size(), false);
  for (const std::uint32_t leaf : leaves) needed[leaf] = true;
  for (std::size_t at = tree.nodes.size(); at-- > 0;) {  // children come after parents
    for (const std::uint32_t child : tree.nodes[at].children) needed[at] = needed[at] || needed[child];
  }
  return needed;
}

class Restriction {
 public:
  Restriction(const Model& model, const ValueShares& shares) : model_(model), shares_(shares) {}

  // The part of `region` that the node sends to this branch.
  LeafRegion part(LeafRegion region, const Node& node, std::uint32_t branch) const {
    ColumnRegion& column = column_of(region, node.feature);
    if (node.test == TestKind::present) {
      keep_presence(column, branch == 0);
    } else {
      if (shares_.is_numeric(node.feature)) {
        keep_interval(column, node, branch);
      } else {
        keep_categories(column, node, branch);
      }
      if (has_one_way(node)) column.missing = column.missing && branch == node.missing_child;
    }
    column.ruled_out = ruled_out(column);
    return region;
  }

 private:
  // Whether missing values go to missing_child, all of them.
  bool has_one_way(const Node& node) const {
    return model_.missing != MissingPolicy::fractional && node.surrogates.empty();
  }

  ColumnRegion& column_of(LeafRegion& region, std::uint32_t feature) const {
    const auto place =
        std::lower_bound(region.columns.begin(), region.columns.end(), feature,
                         [](const ColumnRegion& column, std::uint32_t wanted) { return column.feature < wanted; });
    if (place != region.columns.end() && place->feature == feature) return *place;
    ColumnRegion whole;
    whole.feature = feature;
    whole.high = shares_.known(feature);
    if (!shares_.is_numeric(feature)) {
      whole.categories = std::make_shared<const std::vector<bool>>(shares_.categories(feature), true);
    }
    return *region.columns.insert(place, std::move(whole));
  }

  void keep_presence(ColumnRegion& column, bool known) const {
    if (known) {
      column.missing = false;
      return;
    }
    column.high = column.low;
    if (column.categories) column.categories = std::make_shared<const std::vector<bool>>(column.categories->size());
  }

  void keep_interval(ColumnRegion& column, const Node& node, std::uint32_t branch) const {
    const auto keep_up_to = [&](double cut) { column.high = std::min(column.high, shares_.up_to(node.feature, cut)); };
    const auto keep_above = [&](double cut) { column.low = std::max(column.low, shares_.up_to(node.feature, cut)); };
    if (node.test == TestKind::less_equal) {
      branch == 0 ? keep_up_to(node.threshold) : keep_above(node.threshold);
    } else {
      const std::vector<CutPoint>& cuts = model_.features[node.feature].cuts;
      if (branch > cuts.size()) {  // the branch for missing values
        column.high = column.low;
      } else {
        if (branch < cuts.size()) keep_up_to(cuts[branch].threshold);
        if (branch > 0) keep_above(cuts[branch - 1].threshold);
      }
    }
    // Subtrees that pruning has raised may ask for what a test above has ruled out.
    column.high = std::max(column.high, column.low);
  }

  void keep_categories(ColumnRegion& column, const Node& node, std::uint32_t branch) const {
    std::vector<bool> left = *column.categories;
    for (std::uint32_t category = 0; category < left.size(); ++category) {
      const auto known = branch_if_known(model_.features[node.feature], node, category);
      left[category] =
          left[category] && (known ? *known == branch : !has_one_way(node) || branch == node.missing_child);
    }
    column.categories = std::make_shared<const std::vector<bool>>(std::move(left));
  }

  double ruled_out(const ColumnRegion& column) const {
    double share = column.missing ? 0 : shares_.missing(column.feature);
    if (!column.categories) return share + std::max(0.0, shares_.known(column.feature) - (column.high - column.low));
    for (std::uint32_t category = 0; category < column.categories->size(); ++category) {
      if (!(*column.categories)[category]) share += shares_.of_category(column.feature, category);
    }
    return share;
  }

  const Model& model_;
  const ValueShares& shares_;
};

}  // namespace

TreeRegions tree_regions(const Model& model, const Dataset& data, const std::vector<std::size_t>& rows,
                         const ValueShares& shares) {
  const Tree& tree = only_tree(model);
  TreeRegions result;
  result.of_row = leaves_of_rows(model, data, rows);
  const std::vector<bool> needed = on_the_way(tree, result.of_row);
  const Restriction restriction(model, shares);
  std::vector<LeafRegion> regions(tree.nodes.size());  // of the nodes whose children are still to come, and of leaves
  std::vector<std::uint32_t> number(tree.nodes.size(), kNoRegion);
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    if (!needed[at]) continue;
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) {
      number[at] = static_cast<std::uint32_t>(result.regions.size());
      for (const ColumnRegion& column : regions[at].columns) regions[at].ruled_out += column.ruled_out;
      result.regions.push_back(std::move(regions[at]));
      continue;
    }
    for (std::uint32_t branch = 0; branch < node.children.size(); ++branch) {
      const std::uint32_t child = node.children[branch];
      if (needed[child]) regions[child] = restriction.part(regions[at], node, branch);
    }
    regions[at] = {};
  }
  for (std::uint32_t& leaf : result.of_row) leaf = number[leaf];
  return result;
}

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
