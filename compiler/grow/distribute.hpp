// Sending a node's training cases to its children.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/choose.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

// The node gets the candidate's test and as many children as it needs (their indices are still to be filled in).
void apply_test(const TrainingSet& training, const GrowOptions& options, const Candidate& candidate, Node& node);

// The child that the node's own test sends the row to; none if the value is missing.
std::optional<std::uint32_t> branch_of(const TrainingSet& training, const Node& node, std::uint32_t row);

// The child for a row without a value, where it goes to one: the first surrogate with a value says, or missing_child.
std::uint32_t branch_without_value(const TrainingSet& training, const Node& node, std::uint32_t row);

// How many branches the candidate's test has.
std::size_t branch_count(const TrainingSet& training, const GrowOptions& options, const Candidate& candidate);

// Where missing values go: what the search found; under `refuse` they fail two-way tests; else with the most weight
// (ties: the first child).
std::uint32_t choose_missing_child(const Node& node, const Candidate& candidate, MissingPolicy policy,
                                   std::span<const double> known);

// The children's cases, each in the order it was in. Cases without a value follow the policy: under `fractional` each
// goes to every child with its share of the `known` weight, if that is not less than half a unit, under `surrogate` the
// first surrogate with a value decides, else they take missing_child.
std::vector<Cases> distribute(const TrainingSet& training, const Node& node, const Cases& cases, MissingPolicy policy,
                              const std::vector<double>& known);

// The node's children as leaves, if its cases are these.
std::vector<Node> leaves_below(const TrainingSet& training, const GrowOptions& options, const Node& node,
                               const Cases& cases, const std::vector<double>& known);

}  // namespace espalier
