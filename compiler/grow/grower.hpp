// Grows a subtree from lists of its cases: nodes are searched for a test and split until nothing is left to split. No
// recursion, because a tree may be as deep as it has rows.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/dealing.hpp"
#include "grow/distribute.hpp"
#include "grow/division.hpp"
#include "grow/drawn_columns.hpp"
#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/monotone.hpp"
#include "grow/node_cases.hpp"
#include "grow/node_facts.hpp"
#include "grow/node_search.hpp"
#include "grow/open_node.hpp"
#include "grow/search_plan.hpp"
#include "grow/stopping.hpp"
#include "grow/tiny_grower.hpp"
#include "grow/value_counts.hpp"
#include "model/model.hpp"

namespace espalier {

// What all growers of a tree share.
struct GrowingTree {
  const SearchPlan& plan;
  const std::vector<ListedColumn>& columns;
  EngineLimits limits;
  std::atomic<std::size_t>& nodes;  // of the whole tree
  const MonotoneGuard& guard;
};

template <typename Id>
class Grower {
 public:
  // Nodes of at most `small` cases are put aside: they are `waiting` in the end. There is room for so many nodes at
  // once.
  Grower(const GrowingTree& whole, std::size_t small, std::size_t room = 0)
      : whole_(whole),
        plan_(whole.plan),
        small_(small),
        room_(room),
        search_(plan_, whole.columns, whole.limits),
        counter_(plan_, whole.columns, whole.limits),
        division_(plan_, whole.columns, whole.limits, counter_),
        tiny_(plan_, whole.columns) {}

  // Makes the root. Nothing if it stays a leaf.
  std::optional<OpenNode<Id>> plant(OpenNode<Id> root) {
    tree.nodes.reserve(room_);
    const bool open = make_node(root, nullptr);
    if (plan_.guarded) whole_.guard.keep_within(root.bounds, root.cases(), tree.nodes[root.index]);
    return open ? std::optional(std::move(root)) : std::nullopt;
  }

  void grow_depth_first(OpenNode<Id> root) {
    std::vector<OpenNode<Id>> work;
    work.push_back(std::move(root));
    while (!work.empty()) {
      OpenNode<Id> open = std::move(work.back());
      work.pop_back();
      if (open.segment.size() <= small_) {
        waiting.push_back(std::move(open));
        continue;
      }
      if (tiny_.grows(open)) {
        const std::size_t more = tiny_.grow(open, tree);
        note_grown(more, tree.nodes[open.index].feature);
        continue;
      }
      std::optional<FoundSplit<Id>> found = find_split(std::move(open));
      if (!found) continue;
      std::vector<OpenNode<Id>> children = split(std::move(*found));
      // The first child on top: it is split next.
      for (std::size_t child = children.size(); child-- > 0;) work.push_back(std::move(children[child]));
    }
  }

  // The node that gains most is split first, as long as the tree stays within its limits.
  void grow_best_first(OpenNode<Id> root) {
    std::vector<FoundSplit<Id>> found;
    const auto consider = [&](OpenNode<Id> open) {
      if (auto test = find_split(std::move(open))) {
        found.push_back(std::move(*test));
        std::push_heap(found.begin(), found.end(), later);
      }
    };
    consider(std::move(root));
    const GrowOptions& options = plan_.options;
    std::size_t leaves = 1;
    while (!found.empty()) {
      std::pop_heap(found.begin(), found.end(), later);
      FoundSplit<Id> best = std::move(found.back());
      found.pop_back();
      const std::size_t children = branch_count(plan_.training, options, best.test.test);
      const bool too_many_leaves = options.max_leaves != 0 && leaves + children - 1 > options.max_leaves;
      const bool too_many_nodes = options.max_nodes != 0 && tree.nodes.size() + children > options.max_nodes;
      if (too_many_leaves || too_many_nodes) continue;
      leaves += children - 1;
      for (OpenNode<Id>& child : split(std::move(best))) consider(std::move(child));
    }
  }

  Tree tree;
  std::vector<OpenNode<Id>> waiting;

 private:
  using Lists = CaseLists<Id>;

  static bool later(const FoundSplit<Id>& a, const FoundSplit<Id>& b) {
    return a.gained != b.gained ? a.gained < b.gained : a.node.index > b.node.index;
  }

  // Adds the node to the tree. Whether it may be split.
  bool make_node(OpenNode<Id>& open, const Node* parent) {
    open.index = static_cast<std::uint32_t>(tree.nodes.size());
    const Lists& lists = *open.lists;
    const std::span<const Id> items = open.items();
    if (items.empty() || (plan_.is_regression() && plan_.measure != Measure::variance)) {
      return make_from(open.cases(), open.depth, parent);
    }
    Node& node = tree.nodes.emplace_back();
    bool mixed = false;
    const auto make_classes = [&](const auto* labels) {
      if (plan_.unit_weights) return make_counted(plan_, labels, items, node);
      units_.assign(plan_.training.data.labels.size(), 0);
      for (const Id item : items) units_[labels[item]] += lists.units[item];
      return make_weighed(plan_.training, units_, node);
    };
    if (plan_.is_regression()) {
      mixed = make_measured(plan_, lists.levels.data(), items, open.levels, node);
    } else {
      mixed = plan_.many_classes ? make_classes(lists.responses.data()) : make_classes(lists.labels.data());
    }
    return mixed && !may_not_split(plan_.training, plan_.options, weight_of_node(open), open.depth);
  }

  bool make_from(const Cases& cases, std::size_t depth, const Node* parent) {
    tree.nodes.push_back(make_leaf(plan_.training, plan_.options, cases, parent));
    return !is_pure(plan_.training, cases) &&
           !may_not_split(plan_.training, plan_.options, weight_of(cases, plan_.training.scale), depth);
  }

  double weight_of_node(const OpenNode<Id>& open) const {
    const Lists& lists = *open.lists;
    if (lists.units.empty()) return static_cast<double>(open.segment.size());
    std::int64_t units = 0;
    for (const Id item : open.items()) units += lists.units[item];
    return lists.scale.weight(units);
  }

  NodeCases<Id> cases_of(const OpenNode<Id>& open) {
    const Lists& lists = *open.lists;
    const TrainingSet& training = plan_.training;
    NodeCases<Id> node{plan_, lists, open.segment, open.known, open.counts.get()};
    node.key = open.key;
    node.weight = weight_of_node(open);
    node.facts.labels = lists.labels.data();
    node.facts.responses = lists.responses.data();
    node.facts.units = lists.units.empty() ? nullptr : lists.units.data();
    node.facts.levels = lists.levels.data();
    node.facts.classes = training.data.labels.size();
    node.facts.factors = training.class_factors.empty() ? nullptr : training.class_factors.data();
    node.facts.logs = plan_.logs.data();
    node.facts.scale = lists.scale;
    node.facts.level = open.levels;
    if (plan_.measure == Measure::absolute_deviation) {
      const Cases cases = node.cases();
      node.facts.level = level_facts(training, plan_.options.criterion, cases);
      no_targets_.emplace(no_targets(training, cases));
      node.facts.no_targets = &*no_targets_;
    } else if (plan_.measure == Measure::weighed_variance) {
      node.facts.level = level_facts(training, plan_.options.criterion, node.cases());
    }
    if (plan_.guarded) take_bounds(open, node);
    if (!plan_.is_regression()) node.impurity = impurity_of(tree.nodes[open.index].counts, plan_);
    if (plan_.is_regression()) {
      node.levels = {node.facts.level.sum, node.weight};
      // An answer that is kept within bounds leaves more to gain than that.
      if (plan_.measure == Measure::variance && !plan_.guarded) node.impurity = node.facts.level.deviation;
    } else if (plan_.counts_cases()) {
      const std::vector<double>& counts = tree.nodes[open.index].counts;
      node.class_counts.assign(counts.begin(), counts.end());
    } else if (plan_.measure == Measure::weighed_pair) {
      weigh_pairs(open, node);
    } else {
      node.class_units.assign(node.facts.classes, 0);
      const auto add = [&](const auto* labels) {
        for (const Id item : open.items()) {
          node.class_units[labels[item]] += amount_of<std::int64_t>(node.facts, item);
        }
      };
      if (plan_.many_classes) {
        add(lists.responses.data());
      } else {
        add(lists.labels.data());
      }
    }
    return node;
  }

  void take_bounds(const OpenNode<Id>& open, NodeCases<Id>& node) const {
    node.facts.guard = &whole_.guard;
    node.facts.bounds = open.bounds;
    node.facts.lowest_level = std::ldexp(open.bounds.lower.figure, -plan_.training.level_exponent);
    node.facts.highest_level = std::ldexp(open.bounds.upper.figure, -plan_.training.level_exponent);
  }

  void weigh_pairs(const OpenNode<Id>& open, NodeCases<Id>& node) {
    if (pairs_.size() < open.lists->rows.size()) pairs_.resize(open.lists->rows.size());
    PairAmount sum;
    for (const Id item : open.items()) {
      const std::int64_t amount = amount_of<std::int64_t>(node.facts, item);
      pairs_[item] = {amount, amount & -std::int64_t{node.facts.labels[item]}};
      sum += pairs_[item];
    }
    node.class_units = {sum.first(), sum.second()};
    node.facts.pairs = pairs_.data();
  }

  void count(OpenNode<Id>& open, const std::vector<std::uint32_t>& columns) {
    if constexpr (std::is_same_v<Id, std::uint32_t>) {
      if (counter_.any() && open.lists->codes_per_case > 0 && !open.counts) {
        open.counts = counter_.count(*open.lists, open.segment, open.levels, columns);
      }
    }
  }

  std::optional<FoundSplit<Id>> find_split(OpenNode<Id> open) {
    if (plan_.options.tried_columns > 0) return find_among_drawn(std::move(open));
    count(open, *open.active);
    NodeCases<Id> node = cases_of(open);
    const std::vector<std::uint32_t>* columns = open.active.get();
    std::vector<std::uint32_t> fewer;
    while (true) {
      std::vector<std::uint32_t> spent;
      std::optional<ChosenTest> test = search_.find(node, *columns, spent);
      if (!test) return std::nullopt;
      const double gained = test->test.gain * node.weight;
      FoundSplit<Id> found{std::move(open), std::move(*test), gained, std::move(spent)};
      switch (is_tried(found.test.test) ? try_split(found) : Trial::helps) {
        case Trial::helps: return found;
        case Trial::does_not_help: return std::nullopt;
        case Trial::not_permitted: break;
      }
      // The test of another column may be.
      fewer = *columns;
      std::erase(fewer, found.test.column);
      columns = &fewer;
      open = std::move(found.node);
    }
  }

  // Of as many columns as are to be tried, and then of one at a time, until one has a test.
  std::optional<FoundSplit<Id>> find_among_drawn(OpenNode<Id> open) {
    drawn_.begin(open.key, *open.active, whole_.columns);
    std::vector<std::uint32_t> spent;
    std::vector<std::uint32_t> columns;
    const auto draw = [&](std::size_t wanted) {
      columns.clear();
      while (columns.size() < wanted) {
        const std::optional<std::uint32_t> column = drawn_.next();
        if (!column) break;
        if (varies(open, whole_.columns[*column])) {
          columns.push_back(*column);
        } else if (plan_.options.missing != MissingPolicy::surrogate) {  // which may use any column
          spent.push_back(*column);
        }
      }
      std::sort(columns.begin(), columns.end());
    };
    draw(plan_.options.tried_columns);
    while (true) {
      if (columns.empty()) draw(1);
      if (columns.empty()) return std::nullopt;
      open.counts.reset();
      count(open, columns);
      NodeCases<Id> node = cases_of(open);
      std::vector<std::uint32_t> unused;
      std::optional<ChosenTest> test = search_.find(node, columns, unused);
      if (!test) {
        columns.clear();
        continue;
      }
      const double gained = test->test.gain * node.weight;
      std::sort(spent.begin(), spent.end());
      FoundSplit<Id> found{std::move(open), std::move(*test), gained, std::move(spent)};
      switch (is_tried(found.test.test) ? try_split(found) : Trial::helps) {
        case Trial::helps: return found;
        case Trial::does_not_help: return std::nullopt;
        case Trial::not_permitted: break;
      }
      std::erase(columns, found.test.column);
      open = std::move(found.node);
      spent = std::move(found.spent);
    }
  }

  // Whether the cases of a node have two values in a column, or some have none and that is to be told.
  bool varies(const OpenNode<Id>& open, const ListedColumn& column) const {
    const CaseLists<Id>& lists = *open.lists;
    const std::span<const Id> items = open.items();
    const auto differ = [&](const auto& value_of) {
      const auto first = value_of(items.front());
      return std::any_of(items.begin() + 1, items.end(), [&](Id item) { return value_of(item) != first; });
    };
    if (column.packed) {
      return differ([&](Id item) {
        return (lists.words[item * lists.words_per_case + column.packing.word] & column.packing.bit) != 0;
      });
    }
    if (column.coded && lists.codes_per_case > 0) {
      std::optional<std::size_t> first;
      for (const Id item : items) {
        const std::size_t code = code_of(lists, column, item);
        if (code == column.values && !plan_.missing_takes_part()) continue;
        if (first.value_or(code) != code) return true;
        first = code;
      }
      return false;
    }
    const std::span<const Id> entries = lists.column_in(column.feature, open.segment);
    const std::size_t known = open.known_of(column.feature);
    if (plan_.missing_takes_part() && known > 0 && known < entries.size()) return true;
    return known > 1 && std::any_of(entries.begin() + 1, entries.begin() + static_cast<std::ptrdiff_t>(known),
                                    [](Id entry) { return CaseLists<Id>::is_marked(entry); });
  }

  enum class Trial { helps, does_not_help, not_permitted };

  // Whether a test is looked at with what its children really get: rows without a value, or hardly any rows.
  bool is_tried(const Candidate& test) const {
    if (plan_.options.validate > 0) return true;
    if (!plan_.guarded) return false;
    const MissingPolicy policy = plan_.options.missing;
    return test.test == TestKind::multiway || test.test == TestKind::grouped || policy == MissingPolicy::majority ||
           policy == MissingPolicy::surrogate;
  }

  Trial try_split(const FoundSplit<Id>& found) {
    const TrainingSet& training = plan_.training;
    const Cases cases = found.node.cases();
    Node leaf = make_leaf(training, plan_.options, cases, nullptr);
    const std::vector<double> known = division_.send(found, leaf);
    std::vector<Node> children = leaves_below(training, plan_.options, leaf, cases, known);
    if (plan_.guarded) {
      const MonotoneGuard& guard = whole_.guard;
      const std::vector<Grade> grades = guard.grades(leaf, children);
      if (!guard.permits(leaf, found.node.bounds, grades)) return Trial::not_permitted;
      if (plan_.options.validate <= 0) return Trial::helps;
      const std::vector<GradeBounds> bounds = guard.bounds_below(leaf, found.node.bounds, grades);
      guard.keep_within(found.node.bounds, {}, leaf);
      for (std::size_t child = 0; child < children.size(); ++child) {
        guard.keep_within(bounds[child], {}, children[child]);
      }
    }
    const bool helps = helps_held_out(training, plan_.options, leaf, known, children, found.node.held_out);
    return helps ? Trial::helps : Trial::does_not_help;
  }

  // So many nodes more, the last of them by a test on the feature.
  void note_grown(std::size_t nodes, std::uint32_t feature) {
    refuse_outgrown(whole_.nodes += nodes, plan_.training.data.labels.size(), plan_.training.features[feature].name);
  }

  std::vector<OpenNode<Id>> split(FoundSplit<Id> split) {
    const std::vector<double> known = division_.send(split, tree.nodes[split.node.index]);
    const std::size_t children = tree.nodes[split.node.index].children.size();
    note_grown(children, split.test.test.feature);
    std::vector<Cases> held_out =
        distribute(plan_.training, tree.nodes[split.node.index], split.node.held_out, plan_.options.missing, known);
    return division_.in_parts() ? deal_in_parts(split, known, std::move(held_out))
                                : divide_node(split, std::move(held_out));
  }

  std::vector<OpenNode<Id>> divide_node(FoundSplit<Id>& split, std::vector<Cases> held_out) {
    const std::vector<Segment> segments = division_.divide_cases(split, held_out.size());
    const ColumnSet active = remaining(split);
    std::vector<OpenNode<Id>> children(segments.size());
    std::vector<bool> open(segments.size());
    for (std::size_t child = 0; child < children.size(); ++child) {
      children[child].depth = split.node.depth + 1;
      children[child].key = child_key(split.node.key, child);
      children[child].lists = split.node.lists;
      children[child].segment = segments[child];
      children[child].active = active;
      children[child].held_out = std::move(held_out[child]);
      open[child] = make_node(children[child], &tree.nodes[split.node.index]);
      tree.nodes[split.node.index].children[child] = children[child].index;
    }
    if (plan_.guarded) bind(split, children);
    if (std::find(open.begin(), open.end(), true) == open.end()) return {};
    division_.divide_columns(split, children);
    if (split.node.counts && plan_.options.tried_columns == 0) divide_counts(split.node, children, open);
    std::vector<OpenNode<Id>> found;
    for (std::size_t child = 0; child < children.size(); ++child) {
      if (open[child]) found.push_back(std::move(children[child]));
    }
    return found;
  }

  // Tells the children, which were made one after the other, what they may answer.
  void bind(const FoundSplit<Id>& split, std::vector<OpenNode<Id>>& children) {
    const Node& parent = tree.nodes[split.node.index];
    const std::span<const Node> made = std::span(tree.nodes).subspan(children.front().index, children.size());
    const std::vector<GradeBounds> bounds =
        whole_.guard.bounds_below(parent, split.node.bounds, whole_.guard.grades(parent, made));
    for (std::size_t child = 0; child < children.size(); ++child) {
      children[child].bounds = bounds[child];
      whole_.guard.keep_within(bounds[child], children[child].cases(), tree.nodes[children[child].index]);
    }
  }

  // The smaller child is counted, the larger one gets what is left. Whoever gets none is counted when it is searched.
  void divide_counts(OpenNode<Id>& parent, std::vector<OpenNode<Id>>& children, const std::vector<bool>& open) {
    if constexpr (std::is_same_v<Id, std::uint32_t>) {
      std::unique_ptr<ValueCounts> whole = std::move(parent.counts);
      if (children.size() != 2) return;
      const std::size_t smaller = children[1].segment.size() < children[0].segment.size() ? 1 : 0;
      const auto takes_over = [&](std::size_t child) {
        const OpenNode<Id>& node = children[child];
        return open[child] && node.segment.size() > small_ && node.segment.size() >= whole_.limits.subtracted &&
               !counter_.needs_own_scale(*node.lists, node.segment, node.levels, whole->scale);
      };
      if (!takes_over(1 - smaller)) return;
      OpenNode<Id>& node = children[smaller];
      std::unique_ptr<ValueCounts> part = counter_.count_part(*node.lists, node.segment, whole->scale, *node.active);
      whole->subtract(*part);
      if (takes_over(smaller)) node.counts = std::move(part);
      children[1 - smaller].counts = std::move(whole);
    }
  }

  // Cases without a value go to every child, each with a part of its weight: children that may be split get lists of
  // their own.
  std::vector<OpenNode<Id>> deal_in_parts(const FoundSplit<Id>& split, const std::vector<double>& known,
                                          std::vector<Cases> held_out) {
    const ColumnSet active = remaining(split);
    dealing_.begin(*split.node.lists, split.node.items(), known, division_.sides());
    std::vector<OpenNode<Id>> children;
    const std::uint32_t parent = split.node.index;
    for (std::uint32_t child = 0; child < known.size(); ++child) {
      const auto index = static_cast<std::uint32_t>(tree.nodes.size());
      bool open = false;
      if (plan_.is_regression() || dealing_.is_empty(child)) {
        open = make_from(dealing_.cases(child), split.node.depth + 1, &tree.nodes[parent]);
      } else {
        units_.assign(plan_.training.data.labels.size(), 0);
        const double weight = dealing_.add_up(child, plan_.many_classes, units_);
        open = make_weighed(plan_.training, units_, tree.nodes.emplace_back()) &&
               !may_not_split(plan_.training, plan_.options, weight, split.node.depth + 1);
      }
      tree.nodes[parent].children[child] = index;
      if (!open) continue;
      OpenNode<Id>& part = children.emplace_back();
      part.index = index;
      part.depth = split.node.depth + 1;
      part.key = child_key(split.node.key, child);
      part.active = active;
      part.held_out = std::move(held_out[child]);
      dealing_.deal_cases(child, part);
    }
    std::vector<std::uint32_t> features;
    for (const std::uint32_t column : *active) features.push_back(whole_.columns[column].feature);
    dealing_.deal_columns(features, split.node, children);
    return children;
  }

  // The columns that the children's tests may be about.
  static ColumnSet remaining(const FoundSplit<Id>& split) {
    if (split.spent.empty()) return split.node.active;
    auto left = std::make_shared<std::vector<std::uint32_t>>();
    std::set_difference(split.node.active->begin(), split.node.active->end(), split.spent.begin(), split.spent.end(),
                        std::back_inserter(*left));
    return left;
  }

  std::vector<std::int64_t> units_;       // of classes
  std::vector<PairAmount> pairs_;         // of the node that is searched
  std::optional<MedianSums> no_targets_;  // of the node that is searched
  GrowingTree whole_;
  const SearchPlan& plan_;
  std::size_t small_;
  std::size_t room_;
  NodeSearch<Id> search_;
  ValueCounter counter_;
  Division<Id> division_;
  Dealing<Id> dealing_;
  TinyGrower tiny_;
  DrawnColumns drawn_;
};

}  // namespace espalier
