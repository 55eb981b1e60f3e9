#include "grow/packed_search.hpp"

#include <bit>
namespace espalier {
namespace {

constexpr std::size_t kBitsPerWord = 64;

std::size_t place_of(const PackedColumn& packing) {
  return packing.word * kBitsPerWord + static_cast<std::size_t>(std::countr_zero(packing.bit));
}

}  // namespace

template <typename Id>
void PackedSearch<Id>::count(const NodeCases<Id>& node, const std::vector<ListedColumn>& columns,
                             const std::vector<std::uint32_t>& active) {
  live_.assign(node.lists.words_per_case, 0);
  bool any = false;
  for (const std::uint32_t index : active) {
    if (!columns[index].packed) continue;
    live_[columns[index].packing.word] |= columns[index].packing.bit;
    any = true;
  }
  if (!any) return;
  if (plan_.measure == Measure::variance) {
    count_levels(node);
  } else {
    count_classes(node);
  }
}

template <typename Id>
void PackedSearch<Id>::count_classes(const NodeCases<Id>& node) {
  const std::size_t classes = node.class_counts.size();
  const std::size_t stride = live_.size();
  counts_.assign(stride * kBitsPerWord * classes, 0);
  for (const Id item : node.lists.cases_in(node.segment)) {
    const std::size_t label = node.lists.labels[item];
    for (std::size_t word = 0; word < stride; ++word) {
      std::uint32_t* counts = counts_.data() + word * kBitsPerWord * classes + label;
      for (std::uint64_t bits = node.lists.words[item * stride + word] & live_[word]; bits != 0; bits &= bits - 1) {
        ++counts[static_cast<std::size_t>(std::countr_zero(bits)) * classes];
      }
    }
  }
}

template <typename Id>
void PackedSearch<Id>::count_levels(const NodeCases<Id>& node) {
  const std::size_t stride = live_.size();
  level_sums_.assign(stride * kBitsPerWord, {});
  for (const Id item : node.lists.cases_in(node.segment)) {
    const double distance = node.lists.levels[item] - node.facts.level.center;
    for (std::size_t word = 0; word < stride; ++word) {
      for (std::uint64_t bits = node.lists.words[item * stride + word] & live_[word]; bits != 0; bits &= bits - 1) {
        LevelSums& sums = level_sums_[word * kBitsPerWord + static_cast<std::size_t>(std::countr_zero(bits))];
        sums.sum += distance;
        ++sums.weight;
      }
    }
  }
}

template <typename Id>
template <typename Sides>
void PackedSearch<Id>::judge(const NodeCases<Id>& node, const Sides& sides, OfferedTest& offered) const {
  FoundCut& cut = offered.cut;
  if (sides.below() == 0 || sides.above() == 0) return;
  cut.tried = 1;
  const CutLimits limits = cut_limits(plan_, node.weight, node.facts.level.grid);
  if (sides.below() < limits.least_side || sides.above() < limits.least_side) return;
  if (!sides.beats(limit_above(cut.gained, limits.grid))) return;
  const double gained = sides.gained();
  if (gained <= cut.gained) return;
  cut.gained = gained;
  cut.boundary = 1;
  cut.below = sides.below();
  price_cut(plan_, node.weight, node.weight, offered);
}

template <typename Id>
const std::uint32_t* PackedSearch<Id>::lower_row(const NodeCases<Id>& node, const PackedColumn& packing,
                                                 std::uint32_t) {
  const std::size_t classes = node.class_counts.size();
  const std::uint32_t* const set = counts_.data() + place_of(packing) * classes;
  lower_.assign(set, set + classes);
  for (std::size_t label = 0; label < classes && !packing.set_is_lower; ++label) {
    lower_[label] = node.class_counts[label] - set[label];
  }
  return lower_.data();
}

template <typename Id>
const LevelSums* PackedSearch<Id>::lower_row(const NodeCases<Id>& node, const PackedColumn& packing, LevelSums) {
  lower_levels_ = level_sums_[place_of(packing)];
  if (!packing.set_is_lower) {
    lower_levels_ = {node.levels.sum - lower_levels_.sum, node.levels.weight - lower_levels_.weight};
  }
  return &lower_levels_;
}

template <typename Id>
OfferedTest PackedSearch<Id>::best(const NodeCases<Id>& node, const ListedColumn& column, double floor) {
  OfferedTest offered;
  offered.worth.feature = column.feature;
  offered.cut.gained = floor;
  offered.complete = true;
  with_sides(plan_, [&]<typename Sides>(std::type_identity<Sides>) {
    if constexpr (Sides::kRows && Sides::kUnitWeights) {
      using Number = typename Sides::Number;
      auto& scratch = [&]() -> std::vector<Number>& {
        if constexpr (std::is_same_v<Number, LevelSums>)
          return level_scratch_;
        else
          return scratch_;
      }();
      Sides sides(node.facts, node.template whole<Number>(), scratch);
      sides.template shift<1>(lower_row(node, column.packing, Number{}));
      judge(node, sides, offered);
    }
  });
  return offered;
}

template class PackedSearch<std::uint16_t>;
template class PackedSearch<std::uint32_t>;

}  // namespace espalier
