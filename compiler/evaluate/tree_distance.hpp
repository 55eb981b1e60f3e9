// How differently two trees describe the same rows.
//
// A leaf rules values out: `petal_width <= 0.8` rules out the values above 0.8, and as much of the data as has them.
// For one row, the distance of two trees is the share of what either rules out that is not ruled out by both, added up
// over the columns and measured in shares of the rows:
//
//     d = m(A xor B) / m(A or B)      A, B: what the row's leaf in each tree rules out; 0 if neither rules anything out
//
// and the distance of the trees is its mean over the rows. It sees which columns are tested on a row's way and where
// they are cut, not in which order. It is 0 if and only if the two trees describe every row by the same conditions (up
// to thresholds between which no row lies), 1 if they share nothing for any row, symmetric, and keeps the triangle
// inequality: m is a measure, and m(A xor B) / m(A or B) is the Jaccard (Steinhaus) metric of a measure.
#pragma once

#include <cstddef>
#include <vector>

#include "evaluate/leaf_regions.hpp"
#include "evaluate/value_shares.hpp"
#include "support/parallel.hpp"

namespace espalier {

double region_distance(const LeafRegion& a, const LeafRegion& b, const ValueShares& shares);

// Both of the same rows; each counts by its weight, or all alike if there are none.
double tree_distance(const TreeRegions& a, const TreeRegions& b, const std::vector<double>& weights,
                     const ValueShares& shares);

// [a][b] for all pairs. `progress` counts trees.
std::vector<std::vector<double>> tree_distances(const std::vector<TreeRegions>& trees,
                                                const std::vector<double>& weights, const ValueShares& shares,
                                                std::size_t threads, const ProgressReport& progress = {});

}  // namespace espalier
