// The passes of lowering, each in a file of its own, in the order in which lower/pipeline.cpp runs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lower/program.hpp"
#include "model/model.hpp"

namespace espalier {

// Nesting and size of emitted functions (contract 5): clang refuses 257 nested braces, and the compile time of one huge
// function is super-linear. The namespace and the function add two more braces to the nesting.
inline constexpr std::uint32_t kMaxNesting = 60;
inline constexpr std::uint32_t kMaxFunctionSteps = 1500;

// `readable` keeps source order up to this nesting; beyond it, the flatter child is nested.
inline constexpr std::uint32_t kReadableNesting = 16;

// Hotter: the branch that more training weight took comes first.
enum class BranchOrder { source, hotter };

// build: a step per node. Multiway tests become a chain of equality tests that ends with the branch for missing values.
Program build_program(const Model& model, const Tree& tree, AnswerKind answers, const std::vector<Field>& fields);

// fold: drops tests that an earlier test on the path has decided, and merges siblings that answer alike.
Program fold(const Program& program);

// narrow: lowers thresholds to the field types (contract 1) and drops tests that the type's range decides.
Program narrow(const Program& program);

// order: which child is nested and which follows, by negating conditions; bounds nesting by the logarithm of the size.
Program order(const Program& program, BranchOrder branch_order);

// outline: cuts subtrees into functions until kMaxNesting and kMaxFunctionSteps hold.
Program outline(const Program& program);

// flatten: writes every function's lines, ready for a template.
Program flatten(Program program);

}  // namespace espalier
