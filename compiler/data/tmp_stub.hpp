#pragma once
#include "data/cost_matrix.hpp"
#include "data/discretize.hpp"
namespace espalier {
struct ValueGap { double below; double above; };
inline std::vector<ValueGap> cut_gaps(const FeatureColumn&, const Dataset&, const Discretization&) { return {}; }
inline std::vector<std::vector<double>> costs_for(const CostMatrix& m, const std::vector<std::string>&) { return m.costs; }
}
