// The passes of lowering, each in a file of its own, in the order in which lower/pipeline.cpp runs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lower/program.hpp"
#include "lower/value_type.hpp"
#include "model/model.hpp"

namespace espalier {

// Nesting and size of emitted functions (contract 5): clang refuses 257 nested braces, and the compile time of one huge
// function is super-linear. The namespace and the function add two more braces to the nesting.
inline constexpr std::uint32_t kMaxNesting = 60;
inline constexpr std::uint32_t kMaxFunctionSteps = 1500;

// `readable` keeps source order up to this nesting; beyond it, the flatter child is nested.
inline constexpr std::uint32_t kReadableNesting = 16;

// What the code is for. Readable: in source order, with decimal thresholds. Speed and size: branches in the order that
// nests least, chains of categories as `switch`, identical subtrees once, floats compared by their bits.
enum class Goal { readable, speed, size };
const std::vector<std::string>& goal_names();  // in the order of Goal, as --optimize spells them

// build: a step per node. Tests of categories with several branches become a chain of tests for membership that ends
// with the branch for missing values; tests of intervals become tests against their cuts. Surrogates become fallbacks.
// Under MissingPolicy::fractional the program answers for rows that are not blended (lower/blend_program.hpp).
// Whoever walks the paths of a tree builds it again: keeping it would take the room of another program, and building it
// is 1 % of the work of emitting a tree of 10,000 leaves.
Program build_program(const Model& model, const Tree& tree, AnswerKind answers, const std::vector<Field>& fields,
                      ValueType value_type = ValueType::float64);

// Per feature its field (0 for a feature that has none), and per field the number of its categories.
std::vector<std::uint32_t> field_of_feature(const Model& model, const std::vector<Field>& fields);
std::vector<std::size_t> category_counts(const Model& model, const std::vector<Field>& fields);

// fold: drops tests that an earlier test on the path has decided, and merges siblings that answer alike.
Program fold(Program program);

// narrow: lowers thresholds to the field types (contract 1) and drops tests that the type's range decides.
Program narrow(Program program);

// One condition lowered to its field's type. Returns its outcome where every value, missing ones included, gives the
// same; the condition is of no use then.
std::optional<bool> narrow_condition(const std::vector<Field>& fields, Condition& condition);

// select (speed, size): marks chains of at least kSwitchArms tests for categories of one field.
inline constexpr std::size_t kSwitchArms = 3;
Program select(Program program);

// order: which child is nested and which follows, by negating conditions; bounds nesting by the logarithm of the size.
// Readable keeps source order up to kReadableNesting; the other goals nest the child with fewer steps. Chains stay.
Program order(Program program, Goal goal);

// share (speed, size): a branch whose sides are the same subtree gives way to it, and subtrees of at least
// kSharedBranches branches that stand in several places become one function. Subtrees are the same if they ask the same
// questions in the same order and answer alike; the answers then stand for the rules of all places.
inline constexpr std::size_t kSharedBranches = 3;
Program share(const Program& program);

// outline: cuts subtrees into functions until kMaxNesting holds and none has more than `largest` steps (at least 3, at
// most kMaxFunctionSteps).
Program outline(Program program, std::uint32_t largest = kMaxFunctionSteps);

// The bound for `outline` that makes at least `pieces` functions of `steps` steps, if there are enough of them.
std::uint32_t largest_function(std::size_t steps, std::size_t pieces);

// flatten: writes every function's lines, ready for a template.
Program flatten(Program program);

}  // namespace espalier
