// Cost-complexity pruning.
#pragma once

#include <cstddef>
#include <vector>

#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// The weakest-link sequence of cost-complexity pruning (Breiman et al. 1984).

// The risk of each node as a leaf. Classification, as a share of the training weight: the cost (without costs: the
// weight) of what it gets wrong, or its weight times its impurity; regression: its deviation as a share of the root's.
std::vector<double> node_risks(const Model& model, const Tree& tree, RiskMeasure measure = RiskMeasure::errors);

// Per node, the price of a leaf from which on its subtree is not worth its leaves: at alpha the smallest best tree ends
// at the nodes with critical <= alpha. Leaves have -infinity. Subtrees never outlast the ones they are part of.
std::vector<double> critical_alphas(const Tree& tree, const std::vector<double>& risks);

// Prices that are equal but for rounding: an alpha written in decimal, such as 0.29 for 29 rows of 100, misses the tie
// it means by a rounding error.
bool same_alpha(double a, double b);

// The different critical alphas, ascending, from 0 on.
std::vector<double> alpha_path(const std::vector<double>& critical);

// The alpha of the largest tree of the sequence that has at most `leaves` leaves, which are at least one.
double alpha_for_leaves(const Model& model, std::size_t leaves, RiskMeasure measure);

// The first of some ascending alphas at which a node of that critical alpha is a leaf; their number if there is none.
std::size_t first_step(const std::vector<double>& alphas, double critical);

}  // namespace espalier
