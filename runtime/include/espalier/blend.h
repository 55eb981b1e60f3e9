// Espalier's runtime for predictors in C that blend the answers of several rules where values are missing: whole-number
// arithmetic on weights, which are multiples of 2^-31. Freestanding. It follows runtime.h, which has the types. Generated
// headers that need it carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_BLEND_C_1
#define ESPALIER_BLEND_C_1

#define espalier_1_whole_weight 2147483648U

// Compiled for size, what is called for every branch and leaf stands once: an AVR takes more than a hundred bytes for each
// copy of arithmetic on 64 bits.
#if defined(__GNUC__) && (defined(__OPTIMIZE_SIZE__) || defined(__AVR__))
#define espalier_1_once static __attribute__((noinline, unused))
#else
#define espalier_1_once static inline
#endif

// A share of a weight, rounded down.
espalier_1_once uint32_t espalier_1_part_of(uint32_t weight, uint32_t share) {
  const uint64_t product = (uint64_t)weight * share;
  return (uint32_t)(product >> 31U);
}

// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
// the value is not known.
espalier_1_once uint32_t espalier_1_part_taken(uint32_t weight, bool takes, bool known, uint32_t share) {
  uint32_t part = 0U;
  if (takes) {
    part = weight;
  } else if (!known) {
    part = espalier_1_part_of(weight, share);
  } else {
    part = 0U;
  }
  return part;
}

// What arrives at a leaf: a share of the weight is added to what a label has, and a value as often as the weight says.
espalier_1_once void espalier_1_add_part(uint32_t* sum, uint32_t weight, uint32_t share) {
  *sum += espalier_1_part_of(weight, share);
}
espalier_1_once void espalier_1_add_value(int64_t* sum, uint32_t weight, int32_t value) {
  *sum += (int64_t)weight * value;
}

#endif  // ESPALIER_BLEND_C_1
