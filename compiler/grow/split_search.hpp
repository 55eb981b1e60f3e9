// The best test on one attribute at one node, found by trying them all.
//
// This search is meant to be obviously right rather than fast: it sorts the node's rows by the attribute and tries
// every boundary, every value against the rest, or the one multiway test. A faster search has to find the same tests.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "grow/cases.hpp"
#include "grow/options.hpp"
#include "grow/tally.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

struct Candidate {
  std::uint32_t feature = 0;
  TestKind test = TestKind::leaf;                             // never leaf
  Gap gap{0, 0};                                              // less_equal
  std::vector<std::uint32_t> categories;                      // member
  std::vector<std::uint32_t> groups;                          // grouped
  std::optional<std::uint32_t> missing_child = std::nullopt;  // where the search found missing values to belong
  double gain = 0;        // (known share) * (impurity - impurity after the test), less the charge for cuts
  double split_info = 0;  // bits; only under Criterion::gain_ratio
};

// `cases` reach the node and `node` is their tally. Nothing if no test leaves enough weight in its branches and gains
// anything.
std::optional<Candidate> best_test(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                                   const Cases& cases, const Tally& node);

}  // namespace espalier
