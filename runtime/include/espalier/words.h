// Words of categories that stand for several: one string literal in which every word but the last ends with a zero.
#ifndef ESPALIER_WORDS_C_1
#define ESPALIER_WORDS_C_1

#include <stdbool.h>
#include <stddef.h>

// Whether a zero-terminated text is one of the words. `size` counts the zero at the end of the literal.
static inline bool espalier_1_is_one_of(const char* text, const char* words, size_t size) {
  bool found = false;
  size_t begin = 0U;
  while ((!found) && (begin < size)) {
    size_t i = 0U;
    while ((text[i] != '\0') && (text[i] == words[begin + i])) {
      ++i;
    }
    found = text[i] == words[begin + i];
    while (words[begin + i] != '\0') {
      ++i;
    }
    begin += i + 1U;
  }
  return found;
}

#endif  // ESPALIER_WORDS_C_1
