// What sends a row down a branch, as a predicate of PMML. Every predicate says itself where missing values go: none is
// ever "unknown", so that no strategy of the reader has a say.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace espalier {

using XmlLines = std::vector<std::string>;  // indented against the first one

// Of branch `branch` (a position in Node::children) of an inner node. A word that the feature does not list counts as
// missing: the mining schema says so.
XmlLines branch_predicate(const Model& model, const Node& node, std::uint32_t branch);

}  // namespace espalier
