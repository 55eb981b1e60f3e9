// What is to be smallest of a merged tree.
#pragma once

#include "support/enum_names.hpp"

namespace espalier {

enum class MergeObjective {
  leaves,
  depth,
  depth_leaves,  // the depth; of the trees of that depth, the number of leaves
};
template <>
inline constexpr auto kNames<MergeObjective> = enum_names("leaves", "depth", "depth-leaves");

}  // namespace espalier
