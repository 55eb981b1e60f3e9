#include "data/categories.hpp"

#include <algorithm>
#include <cstddef>

#include "data/byte_order.hpp"
#include "support/number_text.hpp"

namespace espalier {

namespace {

// The numbers that the texts stand for; nothing if one of them is not a number.
std::vector<double> numbers_of(std::span<const std::string_view> texts) {
  std::vector<double> numbers;
  for (const std::string_view text : texts) {
    const auto number = parse_number(text);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<std::uint32_t> order_of(std::span<const std::string_view> texts) {
  std::vector<std::uint32_t> order = byte_order(texts);
  const std::vector<double> numbers = numbers_of(texts);
  if (!numbers.empty()) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return numbers[a] < numbers[b]; });
  }
  return order;
}

}  // namespace

RankedTexts ranked_categories(std::span<const std::string_view> texts) {
  RankedTexts ranked;
  ranked.ranks.resize(texts.size());
  ranked.categories.reserve(texts.size());
  for (const std::uint32_t number : order_of(texts)) {
    const bool first = ranked.categories.empty() || ranked.categories.back() != texts[number];
    if (first) ranked.categories.emplace_back(texts[number]);
    ranked.ranks[number] = static_cast<std::uint32_t>(ranked.categories.size() - 1);
  }
  return ranked;
}

CategoryIndex index_of(const std::vector<std::string>& categories) {
  CategoryIndex index;
  index.reserve(categories.size());
  for (std::size_t i = 0; i < categories.size(); ++i) index.emplace(categories[i], static_cast<std::uint32_t>(i));
  return index;
}

}  // namespace espalier
