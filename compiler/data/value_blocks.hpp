// The known values of a numeric column in ascending order, with the weight of the rows that have each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/dataset.hpp"

namespace espalier {

struct ClassWeight {
  std::uint32_t label = 0;
  double weight = 0;
};

struct ValueBlocks {
  std::vector<double> values;        // distinct, ascending
  std::vector<double> weights;       // per value: above 0
  std::vector<std::size_t> begins;   // per value, and one more: where its classes begin in `classes`
  std::vector<ClassWeight> classes;  // per value: the classes that have it, ascending; none for regression
  std::size_t labels = 0;            // of the dataset

  std::size_t size() const { return values.size(); }
  std::span<const ClassWeight> classes_of(std::size_t value) const {
    return std::span(classes).subspan(begins[value], begins[value + 1] - begins[value]);
  }
};

// Sums do not depend on the order of the rows.
ValueBlocks value_blocks(const FeatureColumn& column, const Dataset& data);

}  // namespace espalier
