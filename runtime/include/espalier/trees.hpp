// Espalier's runtime for several trees in the shape of tables, and for batches: walks over packed nodes, one or sixteen
// at a time. Freestanding. Generated headers that need it carry this text, after that of table.hpp, unless they were
// emitted with --runtime include.
#ifndef ESPALIER_TREES_1
#define ESPALIER_TREES_1

#ifndef ESPALIER_TABLE_1
#error "include <espalier/table.hpp> before <espalier/trees.hpp>"
#endif

// Processors of 64 bits work on many steps at once if none waits for another. Smaller ones do not, and run out of
// registers.
#if !defined(__OPTIMIZE_SIZE__) && defined(UINTPTR_MAX) && UINTPTR_MAX > 0xFFFFFFFFU
#define ESPALIER_LANES 16
#else
#define ESPALIER_LANES 0
#endif

namespace espalier {
namespace runtime_1 {

// The next node stands `next` nodes further on if the key of the node's input is at most its threshold, else behind
// that. The `next` of a leaf is 0, and the key of its input is below all thresholds.
template <typename Node, typename Key>
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR const Node* leaf_from(const Node* node, const Key* keys) {
  for (;;) {
    const size_t next = stored(&node->next);
    if (next == 0) {
      return node;
    }
    const bool above = keys[stored(&node->input)] > stored(&node->threshold);
    node += next + (above ? 1 : 0);
  }
}

#if ESPALIER_LANES
// What key_of() says, without a branch and without a condition between two values: compilers turn many numbers at a
// time into keys.
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR int32_t lane_key(float value, int32_t missing) {
  const uint32_t bits = ubits(value);
  const uint32_t magnitude = bits & 0x7FFFFFFFU;
  const uint32_t sign = 0U - (bits >> 31);
  const uint32_t is_nan = 0U - (static_cast<int32_t>(magnitude) > 0x7F800000 ? 1U : 0U);
  const uint32_t key = (magnitude ^ sign) - sign;
  return static_cast<int32_t>((key & ~is_nan) | (static_cast<uint32_t>(missing) & is_nan));
}
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR int64_t lane_key(double value, int64_t missing) {
  const uint64_t bits = ubits(value);
  const uint64_t magnitude = bits & 0x7FFFFFFFFFFFFFFFU;
  const uint64_t sign = 0U - (bits >> 63);
  const uint64_t is_nan = 0U - (magnitude > 0x7FF0000000000000U ? uint64_t{1} : uint64_t{0});
  const uint64_t key = (magnitude ^ sign) - sign;
  return static_cast<int64_t>((key & ~is_nan) | (static_cast<uint64_t>(missing) & is_nan));
}

// A step of the first `Count` lanes, each at a place among the nodes. The keys of a lane stand `Stride` behind those of
// the lane before. Lanes are numbers, unrolled by hand: compilers keep them in registers, as they do not keep
// addresses. `Place` is uint32_t or size_t: of the first, g++ makes vectors where thresholds are narrower than that,
// and takes longer for it.
template <size_t Count, size_t Stride>
struct Lanes {
  template <typename Node, typename Place, typename Key>
  static ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR void step(const Node* nodes, Place (&at)[ESPALIER_LANES],
                                                             const Key* keys) {
    Lanes<Count - 1, Stride>::step(nodes, at, keys);
    const Node& node = nodes[at[Count - 1]];
    const bool above = keys[(Count - 1) * Stride + node.input] > node.threshold;
    at[Count - 1] += node.next;
    at[Count - 1] += above ? Place{1} : Place{0};
  }
  // Not 0 if a lane has not come to its leaf.
  template <typename Node, typename Place>
  static ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR uint32_t left(const Node* nodes, const Place (&at)[ESPALIER_LANES]) {
    return Lanes<Count - 1, Stride>::left(nodes, at) | nodes[at[Count - 1]].next;
  }
};
template <size_t Stride>
struct Lanes<0, Stride> {
  template <typename Node, typename Place, typename Key>
  static ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR void step(const Node*, Place (&)[ESPALIER_LANES], const Key*) {}
  template <typename Node, typename Place>
  static ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR uint32_t left(const Node*, const Place (&)[ESPALIER_LANES]) {
    return 0;
  }
};

// Walks from the places in `at` to their leaves. `steps` are taken before the first look whether all have arrived.
template <size_t Stride, typename Node, typename Place, typename Key>
ESPALIER_ALWAYS_INLINE ESPALIER_CONSTEXPR void to_leaves(const Node* nodes, Place (&at)[ESPALIER_LANES],
                                                         const Key* keys, uint32_t steps) {
  for (uint32_t i = 0; i < steps; ++i) {
    Lanes<ESPALIER_LANES, Stride>::step(nodes, at, keys);
  }
  while (Lanes<ESPALIER_LANES, Stride>::left(nodes, at) != 0) {
    Lanes<ESPALIER_LANES, Stride>::step(nodes, at, keys);
  }
}
#endif

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_TREES_1
