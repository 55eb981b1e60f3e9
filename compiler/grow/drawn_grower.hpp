// Grows trees whose nodes try few of many columns: the same trees as grow_tree (grow/engine.hpp), node for node. That
// one keeps every column in order at every node, which pays where most columns are asked. Here the values of a column
// are put in order where a node tries it, and nothing else is kept but which rows are where.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/ranked_columns.hpp"
#include "grow/search_plan.hpp"
#include "model/model.hpp"

namespace espalier {

class DrawnGrower {
 public:
  // Whether it can: rows that weigh 1, two-way tests that are chosen by gain alone, and missing values, if there are
  // any, that go to the better side.
  static bool grows(const SearchPlan& plan);

  // Keeps the reference.
  DrawnGrower(const SearchPlan& plan, std::size_t threads);

  // From each row as often as `copies` says, which is at most 255 times. Several threads may grow trees at once.
  Tree grow(std::span<const std::uint32_t> copies, std::uint64_t key) const;

 private:
  const SearchPlan& plan_;
  std::vector<RankedColumn> columns_;
  std::vector<std::uint32_t> row_order_;  // all rows, in the order that sums of targets need (CaseOrder)
};

}  // namespace espalier
