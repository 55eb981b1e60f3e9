#include "wine.hpp"
#ifdef WITH_PARTS
#include "parts/wine.hpp"
#endif

extern "C" int rule_in_c(void);

// All forms answer with the same rule.
int main() {
  const wine::Input row = {};
  const int rule = static_cast<int>(wine::predict_rule(row));
#ifdef WITH_C
  if (rule_in_c() != rule) return 1;
#endif
#ifdef WITH_PARTS
  const wine_parts::Input other = {};
  if (static_cast<int>(wine_parts::predict_rule(other)) != rule) return 2;
#endif
  return rule > 0 ? 0 : 3;
}
