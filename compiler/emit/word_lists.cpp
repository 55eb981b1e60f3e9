#include "emit/word_lists.hpp"

#include <algorithm>
#include <string_view>

#include "emit/escape.hpp"

namespace espalier {
namespace {

constexpr std::size_t kLongestList = 4000;  // bytes of its value
constexpr std::size_t kWordLineLength = 100;
constexpr std::string_view kEnd = "\\000";  // three digits: no digit of the next word can belong to it
constexpr std::string_view kNextLine = "\"\n      \"";

// The word as it stands between the quotes.
std::string spelled(const std::string& word) {
  const std::string literal = string_literal(word);
  return literal.substr(1, literal.size() - 2);
}

}  // namespace

std::vector<WordList> word_lists(const std::vector<std::string>& words) {
  std::vector<WordList> lists;
  std::size_t line = 0;
  for (const std::string& word : words) {
    const std::string text = spelled(word);
    if (lists.empty() || lists.back().size + word.size() + 1 > kLongestList) {
      lists.push_back({"\"", 0});
      line = 0;
    } else {
      lists.back().literal += kEnd;
      if (line + text.size() > kWordLineLength) {
        lists.back().literal += kNextLine;
        line = 0;
      }
    }
    lists.back().literal += text;
    lists.back().size += word.size() + 1;
    line += text.size() + kEnd.size();
  }
  for (WordList& list : lists) list.literal += '"';
  return lists;
}

bool has_word_lists(const Model& model, const std::vector<Field>& fields) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const Field& field) { return !model.features[field.feature].merged.empty(); });
}

}  // namespace espalier
