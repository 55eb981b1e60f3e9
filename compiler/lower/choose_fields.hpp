// The type of each field: chosen, or given and checked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// What an input type does to the training values that a tree was made for: which of them it cannot hold, and which it
// cannot tell apart. Values become the nearest numbers of the type (nearest_number in lower/input_type.hpp).
struct TypeFault {
  enum class Kind {
    range,       // the training values reach beyond the numbers of the field
    separation,  // the two values next to a threshold go the same way, or each the other's
    unknown,     // the model does not say which values it has to separate
  };
  Kind kind = Kind::range;
  std::uint32_t feature = 0;
  double threshold = 0;       // separation, unknown
  Gap gap = {0, 0};           // separation: the two values; range: the lowest and the highest
  std::uint32_t node = 0;     // separation, unknown: where in the first tree
  bool of_surrogate = false;  // separation, unknown: it is a surrogate's threshold
};

// Per field its first fault: range before the tests of the tree in the order of its nodes; `unknown` only where there
// is no other.
std::vector<std::optional<TypeFault>> first_faults(const Model& model, const std::vector<Field>& fields);

// "int8 cannot hold -1 to 128", "float cannot tell 1 from 1.00000001 at threshold 1.000000005"
std::string describe(const TypeFault& fault, const InputType& type);

// Throws Diagnostic(usage) for a type that was asked for and has this fault. `evidence` is added to the message: the
// rows, where they are known.
[[noreturn]] void refuse_type(const Model& model, const Field& field, const TypeFault& fault,
                              const std::string& evidence, const std::string& hint);

}  // namespace espalier
