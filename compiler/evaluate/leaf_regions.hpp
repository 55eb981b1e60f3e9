// What the leaves of a tree say about the rows that reach them: per column the values that the tests on the way leave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/value_shares.hpp"
#include "model/model.hpp"

namespace espalier {

// Of one column that was tested on the way.
struct ColumnRegion {
  std::uint32_t feature = 0;
  double low = 0;  // numeric: values whose ValueShares::up_to is above `low` and at most `high`
  double high = 0;
  std::shared_ptr<const std::vector<bool>> categories;  // categorical: which are left
  bool missing = true;                                  // whether missing values are left
  double ruled_out = 0;                                 // share of the rows whose value is not left
};

struct LeafRegion {
  std::vector<ColumnRegion> columns;  // ascending; columns not tested are not restricted
  double ruled_out = 0;               // sum over the columns
};

// Per row the region of its leaf. A row that reaches several leaves (MissingPolicy::fractional) has the region of the
// one where most of it arrives. Tests say nothing about missing values that surrogates or fractions send either way;
// otherwise missing values are left only where they go.
struct TreeRegions {
  std::vector<LeafRegion> regions;    // of the leaves that rows reach
  std::vector<std::uint32_t> of_row;  // per row of `rows`: index into regions
};
TreeRegions tree_regions(const Model& model, const Dataset& data, const std::vector<std::size_t>& rows,
                         const ValueShares& shares);

}  // namespace espalier
