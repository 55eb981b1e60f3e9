#include "grow/distribute.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "grow/node_facts.hpp"
#include "grow/threshold.hpp"
#include "model/interpret.hpp"

namespace espalier {
std::uint32_t branch_without_value(const TrainingSet& training, const Node& node, std::uint32_t row) {
  for (const Surrogate& surrogate : node.surrogates) {
    const double value = training.data.features[surrogate.feature].values[row];
    if (const auto branch = branch_if_known(training.features[surrogate.feature], surrogate, value)) return *branch;
  }
  return node.missing_child;
}

std::size_t branch_count(const TrainingSet& training, const GrowOptions& options, const Candidate& candidate) {
  switch (candidate.test) {
    case TestKind::multiway: break;
    case TestKind::grouped: {
      std::uint32_t last = 0;
      for (const std::uint32_t group : candidate.groups) {
        if (group != kNoGroup) last = std::max(last, group);
      }
      return last + std::size_t{1};
    }
    default: return 2;
  }
  const std::size_t outcomes = training.features[candidate.feature].outcomes();
  return options.missing == MissingPolicy::own_category ? outcomes + 1 : outcomes;
}

void apply_test(const TrainingSet& training, const GrowOptions& options, const Candidate& candidate, Node& node) {
  node.test = candidate.test;
  node.feature = candidate.feature;
  node.categories = candidate.categories;
  node.groups = candidate.groups;
  if (candidate.test == TestKind::less_equal) {
    node.gap = candidate.gap;
    node.threshold = candidate.threshold
                         ? *candidate.threshold
                         : place_threshold(candidate.gap, options.threshold, training.observed[candidate.feature]);
  }
  node.children.assign(branch_count(training, options, candidate), 0);
}

std::optional<std::uint32_t> branch_of(const TrainingSet& training, const Node& node, std::uint32_t row) {
  return branch_if_known(training.features[node.feature], node, training.data.features[node.feature].values[row]);
}

std::uint32_t choose_missing_child(const Node& node, const Candidate& candidate, MissingPolicy policy,
                                   std::span<const double> known) {
  const bool two_way = node.test == TestKind::less_equal || node.test == TestKind::member;
  const bool own_branch = policy == MissingPolicy::own_category && node.test == TestKind::multiway;
  if (own_branch) return static_cast<std::uint32_t>(node.children.size() - 1);
  if (candidate.missing_child) return *candidate.missing_child;
  // No training row tells where a missing value belongs: it fails the test, as it does in a plain comparison.
  if (policy == MissingPolicy::refuse && two_way) return 1;
  const double grid = common_grid(std::accumulate(known.begin(), known.end(), 0.0));
  const auto lighter = [&](double a, double b) { return std::nearbyint(a / grid) < std::nearbyint(b / grid); };
  return static_cast<std::uint32_t>(std::max_element(known.begin(), known.end(), lighter) - known.begin());
}

std::vector<Cases> distribute(const TrainingSet& training, const Node& node, const Cases& cases, MissingPolicy policy,
                              const std::vector<double>& known) {
  std::vector<Cases> children(node.children.size());
  const double all_known = std::accumulate(known.begin(), known.end(), 0.0);
  for (const Case& item : cases) {
    if (const auto branch = branch_of(training, node, item.row)) {
      children[*branch].push_back(item);
    } else if (policy != MissingPolicy::fractional || all_known <= 0) {
      children[branch_without_value(training, node, item.row)].push_back(item);
    } else {
      for (std::size_t child = 0; child < children.size(); ++child) {
        const double part = training.scale.rounded(item.weight * (known[child] / all_known));
        if (part > 0) children[child].push_back({item.row, part});
      }
    }
  }
  return children;
}

std::vector<Node> leaves_below(const TrainingSet& training, const GrowOptions& options, const Node& node,
                               const Cases& cases, const std::vector<double>& known) {
  std::vector<Node> leaves;
  for (const Cases& there : distribute(training, node, cases, options.missing, known)) {
    leaves.push_back(make_leaf(training, options, there, &node));
  }
  return leaves;
}

}  // namespace espalier
