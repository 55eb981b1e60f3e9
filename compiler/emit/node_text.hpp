// Packed nodes (lower/packed_trees.hpp) as C++ has them: a struct, and an array of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "lower/packed_trees.hpp"

namespace espalier {

struct NodeText {
  std::string type;                  // Node
  std::vector<std::string> members;  // the widest first, so that there are no gaps
  std::vector<std::size_t> order;    // 0: threshold, 1: next, 2: input
};
NodeText node_text(std::string type, const PackedTrees& trees);

// {type, members, says}: what the comment on the struct tells of leaves.
nlohmann::json node_json(const NodeText& text, const std::string& says);

// The nodes in lines. Those of each tree begin a line; what is behind the last tree belongs to all.
// `order`: which tree is which, to be told; none: of a single tree, nothing is told.
std::string node_lines(const PackedTrees& trees, const NodeText& text, const std::vector<std::uint32_t>& order);

// The key of leaves: the lowest number of the type of keys, below all thresholds.
std::string leaf_key(std::size_t bytes);

// The mean of what trees take until most rows have come to a leaf.
std::size_t mean_of_steps(const PackedTrees& trees);

}  // namespace espalier
