// The nearest rows that are answered otherwise: what would have to change, and how little of it is enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "audit/figure_range.hpp"
#include "audit/region.hpp"
#include "model/model.hpp"

namespace espalier {

// What may change about a row, and what that costs.
struct ChangeRules {
  enum class May : std::uint8_t { change, stay, rise, fall };
  std::vector<May> may;      // per column
  std::vector<double> cost;  // per column: of a number's change by 1, of a word's change to any other,
  std::vector<double> fill;  //   and of a value where none was
};

// Any change, numbers in units of their training range, words and missing values 1.
ChangeRules free_to_change(const Space& space);

// A row that is answered as wanted.
struct Change {
  std::vector<double> row;             // the nearest of its region, in terms of the space
  std::vector<std::uint32_t> columns;  // that differ, ascending
  double distance = 0;                 // the sum of their costs
  double figure = 0;
  Region region;
};

struct NearestOptions {
  std::size_t changes = 3;  // that are wanted: each with other columns
  double seconds = 60;
};

struct NearestChanges {
  std::vector<Change> changes;  // the nearest first
  bool complete = true;         // false: the time ran out; there may be nearer ones
  double none_nearer = 0;       // not complete: no change costs less than that
};

// Rows whose figure lies between `least` and `most`. Of two changes of which one needs all columns of the other and
// costs no less, only the other is kept. A value that is there does not go missing.
NearestChanges nearest_changes(const Model& model, const Space& space, std::span<const double> row,
                               const Figure& figure, FigureRange wanted, const ChangeRules& rules,
                               const NearestOptions& options);

}  // namespace espalier
