// Giving a node its test as one would write it down: with surrogate splits (Breiman et al. 1984), tests on other
// attributes that send the rows the way the node's test does.
#pragma once

#include <functional>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/choose.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

// The cases of a node that have a value in the column, in the order of those values, equal ones in their own order.
using ValueOrderOf = std::function<Cases(std::uint32_t feature)>;
Cases cases_in_value_order(const TrainingSet& training, std::uint32_t feature, Cases cases);

// The best test of every other attribute, by the weight of the rows that it sends the same way as the node's two-way
// test (ties: the first attribute), at most options.surrogates of them. Only rows count whose value is known for both;
// each side of a surrogate needs two of them, and it must agree with more than the majority direction would.
std::vector<Surrogate> find_surrogates(const TrainingSet& training, const GrowOptions& options, const Node& node,
                                       const ValueOrderOf& in_value_order);

// Per child, the weight of the cases whose value is known.
std::vector<double> known_weights(const TrainingSet& training, const Node& node, const Cases& cases);

// The whole of it: test, surrogates where the policy asks for them, and the way of missing values. Returns
// known_weights().
std::vector<double> set_test(const TrainingSet& training, const GrowOptions& options, const Candidate& candidate,
                             const Cases& cases, const ValueOrderOf& in_value_order, Node& node);

}  // namespace espalier
