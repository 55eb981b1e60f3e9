#include "audit/forest_bounds.hpp"

#include <algorithm>

#include "audit/figure_range.hpp"
#include "audit/region_walk.hpp"
#include "model/interpret.hpp"

namespace espalier {
namespace {

constexpr std::uint32_t kNoBranch = UINT32_MAX;

void include(std::vector<std::uint32_t>& branches, std::uint32_t branch) {
  if (std::ranges::find(branches, branch) == branches.end()) branches.push_back(branch);
}

void include_all(std::vector<std::uint32_t>& branches, const Node& node) {
  for (std::uint32_t branch = 0; branch < node.children.size(); ++branch) include(branches, branch);
}

}  // namespace

ForestBounds::ForestBounds(const Space& space, const ModelView& view)
    : space_(space), view_(view), scores_(score_count(*view.model)) {
  const Model& model = *view.model;
  for (const Tree& tree : model.trees) {
    std::vector<ReadyNode>& ready = nodes_.emplace_back(tree.nodes.size());
    std::vector<double>& amounts = amounts_.emplace_back(tree.nodes.size() * scores_, 0);
    for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
      const Node& node = tree.nodes[at];
      if (node.is_leaf()) {
        std::ranges::copy(leaf_amounts(model, tree, node), amounts.begin() + static_cast<std::ptrdiff_t>(at * scores_));
        continue;
      }
      const Feature& feature = model.features[node.feature];
      ready[at].column = view.column[node.feature];
      ready[at].kind = ReadyNode::Kind::other;
      if (node.test == TestKind::less_equal) {
        ready[at].kind = ReadyNode::Kind::number;
        ready[at].threshold = threshold_for_values(feature, node.threshold);
      } else if (feature.kind == FeatureKind::categorical && node.test != TestKind::present) {
        ready[at].kind = ReadyNode::Kind::words;
        ready[at].first_word = branches_.size();
        for (const std::uint32_t category : view.category[node.feature]) {
          const auto branch = category == ModelView::kNotKnown
                                  ? std::nullopt
                                  : branch_if_known(feature, node, static_cast<double>(category));
          branches_.push_back(branch.value_or(kNoBranch));
        }
      }
    }
  }
}

// At least the branches that rows of the region take.
void ForestBounds::reachable(std::size_t tree, std::uint32_t at, const Region& region,
                             std::vector<std::uint32_t>& branches) const {
  branches.clear();
  const Node& node = view_.model->trees[tree].nodes[at];
  const ReadyNode& ready = nodes_[tree][at];
  const ColumnValues& values = region[ready.column];
  bool not_known = values.missing;
  if (ready.kind == ReadyNode::Kind::number) {
    if (values.first <= values.last) {
      if (values.first <= ready.threshold) branches.push_back(0);
      if (values.last > ready.threshold) branches.push_back(1);
    }
  } else if (ready.kind == ReadyNode::Kind::words) {
    for (std::uint32_t word = 0; word < values.words.words(); ++word) {
      if (!values.words.has(word)) continue;
      const std::uint32_t branch = branches_[ready.first_word + word];
      if (branch == kNoBranch) {
        not_known = true;
      } else {
        include(branches, branch);
      }
    }
  } else {
    std::vector<RegionPart> parts;
    divide(view_, space_, node, region, parts);
    for (const RegionPart& part : parts) {
      if (part.leads == RegionPart::Leads::to_child) {
        include(branches, part.child);
      } else {
        include_all(branches, node);
      }
    }
    return;
  }
  if (!not_known) return;
  if (node.surrogates.empty()) {
    include(branches, node.missing_child);
  } else {
    include_all(branches, node);
  }
}

void ForestBounds::leaves_below(std::size_t tree, std::uint32_t from, const Region& region, std::span<double> least,
                                std::span<double> most) const {
  std::ranges::fill(least, kUnbounded);
  std::ranges::fill(most, -kUnbounded);
  std::vector<std::uint32_t> pending = {from};
  std::vector<std::uint32_t> branches;
  while (!pending.empty()) {
    const std::uint32_t at = pending.back();
    pending.pop_back();
    const Node& node = view_.model->trees[tree].nodes[at];
    if (node.is_leaf()) {
      for (std::size_t i = 0; i < scores_; ++i) {
        least[i] = std::min(least[i], amounts_[tree][at * scores_ + i]);
        most[i] = std::max(most[i], amounts_[tree][at * scores_ + i]);
      }
      continue;
    }
    reachable(tree, at, region, branches);
    for (const std::uint32_t branch : branches) pending.push_back(node.children[branch]);
  }
}

std::vector<double> ForestBounds::base() const {
  const Model& model = *view_.model;
  std::vector<double> sums = model.sums.base;
  sums.resize(scores_, 0);
  if (model.sums.arithmetic == Arithmetic::float32) {
    for (double& sum : sums) sum = static_cast<float>(sum);
  }
  return sums;
}

ScoreBounds ForestBounds::within(const Region& region, std::span<std::uint32_t> places) const {
  const Model& model = *view_.model;
  ScoreBounds bounds{base(), base(), std::nullopt};
  const bool one_output = leaf_answer(model) == LeafAnswer::value;
  std::vector<std::uint32_t> branches;
  std::vector<double> least(scores_);
  std::vector<double> most(scores_);
  double widest = -1;
  for (std::size_t tree = 0; tree < places.size(); ++tree) {
    std::uint32_t& at = places[tree];
    const std::vector<Node>& nodes = model.trees[tree].nodes;
    while (!nodes[at].is_leaf()) {
      reachable(tree, at, region, branches);
      if (branches.size() != 1) break;
      at = nodes[at].children[branches.front()];
    }
    leaves_below(tree, at, region, least, most);
    const std::size_t begin = one_output ? model.trees[tree].output : 0;
    const std::size_t end = one_output ? begin + 1 : scores_;
    double spread = 0;
    for (std::size_t i = begin; i < end; ++i) {
      bounds.least[i] = added_score(model.sums.arithmetic, bounds.least[i], least[i]);
      bounds.most[i] = added_score(model.sums.arithmetic, bounds.most[i], most[i]);
      spread += most[i] - least[i];
    }
    if (!nodes[at].is_leaf() && spread > widest) {
      widest = spread;
      bounds.asked = tree;
    }
  }
  return bounds;
}

bool ForestBounds::looks_at_other_columns(const ForestBounds& other, std::size_t tree, std::uint32_t at) const {
  const Node& node = view_.model->trees[tree].nodes[at];
  if (nodes_[tree][at].column != other.nodes_[tree][at].column) return true;
  return std::ranges::any_of(node.surrogates, [&](const Surrogate& surrogate) {
    return view_.column[surrogate.feature] != other.view_.column[surrogate.feature];
  });
}

// Tree by tree. Below a test of other columns both rows take the same branch. Below one of the columns that differ they
// may part: then each is somewhere below its own branch. Children come after their parents: no recursion.
DifferenceBounds ForestBounds::difference(const ForestBounds& other, const Region& region,
                                          std::span<const std::uint32_t> places,
                                          std::span<const std::uint32_t> other_places, bool rising) const {
  const Model& model = *view_.model;
  DifferenceBounds bounds{std::vector<double>(scores_, 0), std::vector<double>(scores_, 0),
                          std::vector<bool>(scores_, true), std::vector<bool>(scores_, true)};
  std::vector<double> least(scores_);
  std::vector<double> most(scores_);
  std::vector<double> other_least(scores_);
  std::vector<double> other_most(scores_);
  std::vector<std::uint32_t> mine;
  std::vector<std::uint32_t> theirs;
  for (std::size_t tree = 0; tree < places.size(); ++tree) {
    const std::vector<Node>& nodes = model.trees[tree].nodes;
    std::vector<double> low(nodes.size() * scores_, 0);  // per node: the difference, if both are there
    std::vector<double> high(nodes.size() * scores_, 0);
    std::vector<bool> seen(nodes.size(), false);
    const auto apart = [&](std::uint32_t one, std::uint32_t two, std::size_t at) {
      leaves_below(tree, one, region, least, most);
      other.leaves_below(tree, two, region, other_least, other_most);
      for (std::size_t i = 0; i < scores_; ++i) {
        low[at * scores_ + i] = std::min(low[at * scores_ + i], other_least[i] - most[i]);
        high[at * scores_ + i] = std::max(high[at * scores_ + i], other_most[i] - least[i]);
      }
    };
    const std::uint32_t from = places[tree];
    if (from != other_places[tree]) {
      std::fill_n(low.begin() + static_cast<std::ptrdiff_t>(from * scores_), scores_, kUnbounded);
      std::fill_n(high.begin() + static_cast<std::ptrdiff_t>(from * scores_), scores_, -kUnbounded);
      apart(from, other_places[tree], from);
    } else {
      seen[from] = true;
      for (std::uint32_t at = from; at < nodes.size(); ++at) {
        if (!seen[at] || nodes[at].is_leaf()) continue;
        reachable(tree, at, region, mine);
        other.reachable(tree, at, region, theirs);
        for (const std::uint32_t branch : mine) {
          if (std::ranges::find(theirs, branch) != theirs.end()) seen[nodes[at].children[branch]] = true;
        }
      }
      for (std::uint32_t at = static_cast<std::uint32_t>(nodes.size()); at-- > from;) {
        const Node& node = nodes[at];
        if (!seen[at] || node.is_leaf()) continue;
        std::fill_n(low.begin() + static_cast<std::ptrdiff_t>(at * scores_), scores_, kUnbounded);
        std::fill_n(high.begin() + static_cast<std::ptrdiff_t>(at * scores_), scores_, -kUnbounded);
        const bool parts = looks_at_other_columns(other, tree, at);
        const bool own_column = nodes_[tree][at].column != other.nodes_[tree][at].column;
        reachable(tree, at, region, mine);
        other.reachable(tree, at, region, theirs);
        for (const std::uint32_t one : mine) {
          for (const std::uint32_t two : theirs) {
            if (one == two) {
              const std::uint32_t child = node.children[one];
              for (std::size_t i = 0; i < scores_; ++i) {
                low[at * scores_ + i] = std::min(low[at * scores_ + i], low[child * scores_ + i]);
                high[at * scores_ + i] = std::max(high[at * scores_ + i], high[child * scores_ + i]);
              }
            } else if (parts && !(rising && own_column && node.test == TestKind::less_equal && one > two)) {
              apart(node.children[one], node.children[two], at);
            }
          }
        }
        // No pair of rows comes here: whatever is said of them holds.
        for (std::size_t i = 0; i < scores_; ++i) {
          if (low[at * scores_ + i] <= high[at * scores_ + i]) continue;
          low[at * scores_ + i] = high[at * scores_ + i] = 0;
        }
      }
    }
    for (std::size_t i = 0; i < scores_; ++i) {
      const double fall = low[from * scores_ + i];
      const double rise = high[from * scores_ + i];
      bounds.least[i] += fall;
      bounds.most[i] += rise;
      if (fall < 0) bounds.never_falls[i] = false;
      if (rise > 0) bounds.never_rises[i] = false;
    }
  }
  return bounds;
}

}  // namespace espalier
