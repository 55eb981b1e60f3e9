#include "grow/engine.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "grow/grower.hpp"
#include "grow/hold_out.hpp"
#include "grow/list_building.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

// The lists of a small subtree.
OpenNode<std::uint16_t> apart(const OpenNode<std::uint32_t>& open, const std::vector<ListedColumn>& columns) {
  const LargeLists& from = *open.lists;
  const std::span<const std::uint32_t> items = from.cases_in(open.segment);
  std::vector<std::uint32_t> numbers(from.rows.size());
  std::vector<double> weights;
  for (std::size_t i = 0; i < items.size(); ++i) {
    numbers[items[i]] = static_cast<std::uint32_t>(i);
    if (!from.weights.empty()) weights.push_back(from.weights[items[i]]);
  }
  OpenNode<std::uint16_t> small;
  small.depth = open.depth;
  small.lists = std::make_shared<SmallLists>(copy_cases<std::uint16_t>(from, items, std::move(weights)));
  small.segment = {0, items.size()};
  small.active = open.active;
  small.known = open.known;
  small.held_out = open.held_out;
  for (const std::uint32_t index : *open.active) {
    if (columns[index].packed) continue;
    const std::uint32_t feature = columns[index].feature;
    std::vector<std::uint16_t>& list = small.lists->by_value[feature];
    list.reserve(items.size());
    copy_column(from.column_in(feature, open.segment), numbers, list);
  }
  return small;
}

// Puts the tree together in reading order. Waiting nodes are the roots of subtrees, each moved from where it is.
Tree assemble(Tree stem, const std::vector<OpenNode<std::uint32_t>>& waiting, std::vector<Tree> subtrees) {
  constexpr std::size_t kStem = std::numeric_limits<std::size_t>::max();
  std::size_t total = stem.nodes.size();
  std::vector<std::size_t> subtree_at(stem.nodes.size(), kStem);
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    subtree_at[waiting[i].index] = i;
    total += subtrees[i].nodes.size() - 1;
  }
  struct Place {
    std::size_t tree;
    std::uint32_t node;
    std::uint32_t parent;  // in the whole
    std::uint32_t position;
  };
  Tree whole;
  whole.nodes.reserve(total);
  std::vector<Place> places = {{kStem, 0, 0, 0}};
  while (!places.empty()) {
    Place place = places.back();
    places.pop_back();
    if (place.tree == kStem && subtree_at[place.node] != kStem) {
      place.tree = subtree_at[place.node];
      place.node = 0;
    }
    const auto index = static_cast<std::uint32_t>(whole.nodes.size());
    Tree& from = place.tree == kStem ? stem : subtrees[place.tree];
    whole.nodes.push_back(std::move(from.nodes[place.node]));
    if (index > 0) whole.nodes[place.parent].children[place.position] = index;
    const std::vector<std::uint32_t>& children = whole.nodes[index].children;
    for (std::size_t child = children.size(); child-- > 0;) {
      places.push_back({place.tree, children[child], index, static_cast<std::uint32_t>(child)});
    }
  }
  return whole;
}

}  // namespace

Tree grow_tree(const SearchPlan& plan, const EngineLimits& limits, const ProgressReport& progress) {
  const std::size_t threads = limits.threads;
  const HoldOut rows = hold_out(plan.training, plan.options, plan.case_order());
  RootLists root = list_cases(plan, rows.growing, threads);
  auto all = std::make_shared<std::vector<std::uint32_t>>(root.columns.size());
  std::iota(all->begin(), all->end(), 0U);
  OpenNode<std::uint32_t> open;
  open.segment = {0, root.lists->rows.size()};
  open.lists = std::move(root.lists);
  open.active = std::move(all);
  open.known = std::move(root.known);
  open.held_out = rows.judging;

  std::atomic<std::size_t> nodes = 1;
  const bool best_first = plan.options.max_leaves != 0 || plan.options.max_nodes != 0;
  Grower<std::uint32_t> large({plan, root.columns, limits, nodes},
                              best_first ? 0 : std::min(limits.small, SmallLists::kMostCases - 1));
  auto planted = large.plant(std::move(open));
  if (planted && best_first) large.grow_best_first(std::move(*planted));
  if (planted && !best_first) large.grow_depth_first(std::move(*planted));

  std::vector<Tree> subtrees(large.waiting.size());
  const auto grow_small = [&](std::size_t i) {
    Grower<std::uint16_t> small({plan, root.columns, {}, nodes}, 0);
    if (auto begun = small.plant(apart(large.waiting[i], root.columns))) small.grow_depth_first(std::move(*begun));
    large.waiting[i].lists.reset();
    subtrees[i] = std::move(small.tree);
  };
  in_parallel(subtrees.size(), threads, grow_small, progress);
  return assemble(std::move(large.tree), large.waiting, std::move(subtrees));
}

}  // namespace espalier
