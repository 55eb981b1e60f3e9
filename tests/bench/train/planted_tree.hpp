// A random tree over inputs in [0, 1): the structure that a learner can find in a generated data set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "support/random.hpp"

namespace espalier::bench {

class PlantedTree {
 public:
  // Complete, `depth` tests on every path, each on one of the first `inputs` inputs, with a threshold in [0.2, 0.8).
  PlantedTree(std::uint64_t seed, std::size_t depth, std::size_t inputs, std::size_t classes);

  std::size_t answer(std::span<const double> row) const;

 private:
  struct Test {
    std::size_t input;
    double threshold;
  };
  std::vector<Test> tests_;           // as a heap: the children of test i are 2 i + 1 and 2 i + 2
  std::vector<std::size_t> answers_;  // of the leaves, in the order of the heap
};

}  // namespace espalier::bench
