// Columns that have two values, counted all in one walk over a node's cases of weight 1.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/list_building.hpp"
#include "grow/side_facts.hpp"

namespace espalier {

class PackedCounts {
 public:
  // Of the columns among `active` that are packed.
  template <typename Id>
  void count(const CaseLists<Id>& lists, Segment segment, const SideFacts& facts,
             const std::vector<ListedColumn>& columns, std::span<const std::uint32_t> active) {
    live_.assign(lists.words_per_case, 0);
    for (const std::uint32_t index : active) {
      if (columns[index].packed) live_[columns[index].packing.word] |= columns[index].packing.bit;
    }
    classes_ = facts.classes;
    counts_.assign(lists.levels.empty() ? live_.size() * kBitsPerWord * classes_ : 0, 0);
    levels_.assign(lists.levels.empty() ? 0 : live_.size() * kBitsPerWord, {});
    if (live_.empty()) return;
    for (const Id item : lists.cases_in(segment)) {
      if (counts_.empty()) {
        const double distance = lists.levels[item] - facts.level.center;
        each_set(lists, item, [&](std::size_t column) {
          levels_[column].sum += distance;
          ++levels_[column].weight;
        });
      } else {
        std::uint32_t* const counts = counts_.data() + lists.labels[item];
        each_set(lists, item, [&](std::size_t column) { ++counts[column * classes_]; });
      }
    }
  }

  // The cases with the bit set.
  const std::uint32_t* row(const PackedColumn& packing, std::uint32_t) const {
    return counts_.data() + place_of(packing) * classes_;
  }
  const LevelSums* row(const PackedColumn& packing, LevelSums) const { return levels_.data() + place_of(packing); }

 private:
  static constexpr std::size_t kBitsPerWord = 64;

  static std::size_t place_of(const PackedColumn& packing) {
    return packing.word * kBitsPerWord + static_cast<std::size_t>(std::countr_zero(packing.bit));
  }
  template <typename Id, typename Use>
  void each_set(const CaseLists<Id>& lists, std::size_t item, const Use& use) const {
    for (std::size_t word = 0; word < live_.size(); ++word) {
      for (std::uint64_t bits = lists.words[item * live_.size() + word] & live_[word]; bits != 0; bits &= bits - 1) {
        use(word * kBitsPerWord + static_cast<std::size_t>(std::countr_zero(bits)));
      }
    }
  }

  std::vector<std::uint64_t> live_;  // per word: the columns that are counted
  std::size_t classes_ = 0;
  std::vector<std::uint32_t> counts_;  // per column: of its cases with the bit set, by class
  std::vector<LevelSums> levels_;      // per column, of those cases
};

}  // namespace espalier
