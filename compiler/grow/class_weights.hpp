// What classes weigh: factors given by name, balanced classes, priors, and the costs of wrong answers.
#pragma once

#include <vector>

#include "data/dataset.hpp"
#include "grow/options.hpp"

namespace espalier {

// Per class, the factor of its rows' weights; `class_weight` is the weight of each class before. Throws
// Diagnostic(usage) for a class that the data does not have. Nothing if the options ask for nothing.
std::vector<double> class_weight_factors(const Dataset& data, const GrowOptions& options,
                                         const std::vector<double>& class_weight);

// A sum that does not depend on the order of the rows, not even in its last digit.
double total_of(std::vector<double> weights);

std::vector<double> weight_per_class(const Dataset& data, const std::vector<double>& weights);

// Per row: its own weight times its class's factor, in whole units (note [weights] in grow/case_lists.hpp).
std::vector<double> row_weights(const Dataset& data, const GrowOptions& options);

// Altered priors (Breiman et al. 1984): a class counts in the criterion by what its rows cost when they are answered
// wrongly, all told as much as before. Nothing without costs.
std::vector<double> cost_factors(const std::vector<std::vector<double>>& costs,
                                 const std::vector<double>& class_weight);

}  // namespace espalier
