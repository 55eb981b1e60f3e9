// What a model with a decision threshold answers. Every node's label is what the threshold makes of the probability
// that the node reports, so that whoever answers with the labels of leaves honours it; blends have rules of their own
// (model/blend.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace espalier {

std::uint32_t decided_label(const DecisionThreshold& threshold, double probability);

// Per node of one of the model's trees, the label that the threshold asks for. The model must have one.
std::vector<std::uint32_t> decided_labels(const Model& model, const Tree& tree);

// Gives the model the threshold, and its nodes the labels that follow from it.
void set_decision_threshold(const DecisionThreshold& threshold, Model& model);

// The model without its threshold: labels are those of least expected cost again, without costs the most frequent ones,
// and those of its parent where a node has no weight. What pruning judges by.
Model without_decision_threshold(Model model);

}  // namespace espalier
