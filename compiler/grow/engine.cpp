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
#include "grow/list_building.hpp"
#include "grow/stopping.hpp"
#include "support/parallel.hpp"

namespace espalier {
namespace {

constexpr std::size_t kSubtreesPerThread = 4;

// Subtrees of at most so many cases are grown apart, from lists alone. Where all columns are counted, the lists have to
// be made first. That pays only where a node has fewer cases than its columns have values: the limit is lower then.
std::size_t small_size(const std::vector<ListedColumn>& columns, const EngineLimits& limits) {
  const bool any_list = std::any_of(columns.begin(), columns.end(), is_listed);
  const bool any_counted =
      std::any_of(columns.begin(), columns.end(), [](const ListedColumn& column) { return column.coded; });
  return std::min(any_counted && !any_list ? limits.listed : limits.small, SmallLists::kMostCases - 1);
}

// For so many nodes there is room at once. What is not used costs nothing, and moving nodes would.
std::size_t room_for(const GrowOptions& options, std::size_t cases) {
  constexpr std::size_t kDeep = 30;
  constexpr std::size_t kMost = std::size_t{1} << 21;
  const std::size_t leaves = options.max_depth != 0 ? std::size_t{1} << std::min(options.max_depth, kDeep) : cases;
  return std::min(2 * std::min(leaves, cases), kMost);
}

// Puts the tree together in reading order. Waiting nodes are the roots of subtrees: subtree_of(place) is asked for each
// of them once, in that order.
template <typename SubtreeOf>
Tree assemble(Tree stem, const std::vector<OpenNode<std::uint32_t>>& waiting, std::size_t room,
              const SubtreeOf& subtree_of) {
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> subtree_at(stem.nodes.size(), kNone);
  for (std::size_t i = 0; i < waiting.size(); ++i) subtree_at[waiting[i].index] = i;
  struct Place {
    std::uint32_t node;
    std::uint32_t parent;  // in the whole
    std::uint32_t position;
  };
  Tree whole;
  whole.nodes.reserve(room);
  const auto append = [&](Tree& from, const Place& root, const auto& stands_for_subtree) {
    std::vector<Place> places = {root};
    while (!places.empty()) {
      const Place place = places.back();
      places.pop_back();
      if (stands_for_subtree(place)) continue;
      const auto index = static_cast<std::uint32_t>(whole.nodes.size());
      whole.nodes.push_back(std::move(from.nodes[place.node]));
      if (index > 0) whole.nodes[place.parent].children[place.position] = index;
      const auto& children = whole.nodes[index].children;
      for (std::size_t child = children.size(); child-- > 0;) {
        places.push_back({children[child], index, static_cast<std::uint32_t>(child)});
      }
    }
  };
  append(stem, {0, 0, 0}, [&](const Place& place) {
    if (subtree_at[place.node] == kNone) return false;
    Tree subtree = subtree_of(subtree_at[place.node]);
    append(subtree, {0, place.parent, place.position}, [](const Place&) { return false; });
    return true;
  });
  return whole;
}

// The node with lists of its own: of its cases alone, which then lie close to each other in memory.
// Columns that were counted have lists now, too.
OpenNode<std::uint16_t> set_apart(const OpenNode<std::uint32_t>& open, const std::vector<ListedColumn>& columns) {
  const LargeLists& from = *open.lists;
  const std::span<const std::uint32_t> items = open.items();
  const bool lists = std::any_of(open.active->begin(), open.active->end(),
                                 [&](std::uint32_t index) { return is_listed(columns[index]); });
  // Per case, and filled in for those of the node: subtrees are many.
  const auto numbers = std::make_unique_for_overwrite<std::uint16_t[]>(lists ? from.rows.size() : 0);
  for (std::size_t i = 0; i < items.size() && lists; ++i) numbers[items[i]] = static_cast<std::uint16_t>(i);
  OpenNode<std::uint16_t> apart;
  apart.index = open.index;
  apart.depth = open.depth;
  apart.key = open.key;
  apart.lists = std::make_shared<SmallLists>(copy_cases<std::uint16_t>(from, items));
  apart.segment = {0, items.size()};
  apart.active = open.active;
  apart.known = open.known;
  apart.levels = open.levels;
  apart.held_out = open.held_out;
  apart.bounds = open.bounds;
  std::vector<std::uint32_t> features;
  for (const std::uint32_t index : *open.active) {
    if (!columns[index].packed) features.push_back(columns[index].feature);
  }
  apart.lists->make_lists(features);
  for (const std::uint32_t index : *open.active) {
    const ListedColumn& column = columns[index];
    if (column.packed) continue;
    const std::span<std::uint16_t> list = apart.lists->by_value[column.feature];
    if (column.coded) {
      const auto code = [&](std::size_t i) { return code_of(from, column, items[i]); };
      const std::size_t known = list_by_code(column.values, code, SmallLists::kMark, list);
      if (!apart.known.empty()) apart.known[column.feature] = static_cast<std::uint32_t>(known);
      continue;
    }
    const std::span<const std::uint32_t> entries = from.column_in(column.feature, open.segment);
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const std::uint16_t mark = LargeLists::is_marked(entries[i]) ? SmallLists::kMark : 0;
      list[i] = static_cast<std::uint16_t>(numbers[LargeLists::case_of(entries[i])] | mark);
    }
  }
  return apart;
}

// Grows the subtree of a node of the large lists, whose segment nobody else touches.
Tree grow_subtree(const GrowingTree& whole, std::size_t small, OpenNode<std::uint32_t> root) {
  const auto grow_small = [&](const OpenNode<std::uint32_t>& open) {
    Grower<std::uint16_t> grower(whole, 0, room_for(whole.plan.options, open.segment.size()));
    auto begun = grower.plant(set_apart(open, whole.columns));
    if (begun) grower.grow_depth_first(std::move(*begun));
    return std::move(grower.tree);
  };
  if (root.segment.size() <= small) return grow_small(root);
  const std::size_t cases = root.segment.size();
  Grower<std::uint32_t> large(whole, small);
  root.counts.reset();  // whoever counts goes on from its own counts
  auto begun = large.plant(std::move(root));
  if (begun) large.grow_depth_first(std::move(*begun));
  return assemble(std::move(large.tree), large.waiting, room_for(whole.plan.options, cases),
                  [&](std::size_t i) { return grow_small(large.waiting[i]); });
}

}  // namespace

Tree grow_tree(const SearchPlan& plan, const EngineLimits& limits, const ProgressReport& progress) {
  return grow_tree(plan, {hold_out(plan.training, plan.options, plan.case_order()), plan.options.seed}, limits,
                   progress);
}

Tree grow_tree(const SearchPlan& plan, TreeSample sample, const EngineLimits& limits, const ProgressReport& progress) {
  const std::size_t threads = std::max<std::size_t>(1, limits.threads);
  HoldOut rows = std::move(sample.rows);
  const MonotoneGuard guard(plan.training, plan.options, rows.growing);
  RootLists root = list_cases(plan, std::exchange(rows.growing, {}), limits.listed, threads);
  auto all = std::make_shared<std::vector<std::uint32_t>>(root.columns.size());
  std::iota(all->begin(), all->end(), 0U);
  OpenNode<std::uint32_t> open;
  open.key = sample.key;
  const std::size_t cases = root.lists->rows.size();
  open.segment = {0, cases};
  open.lists = std::move(root.lists);
  open.active = std::move(all);
  open.known = std::move(root.known);
  open.held_out = std::move(rows.judging);

  std::atomic<std::size_t> nodes = 1;
  const std::size_t small = small_size(root.columns, limits);
  const bool best_first = plan.options.max_leaves != 0 || plan.options.max_nodes != 0;
  // Threads share the columns of the nodes of the stem, and after that they take subtrees.
  const std::size_t share = threads > 1 ? open.segment.size() / (kSubtreesPerThread * threads) : 0;
  Grower<std::uint32_t> stem({plan, root.columns, limits, nodes, guard}, best_first ? 0 : std::max(small, share));
  auto planted = stem.plant(std::move(open));
  if (planted && best_first) stem.grow_best_first(std::move(*planted));
  if (planted && !best_first) stem.grow_depth_first(std::move(*planted));

  EngineLimits alone = limits;
  alone.threads = 1;
  const auto grow = [&](std::size_t i) {
    OpenNode<std::uint32_t>& waiting = stem.waiting[i];
    const std::uint32_t index = waiting.index;
    Tree subtree = grow_subtree({plan, root.columns, alone, nodes, guard}, small, std::move(waiting));
    waiting = {};
    waiting.index = index;
    return subtree;
  };
  std::vector<Tree> subtrees(threads > 1 ? stem.waiting.size() : 0);
  // The largest first, so that no thread is left alone with one in the end.
  std::vector<std::size_t> by_size(subtrees.size());
  std::iota(by_size.begin(), by_size.end(), std::size_t{0});
  std::stable_sort(by_size.begin(), by_size.end(), [&](std::size_t a, std::size_t b) {
    return stem.waiting[a].segment.size() > stem.waiting[b].segment.size();
  });
  in_parallel(
      subtrees.size(), threads, [&](std::size_t place) { subtrees[by_size[place]] = grow(by_size[place]); }, progress);
  // One thread puts every subtree in its place at once.
  return assemble(std::move(stem.tree), stem.waiting, room_for(plan.options, cases), [&](std::size_t i) {
    if (threads > 1) return std::move(subtrees[i]);
    Tree subtree = grow(i);
    if (progress) progress(i + 1, stem.waiting.size());
    return subtree;
  });
}

}  // namespace espalier
