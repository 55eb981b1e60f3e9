#include "grow/histograms.hpp"

#include <algorithm>
#include <cmath>

#include "support/parallel.hpp"

namespace espalier {
namespace {

// note [steps]: sums of targets are kept as whole numbers, because whole numbers can be subtracted again without a
// trace. A step is so small that the steps of all cases, added up, fit 62 bits: it is finer than the last digit of such
// a sum as a double, and sums of doubles are what the search by lists is made of. Below a node the targets are closer
// together and fewer, and as soon as their own steps would be finer by this many bits, they get them.
constexpr int kSumBits = 61;
constexpr int kFinerBits = 8;
constexpr int kMostExponent = 1000;

template <typename Id>
LevelScale own_scale(const CaseLists<Id>& lists, std::span<const Id> items, const LevelFacts& facts) {
  // Cases are in the order of their targets.
  const double lowest = lists.levels[items.front()];
  const double highest = lists.levels[items.back()];
  const double reach = std::max(facts.center - lowest, highest - facts.center) * static_cast<double>(items.size());
  if (!(reach > 0)) return {facts.center, 0};
  return {facts.center, std::min(kMostExponent, kSumBits - 1 - std::ilogb(reach))};
}

}  // namespace

void Histograms::subtract(const Histograms& part) {
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] -= part.pairs[i];
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] -= part.counts[i];
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i].steps -= part.levels[i].steps;
    levels[i].cases -= part.levels[i].cases;
  }
}

template <typename Id>
HistogramCounter<Id>::HistogramCounter(const SearchPlan& plan, const std::vector<ListedColumn>& columns,
                                       const EngineLimits& limits)
    : plan_(plan), columns_(columns), limits_(limits) {
  for (const ListedColumn& column : columns) {
    if (column.binned) bins_ = column.first_bin + plan.training.bins[column.feature].lowest.size();
  }
}

template <typename Id>
void HistogramCounter<Id>::add_up(const CaseLists<Id>& lists, std::span<const Id> items, std::span<const Place> places,
                                  Histograms& sums) const {
  const std::size_t stride = lists.codes_per_case;
  const std::uint8_t* const all = lists.codes.data();
  switch (plan_.sums) {
    case CutSums::two_classes: {
      constexpr std::uint64_t kCase[2] = {1, 1 + (std::uint64_t{1} << 32U)};
      std::uint64_t* const pairs = sums.pairs.data();
      for (const Id item : items) {
        const std::uint8_t* const codes = all + item * stride;
        const std::uint64_t one = kCase[lists.labels[item]];
        for (const Place place : places) pairs[place.begin + codes[place.code]] += one;
      }
      break;
    }
    case CutSums::variance: {
      LevelBin* const levels = sums.levels.data();
      for (const Id item : items) {
        const std::uint8_t* const codes = all + item * stride;
        const std::int64_t steps = steps_[item];
        for (const Place place : places) {
          LevelBin& bin = levels[place.begin + codes[place.code]];
          bin.steps += steps;
          ++bin.cases;
        }
      }
      break;
    }
    default: {
      const std::size_t classes = plan_.training.data.labels.size();
      for (const Id item : items) {
        const std::uint8_t* const codes = all + item * stride;
        std::uint32_t* const counts = sums.counts.data() + lists.labels[item];
        for (const Place place : places) ++counts[(place.begin + codes[place.code]) * classes];
      }
      break;
    }
  }
}

template <typename Id>
std::unique_ptr<Histograms> HistogramCounter<Id>::count_part(const CaseLists<Id>& lists, Segment segment,
                                                             const LevelScale& scale,
                                                             const std::vector<std::uint32_t>& active) {
  auto sums = std::make_unique<Histograms>();
  sums->scale = scale;
  switch (plan_.sums) {
    case CutSums::two_classes: sums->pairs.resize(bins_); break;
    case CutSums::variance: sums->levels.resize(bins_); break;
    default: sums->counts.resize(bins_ * plan_.training.data.labels.size()); break;
  }
  std::vector<Place> places;
  for (const std::uint32_t column : active) {
    if (columns_[column].binned) places.push_back({columns_[column].place, columns_[column].first_bin});
  }
  const std::span<const Id> items = lists.cases_in(segment);
  const std::size_t parts = items.size() < limits_.shared ? 1 : std::min(limits_.threads, places.size());
  if (parts < 2) {
    add_up(lists, items, places, *sums);
    return sums;
  }
  in_parallel(parts, parts, [&](std::size_t part) {
    const std::size_t begin = places.size() * part / parts;
    const std::size_t end = places.size() * (part + 1) / parts;
    add_up(lists, items, std::span<const Place>(places).subspan(begin, end - begin), *sums);
  });
  return sums;
}

template <typename Id>
std::unique_ptr<Histograms> HistogramCounter<Id>::count(const CaseLists<Id>& lists, Segment segment,
                                                        const LevelFacts& facts,
                                                        const std::vector<std::uint32_t>& active) {
  if (plan_.sums != CutSums::variance) return count_part(lists, segment, {}, active);
  const std::span<const Id> items = lists.cases_in(segment);
  const LevelScale scale = own_scale(lists, items, facts);
  const double steps_per_level = std::ldexp(1.0, scale.exponent);
  steps_.resize(lists.levels.size());
  for (const Id item : items) steps_[item] = std::llrint((lists.levels[item] - scale.center) * steps_per_level);
  return count_part(lists, segment, scale, active);
}

template <typename Id>
bool HistogramCounter<Id>::needs_own_scale(const CaseLists<Id>& lists, Segment segment, const LevelFacts& facts,
                                           const LevelScale& scale) const {
  if (plan_.sums != CutSums::variance) return false;
  return own_scale(lists, lists.cases_in(segment), facts).exponent >= scale.exponent + kFinerBits;
}

template class HistogramCounter<std::uint16_t>;
template class HistogramCounter<std::uint32_t>;

}  // namespace espalier
