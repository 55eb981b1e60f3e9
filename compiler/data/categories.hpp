// The order of categories and the way from a text to its index.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace espalier {

// The different texts in order, and where each of the texts given is among them.
struct RankedTexts {
  std::vector<std::string> categories;
  std::vector<std::uint32_t> ranks;  // per text
};

// As numbers if all are numbers ("2" before "10"; equal numbers such as "1" and "1.0" by bytes), else by bytes.
RankedTexts ranked_categories(std::span<const std::string_view> texts);

using CategoryIndex = std::unordered_map<std::string_view, std::uint32_t>;

// Views into `categories`.
CategoryIndex index_of(const std::vector<std::string>& categories);

}  // namespace espalier
