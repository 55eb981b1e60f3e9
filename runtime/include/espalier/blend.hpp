// Espalier's runtime for predictors that blend the answers of several rules where values are missing: whole-number
// arithmetic on weights, which are multiples of 2^-31. Freestanding. Generated headers that need it carry this text
// unless they were emitted with --runtime include.
#ifndef ESPALIER_BLEND_1
#define ESPALIER_BLEND_1

#include <stdint.h>

namespace espalier {
namespace runtime_1 {

enum : uint32_t { whole_weight = 2147483648U };

// A share of a weight, rounded down.
constexpr uint32_t part_of(uint32_t weight, uint32_t share) {
  return static_cast<uint32_t>((static_cast<uint64_t>(weight) * share) >> 31);
}

// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
// the value is not known.
constexpr uint32_t part_taken(uint32_t weight, bool takes, bool known, uint32_t share) {
  return takes ? weight : known ? 0U : part_of(weight, share);
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_BLEND_1
