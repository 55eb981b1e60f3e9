// Grows the subtrees of a handful of cases, of which fully grown trees mostly consist: the same search as everywhere,
// without anything that has to be asked for, counted or passed on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/cut_scan.hpp"
#include "grow/list_building.hpp"
#include "grow/node_cases.hpp"
#include "grow/open_node.hpp"
#include "grow/search_plan.hpp"
#include "grow/sides.hpp"
#include "model/model.hpp"

namespace espalier {

class TinyGrower {
 public:
  static constexpr std::size_t kMostCases = 64;

  TinyGrower(const SearchPlan& plan, const std::vector<ListedColumn>& columns);

  // Whether it can do so: cuts of complete columns, chosen by gain.
  template <typename Id>
  bool grows(const OpenNode<Id>& node) const {
    return able_ && node.segment.size() <= kMostCases && node.known.empty() && node.lists->codes_per_case == 0;
  }

  // Grows below a node of the tree. Returns how many nodes there are more.
  template <typename Id>
  std::size_t grow(const OpenNode<Id>& node, Tree& tree);

 private:
  using Entry = std::uint8_t;
  using Lists = CaseLists<Entry>;

  // A node on the way.
  struct Tiny {
    std::uint32_t index;
    std::size_t begin;
    std::size_t end;
    std::size_t depth;
    std::size_t active;  // where its columns begin in active_, all up to the end
    std::size_t copy;    // of the lists: its are in
    std::uint64_t key;   // note [draws] in grow/drawn_columns.hpp
    LevelFacts levels;
    std::size_t size() const { return end - begin; }
  };
  struct Best {
    double gained = 0;  // times the weight; 0: there is no cut
    std::size_t boundary = 0;
    std::uint32_t column = 0;
  };

  // A column that may be cut yet.
  struct Active {
    std::uint32_t column = 0;  // among those taken
    bool distinct = false;     // its cases are known to all_differ
  };

  // A node that is split: its test, and what came of it.
  struct Made {
    std::uint32_t node;
    std::uint32_t column;     // among all
    std::uint32_t row_below;  // next to the cut
    std::uint32_t row_above;
    std::array<std::uint32_t, 2> children;
    std::array<double, 2> sizes;  // of these
  };

  template <typename Id>
  void take_cases(const OpenNode<Id>& node);
  template <typename Id>
  void take_columns(const OpenNode<Id>& node);
  void take_packed(const PackedColumn& packing, Entry* list) const;

  void split(const Tiny& node, Tree& tree);
  Best search(const Tiny& node, const Tree& tree);
  Best search_levels(const Tiny& node);
  template <typename Sides>
  Best search_classes(const Tiny& node, double most);
  Gap gap_of(const ListedColumn& column, std::uint32_t row_below, std::uint32_t row_above) const;
  Best widest_of_tied(const Tiny& node);
  void ask_for_values(const ListedColumn& column, std::uint32_t row_below, std::uint32_t row_above) const;
  template <typename Scan>
  void search_columns(const Tiny& node, double grid, double most, Best& best, const Scan& scan);
  template <typename Scan>
  void search_drawn(const Tiny& node, const Best& best, const Scan& scan);
  void set_tests(Tree& tree) const;
  bool make_node(Tiny& node, Tree& tree) const;
  Entry* list(std::size_t column, const Tiny& node) {
    return lists_.data() + (node.copy * taken_.size() + column) * kMostCases + node.begin;
  }
  std::span<const Entry> entries(std::size_t column, const Tiny& node) { return {list(column, node), node.size()}; }

  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  bool able_ = false;

  std::size_t cases_ = 0;
  std::uint32_t rows_[kMostCases] = {};
  std::uint8_t labels_[kMostCases] = {};
  double levels_[kMostCases] = {};
  std::vector<std::uint64_t> words_;
  std::vector<Entry> numbers_;  // of cases, by their numbers in the lists they come from
  Entry order_[kMostCases] = {};
  std::vector<std::uint32_t> taken_;  // which columns, by their places in the lists of all
  std::vector<Entry> lists_;          // kMostCases for each, in two copies
  std::vector<Active> active_;        // of each node on the way
  std::vector<std::pair<std::uint64_t, std::size_t>> drawn_;
  std::vector<std::size_t> tried_;
  std::vector<Active> kept_;
  std::vector<Best> tied_;  // cuts of columns that gain the most, and the same
  std::vector<Made> made_;
  SideFacts facts_;
  std::vector<std::uint32_t> whole_;  // cases of each class
  std::vector<std::uint32_t> scratch_;
  std::vector<double> shares_;  // [n][nl]: n / (nl nr)
  std::uint8_t sides_[kMostCases] = {};
};

extern template std::size_t TinyGrower::grow(const OpenNode<std::uint16_t>&, Tree&);
extern template std::size_t TinyGrower::grow(const OpenNode<std::uint32_t>&, Tree&);

}  // namespace espalier
