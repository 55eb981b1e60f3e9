// Error-based pruning, and the routes of training rows that it needs to raise branches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// The upper limit of a leaf's errors: what error-based pruning takes for its true error.

// Errors to add to the `errors` seen among `weight` rows, so that a rate as low as the one seen has the probability
// `confidence` (docs/pruning.md has the formulas). Neither figure need be whole.
//   release8: C4.5's own arithmetic, normal deviate from its small table
//   exact:    the binomial distribution's limit
//   normal:   the limit by the normal approximation, without correction for continuity
double added_errors(double weight, double errors, double confidence, ConfidenceMethod method);

// The errors of a leaf that answers `label` with those added.
double estimated_errors(const std::vector<double>& counts, std::uint32_t label, const PruneOptions& options);

inline constexpr double kErrorMargin = 0.1;  // a simpler tree may be this many estimated errors worse
inline constexpr std::string_view kLeafGoodEnough = "estimated to make at most 0.1 errors more as a leaf";
inline constexpr std::string_view kBranchGoodEnough =
    "its largest branch alone is estimated to make at most 0.1 errors more";

// Training rows on their way through a tree, as pruning sends them: it has to ask what another subtree would make of
// them.

// A row, with the part of its weight that has come this far.
struct RoutedRow {
  std::uint32_t row = 0;
  double weight = 0;
};
using RoutedRows = std::vector<RoutedRow>;

class CaseRoutes {
 public:
  // `weights` per row. Keeps references to both.
  CaseRoutes(const Dataset& data, const Model& model, std::span<const double> weights);

  RoutedRows all() const;
  std::vector<double> class_weights(const RoutedRows& rows) const;

  // The rows of each child. Missing values follow the model's policy; under `fractional` they go to every child with
  // its share of the rows here whose value is known.
  std::vector<RoutedRows> distribute(const Node& node, const RoutedRows& rows) const;

  // Whether distribute() may give a child a part of a row only, and then also which rows.
  bool divides() const { return model_.missing == MissingPolicy::fractional; }
  bool divides(const Node& node, const RoutedRow& routed) const {
    return divides() && !branch_if_known(model_, node, row(routed.row));
  }

  // The child that an undivided row takes.
  std::uint32_t branch(const Node& node, const RoutedRow& routed) const {
    return branch_taken(model_, node, row(routed.row));
  }

 private:
  Row row(std::uint32_t index) const { return std::span(values_).subspan(index * features_, features_); }

  const Dataset& data_;
  const Model& model_;
  std::span<const double> weights_;
  std::size_t features_;
  std::vector<double> values_;  // row by row
};

}  // namespace espalier
