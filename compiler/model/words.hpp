// Words and categories: a category is read from its name, or from the words that were merged into it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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

// Models that mean the same with fewer or more categories. A predictor needs to tell apart what some test of the tree
// tells apart: the other words of a column of thousands can share a category. SQL and rules need the words themselves.

// The model with one category for words that no test tells apart, in features of more than `above` words. Every word is
// answered as before, and a word that is none of them is as unknown as before. Categories of one word come first, in
// their order. Those that share one follow: "other" if no test names them, else "Bonn and 12 more". None if nothing
// would change.
std::optional<Model> share_words(const Model& model, std::size_t above);

// The model with a category for each word, and none that stands for several. Tests of several branches become groups.
// None if nothing would change.
std::optional<Model> spell_out_words(const Model& model);

}  // namespace espalier
