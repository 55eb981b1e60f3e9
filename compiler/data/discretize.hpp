// Continuous attributes made discrete: where to cut a numeric column into intervals.
#pragma once

#include <cstddef>
#include <vector>

#include "data/dataset.hpp"

namespace espalier {

enum class Discretizer { none, equal_width, equal_frequency, mdlp, chimerge };

struct Discretization {
  Discretizer method = Discretizer::none;
  std::size_t intervals = 0;  // equal_width, equal_frequency: at most so many
  double significance = 0;    // chimerge
  friend bool operator==(const Discretization&, const Discretization&) = default;
};

}  // namespace espalier
