// Espalier's runtime for predictors that blend the answers of several rules where values are missing: whole-number
// arithmetic on weights, which are multiples of 2^-31. Freestanding. Generated headers that need it carry this text, after
// that of runtime.hpp, unless they were emitted with --runtime include.
#ifndef ESPALIER_BLEND_1
#define ESPALIER_BLEND_1

#ifndef ESPALIER_RUNTIME_1
#error "include <espalier/runtime.hpp> before <espalier/blend.hpp>"
#endif

// Compiled for size, what is called for every branch and leaf stands once: an AVR takes more than a hundred bytes for each
// copy of arithmetic on 64 bits.
#if defined(__GNUC__) && (defined(__OPTIMIZE_SIZE__) || defined(__AVR__))
#define ESPALIER_ONCE __attribute__((noinline))
#else
#define ESPALIER_ONCE
#endif

namespace espalier {
namespace runtime_1 {

enum : uint32_t { whole_weight = 2147483648U };

// A share of a weight, rounded down.
ESPALIER_ONCE constexpr uint32_t part_of(uint32_t weight, uint32_t share) {
  return static_cast<uint32_t>((static_cast<uint64_t>(weight) * share) >> 31);
}

// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
// the value is not known.
ESPALIER_ONCE constexpr uint32_t part_taken(uint32_t weight, bool takes, bool known, uint32_t share) {
  return takes ? weight : known ? 0U : part_of(weight, share);
}

// What arrives at a leaf: a share of the weight is added to what a label has, and a value as often as the weight says.
ESPALIER_ONCE ESPALIER_CONSTEXPR void add_part(uint32_t& sum, uint32_t weight, uint32_t share) {
  sum += part_of(weight, share);
}
ESPALIER_ONCE ESPALIER_CONSTEXPR void add_value(int64_t& sum, uint32_t weight, int32_t value) {
  sum += static_cast<int64_t>(weight) * value;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_BLEND_1
