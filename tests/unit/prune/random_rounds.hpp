// Rows, a tree for them and options, by chance.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/tree_facts.hpp"
#include "prune/prune.hpp"
#include "support/random.hpp"
#include "unit/prune/routed_trees.hpp"

namespace espalier::testing {

// Two columns of small numbers and one of three categories that have something to do with the class.
inline Dataset random_data(RandomEngine& engine, bool missing) {
  Dataset data;
  data.target = "y";
  data.labels = {"a", "b", "c"};
  data.features.resize(3);
  data.features[0].name = "p";
  data.features[1].name = "q";
  data.features[2].name = "r";
  data.features[2].kind = ColumnKind::categorical;
  data.features[2].categories = {"red", "green", "blue"};
  const std::size_t rows = 5 + uniform_below(engine, 60);
  for (std::size_t row = 0; row < rows; ++row) {
    std::uint64_t sum = 0;
    for (std::size_t feature = 0; feature < 3; ++feature) {
      const std::uint64_t value = uniform_below(engine, feature == 2 ? 3 : 8);
      sum += value;
      const bool hidden = missing && uniform_below(engine, 10) == 0;
      data.features[feature].values.push_back(hidden ? kMissing : static_cast<double>(value));
    }
    const bool noise = uniform_below(engine, 4) == 0;
    data.classes.push_back(static_cast<std::uint32_t>(noise ? uniform_below(engine, 3) : sum / 6 % 3));
  }
  return data;
}

// Tests wherever chance puts them, so that there are useless ones, repeated ones and empty branches.
inline Tree random_tests(RandomEngine& engine) {
  Tree tree{{Node{}}};
  const std::uint64_t tests = 1 + uniform_below(engine, 9);
  for (std::uint64_t test = 0; test < tests; ++test) {
    std::size_t at = uniform_below(engine, tree.nodes.size());
    while (!tree.nodes[at].is_leaf())
      at = tree.nodes[at].children[uniform_below(engine, tree.nodes[at].children.size())];
    const auto next = static_cast<std::uint32_t>(tree.nodes.size());
    const auto feature = static_cast<std::uint32_t>(uniform_below(engine, 3));
    if (feature == 2) {
      tree.nodes[at] = multiway_test(feature, {next, next + 1, next + 2});
    } else {
      const double threshold = static_cast<double>(uniform_below(engine, 7)) + 0.5;
      tree.nodes[at] = threshold_test(feature, threshold, {next, next + 1});
    }
    tree.nodes[at].missing_child = static_cast<std::uint32_t>(uniform_below(engine, 2));
    tree.nodes.resize(next + tree.nodes[at].children.size());
  }
  return in_reading_order(tree);
}

struct Round {
  Dataset data;
  std::vector<double> weights;
  Model model;
  PruneOptions options;
};

inline Round random_round(RandomEngine& engine) {
  const MissingPolicy policies[] = {MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::fractional};
  const MissingPolicy policy = policies[uniform_below(engine, 3)];
  Round round;
  round.data = random_data(engine, policy != MissingPolicy::refuse);
  const bool weighted = uniform_below(engine, 2) == 0;
  for (std::size_t row = 0; row < round.data.rows(); ++row) {
    round.weights.push_back(weighted ? 0.25 * static_cast<double>(1 + uniform_below(engine, 12)) : 1);
  }
  round.model = routed_model(round.data, random_tests(engine), policy, round.weights);
  round.options.method = PruneMethod::error_based;
  const double confidences[] = {0.01, 0.1, 0.25, 0.25, 0.5};
  round.options.confidence = confidences[uniform_below(engine, 5)];
  round.options.confidence_method = static_cast<ConfidenceMethod>(uniform_below(engine, 3));
  round.options.raising = uniform_below(engine, 4) != 0;
  return round;
}

inline Pruned pruned(const Round& round) {
  return prune(round.model, round.options, WeightedRows{round.data, round.weights});
}

}  // namespace espalier::testing
