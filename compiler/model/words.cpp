#include "model/words.hpp"

#include <algorithm>

namespace espalier {
namespace {

const MergedWords* merged_into(const Feature& feature, std::uint32_t category) {
  const auto found = std::find_if(feature.merged.begin(), feature.merged.end(),
                                  [&](const MergedWords& merged) { return merged.category == category; });
  return found == feature.merged.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> words_of(const Feature& feature, std::uint32_t category) {
  const MergedWords* merged = merged_into(feature, category);
  if (merged == nullptr) return {feature.categories[category]};
  return merged->words;
}

std::size_t word_count(const Feature& feature) {
  std::size_t words = feature.categories.size() - feature.merged.size();
  for (const MergedWords& merged : feature.merged) words += merged.words.size();
  return words;
}

std::unordered_map<std::string_view, std::uint32_t> category_of_words(const Feature& feature) {
  std::unordered_map<std::string_view, std::uint32_t> category_of;
  category_of.reserve(word_count(feature));
  auto merged = feature.merged.begin();
  for (std::uint32_t category = 0; category < feature.categories.size(); ++category) {
    if (merged == feature.merged.end() || merged->category != category) {
      category_of.emplace(feature.categories[category], category);
      continue;
    }
    for (const std::string& word : merged->words) category_of.emplace(word, category);
    ++merged;
  }
  return category_of;
}

std::string name_apart_from(const std::string& wish, const std::unordered_map<std::string_view, std::uint32_t>& words) {
  std::string name = wish;
  for (int n = 2; words.contains(name); ++n) name = wish + " " + std::to_string(n);
  return name;
}

}  // namespace espalier
