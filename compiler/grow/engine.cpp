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
#include "grow/set_apart.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

// Up to how many cases a subtree is grown apart, from lists alone. Where everything is counted, that is late: what
// makes lists worth their making is fewer cases than values.
std::size_t small_size(const std::vector<ListedColumn>& columns, const EngineLimits& limits) {
  const bool any_list = std::any_of(columns.begin(), columns.end(), is_listed);
  const bool any_counted =
      std::any_of(columns.begin(), columns.end(), [](const ListedColumn& column) { return column.coded; });
  return std::min(any_counted && !any_list ? limits.listed : limits.small, SmallLists::kMostCases - 1);
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
  RootLists root = list_cases(plan, rows.growing, limits.listed, threads);
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
  Grower<std::uint32_t> large({plan, root.columns, limits, nodes}, best_first ? 0 : small_size(root.columns, limits));
  auto planted = large.plant(std::move(open));
  if (planted && best_first) large.grow_best_first(std::move(*planted));
  if (planted && !best_first) large.grow_depth_first(std::move(*planted));

  std::vector<Tree> subtrees(large.waiting.size());
  const auto grow_small = [&](std::size_t i) {
    Grower<std::uint16_t> small({plan, root.columns, {}, nodes}, 0);
    std::vector<std::uint32_t> numbers;
    if (auto begun = small.plant(set_apart<std::uint16_t>(large.waiting[i], root.columns, numbers))) {
      small.grow_depth_first(std::move(*begun));
    }
    large.waiting[i].lists.reset();
    subtrees[i] = std::move(small.tree);
  };
  in_parallel(subtrees.size(), threads, grow_small, progress);
  return assemble(std::move(large.tree), large.waiting, std::move(subtrees));
}

}  // namespace espalier
