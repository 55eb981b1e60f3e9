// What an answer about a class is charged: the cost of a wrong one (1 where there are no costs), or 1 for every wrong
// one whatever it costs, or what evaluate/probability_scores.hpp charges for the probabilities that come with it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace espalier {

enum class Charge { costs, mistakes, brier, log_loss };

// `costs`: see Model::costs; may be empty. `distribution` is of the labels; only the last two look at it.
double charge(Charge by, const std::vector<std::vector<double>>& costs, std::uint32_t actual, std::uint32_t answered,
              std::span<const double> distribution);

}  // namespace espalier
