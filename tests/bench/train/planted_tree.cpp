#include "bench/train/planted_tree.hpp"

namespace espalier::bench {

PlantedTree::PlantedTree(std::uint64_t seed, std::size_t depth, std::size_t inputs, std::size_t classes) {
  RandomEngine random(seed);
  const std::size_t leaves = std::size_t{1} << depth;
  for (std::size_t i = 0; i + 1 < leaves; ++i) {
    const std::size_t input = uniform_below(random, inputs);
    tests_.push_back({input, 0.2 + 0.6 * uniform_unit(random)});
  }
  for (std::size_t i = 0; i < leaves; ++i) answers_.push_back(uniform_below(random, classes));
}

std::size_t PlantedTree::answer(std::span<const double> row) const {
  std::size_t at = 0;
  while (at < tests_.size()) at = 2 * at + (row[tests_[at].input] < tests_[at].threshold ? 1 : 2);
  return answers_[at - tests_.size()];
}

}  // namespace espalier::bench
