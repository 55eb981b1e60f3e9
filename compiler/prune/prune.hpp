// Pruning: every method is a pure function Tree -> Tree that works bottom-up and reports what it removed and why.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/dataset.hpp"
#include "model/model.hpp"

namespace espalier {

enum class PruneMethod { none, pessimistic, error_based, cost_complexity };
std::string_view to_string(PruneMethod method);

// How error-based pruning finds the upper limit of the errors (prune/error_limit.hpp).
enum class ConfidenceMethod { release8, exact, normal };
std::string_view to_string(ConfidenceMethod method);

// What cost-complexity pruning wants little of, beside leaves: the cost of wrong answers (of a regression: the squared,
// or absolute, deviation that it was grown by), or the impurity of the leaves.
enum class RiskMeasure { errors, gini, entropy };
std::string_view to_string(RiskMeasure measure);

struct PruneOptions {
  PruneMethod method = PruneMethod::pessimistic;
  std::optional<double> alpha = std::nullopt;  // cost_complexity; none: chosen by cross-validation
  RiskMeasure risk = RiskMeasure::errors;      // cost_complexity
  double confidence = 0.25;                    // error_based: the smaller, the more is pruned
  ConfidenceMethod confidence_method = ConfidenceMethod::release8;
  bool raising = true;              // error_based: a subtree may give way to its largest branch
  std::uint32_t folds = 10;         // cost_complexity: of that cross-validation
  bool one_standard_error = false;  // cost_complexity: the smallest tree within one standard error of the best
  std::uint64_t seed = 1;           // cost_complexity: of the folds

  friend bool operator==(const PruneOptions&, const PruneOptions&) = default;
};

// One subtree that became a leaf or gave way to its largest branch. `node` is its index in the tree given; the two
// figures were compared, leaf <= subtree (error_based: leaf <= subtree + 0.1).
struct Cut {
  std::uint32_t node = 0;
  std::size_t leaves_removed = 0;
  double leaf_figure = 0;
  double subtree_figure = 0;
  bool raised = false;  // its largest branch took its place; leaf_figure is that branch's
  friend bool operator==(const Cut&, const Cut&) = default;
};

struct Pruned {
  Tree tree;
  std::vector<Cut> cuts;  // outermost only, in node order
};

// One file each: prune/pessimistic.cpp, prune/cost_complexity.cpp, prune/error_based.cpp. The last one sends the
// training rows through the tree again; `weights` are theirs.
Pruned prune_pessimistic(const Tree& tree);
Pruned prune_cost_complexity(const Model& model, double alpha, RiskMeasure risk = RiskMeasure::errors);
Pruned prune_error_based(const Model& model, const Dataset& data, std::span<const double> weights,
                         const PruneOptions& options);

// By the method chosen; cost_complexity must have its alpha.
Pruned prune(const Model& model, const Dataset& data, std::span<const double> weights, const PruneOptions& options);

// The options in effect by their command-line names, for the model's provenance.
std::vector<std::pair<std::string, std::string>> describe(const PruneOptions& options);

}  // namespace espalier
