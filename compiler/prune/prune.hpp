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
#include "support/enum_names.hpp"

namespace espalier {

enum class PruneMethod { none, pessimistic, error_based, cost_complexity, reduced_error };
template <>
inline constexpr auto kNames<PruneMethod> = enum_names("none", "pessimistic", "error-based", "cost-complexity",
                                                       "reduced-error");

// How error-based pruning finds the upper limit of the errors (prune/error_based.hpp).
enum class ConfidenceMethod { release8, exact, normal };
template <>
inline constexpr auto kNames<ConfidenceMethod> = enum_names("release8", "exact", "normal");

// What cost-complexity pruning wants little of, beside leaves: the cost of wrong answers (of a regression: the squared,
// or absolute, deviation that it was grown by), or the impurity of the leaves.
enum class RiskMeasure { errors, gini, entropy };
template <>
inline constexpr auto kNames<RiskMeasure> = enum_names("errors", "gini", "entropy");

// What cross-validation chooses alpha by. Without a choice: what the learner wants little of, which is wrong answers by
// the weights of their classes, or their cost.
enum class SelectBy { accuracy, brier, log_loss, auc, cost };
template <>
inline constexpr auto kNames<SelectBy> = enum_names("accuracy", "brier", "log-loss", "auc", "cost");
// Whether probabilities are judged, not answers.
inline bool judges_probabilities(SelectBy figure) {
  return figure != SelectBy::accuracy && figure != SelectBy::cost;
}

struct PruneOptions {
  PruneMethod method = PruneMethod::pessimistic;
  std::optional<double> alpha = std::nullopt;  // cost_complexity; none: chosen by cross-validation
  bool alpha_chosen = false;                   // cost_complexity: by cross-validation, by folds, margin and seed
  RiskMeasure risk = RiskMeasure::errors;      // cost_complexity
  double confidence = 0.25;                    // error_based: the smaller, the more is pruned
  ConfidenceMethod confidence_method = ConfidenceMethod::release8;
  bool raising = true;           // error_based: a subtree may give way to its largest branch
  std::string data_sha256 = {};  // error_based: of the file whose rows are sent, if not the model's training data
  std::uint32_t folds = 10;      // cost_complexity: of that cross-validation
  // cost_complexity: standard errors by which a smaller tree may look worse than the best. So much is luck with the
  // folds, and the trees stay as small as others' (docs/parity.md).
  double margin = 0.3;
  std::optional<SelectBy> select_by = std::nullopt;  // cost_complexity: what alpha is chosen by
  double share = 1.0 / 3;       // reduced_error: of the rows, held out to judge by unless there is a file
  std::string set_sha256 = {};  // reduced_error: of the file whose rows judge; empty: a share is held out
  std::uint64_t seed = 1;       // cost_complexity: of the folds; reduced_error: of the share

  friend bool operator==(const PruneOptions&, const PruneOptions&) = default;
};

// Whether cross-validation chooses how much is pruned.
inline bool chooses_alpha(const PruneOptions& options) {
  return options.method == PruneMethod::cost_complexity && !options.alpha;
}

// One subtree that became a leaf or gave way to its largest branch, and why: the two figures were compared, and the
// simpler tree was good enough.
struct Cut {
  std::uint32_t node = 0;          // its index in the tree given
  bool raised = false;             // its largest branch took its place, instead of a leaf
  bool stands = true;              // false: a later cut above took it away, with what was left of it
  std::size_t leaves_removed = 0;  // by this cut, after those below it: all cuts add up to what the tree lost
  double leaf_figure = 0;          // the method's figure for the leaf, or the branch, in its place
  double subtree_figure = 0;       // and for the subtree, as it was by then
  std::string_view reason = {};    // the method's rule, as a phrase: "not more than one standard error better"
  friend bool operator==(const Cut&, const Cut&) = default;
};

struct Pruned {
  Tree tree;
  std::vector<Cut> cuts;  // in node order
};

// From the figures in the tree alone (prune/pessimistic.cpp, prune/cost_complexity.cpp).
Pruned prune_pessimistic(const Tree& tree);
Pruned prune_cost_complexity(const Model& model, double alpha, RiskMeasure risk = RiskMeasure::errors);

// A leaf against its subtree, from the figures in the tree (prune/error_based.cpp); and with the largest branch as a
// third choice, for which the training rows, whose weights are given, are sent through the tree again
// (prune/raising.cpp).
Pruned prune_error_based(const Model& model, const PruneOptions& options);
Pruned prune_raising(const Model& model, const Dataset& data, std::span<const double> weights,
                     const PruneOptions& options);

// By rows that the tree was not grown from, with the model's features and labels (prune/reduced_error.cpp).
Pruned prune_reduced_error(const Model& model, const Dataset& judged, std::span<const double> weights);

// Rows with what each of them weighs.
struct WeightedRows {
  const Dataset& data;
  std::span<const double> weights;
};

// By the method chosen. `training` is for error_based, which raises no branches without; `judged` for reduced_error,
// which must have them; cost_complexity must have its alpha. A decision threshold has no say in what is cut; the labels
// of what is left follow it.
Pruned prune(const Model& model, const PruneOptions& options, std::optional<WeightedRows> training = std::nullopt,
             std::optional<WeightedRows> judged = std::nullopt);

// What a model's provenance says of its pruning.

// The options in effect by their command-line names.
std::vector<std::pair<std::string, std::string>> describe(const PruneOptions& options);

// Puts them into the record, in the place of what it says of pruning. If that is more than "none", it is kept, on one
// line, as "pruned-before".
void record(const PruneOptions& options, Provenance& provenance);

}  // namespace espalier
