// How the cuts of a training set are searched, found out once: which sums serve the criterion, and what they need.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "grow/choose.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"

namespace espalier {

// The sides of cuts (grow/cut_sides.hpp).
enum class CutSums {
  two_classes,
  gini,
  entropy,
  variance,
  tallies,  // whatever the others cannot do: weights, costs, other criteria, hundreds of classes
};

struct SearchPlan {
  SearchPlan(const TrainingSet& set, const GrowOptions& chosen);

  const TrainingSet& training;
  const GrowOptions& options;
  ChoiceRule rule;
  CutSums sums = CutSums::tallies;
  bool unit_weights = false;       // every case weighs 1, and will
  bool largest_gain_wins = false;  // and nothing else: a test that gains no more than one before need not be looked at
  double level_unit = 1;           // what a level is in the user's unit
  std::vector<double> logs;        // CutSums::entropy: logs[n] = n log2 n

  CaseOrder case_order() const;
  bool is_split_by_category(std::uint32_t feature) const;  // one branch per value, or sets of values
  bool asks_presence(std::uint32_t feature) const;         // whether a value is known may be a test of its own
};

}  // namespace espalier
