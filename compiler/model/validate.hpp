// What validation found, before it is known whether there is a text to point at. Shared by validate() and read_model().
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "model/model.hpp"
#include "support/number_text.hpp"

namespace espalier {

class ModelFault : public std::runtime_error {
 public:
  ModelFault(std::string path, const std::string& message) : std::runtime_error(message), path_(std::move(path)) {}
  const std::string& path() const { return path_; }  // "trees[0].nodes[17].children[1]"
  std::string message() const { return path_ + ": " + what(); }

 private:
  std::string path_;
};

// Throw ModelFault at the first broken rule of docs/model-format.md.
void check_model(const Model& model);
void check_tree(const Model& model, const Tree& tree, const std::string& path);  // features and labels are valid

// Shared by the checks of features, nodes, surrogates and parts.

// A node, or one of its surrogates or parts; its path is put together only when there is something to say.
struct TestPlace {
  const std::string& tree_path;
  std::size_t node;
  std::optional<std::size_t> item;  // of them
  std::string_view items;           // "surrogates"

  [[noreturn]] void fail(std::string_view member, const std::string& message) const;
  [[noreturn]] void fail(std::string_view member, std::size_t index, const std::string& message) const;
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
