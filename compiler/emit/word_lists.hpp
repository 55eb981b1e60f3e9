// Many words in few lines: string literals in which every word but the last ends with a zero, as runtime/words.hpp
// reads them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

struct WordList {
  std::string literal;   // broken into lines, which begin as the arguments of a call do
  std::size_t size = 0;  // of its value, the zero at its end included
};

// As few as there can be if none is longer than the 4,095 characters that C promises; a word that is longer stands
// alone.
std::vector<WordList> word_lists(const std::vector<std::string>& words);

// Whether a field of the model has categories that stand for several words.
bool has_word_lists(const Model& model, const std::vector<Field>& fields);

}  // namespace espalier
