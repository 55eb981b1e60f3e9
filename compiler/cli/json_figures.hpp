// Figures as JSON: what is undefined is null.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

namespace espalier::cli {

inline nlohmann::ordered_json or_null(const std::optional<double>& figure) {
  if (!figure) return nullptr;
  return *figure;
}

// Without weights every row weighs 1, and a weight is a number of rows.
inline nlohmann::ordered_json weight_json(double weight, bool weighted) {
  if (weighted) return weight;
  return static_cast<std::uint64_t>(weight);
}

}  // namespace espalier::cli
