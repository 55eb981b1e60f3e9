#include "evaluate/leaf_regions.hpp"

#include <algorithm>
#include <utility>

#include "evaluate/dataset_row.hpp"
#include "model/blend.hpp"
#include "model/interpret.hpp"

namespace espalier {
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

}  // namespace espalier
