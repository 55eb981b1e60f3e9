#include "data/categories.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "support/number_text.hpp"

namespace espalier {

namespace {

// Texts with the number each stands for; 0 for all when one of them is not a number, which leaves the order to the
// bytes.
std::vector<std::pair<double, std::string_view>> keyed(std::span<const std::string_view> texts) {
  std::vector<std::pair<double, std::string_view>> keys;
  keys.reserve(texts.size());
  bool numbers = true;
  for (const std::string_view text : texts) {
    const auto number = numbers ? parse_number(text) : std::nullopt;
    numbers = numbers && number.has_value();
    keys.emplace_back(number.value_or(0), text);
  }
  if (!numbers) {
    for (auto& key : keys) key.first = 0;
  }
  return keys;
}

}  // namespace

std::vector<std::string> sorted_categories(std::span<const std::string_view> texts) {
  auto keys = keyed(texts);
  std::sort(keys.begin(), keys.end());
  std::vector<std::string> categories;
  categories.reserve(keys.size());
  for (const auto& key : keys) categories.emplace_back(key.second);
  return categories;
}

CategoryIndex index_of(const std::vector<std::string>& categories) {
  CategoryIndex index;
  index.reserve(categories.size());
  for (std::size_t i = 0; i < categories.size(); ++i) index.emplace(categories[i], static_cast<std::uint32_t>(i));
  return index;
}

}  // namespace espalier
