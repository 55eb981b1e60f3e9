// The two sides of a two-way test, for every criterion. All cases that take part are above at first; single cases, or
// the cases of whole values, go below and back. Each type offers
//   move(item)       a case goes below
//   shift<S>(row)    the cases of a value go below (S = 1), or back (S = -1)
//   below(), above() weights
//   beats(limit)     whether the gain, times the weight, can exceed the limit: never wrongly no
//   gained()         the gain, times the weight, as note [equal gains] in grow/criteria.hpp wants it
//   gain_of(purity)  the same, where the branches are more than two: of their purities, added up
//   purity(row), weight(row)  of the cases of a value, as a branch of their own
//   skim(entries, limit)  whether any cut in a stretch of cases, the one before it included, can exceed the limit; if
//                    none can, the stretch goes below (some types only)
// The cases of a value are a row of sums where those are few, and otherwise a list of cases.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <type_traits>

#include "grow/class_sides.hpp"
#include "grow/level_sides.hpp"
#include "grow/search_plan.hpp"

namespace espalier {

// The one place where a measure is told from another: it has no default, so that the compiler asks for the sides of a
// new one.
// Calls use(std::type_identity<Sides>) with the sides that serve the criterion, the weights and the number of classes.
template <typename Use>
decltype(auto) with_sides(const SearchPlan& plan, Use&& use) {
  const auto by_classes = [&]<typename Few, typename Many>(std::type_identity<Few> few, std::type_identity<Many> many) {
    return plan.many_classes ? use(many) : use(few);
  };
  using Byte = std::uint8_t;
  using Word = std::uint32_t;
  switch (plan.measure) {
    case Measure::two_classes: return use(std::type_identity<PairSides>{});
    case Measure::weighed_pair: return use(std::type_identity<WeighedPairSides>{});
    case Measure::gini: return by_classes(std::type_identity<GiniSides<Byte>>{}, std::type_identity<GiniSides<Word>>{});
    case Measure::entropy:
      return by_classes(std::type_identity<EntropySides<Byte>>{}, std::type_identity<EntropySides<Word>>{});
    case Measure::weighed_gini:
      return by_classes(std::type_identity<WeighedSides<GiniTerms, Byte>>{},
                        std::type_identity<WeighedSides<GiniTerms, Word>>{});
    case Measure::weighed_entropy:
      return by_classes(std::type_identity<WeighedSides<EntropyTerms, Byte>>{},
                        std::type_identity<WeighedSides<EntropyTerms, Word>>{});
    case Measure::error:
      return by_classes(std::type_identity<WeighedSides<void, Byte>>{}, std::type_identity<WeighedSides<void, Word>>{});
    case Measure::variance: return use(std::type_identity<VarianceSides<false>>{});
    case Measure::weighed_variance: return use(std::type_identity<VarianceSides<true>>{});
    case Measure::absolute_deviation: return use(std::type_identity<MedianSides>{});
  }
  std::abort();  // there is no other
}

}  // namespace espalier
