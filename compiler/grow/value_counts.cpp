#include "grow/value_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "grow/sides.hpp"
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

LevelScale own_scale(const LargeLists& lists, std::span<const std::uint32_t> items, const LevelFacts& facts) {
  // Cases are in the order of their targets.
  const double lowest = lists.levels[items.front()];
  const double highest = lists.levels[items.back()];
  const double reach = std::max(facts.center - lowest, highest - facts.center) * static_cast<double>(items.size());
  if (!(reach > 0)) return {facts.center, 0};
  return {facts.center, std::min(kMostExponent, kSumBits - 1 - std::ilogb(reach))};
}

}  // namespace

bool ValueCounts::any_without(const ListedColumn& column) const {
  if (!levels.empty()) return levels[column.first_row + column.values].cases != 0;
  const auto any = [&](const auto* row) {
    return std::any_of(row, row + width, [](auto number) { return number != 0; });
  };
  return counts.empty() ? any(row(column, column.values, std::int64_t{}))
                        : any(row(column, column.values, std::uint32_t{}));
}

LevelShift ValueCounts::shift_to(const LevelFacts& facts) const {
  const double center = (facts.center - scale.center) * std::ldexp(1.0, scale.exponent);
  const std::int64_t whole = std::llrint(center);
  return {whole, center - static_cast<double>(whole), std::ldexp(1.0, -scale.exponent)};
}

LevelSums ValueCounts::sums(const ListedColumn& column, std::size_t code, const LevelShift& shift) const {
  const LevelSteps& steps = levels[column.first_row + code];
  const auto cases = static_cast<double>(steps.cases);
  return {(static_cast<double>(steps.steps - steps.cases * shift.whole) - cases * shift.fraction) * shift.step, cases};
}

void ValueCounts::subtract(const ValueCounts& part) {
  for (std::size_t i = 0; i < counts.size(); ++i) counts[i] -= part.counts[i];
  for (std::size_t i = 0; i < units.size(); ++i) units[i] -= part.units[i];
  for (std::size_t i = 0; i < levels.size(); ++i) {
    levels[i].steps -= part.levels[i].steps;
    levels[i].cases -= part.levels[i].cases;
  }
}

ValueCounter::ValueCounter(const SearchPlan& plan, const std::vector<ListedColumn>& columns, const EngineLimits& limits)
    : plan_(plan), columns_(columns), limits_(limits) {
  for (std::uint32_t column = 0; column < columns.size(); ++column) {
    if (!columns[column].coded) continue;
    rows_ = columns[column].first_row + columns[column].values + 1;
    all_.push_back(column);
  }
}

ValueCounter::Places ValueCounter::places_of(std::span<const std::uint32_t> active) const {
  Places places;
  for (const std::uint32_t index : active) {
    const ListedColumn& column = columns_[index];
    if (column.coded) (column.wide ? places.wide : places.narrow).push_back({column.place, column.first_row});
  }
  return places;
}

// Calls add(item, row) for every case and column.
template <typename Add>
void ValueCounter::each_value(const LargeLists& lists, Segment segment, const Places& places, const Add& add) const {
  const std::size_t stride = lists.codes_per_case;
  const std::uint8_t* const all = lists.codes.data();
  const std::span<const Place> narrow = places.narrow;
  const std::span<const Place> wide = places.wide;
  for (const std::uint32_t item : lists.cases_in(segment)) {
    const std::uint8_t* const codes = all + item * stride;
    const auto add_to = add(item);
    for (const Place place : narrow) add_to(place.begin + codes[place.code]);
    for (const Place place : wide) {
      std::uint16_t code = 0;
      std::memcpy(&code, codes + place.code, sizeof code);
      add_to(place.begin + code);
    }
  }
}

void ValueCounter::add_up(const LargeLists& lists, Segment segment, const Places& places, ValueCounts& sums) const {
  const std::uint8_t* const labels = lists.labels.data();
  const std::size_t width = sums.width;
  if (!sums.levels.empty()) {
    each_value(lists, segment, places, [&](std::uint32_t item) {
      return [steps = steps_[item], levels = sums.levels.data()](std::size_t row) {
        levels[row].steps += steps;
        ++levels[row].cases;
      };
    });
  } else if (!sums.units.empty()) {
    const std::int64_t one = static_cast<std::int64_t>(lists.scale.per_unit);
    const std::int64_t* const units = lists.units.empty() ? nullptr : lists.units.data();
    each_value(lists, segment, places, [&, width](std::uint32_t item) {
      return [width, amount = units == nullptr ? one : units[item],
              to = sums.units.data() + labels[item]](std::size_t row) { to[row * width] += amount; };
    });
  } else if (width == 2) {
    each_value(lists, segment, places, [&](std::uint32_t item) {
      return [to = sums.counts.data() + labels[item]](std::size_t row) { ++to[row * 2]; };
    });
  } else {
    each_value(lists, segment, places, [&, width](std::uint32_t item) {
      return [width, to = sums.counts.data() + labels[item]](std::size_t row) { ++to[row * width]; };
    });
  }
}

std::unique_ptr<ValueCounts> ValueCounter::count_part(const LargeLists& lists, Segment segment, const LevelScale& scale,
                                                      const std::vector<std::uint32_t>& active) {
  auto sums = std::make_unique<ValueCounts>();
  sums->scale = scale;
  if (!plan_.counts_values()) return sums;
  const std::size_t classes = plan_.training.data.labels.size();
  with_sides(plan_, [&]<typename Sides>(std::type_identity<Sides>) {
    if constexpr (std::is_same_v<typename Sides::Number, LevelSums>) {
      sums->levels.resize(rows_);
    } else {
      sums->width = classes;
      if constexpr (std::is_same_v<typename Sides::Number, std::uint32_t>)
        sums->counts.resize(rows_ * classes);
      else
        sums->units.resize(rows_ * classes);
    }
  });
  const Places places = places_of(active);
  const std::size_t columns = places.narrow.size() + places.wide.size();
  const std::size_t parts = segment.size() < limits_.shared ? 1 : std::min(limits_.threads, columns);
  if (parts < 2) {
    add_up(lists, segment, places, *sums);
    return sums;
  }
  in_parallel(parts, parts, [&](std::size_t part) {
    Places some;
    for (std::size_t i = part; i < places.narrow.size(); i += parts) some.narrow.push_back(places.narrow[i]);
    for (std::size_t i = part; i < places.wide.size(); i += parts) some.wide.push_back(places.wide[i]);
    add_up(lists, segment, some, *sums);
  });
  return sums;
}

std::unique_ptr<ValueCounts> ValueCounter::count(const LargeLists& lists, Segment segment, const LevelFacts& facts,
                                                 const std::vector<std::uint32_t>& active) {
  if (plan_.measure != Measure::variance) return count_part(lists, segment, {}, active);
  const std::span<const std::uint32_t> items = lists.cases_in(segment);
  const LevelScale scale = own_scale(lists, items, facts);
  const double steps_per_level = std::ldexp(1.0, scale.exponent);
  steps_.resize(lists.levels.size());
  for (const std::uint32_t item : items) {
    steps_[item] = std::llrint((lists.levels[item] - scale.center) * steps_per_level);
  }
  return count_part(lists, segment, scale, active);
}

void ValueCounter::count_sides(const LargeLists& lists, Segment segment, const std::uint8_t* sides,
                               SideCounts& counts) const {
  const Places places = places_of(all_);
  counts.cases.assign(3 * rows_, 0);
  each_value(lists, segment, places, [&](std::uint32_t item) {
    return [to = counts.cases.data() + sides[item]](std::size_t row) { ++to[row * 3]; };
  });
  counts.units.clear();
  if (lists.units.empty()) return;
  counts.units.assign(3 * rows_, 0);
  each_value(lists, segment, places, [&](std::uint32_t item) {
    return
        [to = counts.units.data() + sides[item], units = lists.units[item]](std::size_t row) { to[row * 3] += units; };
  });
}

bool ValueCounter::needs_own_scale(const LargeLists& lists, Segment segment, const LevelFacts& facts,
                                   const LevelScale& scale) const {
  if (plan_.measure != Measure::variance) return false;
  return own_scale(lists, lists.cases_in(segment), facts).exponent >= scale.exponent + kFinerBits;
}

}  // namespace espalier
