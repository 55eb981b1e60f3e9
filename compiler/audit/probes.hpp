// Rows to try: what a search over regions would find late, trying finds at once. Nothing follows from what is not
// found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "audit/region.hpp"
#include "support/random.hpp"

namespace espalier {

// For each column of a space the values that tests tell apart, as far as a region has them: both sides of each
// threshold, words, and a missing value.
class Probes {
 public:
  Probes(const Space& space, std::span<const ModelView* const> views, const Region& region);

  const std::vector<double>& values(std::size_t column) const { return values_[column]; }
  std::vector<double> random_row(RandomEngine& engine) const;

  // Changes one column after the other to the value with the largest gain, as long as that rises. `stop`: asked before
  // each row that is tried.
  using Gain = std::function<double(std::span<const double>)>;
  using Stop = std::function<bool()>;
  double climb(std::vector<double>& row, const Gain& gain, const Stop& stop) const;

 private:
  std::vector<std::vector<double>> values_;
};

}  // namespace espalier
