#include "lower/flash_size.hpp"

#include <algorithm>
#include <cmath>

namespace espalier {
namespace {

// A double of an AVR has 32 bits: headers that need 64 refuse to compile there.
bool needs_wide_doubles(const Lowered& lowered) {
  const bool compares = std::any_of(lowered.fields.begin(), lowered.fields.end(),
                                    [](const Field& field) { return field.type == InputType::float64; });
  const bool answers = lowered.regression() && lowered.value_type.type == ValueType::float64;
  if (compares || answers || !lowered.verdict) return compares || answers;
  const Verdict& verdict = *lowered.verdict;
  if (!is_whole(verdict.type)) return verdict.type == SumType::float64;
  return lowered.regression() && !answers_in_floats(verdict);
}

// The gaps between the nodes of several trees, which processors other than an AVR want aligned.
std::size_t bytes_of_gaps(const PackedTrees& trees) {
  const std::size_t widest = std::max({trees.threshold_bytes, trees.next_bytes, trees.input_bytes});
  const std::size_t aligned = (trees.node_bytes() + widest - 1) / widest * widest;
  return trees.nodes.size() * (aligned - trees.node_bytes());
}

}  // namespace

std::size_t flash_bytes(Chip chip, const FlashTerms& terms) {
  double bytes = 0;
  for (std::size_t i = 0; i < kFlashTerms; ++i) {
    bytes += terms.counts()[i] * kFlashCosts[i][static_cast<std::size_t>(chip)];
  }
  return static_cast<std::size_t>(std::lround(std::max(2.0, bytes)));
}

ChipSizes flash_sizes(const Lowered& lowered) {
  const FlashTerms branches = branch_terms(lowered);
  const auto& tables = lowered.trees.front().tables;
  const bool has_tables = tables || lowered.forest;
  const FlashTerms table = lowered.forest ? table_terms(lowered, *lowered.forest)
                           : tables       ? table_terms(lowered, *tables)
                                          : FlashTerms{};
  ChipSizes sizes;
  for (std::size_t i = 0; i < kChips; ++i) {
    const auto chip = static_cast<Chip>(i);
    if (chip == Chip::avr && needs_wide_doubles(lowered)) continue;
    sizes[i].branches = flash_bytes(chip, branches);
    if (has_tables) sizes[i].table = flash_bytes(chip, table);
    if (lowered.forest && chip != Chip::avr) sizes[i].table += bytes_of_gaps(lowered.forest->answers);
  }
  return sizes;
}

}  // namespace espalier
