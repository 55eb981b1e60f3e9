// How figures of the same kind differ from each other.
#pragma once

#include <optional>
#include <span>

namespace espalier {

struct Spread {
  double mean = 0;
  double least = 0;
  double most = 0;
  std::optional<double> deviation;  // sqrt(sum (x - mean)^2 / (n - 1)); none: fewer than two
};

// Of no figures: 0.
Spread spread_of(std::span<const double> figures);

}  // namespace espalier
