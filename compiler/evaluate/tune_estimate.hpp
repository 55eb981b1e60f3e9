// What a search for options is worth: the whole of it is repeated in each of some outer folds, and what it finds there
// answers rows that had no say in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/paired_test.hpp"
#include "evaluate/row_mean.hpp"
#include "evaluate/tune.hpp"

namespace espalier {

// One outer fold. Figures as in TuneSearch: less is better; of a regression the root of the mean squared error.
struct OuterFold {
  std::size_t winner = 0;  // among the configurations
  double tuned = 0;
  double standard = 0;  // the first configuration's
  std::size_t leaves = 0;
  std::size_t standard_leaves = 0;
  bool figure_known = true;  // false: its rows have one class, and nothing can be told apart
};

struct TuneEstimate {
  std::string method;            // "10 outer folds, seed 1"
  std::vector<OuterFold> folds;  // fewer than planned if the time was up
  std::size_t planned = 0;
  MeanLoss tuned;         // over all rows answered
  MeanLoss standard;      // the first configuration, on the same rows
  MeanLoss baseline;      // a tree of one leaf
  PairedTest difference;  // tuned - standard, per fold
};

// So many outer folds by default: few rows need more of them, and cost little.
std::uint32_t usual_outer_folds(std::size_t rows);

// `plan.clock`: of the estimate; a fold that is not finished when the time is up is left out. `progress` counts the
// trees of all folds, of about so many.
TuneEstimate estimate_tuning(const Dataset& data, const std::vector<LearnOptions>& configurations, const TunePlan& plan,
                             std::uint32_t folds, std::uint64_t seed, const ProgressReport& progress = {});

}  // namespace espalier
