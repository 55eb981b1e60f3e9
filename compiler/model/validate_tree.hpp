// Shared by the checks of features, nodes and surrogates.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "model/validate.hpp"
#include "support/number_text.hpp"

namespace espalier {

// A node or one of its surrogates; its path is put together only when there is something to say.
struct TestPlace {
  const std::string& tree_path;
  std::size_t node;
  std::optional<std::size_t> surrogate;

  [[noreturn]] void fail(std::string_view member, const std::string& message) const;
  [[noreturn]] void fail(std::string_view member, std::size_t item, const std::string& message) const;
};

// Whether a value is a whole number of 2^-exponent.
inline bool is_multiple_of_unit(double value, int exponent) {
  const double units = std::ldexp(value, exponent);
  return units == std::trunc(units);
}

// A finite threshold with a gap around it; `fail(member, message)` throws.
template <typename Fail>
void check_threshold(double threshold, const std::optional<Gap>& gap, const Fail& fail) {
  if (!std::isfinite(threshold)) fail(".threshold", "is not finite");
  if (!gap) return;
  const auto [below, above] = *gap;
  if (!std::isfinite(below) || !std::isfinite(above)) fail(".gap", "is not finite");
  if (!(below <= threshold && threshold < above)) {
    fail(".gap",
         fmt::format("the threshold {} is not within [{}, {})", shortest(threshold), shortest(below), shortest(above)));
  }
}

// Everything about the test of an inner node but its children; the features are valid.
void check_test(const Model& model, const Node& node, const TestPlace& place);

}  // namespace espalier
