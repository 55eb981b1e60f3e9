// Boundary vectors: the inputs on which emitted code goes wrong, if it does (docs/exactness.md).
//
// For each rule of each tree its witness, two corners of its box (every field at its first value, every field at its
// last), and for each face of the box the threshold and its two neighbours in the field's own type; for each field that
// the rule tests the ends of the type (infinities), zero with both signs where it matters, missing values and every
// category (of more than 256: 256 inside and 256 outside the box, evenly spread). Where missing values are blended,
// also every tested value missing and every one but one; where surrogates decide, audit/boundary.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lower/input_type.hpp"
#include "lower/verdict.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

struct BoundaryVector {
  enum class Kind {
    witness,    // of a rule
    neighbour,  // differs from the last witness in the value of `feature` alone
    other,
  };
  Row row;
  Kind kind = Kind::other;
  std::uint32_t feature = 0;
};

// Calls `visit` with each vector, in a fixed order; every value is one that its field's type can hold. Returns the
// number of rules that no input of these types reaches by itself (for_each_witness() found none).
std::size_t for_each_boundary_vector(const Model& model, const std::vector<Field>& fields,
                                     const std::function<void(Row)>& visit);
// The same, with what is known about them.
std::size_t for_each_kind_of_vector(const Model& model, const std::vector<Field>& fields,
                                    const std::function<void(const BoundaryVector&)>& visit);

// Sums of several trees on which a verdict goes wrong, if it does: ties, one unit from a tie, the largest sums, and of
// numbers a sample of all. In units of the verdict.
void for_each_verdict_case(const Verdict& verdict, bool regression,
                           const std::function<void(std::span<const double>)>& visit);

// Boundary vectors of surrogates: the inputs on which only they decide.
//
// For each rule and each test on its way that has surrogates, and for each of these: the test's own value and those of
// the surrogates before are missing, and the surrogate's is its threshold, the two neighbours, the ends of its type,
// every category (of more than 256: some), unknown and missing. The other values lead to the rule where they can.

// Of one of the model's trees, in a fixed order. Trees that would have millions of vectors get an even sample of them.
void for_each_fallback_vector(const Model& model, const Tree& tree, const std::vector<Field>& fields,
                              const std::function<void(Row)>& visit);

}  // namespace espalier
