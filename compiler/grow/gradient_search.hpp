// The best test of a node by sums of gradients per code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "grow/coded_rows.hpp"
#include "grow/gradient_tree.hpp"
#include "grow/options.hpp"

namespace espalier {

// What the leaves below a node may say.
struct StepBounds {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool none() const {
    return lower == -std::numeric_limits<double>::infinity() && upper == std::numeric_limits<double>::infinity();
  }
};

struct GradientSplit {
  std::uint32_t column = 0;          // its place among the coded columns
  bool present = false;              // rows with a value go left, the others right
  std::uint32_t last_left = 0;       // numbers, levels: codes up to this one go left
  std::uint32_t first_right = 0;     // the next code that a row of the node has
  std::vector<std::uint32_t> set{};  // categories: these codes go left, ascending
  bool missing_left = false;         // where rows without a value go;
  bool has_missing = false;          // the node has some
  double gain = 0;                   // by how much the loss falls, as its slopes and bends have it
  GradientSums left{};
};

struct SplitLimits {
  std::int64_t least_rows = 1;
  double least_bend = 0;
  double least_gain = 0;
  double l2 = 0;
  bool missing_to_larger = false;  // rows without a value go where more rows are, not where it is better
  bool asks_presence = false;      // tests may tell them from all others
};

class GradientSearch {
 public:
  GradientSearch(const CodedRows& coded, const SplitLimits& limits, const std::vector<Direction>& directions,
                 const WholeUnits& units);

  double step(const GradientSums& sums, const StepBounds& bounds) const;
  // Of equally good tests that on the first column wins, then that of the lowest code; of the two ways for rows without
  // a value, right. `cells` are those of all columns.
  std::optional<GradientSplit> find(std::span<const GradientSums> cells, const GradientSums& whole,
                                    const StepBounds& bounds, std::span<const std::uint32_t> columns);

 private:
  struct ColumnSearch;
  Direction direction_of(const CodedColumn& column) const;

  const CodedRows& coded_;
  SplitLimits limits_;
  const std::vector<Direction>& directions_;
  WholeUnits units_;
  std::vector<std::uint32_t> order_;  // of categories, while they are searched
  std::vector<double> ratios_;
};

}  // namespace espalier
