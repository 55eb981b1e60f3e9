// What reports say of any tree: how large it is, what decides where a value is missing, what pruning removed and why.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// Of a tree that was just grown or pruned.
inline constexpr std::size_t kTreeLinesShown = 200;

struct TreeSize {
  std::size_t nodes = 0;
  std::size_t leaves = 0;
  std::size_t depth = 0;  // of the deepest tree
};

TreeSize tree_size(const Tree& tree);
TreeSize tree_size(const Model& model);  // of all its trees

// "13 nodes, 7 leaves, depth 4", and the same as JSON.
std::string to_text(const TreeSize& size);
nlohmann::ordered_json to_json(const TreeSize& size);

// A line for each test that has surrogates, in the order in which they are asked, each with the share of the rows that
// it sends the same way: "surrogate node 0, age: height > 1.5 (92.0 %); town is 'Bonn' and 'Ulm' (81.0 %)". The
// conditions are those of the test's first branch. At most `max_lines` lines; empty if the tree has no surrogates.
std::string surrogates_text(const Model& model, const Tree& tree, std::size_t max_lines);

// A subtree that gave way to a leaf, or to its largest branch.
struct CutFacts {
  std::uint32_t node = 0;  // its root, in the tree before
  std::string test;        // of that node
  double weight = 0;       // of its rows
  std::size_t leaves_removed = 0;
  bool raised = false;        // the largest branch stands there now
  double instead_figure = 0;  // what was compared
  double subtree_figure = 0;
  std::string reason;
  bool stands = true;  // false: gone with a later cut above
};

std::vector<CutFacts> cut_facts(const Model& model, const Tree& before, const std::vector<Cut>& cuts);

// A line for each cut. The lines of large trees end with "... 12 more cuts".
std::string to_text(const std::vector<CutFacts>& cuts);
// All of them.
nlohmann::ordered_json to_json(const std::vector<CutFacts>& cuts);

// What `espalier prune` tells: a model before and after pruning.
struct PruningFacts {
  Task task = Task::classification;
  std::string target;
  TreeSize before;
  TreeSize after;
  PruneMethod method = PruneMethod::none;
  std::optional<double> alpha;
  std::optional<std::size_t> rows;  // that were sent through the tree, or judged it
  bool raising = false;             // error-based: subtrees may give way to their largest branch,
  bool raising_was_asked = false;   //   or would have, had there been training rows
  std::vector<CutFacts> cuts;
  std::string outline;                   // the tree that is left
  std::optional<double> training_score;  // of it
  bool score_was_known = false;          // of the tree before
  std::optional<Evaluation> evaluation;  // of the tree before
};

// `options`: in effect. `rows` and `raising_was_asked` as above.
PruningFacts pruning_facts(const Model& before, const Model& after, const PruneOptions& options,
                           const std::vector<Cut>& cuts, std::optional<std::size_t> rows, bool raising_was_asked);

// `verbose`: also the cuts and the tree.
std::string to_text(const PruningFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const PruningFacts& facts);

}  // namespace espalier
