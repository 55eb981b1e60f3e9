// The one place where a criterion is told from another.
#pragma once

#include <type_traits>
#include <utility>

#include "grow/search_plan.hpp"
#include "grow/sides.hpp"

namespace espalier {

// Calls use(std::type_identity<Sides>) with the sides that serve the criterion, the weights and the number of classes.
template <typename Use>
decltype(auto) with_sides(const SearchPlan& plan, Use&& use) {
  const auto by_classes = [&]<typename Few, typename Many>(std::type_identity<Few> few, std::type_identity<Many> many) {
    return plan.many_classes ? use(many) : use(few);
  };
  using Byte = std::uint8_t;
  using Word = std::uint32_t;
  switch (plan.measure) {
    case Measure::two_classes: return use(std::type_identity<TwoClassSides>{});
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
    case Measure::absolute_deviation: break;
  }
  return use(std::type_identity<MedianSides>{});
}

}  // namespace espalier
