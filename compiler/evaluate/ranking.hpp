// How well probabilities put the rows of a class before the others.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/metrics.hpp"

namespace espalier {

// Per label the area under the curve of true against false positives, one against the rest: the weight of the pairs of
// a row of the class and a row of another one in which the former has the larger probability of the class, ties by
// half, divided by that of all pairs. None where there is no pair.
//
// A pair is two rows of the same split, both answered by the same tree: `splits` says for each row which one that is;
// empty: all by one. Trees learned from different rows do not agree on how probable is probable; a row of a class that
// is tested is missing among those learned from, so that pairs across folds would put classes in the reverse order even
// for trees that are no more than a leaf.
std::vector<std::optional<double>> areas_under_curve(std::size_t labels, std::span<const std::uint32_t> actual,
                                                     const Answers& predicted, std::span<const double> weights,
                                                     std::span<const std::size_t> splits);

// Of the areas that there are.
std::optional<double> mean_area(std::span<const std::optional<double>> areas);

}  // namespace espalier
