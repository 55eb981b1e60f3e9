// Blending: what a row whose value is missing answers under MissingPolicy::fractional. It goes down every branch with a
// part of its weight, and the answers of the leaves it reaches are added up, each by the weight that arrives.
//
// note [fixed point]: weights are whole multiples of 2^-31 and parts are rounded down, so that a blend is made of
// integer multiplications, shifts and sums. A chip without floating point, a compiler that fuses multiplications and
// additions and this file then get the same figures to the last bit, in whatever order the leaves are visited.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

inline constexpr std::uint32_t kWholeWeight = std::uint32_t{1} << 31;

// A part of a weight, rounded down; `share` is a fraction of kWholeWeight.
inline std::uint32_t part_of(std::uint32_t weight, std::uint32_t share) {
  return static_cast<std::uint32_t>((std::uint64_t{weight} * share) >> 31);
}

// Per child of an inner node, its share of the training weight, as a fraction of kWholeWeight rounded down. If no child
// has weight, missing_child has all of it.
std::vector<std::uint32_t> branch_shares(const Tree& tree, const Node& node);

// Per label, the leaf's training weight as a fraction of kWholeWeight rounded down. A leaf without weight has all of it
// on its label.
std::vector<std::uint32_t> label_shares(const Node& leaf);

// Regression: leaf values are blended as whole multiples of 2^-exponent, rounded to nearest; the largest has 30 bits.
// The exponent is at most 999, so that the scale of a blend is a normal double even where all values are next to 0.
int value_exponent(const Tree& tree);
std::int32_t scaled_value(double value, int exponent);

// note [smoothed blends]: a blend is smoothed as a leaf would be that has its shares and weighs what its leaves weigh,
// each by the part of the row that arrives there. In whole numbers, with N that weight, E the extra of the label and S
// the sum of the extras, all of them in units of 2^-exponent: (share * N + E * 2^31) / (N + S), rounded down. Labels
// are found before that, but for those of a threshold. The unit is such that N + S is below 2^31.
struct BlendSmoothing {
  std::vector<std::uint32_t> extras;  // per label; none: blends are not smoothed
  std::uint32_t sum = 0;
  int exponent = 0;

  std::uint32_t support_of(const Node& leaf) const;  // its weight
  std::uint32_t smoothed(std::uint32_t share, std::uint32_t support, std::size_t label) const;
  friend bool operator==(const BlendSmoothing&, const BlendSmoothing&) = default;
};
BlendSmoothing blend_smoothing(const Model& model, const Tree& tree);

// note [thresholds of blends]: a blend answers the label of a decision threshold t if the label's smoothed share is at
// least t * 2^31, rounded up. Shares are whole: that is the case exactly if the probability that is reported,
// share / 2^31, is at least t.
struct BlendThreshold {
  std::uint32_t label = 0;
  std::uint32_t share = 0;  // the least that answers it, from 1 to kWholeWeight

  std::uint32_t decide(std::uint32_t smoothed) const { return smoothed >= share ? label : 1 - label; }
  friend bool operator==(const BlendThreshold&, const BlendThreshold&) = default;
};
std::optional<BlendThreshold> blend_threshold(const Model& model);

// Costs of wrong answers as whole numbers, the largest 65535, rounded to nearest. Without costs: 1 each.
std::vector<std::vector<std::uint32_t>> whole_costs(const Model& model);

struct Blend {
  std::vector<std::uint32_t> shares;  // classification: per label, the sum of the parts of its leaves
  std::uint32_t support = 0;          // classification: what its leaves weigh, where that counts
  std::int64_t value_sum = 0;         // regression: the sum of weight * scaled value
  std::uint32_t leaf = 0;             // the leaf with the largest weight; of equal ones the first in reading order
  std::uint32_t largest = 0;          // its weight

  // One leaf has everything: nothing is blended, and the leaf answers by itself.
  bool is_single() const { return largest == kWholeWeight; }
};

class Blender {
 public:
  explicit Blender(const Model& model);  // keeps a reference

  Blend blend(Row row) const;

  // The label with the least expected cost, without costs the one with the largest share; ties go to the lowest index.
  // With a decision threshold, the one that it decides for.
  std::uint32_t label(const Blend& blend) const;

  // Per label, its share of kWholeWeight as the model smooths it.
  std::vector<std::uint32_t> probabilities(const Blend& blend) const;

  const BlendSmoothing& smoothing() const { return smoothing_; }

  // (value_sum / 256, rounded toward zero) * 2^-(exponent + 23): a double holds it exactly.
  double value(const Blend& blend) const;

 private:
  const Model& model_;
  const Tree& tree_;
  std::vector<std::vector<std::uint32_t>> shares_;  // per node: of its branches, or of its labels
  std::vector<std::vector<std::uint32_t>> costs_;
  BlendSmoothing smoothing_;
  std::optional<BlendThreshold> threshold_;
  int exponent_ = 0;
};

}  // namespace espalier
