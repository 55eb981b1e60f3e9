// Models that mean the same with fewer or more categories. A predictor needs to tell apart what some test of the tree
// tells apart: the other words of a column of thousands can share a category. SQL and rules need the words themselves.
#pragma once

#include <cstddef>
#include <optional>

#include "model/model.hpp"

namespace espalier {

// The model with one category for words that no test tells apart, in features of more than `above` words. Every word is
// answered as before, and a word that is none of them is as unknown as before. Categories of one word come first, in
// their order. Those that share one follow: "other" if no test names them, else "Bonn and 12 more". None if nothing
// would change.
std::optional<Model> share_words(const Model& model, std::size_t above);

// The model with a category for each word, and none that stands for several. Tests of several branches become groups.
// None if nothing would change.
std::optional<Model> spell_out_words(const Model& model);

}  // namespace espalier
