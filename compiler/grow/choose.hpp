// Which attribute's test a node takes, given the best test on each.
#pragma once

#include <optional>
#include <vector>

#include "grow/options.hpp"
#include "grow/split_search.hpp"
#include "grow/training_set.hpp"

namespace espalier {

// C4.5 leaves attributes with a value for almost every row out of the average gain, unless there are no others.
struct AverageRule {
  std::vector<bool> counts;  // per feature: takes part in the average
};
AverageRule make_average_rule(const Dataset& data, const GrowOptions& options);

// The largest gain; under Criterion::gain_ratio the largest gain / split info among tests of at least average gain.
// `candidates` are in feature order and the first of equal ones wins. Nothing if there is none to choose from.
std::optional<Candidate> choose_test(const std::vector<Candidate>& candidates, Criterion criterion,
                                     const AverageRule& average_rule);

}  // namespace espalier
