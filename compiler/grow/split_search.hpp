// The best test on one attribute at one node, found by trying them all.
//
// This search is meant to be obviously right rather than fast: it sorts the node's rows by the attribute and tries
// every boundary, every value against the rest, or the one multiway test. A faster search has to find the same tests.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "grow/options.hpp"
#include "grow/tally.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

struct Candidate {
  std::uint32_t feature = 0;
  TestKind test = TestKind::leaf;         // never leaf
  Gap gap{0, 0};                          // less_equal
  std::vector<std::uint32_t> categories;  // member
  double gain = 0;        // (known share) * (impurity - impurity after the test), less the charge for cuts; > 0
  double split_info = 0;  // bits; only under Criterion::gain_ratio
};

// `rows` reach the node and `node` is their tally. Among tests of equal gain the one with the lowest threshold or
// category code is taken. Nothing if no test leaves enough weight in its branches and gains anything.
std::optional<Candidate> best_test(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                                   std::span<const std::uint32_t> rows, const Tally& node);

}  // namespace espalier
