// Grows a subtree from lists of its cases: nodes are searched for a test and split until nothing is left to split. No
// recursion, because a tree may be as deep as it has rows.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/dealing.hpp"
#include "grow/division.hpp"
#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/node_search.hpp"
#include "grow/open_node.hpp"
#include "grow/search_plan.hpp"
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
};

template <typename Id>
class Grower {
 public:
  // Nodes of at most `small` cases are put aside: they are `waiting` in the end.
  Grower(const GrowingTree& whole, std::size_t small)
      : whole_(whole),
        plan_(whole.plan),
        small_(small),
        search_(plan_, whole.columns, whole.limits),
        counter_(plan_, whole.columns, whole.limits),
        division_(plan_, whole.columns, whole.limits, counter_),
        tiny_(plan_, whole.columns) {}

  // Makes the root. Nothing if it stays a leaf.
  std::optional<OpenNode<Id>> plant(OpenNode<Id> root);

  void grow_depth_first(OpenNode<Id> root);
  void grow_best_first(OpenNode<Id> root);

  Tree tree;
  std::vector<OpenNode<Id>> waiting;

 private:
  using Lists = CaseLists<Id>;

  static bool later(const FoundSplit<Id>& a, const FoundSplit<Id>& b);

  bool make_node(OpenNode<Id>& node, const Node* parent);
  bool make_from(const Cases& cases, std::size_t depth, const Node* parent);
  double weight_of_node(const OpenNode<Id>& open) const;
  NodeCases<Id> cases_of(const OpenNode<Id>& node);
  std::optional<FoundSplit<Id>> find_split(OpenNode<Id> node);

  void note_grown(std::size_t nodes, std::uint32_t feature);
  std::vector<OpenNode<Id>> split(FoundSplit<Id> split);
  bool helps_held_out(const FoundSplit<Id>& split, const Cases& cases);
  std::vector<OpenNode<Id>> divide_node(FoundSplit<Id>& split, std::vector<Cases> held_out);
  void divide_counts(OpenNode<Id>& parent, std::vector<OpenNode<Id>>& children, const std::vector<bool>& open);
  std::vector<OpenNode<Id>> deal_in_parts(const FoundSplit<Id>& split, const std::vector<double>& known,
                                          std::vector<Cases> held_out);
  bool add_child(std::uint32_t parent, std::size_t position, OpenNode<Id>& child);
  static ColumnSet remaining(const FoundSplit<Id>& split);

  std::vector<std::int64_t> units_;       // of classes
  std::optional<MedianSums> no_targets_;  // of the node that is searched
  GrowingTree whole_;
  const SearchPlan& plan_;
  std::size_t small_;
  NodeSearch<Id> search_;
  ValueCounter counter_;
  Division<Id> division_;
  Dealing<Id> dealing_;
  TinyGrower tiny_;
};

extern template class Grower<std::uint16_t>;
extern template class Grower<std::uint32_t>;

}  // namespace espalier
