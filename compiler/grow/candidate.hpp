// A test that a node may take, and what speaks for it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/model.hpp"

namespace espalier {

// What a choice among tests goes by.
struct Worth {
  std::uint32_t feature = 0;
  double gain = 0;
  double split_info = 0;
};

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

}  // namespace espalier
