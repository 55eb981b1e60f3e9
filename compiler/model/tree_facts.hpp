// Plain facts about a tree that reports and passes need. All of them iterative: a tree may be a million nodes deep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace espalier {

std::size_t leaf_count(const Tree& tree);
std::size_t leaf_count(const Model& model);               // of all trees
std::vector<std::size_t> leaves_below(const Tree& tree);  // per node; 1 for a leaf
std::size_t depth(const Tree& tree);                      // tests on the longest path; 0 for a single leaf
std::size_t depth(const Model& model);                    // of the deepest tree

// The tree without the nodes that are unreachable from the root, in the same relative order (what pruning ends with).
Tree compact(const Tree& tree);

// The node without its test and children, its figures and answer as they were.
void make_leaf(Node& node);

// Training weight that a leaf made of this node would get wrong: weight - counts[label].
double leaf_errors(const Node& node);

// What a leaf made of this node costs on its training rows: the sum of counts[c] * costs[c][label], without costs its
// errors; for regression its deviation.
double leaf_risk(const Model& model, const Node& node);

// Lowest class index among those with the largest count: the tie rule.
std::uint32_t majority_label(const std::vector<double>& counts);

// The label with the least expected cost; without costs the majority. Ties go to the lowest index.
std::uint32_t best_label(const std::vector<double>& counts, const std::vector<std::vector<double>>& costs);

// The same tree with its nodes numbered depth first, children in order, as it is read.
Tree in_reading_order(Tree tree);

// A number of a numeric feature as text, with the date that it stands for: "20518.5 (2026-03-06T12:00:00Z)".
std::string value_text(const Feature& feature, double value);

// One condition of a rule: `humidity > 75`, `outlook = sunny or missing`.
std::string part_text(const Model& model, const RulePart& part);

// What a branch of the node's test means: `humidity <= 75`, `outlook in {rain, sunny}`. The forms are listed in
// outline.cpp.
std::string condition_text(const Model& model, const Node& node, std::uint32_t branch);

// The test of an inner node for people: `humidity <= 75`, `outlook (3 branches)`.
std::string test_text(const Model& model, const Node& node);

// The tree as indented text, for reports and tests: `outlook = sunny` / `|   humidity <= 75: Play (2)`. At most
// `max_lines` lines, then "... 12 more lines". The forms are listed in outline.cpp.
std::string outline_text(const Model& model, const Tree& tree, std::size_t max_lines);

// Of a model of several trees that add numbers: per output, the magnitude of its base and the largest magnitude of each
// of its trees' leaves, added up. No sum is larger, but for rounding.
std::vector<double> widest_sums(const Model& model);

}  // namespace espalier
