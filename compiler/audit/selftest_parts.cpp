#include "audit/selftest_parts.hpp"

#include <algorithm>

#include "model/tree_facts.hpp"

namespace espalier {
namespace {

// Of the narrowest unsigned type that holds the number.
std::size_t width_of(std::size_t highest) {
  return highest <= 0xFF ? 1 : highest <= 0xFFFF ? 2 : 4;
}

std::size_t field_bytes(const Model& model, const Field& field) {
  switch (field.type) {
    case InputType::int8:
    case InputType::uint8:
    case InputType::boolean: return 1;
    case InputType::int16:
    case InputType::uint16: return 2;
    case InputType::float64: return 8;
    case InputType::category: return width_of(model.features[field.feature].categories.size());
    default: return 4;
  }
}

// `count` of the numbers, evenly spread; all of them if there are no more.
std::vector<std::size_t> evenly_spread(const std::vector<std::size_t>& numbers, std::size_t count) {
  if (count >= numbers.size()) return numbers;
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(numbers[i * numbers.size() / count]);
  return chosen;
}

// The numbers of the vectors of the first part.
std::vector<std::size_t> sample(const std::vector<bool>& witnesses, std::size_t count) {
  std::vector<std::size_t> of_rules;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < witnesses.size(); ++i) (witnesses[i] ? of_rules : others).push_back(i);
  std::vector<std::size_t> chosen = evenly_spread(of_rules, count);
  const std::vector<std::size_t> more = evenly_spread(others, count - chosen.size());
  chosen.insert(chosen.end(), more.begin(), more.end());
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

}  // namespace

std::size_t vector_bytes(const Model& model, const Lowered& lowered) {
  std::size_t bytes = 0;
  for (const Field& field : lowered.fields) bytes += field_bytes(model, field);
  if (lowered.regression()) {
    bytes += lowered.value_type.type == ValueType::float64 ? 8 : 4;
  } else {
    bytes += width_of(model.labels.size());
  }
  std::size_t rules = 0;
  for (const Tree& tree : model.trees) rules = std::max(rules, leaf_count(tree));
  return bytes + model.trees.size() * width_of(rules);
}

std::vector<std::vector<std::size_t>> divide_vectors(const std::vector<bool>& witnesses, std::size_t per_part) {
  std::vector<std::vector<std::size_t>> parts = {sample(witnesses, std::min(per_part, witnesses.size()))};
  std::vector<bool> sampled(witnesses.size(), false);
  for (const std::size_t number : parts.front()) sampled[number] = true;
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    if (sampled[i]) continue;
    if (parts.size() == 1 || parts.back().size() == per_part) parts.emplace_back();
    parts.back().push_back(i);
  }
  return parts;
}

}  // namespace espalier
