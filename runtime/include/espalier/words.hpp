// Words of categories that stand for several: one string literal in which every word but the last ends with a zero.
#ifndef ESPALIER_WORDS_1
#define ESPALIER_WORDS_1

#ifndef ESPALIER_RUNTIME_1
#error "include <espalier/runtime.hpp> before <espalier/words.hpp>"
#endif

namespace espalier {
namespace runtime_1 {

// Whether a zero-terminated text is one of the words. `size` counts the zero at the end of the literal.
template <size_t size>
ESPALIER_CONSTEXPR bool is_one_of(const char* text, const char (&words)[size]) {
  bool found = false;
  size_t begin = 0;
  while (!found && begin < size) {
    size_t i = 0;
    while (text[i] != '\0' && text[i] == words[begin + i]) {
      ++i;
    }
    found = text[i] == words[begin + i];
    while (words[begin + i] != '\0') {
      ++i;
    }
    begin += i + 1;
  }
  return found;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_WORDS_1
