// Which character separates the cells, found out from the first rows.
#pragma once

#include <string_view>

namespace espalier {

// The one of , ; tab | that divides the first rows most consistently into more than one cell; a comma when none does.
// Deterministic: ties go to the one that gives more columns, then to the order above.
char detect_delimiter(std::string_view source);

}  // namespace espalier
