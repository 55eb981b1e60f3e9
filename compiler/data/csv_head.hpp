// What the beginning of a CSV file says: which character separates the cells.
#pragma once

#include <optional>
#include <string_view>

namespace espalier {

// The one of , ; tab | that divides the first rows most consistently into more than one cell; a comma when none does.
// Deterministic: ties go to the one that gives more columns, then to the order above. `source` is the beginning of the
// text; nothing: more of it is needed, which cannot be if it is `complete`.
std::optional<char> detect_delimiter(std::string_view source, bool complete = true);

// The line `sep=;` with which Excel is told the delimiter, as the first of a file: the delimiter, or none if the file
// does not begin so.
std::optional<char> delimiter_line(std::string_view source);

}  // namespace espalier
