// What pruning removed and why, for people and machines.
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier::cli {

// Of a tree that was just grown or pruned.
inline constexpr std::size_t kTreeLinesShown = 200;

// "13 nodes, 7 leaves, depth 4", and the same as JSON.
std::string size_text(const Tree& tree);
nlohmann::ordered_json size_json(const Tree& tree);

// A line for each cut of the tree `before`, with the test of the node and the weight of its rows. The lines of large
// trees end with "... 12 more cuts".
std::string cuts_text(const Model& model, const Tree& before, const std::vector<Cut>& cuts);

// The same, all of them.
nlohmann::ordered_json cuts_json(const Model& model, const Tree& before, const std::vector<Cut>& cuts);

}  // namespace espalier::cli
