#include "grow/grower.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "grow/distribute.hpp"
#include "grow/hold_out.hpp"
#include "grow/node_facts.hpp"
#include "grow/node_sums.hpp"
#include "grow/stopping.hpp"
#include "model/tree_facts.hpp"

namespace espalier {

template <typename Id>
bool Grower<Id>::later(const FoundSplit<Id>& a, const FoundSplit<Id>& b) {
  return a.gained != b.gained ? a.gained < b.gained : a.node.index > b.node.index;
}

// Adds the node to the tree. Whether it may be split.
template <typename Id>
bool Grower<Id>::make_node(OpenNode<Id>& open, const Node* parent) {
  const TrainingSet& training = plan_.training;
  open.index = static_cast<std::uint32_t>(tree.nodes.size());
  bool mixed = false;
  double weight = static_cast<double>(open.segment.size());
  if (open.segment.size() > 0 && plan_.unit_weights && !open.lists->labels.empty()) {
    mixed = make_counted(plan_, open.lists->labels.data(), open.items(), tree.nodes.emplace_back());
  } else if (open.segment.size() > 0 && plan_.sums == CutSums::variance) {
    mixed = make_measured(plan_, open.lists->levels.data(), open.items(), open.levels, tree.nodes.emplace_back());
  } else {
    const Cases cases = open.cases();
    Node node = make_leaf(training, plan_.options, cases, parent);
    tree.nodes.push_back(std::move(node));
    weight = weight_of(cases, training.scale);
    mixed = !is_pure(training, cases);
  }
  return mixed && !may_not_split(training, plan_.options, weight, open.depth);
}

template <typename Id>
std::optional<OpenNode<Id>> Grower<Id>::plant(OpenNode<Id> root) {
  if (!make_node(root, nullptr)) return std::nullopt;
  return root;
}

template <typename Id>
NodeCases<Id> Grower<Id>::cases_of(const OpenNode<Id>& open) const {
  NodeCases<Id> node{plan_, *open.lists, open.segment, 0, 0, {}, open.levels, open.known, open.histograms.get()};
  node.weight = plan_.unit_weights ? static_cast<double>(open.segment.size()) : weight_of(node.cases(), plan_.training.scale);
  if (plan_.sums == CutSums::tallies) return node;
  if (plan_.sums == CutSums::variance) {
    node.impurity = open.levels.deviation;
    return node;
  }
  const std::vector<double>& counts = tree.nodes[open.index].counts;
  node.classes.counts.assign(counts.begin(), counts.end());
  node.classes.cases = static_cast<std::uint32_t>(open.segment.size());
  node.impurity = impurity_of(node.classes, plan_);
  return node;
}

template <typename Id>
std::optional<FoundSplit<Id>> Grower<Id>::find_split(OpenNode<Id> open) {
  if (!open.lists->codes.empty() && !open.histograms) {
    open.histograms = counter_.count(*open.lists, open.segment, open.levels, *open.active);
  }
  const NodeCases<Id> node = cases_of(open);
  std::vector<std::uint32_t> spent;
  std::optional<ChosenTest> test = search_.find(node, *open.active, spent);
  if (!test) return std::nullopt;
  if (plan_.options.validate > 0 &&
      !helps_held_out(plan_.training, plan_.options, test->test, node.cases(), open.held_out, in_value_order(open))) {
    return std::nullopt;
  }
  const double gained = test->test.gain * node.weight;
  return FoundSplit<Id>{std::move(open), std::move(*test), gained, std::move(spent)};
}

template <typename Id>
void Grower<Id>::grow_depth_first(OpenNode<Id> root) {
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
template <typename Id>
void Grower<Id>::grow_best_first(OpenNode<Id> root) {
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

// A column's cases with a value in its order, for those who look at other columns than the search did.
template <typename Id>
ValueOrderOf Grower<Id>::in_value_order(const OpenNode<Id>& open) const {
  return [this, &open](std::uint32_t feature) {
    const Lists& lists = *open.lists;
    if (lists.by_value[feature].empty()) return cases_in_value_order(plan_.training, feature, open.cases());
    return lists.cases(lists.column_in(feature, open.segment).first(open.known_of(feature)));
  };
}

// The test and the ways of missing values; the weight of the cases with a value, per child.
template <typename Id>
std::vector<double> Grower<Id>::set_test(const FoundSplit<Id>& split) {
  Node& node = tree.nodes[split.node.index];
  const TrainingSet& training = plan_.training;
  const Candidate& test = split.test.test;
  const std::size_t cases = split.node.segment.size();
  const bool counted = split.test.below_weight && split.node.known_of(test.feature) == cases && plan_.unit_weights &&
                       plan_.options.missing != MissingPolicy::surrogate;
  if (!counted) {
    return espalier::set_test(training, plan_.options, test, split.node.cases(), in_value_order(split.node), node);
  }
  apply_test(training, plan_.options, test, node);
  const double below = *split.test.below_weight;
  std::vector<double> weights = {below, static_cast<double>(cases) - below};
  node.missing_child = choose_missing_child(node, test, plan_.options.missing, weights);
  return weights;
}

// So many nodes more, the last of them by a test on the feature.
template <typename Id>
void Grower<Id>::note_grown(std::size_t nodes, std::uint32_t feature) {
  refuse_outgrown(whole_.nodes += nodes, plan_.training.data.labels.size(), plan_.training.features[feature].name);
}

template <typename Id>
std::vector<OpenNode<Id>> Grower<Id>::split(FoundSplit<Id> split) {
  const std::vector<double> known = set_test(split);
  const std::size_t children = tree.nodes[split.node.index].children.size();
  note_grown(children, split.test.test.feature);
  std::vector<Cases> held_out =
      distribute(plan_.training, tree.nodes[split.node.index], split.node.held_out, plan_.options.missing, known);
  const bool in_parts = division_.send(split, tree.nodes[split.node.index], known);
  return in_parts ? deal_in_parts(split, known, std::move(held_out)) : divide_node(split, std::move(held_out));
}

// The columns that the children's tests may be about.
template <typename Id>
ColumnSet Grower<Id>::remaining(const FoundSplit<Id>& split) {
  if (split.spent.empty()) return split.node.active;
  auto left = std::make_shared<std::vector<std::uint32_t>>();
  std::set_difference(split.node.active->begin(), split.node.active->end(), split.spent.begin(), split.spent.end(),
                      std::back_inserter(*left));
  return left;
}

// Makes the node and ties it to its parent. Whether it may be split.
template <typename Id>
bool Grower<Id>::add_child(std::uint32_t parent, std::size_t position, OpenNode<Id>& child) {
  const bool open = make_node(child, &tree.nodes[parent]);
  tree.nodes[parent].children[position] = child.index;
  return open;
}

template <typename Id>
std::vector<OpenNode<Id>> Grower<Id>::divide_node(FoundSplit<Id>& split, std::vector<Cases> held_out) {
  const std::vector<Segment> segments = division_.divide_cases(split, held_out.size());
  const ColumnSet active = remaining(split);
  std::vector<OpenNode<Id>> children(segments.size());
  std::vector<bool> open(segments.size());
  for (std::size_t child = 0; child < children.size(); ++child) {
    children[child].depth = split.node.depth + 1;
    children[child].lists = split.node.lists;
    children[child].segment = segments[child];
    children[child].active = active;
    children[child].held_out = std::move(held_out[child]);
    open[child] = add_child(split.node.index, child, children[child]);
  }
  if (std::find(open.begin(), open.end(), true) == open.end()) return {};
  division_.divide_columns(split, children, open);
  if (split.node.histograms) divide_histograms(split.node, children, open);
  std::vector<OpenNode<Id>> found;
  for (std::size_t child = 0; child < children.size(); ++child) {
    if (open[child]) found.push_back(std::move(children[child]));
  }
  return found;
}

// The smaller child is counted, the larger one gets what is left. Whoever gets none is counted when it is searched.
template <typename Id>
void Grower<Id>::divide_histograms(OpenNode<Id>& parent, std::vector<OpenNode<Id>>& children,
                                   const std::vector<bool>& open) {
  std::unique_ptr<Histograms> whole = std::move(parent.histograms);
  if (children.size() != 2) return;
  const std::size_t smaller = children[1].segment.size() < children[0].segment.size() ? 1 : 0;
  const auto takes_over = [&](std::size_t child) {
    const OpenNode<Id>& node = children[child];
    return open[child] && node.segment.size() > small_ && node.segment.size() >= whole_.limits.subtracted &&
           !counter_.needs_own_scale(*node.lists, node.segment, node.levels, whole->scale);
  };
  if (!takes_over(1 - smaller)) return;
  OpenNode<Id>& node = children[smaller];
  std::unique_ptr<Histograms> part = counter_.count_part(*node.lists, node.segment, whole->scale, *node.active);
  whole->subtract(*part);
  if (takes_over(smaller)) node.histograms = std::move(part);
  children[1 - smaller].histograms = std::move(whole);
}

// Cases without a value go to every child, each with a part of its weight: the children get lists of their own.
template <typename Id>
std::vector<OpenNode<Id>> Grower<Id>::deal_in_parts(const FoundSplit<Id>& split, const std::vector<double>& known,
                                                    std::vector<Cases> held_out) {
  const ColumnSet active = remaining(split);
  std::vector<OpenNode<Id>> children;
  for (std::uint32_t child = 0; child < known.size(); ++child) {
    OpenNode<Id> part;
    part.depth = split.node.depth + 1;
    part.active = active;
    part.held_out = std::move(held_out[child]);
    division_.copy_part(split, child, known, part);
    if (!add_child(split.node.index, child, part)) continue;
    division_.copy_columns(split, part);
    children.push_back(std::move(part));
  }
  return children;
}

template class Grower<std::uint16_t>;
template class Grower<std::uint32_t>;

}  // namespace espalier
