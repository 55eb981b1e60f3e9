// Properties of a model, proven for every input or refuted by one.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "audit/figure_range.hpp"
#include "audit/property.hpp"
#include "audit/region.hpp"
#include "model/model.hpp"

namespace espalier {

enum class ProofVerdict {
  proven,
  refuted,
  open,  // the time ran out
};
template <>
inline constexpr auto kNames<ProofVerdict> = enum_names("proven", "refuted", "open");

struct PropertyProof {
  ProofVerdict verdict = ProofVerdict::proven;
  // Refuted: a row that the claim does not hold for; or two that differ in the claim's columns only.
  std::vector<std::vector<double>> witnesses;  // in terms of the space
  std::vector<double> figures;                 // of each: value, probability, place in the order, or index of the label
  // Bounds of a value or a probability: what it was found to lie between. Exact where the search came to its end.
  std::optional<double> least;
  std::optional<double> most;
  // Several trees, and the time ran out: what rows were found to have, within these bounds.
  std::optional<double> found_least;
  std::optional<double> found_most;
  std::size_t regions = 0;  // looked at
  // Open: how large a share of the inputs is not decided, if numbers are spread evenly over their training range.
  std::optional<double> undecided;
  bool no_rows = false;  // no row meets the condition: nothing is claimed
};

struct ProveOptions {
  double seconds = 60;
  bool complete_rows = false;  // rows without missing values only
};

// The figure that a claim is about.
Figure figure_of_claim(const Model& model, const Claim& claim, const AnswerOrder& order);

// `space` is the model's own.
PropertyProof prove(const Model& model, const Space& space, const Property& property, const AnswerOrder& order,
                    const ProveOptions& options);

}  // namespace espalier
