#pragma once
#include "data/cost_matrix.hpp"
#include "data/discretize.hpp"
namespace espalier {
inline std::vector<std::vector<double>> costs_for(const CostMatrix& m, const std::vector<std::string>&) { return m.costs; }
}
