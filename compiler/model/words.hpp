// Words and categories: a category is read from its name, or from the words that were merged into it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/model.hpp"

namespace espalier {

// The words that a category is read from.
std::vector<std::string> words_of(const Feature& feature, std::uint32_t category);

// How many words a feature knows.
std::size_t word_count(const Feature& feature);

// The category of each word; views into the feature.
std::unordered_map<std::string_view, std::uint32_t> category_of_words(const Feature& feature);

// `wish`, or "wish 2", "wish 3", ...: the first that is none of the words.
std::string name_apart_from(const std::string& wish, const std::unordered_map<std::string_view, std::uint32_t>& words);

}  // namespace espalier
