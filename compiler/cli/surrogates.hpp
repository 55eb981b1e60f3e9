// The surrogates of a tree as text: what decides where a value is missing.
#pragma once

#include <cstddef>
#include <string>

#include "model/model.hpp"

namespace espalier::cli {

// A line for each test that has surrogates, in the order in which they are asked, each with the share of the rows that
// it sends the same way: "surrogate node 0, age: height > 1.5 (92.0 %); town is 'Bonn' and 'Ulm' (81.0 %)". The
// conditions are those of the test's first branch. At most `max_lines` lines; empty if the tree has no surrogates.
std::string surrogates_text(const Model& model, const Tree& tree, std::size_t max_lines);

}  // namespace espalier::cli
