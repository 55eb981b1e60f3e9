// Random data to grow and prune trees from: numbers and a category, noise, holes and weights.
#pragma once

#include <cstdint>

#include "data/weighing.hpp"
#include "grow/grow.hpp"
#include "learn/learn.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::testing {

inline LearnOptions cart() {
  LearnOptions options;
  options.grow = preset(Algorithm::cart);
  options.prune.method = PruneMethod::cost_complexity;
  return options;
}

inline Model grown(const Dataset& data, const LearnOptions& options) {
  Warnings warnings;
  return grow(data, options.grow, warnings);
}

struct DataKind {
  Task task = Task::classification;
  double noise = 0.2;  // share of the rows whose target is chance
  double missing = 0;  // share of the cells
  bool weighted = false;
};

inline Dataset random_data(RandomEngine& engine, std::size_t rows, const DataKind& kind) {
  Dataset data;
  data.task = kind.task;
  data.target = "y";
  if (kind.task == Task::classification) data.labels = {"a", "b", "c"};
  data.features = {numeric("p", {}), numeric("q", {}), categorical("r", {})};
  data.features[2].categories = {"blue", "green", "red"};
  for (std::size_t row = 0; row < rows; ++row) {
    std::uint64_t sum = 0;
    for (std::size_t feature = 0; feature < 3; ++feature) {
      const std::uint64_t value = uniform_below(engine, feature == 2 ? 3 : 10);
      sum += value;
      const bool hidden = uniform_unit(engine) < kind.missing;
      data.features[feature].values.push_back(hidden ? kMissing : static_cast<double>(value));
    }
    const bool noise = uniform_unit(engine) < kind.noise;
    const std::uint64_t target = noise ? uniform_below(engine, 21) : sum;
    if (kind.task == Task::regression) data.targets.push_back(static_cast<double>(target) + uniform_unit(engine));
    if (kind.task == Task::classification) data.classes.push_back(static_cast<std::uint32_t>(target / 7));
    if (kind.weighted) data.weights.push_back(0.5 + uniform_unit(engine));
    data.table_rows.push_back(row);
  }
  return data;
}

// For the classes of random_data: b is dear to miss.
inline CostMatrix dear_b() {
  return {{"a", "b", "c"}, {{0, 1, 1}, {7, 0, 5}, {2, 1, 0}}};
}

}  // namespace espalier::testing
