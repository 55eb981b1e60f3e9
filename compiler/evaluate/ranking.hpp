// How well probabilities put the rows of a class before the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "evaluate/mark.hpp"

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

// Of a label's area (DeLong, DeLong and Clarke-Pearson 1988, for pairs within splits and rows that count by weight).
// The area is in order / pairs. A row takes part in pairs of its own: it pulls the area by (its pairs in order - area *
// its pairs) / all pairs. The error is the root of the sum of these squares over all rows. None where there is no pair.
std::optional<double> area_standard_error(std::uint32_t label, std::span<const std::uint32_t> actual,
                                          const Answers& predicted, std::span<const double> weights,
                                          std::span<const std::size_t> splits);

// Of the areas that there are.
std::optional<double> mean_area(std::span<const std::optional<double>> areas);

// The curves that a class's probabilities make when ever less probable rows are taken to be of it: the found rows
// against those taken by mistake (ROC), and precision against recall.

struct CurvePoint {
  double x = 0;
  double y = 0;
  friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};

// note [curves over splits]: probabilities of different trees cannot be put in one order (evaluate/ranking.hpp), so
// each split has a curve of its own, and what is drawn is their mean: at each share of the other rows (x) the mean of
// the shares of the class's rows that are found (y), where a split counts by its pairs of a row of the class and one of
// another. The area below that is the AUC of ranking.hpp exactly, which is the same mean of the splits' areas.

// From (0, 0) to (1, 1); rows that are equally probable make one straight piece. Empty where there is no pair. `splits`
// as in ranking.hpp. Where the splits have more than 2,000 corners, evenly chosen ones of them.
std::vector<CurvePoint> roc_curve(std::uint32_t label, std::span<const std::uint32_t> actual, const Answers& predicted,
                                  std::span<const double> weights, std::span<const std::size_t> splits);

// Recall (x) and precision (y) at the points of an ROC curve, of a class that has `share` of the rows: with recall r
// and a share f of the others, share r / (share r + (1 - share) f). Straight pieces of the one are bent in the other
// (Davis and Goadrich 2006), so that points are added between. Begins at recall 0 with the precision of the first rows.
std::vector<CurvePoint> precision_recall(std::span<const CurvePoint> roc, double share);

}  // namespace espalier
