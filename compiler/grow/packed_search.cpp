#include "grow/packed_search.hpp"

#include <bit>

#include "grow/criteria.hpp"

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
  if (plan_.sums == CutSums::variance) {
    count_levels(node);
  } else {
    count_classes(node);
  }
}

template <typename Id>
void PackedSearch<Id>::count_classes(const NodeCases<Id>& node) {
  const std::size_t classes = node.classes.counts.size();
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
    const double distance = node.lists.levels[item] - node.levels.center;
    for (std::size_t word = 0; word < stride; ++word) {
      for (std::uint64_t bits = node.lists.words[item * stride + word] & live_[word]; bits != 0; bits &= bits - 1) {
        LevelSums& sums = level_sums_[word * kBitsPerWord + static_cast<std::size_t>(std::countr_zero(bits))];
        sums.sum += distance;
        ++sums.cases;
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
  const CutLimits limits = cut_limits(plan_, node.weight, node.levels.grid);
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
OfferedTest PackedSearch<Id>::best(const NodeCases<Id>& node, const ListedColumn& column, double floor) {
  OfferedTest offered;
  offered.worth.feature = column.feature;
  offered.cut.gained = floor;
  const auto cases = static_cast<std::uint32_t>(node.segment.size());
  const std::size_t place = place_of(column.packing);
  if (plan_.sums == CutSums::variance) {
    LevelSums below = level_sums_[place];
    if (!column.packing.set_is_lower) below = {node.levels.sum - below.sum, cases - below.cases};
    const LevelSums whole{node.levels.sum, cases};
    judge(node, VarianceSides(nullptr, node.levels.center, node.levels.grid, whole, below), offered);
    return offered;
  }
  const std::size_t classes = node.classes.counts.size();
  below_.counts.assign(counts_.begin() + static_cast<std::ptrdiff_t>(place * classes),
                       counts_.begin() + static_cast<std::ptrdiff_t>((place + 1) * classes));
  below_.cases = 0;
  for (std::size_t label = 0; label < classes; ++label) {
    if (!column.packing.set_is_lower) below_.counts[label] = node.classes.counts[label] - below_.counts[label];
    below_.cases += below_.counts[label];
  }
  switch (plan_.sums) {
    case CutSums::two_classes: judge(node, TwoClassSides(nullptr, node.classes, below_), offered); break;
    case CutSums::gini: judge(node, GiniSides(nullptr, node.classes, below_, scratch_), offered); break;
    default: judge(node, EntropySides(nullptr, plan_.logs.data(), node.classes, below_, scratch_), offered); break;
  }
  return offered;
}

template class PackedSearch<std::uint16_t>;
template class PackedSearch<std::uint32_t>;

}  // namespace espalier
