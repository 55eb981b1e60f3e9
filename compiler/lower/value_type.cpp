#include "lower/value_type.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "support/number_text.hpp"

// note [blended floats]
//
// A blend (model/blend.hpp) is a whole multiple of 2^(E - 52), at most 2^(E + 1), where 2^E is the magnitude of the
// largest leaf value. Emitted code converts the multiple to float, which rounds once, and scales by a power of two,
// which must not round again: with E >= -97 every multiple of 2^(E - 52) below the normal floats is a float itself,
// and with E <= 126 nothing overflows.

namespace espalier {
namespace {

constexpr int kLowestBlendedExponent = -97;
constexpr int kHighestBlendedExponent = 126;

template <typename Fits>
std::optional<double> first_leaf_value_unless(const Model& model, const Fits& fits) {
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      if (node.is_leaf() && !fits(node.value)) return node.value;
    }
  }
  return std::nullopt;
}

bool is_in_float_range(double value) {
  return std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max());
}

bool is_zero_or_normal_float(double value) {
  return value == 0 ||
         (is_in_float_range(value) && std::abs(value) >= static_cast<double>(std::numeric_limits<float>::min()));
}

double largest_magnitude(const Model& model) {
  double largest = 0;
  for (const Tree& tree : model.trees) {
    for (const Node& node : tree.nodes) {
      if (node.is_leaf()) largest = std::max(largest, std::abs(node.value));
    }
  }
  return largest;
}

// The same for several trees: the sums decide, and what the smallest of them can be.
std::string sums_against_float(const Model& model, bool normal_only) {
  constexpr double kHalf = static_cast<double>(std::numeric_limits<float>::max()) / 2;  // far from what rounding does
  const std::vector<double> widest = widest_sums(model);
  const double largest = *std::max_element(widest.begin(), widest.end());
  if (largest > kHalf) return fmt::format("sums of up to {} are out of float's range", shortest(largest));
  if (!normal_only) return {};
  if (model.sums.arithmetic == Arithmetic::float64) return "the trees' values are added as doubles";
  const double unit = has_exponent(model) ? std::ldexp(1.0, -model.sums.exponent) : 1;
  const double least = unit / static_cast<double>(model.trees.size());
  if (least >= static_cast<double>(std::numeric_limits<float>::min())) return {};
  return fmt::format("a sum of {} is out of float's range", shortest(least));
}

// Why float cannot answer for the model; empty if it can.
std::string against_float(const Model& model, bool normal_only) {
  if (model.combination != Combination::single) return sums_against_float(model, normal_only);
  const auto outside = normal_only ? first_leaf_value_unless(model, is_zero_or_normal_float)
                                   : first_leaf_value_unless(model, is_in_float_range);
  if (outside) return fmt::format("the answer {} is out of float's range", shortest(*outside));
  if (model.missing != MissingPolicy::fractional) return {};
  const double largest = largest_magnitude(model);
  if (largest == 0) return {};
  const int exponent = std::ilogb(largest);
  if (exponent >= kLowestBlendedExponent && exponent <= kHighestBlendedExponent) return {};
  return fmt::format("blends of answers up to {} are out of float's range", shortest(largest));
}

}  // namespace

std::string_view to_string(ValueType type) {
  return type == ValueType::float32 ? "float" : "double";
}

std::optional<ValueType> parse_value_type(std::string_view text) {
  if (text == "float") return ValueType::float32;
  if (text == "double") return ValueType::float64;
  return std::nullopt;
}

double rounded(ValueType type, double value) {
  return type == ValueType::float32 ? static_cast<double>(static_cast<float>(value)) : value;
}

ValueTypeChoice choose_value_type(const Model& model, std::optional<ValueType> wish) {
  if (model.task == Task::classification || wish == ValueType::float64) return {};
  const std::string reason = against_float(model, !wish);
  if (reason.empty()) return {ValueType::float32, ""};
  if (!wish) return {ValueType::float64, "double: " + reason};
  throw Diagnostic(ExitCode::usage, "--output-type: float cannot hold the answers: " + reason, "use double");
}

}  // namespace espalier
