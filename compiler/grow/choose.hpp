// Which attribute's test a node takes, given the best test on each.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "grow/candidate.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"

namespace espalier {

struct ChoiceRule {
  Criterion criterion = Criterion::gini;
  // Per feature: takes part in the average gain. C4.5 leaves attributes with a value for almost every row out of it,
  // unless there are no others.
  std::vector<bool> in_average;
  std::vector<double> costs;  // per feature, of looking at it; none: all alike
  AttributeCostRule cost_rule = AttributeCostRule::ratio;
};
ChoiceRule make_choice_rule(const TrainingSet& training, const GrowOptions& options);

// The largest gain; under Criterion::gain_ratio the largest gain / split info among tests of at least average gain.
// Where attributes cost something, the cost rule is applied to that figure. `tests` are in feature order and the first
// of equal ones wins: its place among them. Nothing if there is none to choose from.
std::optional<std::size_t> choose_test(std::span<const Worth> tests, const ChoiceRule& rule);

}  // namespace espalier
