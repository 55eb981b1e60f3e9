#include "prune/error_based.hpp"

#include <array>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/tree_facts.hpp"
#include "prune/bottom_up.hpp"
#include "prune/prune.hpp"

namespace espalier {
namespace {

// Release 8 reads the normal deviate of a confidence off this table, in straight lines between its points.
struct Deviate {
  double confidence;
  double value;
};
constexpr std::array<Deviate, 9> kDeviates = {{{0, 4.0},
                                               {0.001, 3.09},
                                               {0.005, 2.58},
                                               {0.01, 2.33},
                                               {0.05, 1.65},
                                               {0.10, 1.28},
                                               {0.20, 0.84},
                                               {0.40, 0.25},
                                               {1.00, 0.00}}};

double table_deviate(double confidence) {
  std::size_t upper = 1;
  while (upper + 1 < kDeviates.size() && confidence > kDeviates[upper].confidence) ++upper;
  const Deviate& low = kDeviates[upper - 1];
  const Deviate& high = kDeviates[upper];
  const double part = (confidence - low.confidence) / (high.confidence - low.confidence);
  return low.value + (high.value - low.value) * part;
}

double added_without_errors(double weight, double confidence) {
  return weight * (1 - std::exp(std::log(confidence) / weight));
}

double release8(double weight, double errors, double confidence) {
  if (errors < 1e-6) return added_without_errors(weight, confidence);
  if (errors < 0.9999) {
    const double none = added_without_errors(weight, confidence);
    return none + errors * (release8(weight, 1, confidence) - none);
  }
  if (errors + 0.5 >= weight) return 0.67 * (weight - errors);
  const double deviate = table_deviate(confidence);
  const double c = deviate * deviate;
  const double corrected = errors + 0.5;
  const double spread = std::sqrt(c * (corrected * (1 - corrected / weight) + c / 4));
  return weight * (corrected + c / 2 + spread) / (weight + c) - errors;
}

// The rate p at which at most `errors` of `weight` have the probability `confidence`: 1 - I_p(errors + 1, weight -
// errors). Bracketed, because Newton's method, which Boost's own inverse ends with, loses the root at times (4 of 9 at
// 0.5).
double binomial_limit(double weight, double errors, double confidence) {
  const auto off = [&](double rate) { return boost::math::ibetac(errors + 1, weight - errors, rate) - confidence; };
  std::uintmax_t steps = 200;
  const boost::math::tools::eps_tolerance<double> precise(50);
  const auto bracket = boost::math::tools::toms748_solve(off, 0.0, 1.0, 1 - confidence, -confidence, precise, steps);
  return (bracket.first + bracket.second) / 2;
}

double exact(double weight, double errors, double confidence) {
  if (errors >= weight) return 0;
  if (errors <= 0) return added_without_errors(weight, confidence);
  return weight * binomial_limit(weight, errors, confidence) - errors;
}

double normal(double weight, double errors, double confidence) {
  const double z = boost::math::quantile(boost::math::complement(boost::math::normal(), confidence));
  const double rate = errors / weight;
  const double spread = z * std::sqrt(std::max(0.0, rate * (1 - rate) / weight) + z * z / (4 * weight * weight));
  return weight * (rate + z * z / (2 * weight) + spread) / (1 + z * z / weight) - errors;
}

}  // namespace

double added_errors(double weight, double errors, double confidence, ConfidenceMethod method) {
  if (weight <= 0) return 0;
  switch (method) {
    case ConfidenceMethod::release8: break;
    case ConfidenceMethod::exact: return exact(weight, errors, confidence);
    case ConfidenceMethod::normal: return normal(weight, errors, confidence);
  }
  return release8(weight, errors, confidence);
}

double estimated_errors(const std::vector<double>& counts, std::uint32_t label, const PruneOptions& options) {
  double weight = 0;
  double errors = 0;
  for (std::size_t other = 0; other < counts.size(); ++other) {
    weight += counts[other];
    if (other != label) errors += counts[other];
  }
  return errors + added_errors(weight, errors, options.confidence, options.confidence_method);
}

// Error-based pruning (Quinlan 1993, C4.5) from the figures in the tree: a node becomes a leaf if the leaf's estimated
// errors are at most a little more than those of its subtree. prune/raising.cpp has the third choice.

Pruned prune_error_based(const Model& model, const PruneOptions& options) {
  const Tree& tree = only_tree(model);
  std::vector<double> estimates;
  for (const Node& node : tree.nodes) estimates.push_back(estimated_errors(node.counts, node.label, options));
  return prune_bottom_up(tree, estimates, [](const Node& node, double estimate, const SubtreeFacts& subtree) {
    // Branches that no row takes have nothing to estimate: they are left alone.
    const bool good_enough = estimate <= subtree.risk + kErrorMargin && node.weight() > 0;
    return Verdict{good_enough, estimate, subtree.risk, kLeafGoodEnough};
  });
}

}  // namespace espalier
