// What the cases of a node have in every value of its columns, and how a node's counts become those of its children:
// the smaller child is counted, the larger one is what is left. All of it is in whole numbers, so that what is left is
// what counting would find.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/engine.hpp"
#include "grow/list_building.hpp"
#include "grow/search_plan.hpp"
#include "grow/sides.hpp"

namespace espalier {

// Targets of a regression as whole numbers of steps of 2^-exponent from a center.
struct LevelScale {
  double center = 0;
  int exponent = 0;
};

struct LevelSteps {
  std::int64_t steps = 0;
  std::int64_t cases = 0;
};

// The center of a node on the scale of its counts, which may be far from it: in whole steps, and the rest.
struct LevelShift {
  std::int64_t whole = 0;
  double fraction = 0;
  double step = 1;
};

// Rows of one of the three. The rows of a column begin at its `first_row`, one for each code, and one more for missing
// values.
struct ValueCounts {
  std::size_t width = 1;              // numbers in a row
  std::vector<std::uint32_t> counts;  // per class, weights of 1
  std::vector<std::int64_t> units;    // per class, other weights
  std::vector<LevelSteps> levels;     // of a regression
  LevelScale scale;

  bool any_without(const ListedColumn& column) const;
  const std::uint32_t* row(const ListedColumn& column, std::size_t code, std::uint32_t) const {
    return counts.data() + (column.first_row + code) * width;
  }
  const std::int64_t* row(const ListedColumn& column, std::size_t code, std::int64_t) const {
    return units.data() + (column.first_row + code) * width;
  }
  LevelSums sums(const ListedColumn& column, std::size_t code, const LevelShift& shift) const;
  LevelShift shift_to(const LevelFacts& facts) const;
  void subtract(const ValueCounts& part);
};

// Where the cases with each value go by a two-way test: below, above, or nobody knows.
struct SideCounts {
  std::vector<std::uint32_t> cases;  // per row, three numbers
  std::vector<std::int64_t> units;   // weights other than 1
};

class ValueCounter {
 public:
  ValueCounter(const SearchPlan& plan, const std::vector<ListedColumn>& columns, const EngineLimits& limits);

  bool any() const { return rows_ > 0; }

  // Of cases that nobody has counted yet. `facts` are those of the node, of a regression.
  std::unique_ptr<ValueCounts> count(const LargeLists& lists, Segment segment, const LevelFacts& facts,
                                     const std::vector<std::uint32_t>& active);

  // On the scale of the node above.
  std::unique_ptr<ValueCounts> count_part(const LargeLists& lists, Segment segment, const LevelScale& scale,
                                          const std::vector<std::uint32_t>& active);

  // `sides` per case: 0, 1 or 2.
  void count_sides(const LargeLists& lists, Segment segment, const std::uint8_t* sides, SideCounts& counts) const;

  // Whether the targets of these cases are so close together that the scale of a node above is too coarse for them:
  // note [steps] in value_counts.cpp.
  bool needs_own_scale(const LargeLists& lists, Segment segment, const LevelFacts& facts,
                       const LevelScale& scale) const;

 private:
  struct Place {
    std::uint32_t code;   // in the codes of a case
    std::uint32_t begin;  // of its rows
  };
  struct Places {
    std::vector<Place> narrow;
    std::vector<Place> wide;
  };

  Places places_of(std::span<const std::uint32_t> active) const;
  template <typename Add>
  void each_value(const LargeLists& lists, Segment segment, const Places& places, const Add& add) const;
  void add_up(const LargeLists& lists, Segment segment, const Places& places, ValueCounts& sums) const;

  const SearchPlan& plan_;
  const std::vector<ListedColumn>& columns_;
  EngineLimits limits_;
  std::size_t rows_ = 0;
  std::vector<std::uint32_t> all_;   // columns that are counted
  std::vector<std::int64_t> steps_;  // per case
};

}  // namespace espalier
