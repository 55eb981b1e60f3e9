// Espalier's runtime for predictors in C: all that generated code needs beside itself. Freestanding: no library, no heap,
// no static data. Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_C_1
#define ESPALIER_RUNTIME_C_1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether two zero-terminated texts are equal, byte for byte.
static inline bool espalier_1_same_text(const char* a, const char* b) {
  size_t i = 0U;
  while ((a[i] != '\0') && (a[i] == b[i])) {
    ++i;
  }
  return a[i] == b[i];
}

#endif  // ESPALIER_RUNTIME_C_1
