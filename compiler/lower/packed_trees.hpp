// Several trees as one array of small nodes that one loop walks over, and what their leaves say; a single tree so, for
// batches. The keys are those of tables (note [keys] in table.cpp); how the nodes lie is in note [packed nodes] in
// packed_trees.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lower/program.hpp"
#include "lower/table.hpp"
#include "lower/verdict.hpp"

namespace espalier {

// The next node is `next` nodes further on if the key of the input is at most the threshold, else the one behind that.
// A leaf has a next of 0 and an input whose key is below all thresholds: whoever walks on stays there. What it says
// stands in place of its threshold.
struct PackedNode {
  std::int64_t threshold = 0;
  std::uint32_t next = 0;
  std::uint32_t input = 0;

  friend bool operator==(const PackedNode&, const PackedNode&) = default;
};

struct PackedTrees {
  std::vector<PackedNode> nodes;
  std::vector<std::uint32_t> starts;  // per tree
  std::vector<std::uint32_t> steps;   // per tree: after so many, most rows have come to their leaf
  std::size_t threshold_bytes = 1;    // signed: 1, 2, 4 or 8
  std::size_t next_bytes = 1;         // unsigned: 1, 2 or 4
  std::size_t input_bytes = 1;        // unsigned: 1, 2 or 4

  std::size_t node_bytes() const { return threshold_bytes + next_bytes + input_bytes; }  // as they lie on an AVR
};

// What a leaf of `answers` says.
enum class LeafSays {
  label,   // the label that gets a vote
  amount,  // what is added to the sum of its tree
  addend,  // which of the addends is added
};

// A model of several trees as tables.
struct ForestTables {
  std::vector<TableInput> inputs;     // the input after the last one is that of leaves
  bool uniform = false;               // inputs[i] is field i, and all have one type, missing value and side
  std::size_t key_bytes = 2;          // 2, 4 or 8
  PackedTrees answers;                // in the order in which trees are asked
  std::vector<std::uint32_t> places;  // per tree: its place in `answers`
  PackedTrees rules;                  // leaves say the number of their rule
  LeafSays says = LeafSays::addend;
  std::vector<Addend> addends;         // each once; of `amount`, none
  std::vector<std::uint32_t> outputs;  // per place: the sum that the tree adds to, if it adds to one
  std::size_t longest_way = 0;         // tests of all trees together
};

// A single tree so, for its batches: sixteen rows are walked at a time (docs/shapes.md).
struct BatchNodes {
  std::vector<TableInput> inputs;  // the input after the last one is that of leaves
  std::size_t key_bytes = 2;       // 2, 4 or 8
  PackedTrees tree;                // leaves say Step::value of the answer
};

// From a program whose thresholds have been narrowed, and that tests something.
BatchNodes build_batch_nodes(const Program& answers);

// What the leaf says that the row comes to. `program`: one of the same fields.
std::uint32_t run(const Program& program, const BatchNodes& nodes, Row row);

struct NarrowedTree {
  Program answers;
  Program rules;
};

// From programs whose thresholds have been narrowed, all of the same fields. `order`: see EarlyExit.
ForestTables build_forest_tables(std::span<const NarrowedTree> trees, std::span<const std::uint32_t> order,
                                 const Verdict& verdict);

// The keys of a row for the inputs, and that of leaves.
std::vector<std::int64_t> keys_of(const Program& program, std::span<const TableInput> inputs, Row row);

// What the leaf of the tree says that the keys come to.
std::int64_t walk(const PackedTrees& trees, std::size_t tree, std::span<const std::int64_t> keys);

// What a leaf of the tree in the place adds.
Addend addend_said(const ForestTables& tables, std::size_t place, std::int64_t said);

// Bytes of the constants, as they lie on an AVR: of the nodes, and of all that predict() reads.
std::size_t constant_bytes(const ForestTables& tables);

// The signed or unsigned type that holds all amounts of the addends: its bytes, 0 for floating-point sums.
struct AmountType {
  std::size_t bytes = 0;
  bool is_signed = false;
};
AmountType amount_type(const ForestTables& tables, SumType sums);

// The tables as a program again, of one of the trees: it asks for values what the nodes ask for keys. `like`: the
// program that it was made of. Steps that several steps lead to stand once.
Program unpacked_answers(const ForestTables& tables, std::size_t tree, const Program& like);
Program unpacked_rules(const ForestTables& tables, std::size_t tree, const Program& like);
Program unpacked(const BatchNodes& nodes, const Program& like);

}  // namespace espalier
