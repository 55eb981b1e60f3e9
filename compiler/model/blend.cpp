#include "model/blend.hpp"

#include <algorithm>
#include <cmath>

namespace espalier {
namespace {

constexpr double kLargestCost = 65535;
constexpr double kLargestScaled = (1 << 30) - 1;

std::uint32_t fraction(double part, double whole) {
  return static_cast<std::uint32_t>(std::floor(part / whole * static_cast<double>(kWholeWeight)));
}

std::uint64_t expected_cost(const std::vector<std::uint32_t>& shares,
                            const std::vector<std::vector<std::uint32_t>>& costs, std::size_t answer) {
  std::uint64_t sum = 0;
  for (std::size_t actual = 0; actual < shares.size(); ++actual) {
    sum += std::uint64_t{shares[actual]} * costs[actual][answer];
  }
  return sum;
}

}  // namespace

std::vector<std::uint32_t> branch_shares(const Tree& tree, const Node& node) {
  double whole = 0;
  for (const std::uint32_t child : node.children) whole += tree.nodes[child].weight();
  std::vector<std::uint32_t> shares(node.children.size(), 0);
  if (whole <= 0) {
    shares[node.missing_child] = kWholeWeight;
    return shares;
  }
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = fraction(tree.nodes[node.children[i]].weight(), whole);
  return shares;
}

std::vector<std::uint32_t> label_shares(const Node& leaf) {
  std::vector<std::uint32_t> shares(leaf.counts.size(), 0);
  const double whole = leaf.weight();
  if (whole <= 0) {
    shares[leaf.label] = kWholeWeight;
    return shares;
  }
  for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = fraction(leaf.counts[i], whole);
  return shares;
}

int value_exponent(const Tree& tree) {
  double largest = 0;
  for (const Node& node : tree.nodes) {
    if (node.is_leaf()) largest = std::max(largest, std::abs(node.value));
  }
  // With the exponent at its largest, 2^-(999 + 23) is the smallest normal double.
  return largest > 0 ? std::min(29 - std::ilogb(largest), kLargestExponent) : 0;
}

std::int32_t scaled_value(double value, int exponent) {
  // Limited: what rounds up to 2^30 could blend to more than the largest double.
  const double scaled = std::nearbyint(std::ldexp(value, exponent));
  return static_cast<std::int32_t>(std::clamp(scaled, -kLargestScaled, kLargestScaled));
}

std::vector<std::vector<std::uint32_t>> whole_costs(const Model& model) {
  const std::size_t labels = model.labels.size();
  std::vector<std::vector<std::uint32_t>> costs(labels, std::vector<std::uint32_t>(labels, 1));
  for (std::size_t label = 0; label < labels; ++label) costs[label][label] = 0;
  if (model.costs.empty()) return costs;
  double largest = 0;
  for (const auto& row : model.costs) largest = std::max(largest, *std::max_element(row.begin(), row.end()));
  for (std::size_t actual = 0; actual < labels; ++actual) {
    for (std::size_t answer = 0; answer < labels; ++answer) {
      const double cost = largest > 0 ? model.costs[actual][answer] / largest * kLargestCost : 0;
      costs[actual][answer] = static_cast<std::uint32_t>(std::nearbyint(cost));
    }
  }
  return costs;
}

BlendSmoothing blend_smoothing(const Model& model, const Tree& tree) {
  BlendSmoothing smoothing;
  const std::vector<double> extras =
      model.task == Task::classification ? smoothing_extras(model, tree) : std::vector<double>();
  if (extras.empty()) return smoothing;
  double largest = 0;
  for (const Node& node : tree.nodes) largest = std::max(largest, node.weight());
  for (const double extra : extras) largest += extra;
  smoothing.exponent = std::min(29 - std::ilogb(largest), kLargestExponent);
  for (const double extra : extras) {
    smoothing.extras.push_back(static_cast<std::uint32_t>(std::ldexp(extra, smoothing.exponent)));
    smoothing.sum += smoothing.extras.back();
  }
  if (smoothing.sum == 0) smoothing.extras.clear();  // less than a unit
  return smoothing;
}

std::uint32_t BlendSmoothing::support_of(const Node& leaf) const {
  return extras.empty() ? 0 : static_cast<std::uint32_t>(std::ldexp(leaf.weight(), exponent));
}

std::uint32_t BlendSmoothing::smoothed(std::uint32_t share, std::uint32_t support, std::size_t label) const {
  if (extras.empty()) return share;
  const std::uint64_t whole = std::uint64_t{share} * support + (std::uint64_t{extras[label]} << 31U);
  return static_cast<std::uint32_t>(whole / (support + sum));
}

std::optional<BlendThreshold> blend_threshold(const Model& model) {
  if (!model.decision_threshold) return std::nullopt;
  const double share = std::ceil(model.decision_threshold->probability * static_cast<double>(kWholeWeight));
  return BlendThreshold{model.decision_threshold->label, static_cast<std::uint32_t>(share)};
}

Blender::Blender(const Model& model) : model_(model), tree_(only_tree(model)) {
  shares_.reserve(tree_.nodes.size());
  for (const Node& node : tree_.nodes) {
    if (!node.is_leaf()) {
      shares_.push_back(branch_shares(tree_, node));
    } else {
      shares_.push_back(model.task == Task::classification ? label_shares(node) : std::vector<std::uint32_t>());
    }
  }
  smoothing_ = blend_smoothing(model, tree_);
  threshold_ = blend_threshold(model);
  if (model.task == Task::regression) {
    exponent_ = value_exponent(tree_);
  } else if (!model.costs.empty()) {
    costs_ = whole_costs(model);
  }
}

Blend Blender::blend(Row row) const {
  struct Pending {
    std::uint32_t node;
    std::uint32_t weight;
  };
  Blend blend;
  blend.shares.assign(model_.labels.size(), 0);
  std::vector<Pending> pending = {{0, kWholeWeight}};
  while (!pending.empty()) {
    const auto [at, weight] = pending.back();
    pending.pop_back();
    const Node& node = tree_.nodes[at];
    if (!node.is_leaf()) {
      if (const auto branch = branch_if_known(model_, node, row)) {
        pending.push_back({node.children[*branch], weight});
        continue;
      }
      for (std::size_t i = node.children.size(); i-- > 0;) {  // the first child on top: leaves come in reading order
        const std::uint32_t part = part_of(weight, shares_[at][i]);
        if (part > 0) pending.push_back({node.children[i], part});
      }
      continue;
    }
    if (weight > blend.largest) {
      blend.largest = weight;
      blend.leaf = at;
    }
    for (std::size_t label = 0; label < blend.shares.size(); ++label) {
      blend.shares[label] += part_of(weight, shares_[at][label]);
    }
    blend.support += part_of(weight, smoothing_.support_of(node));
    if (model_.task == Task::regression) {
      blend.value_sum += std::int64_t{weight} * scaled_value(node.value, exponent_);
    }
  }
  return blend;
}

std::uint32_t Blender::label(const Blend& blend) const {
  if (threshold_) {
    return threshold_->decide(smoothing_.smoothed(blend.shares[threshold_->label], blend.support, threshold_->label));
  }
  if (costs_.empty()) {
    return static_cast<std::uint32_t>(std::max_element(blend.shares.begin(), blend.shares.end()) -
                                      blend.shares.begin());
  }
  std::uint32_t best = 0;
  std::uint64_t least = expected_cost(blend.shares, costs_, 0);
  for (std::uint32_t answer = 1; answer < blend.shares.size(); ++answer) {
    const std::uint64_t cost = expected_cost(blend.shares, costs_, answer);
    if (cost < least) {
      least = cost;
      best = answer;
    }
  }
  return best;
}

std::vector<std::uint32_t> Blender::probabilities(const Blend& blend) const {
  std::vector<std::uint32_t> shares = blend.shares;
  for (std::size_t label = 0; label < shares.size(); ++label) {
    shares[label] = smoothing_.smoothed(shares[label], blend.support, label);
  }
  return shares;
}

double Blender::value(const Blend& blend) const {
  const std::int64_t scaled = blend.value_sum / 256;  // 53 bits
  return std::ldexp(static_cast<double>(scaled), -(exponent_ + 23));
}

}  // namespace espalier
