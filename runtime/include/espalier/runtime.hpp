// Espalier's runtime: all that generated code needs beside itself. Freestanding: no library, no heap, no static data.
// Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_1
#define ESPALIER_RUNTIME_1

#include <stddef.h>
#include <stdint.h>

// Functions with more than one statement are constant expressions from C++14 on.
#if __cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)
#define ESPALIER_CONSTEXPR constexpr
#else
#define ESPALIER_CONSTEXPR inline
#endif

namespace espalier {
namespace runtime_1 {

// Whether two zero-terminated texts are equal, byte for byte.
ESPALIER_CONSTEXPR bool same_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_RUNTIME_1
