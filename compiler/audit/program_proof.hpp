// Proves that a lowered program answers as the model does, for every input of its types: model and program are walked
// together, from both roots to the answers, with what the tests so far leave of each field. As long as the program asks
// what the tree asks, in its order, that takes one step per node. Nothing is tried out.
#pragma once

#include <cstddef>

#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

struct ProgramProof {
  bool proven = false;                // false: nothing is known
  std::size_t unreachable_rules = 0;  // proven: rules that no input of the types reaches
};

// Both programs of each tree, answers and rules; that the verdict on their sums is the model's is not part of it.
// Blends, and tables of a single tree, are not trees of tests: nothing is proven of models that have them. Throws
// std::logic_error where an early exit could change an answer (audit/early_exit_check.hpp).
ProgramProof prove_programs(const Model& model, const Lowered& lowered);

// A program of the model's only tree, whoever wrote it: its steps may be in any order. It must answer as the tree does,
// and where its answers name rules, these must be the ones that lead there.
bool prove_program(const Model& model, const Program& program, ValueType value_type);

// Whether it can be tried at all.
bool is_provable(const Model& model, const Lowered& lowered);

}  // namespace espalier
