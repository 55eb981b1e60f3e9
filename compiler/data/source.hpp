// From the bytes of a file to the text that is split into cells: decompressed, UTF-8, without byte order mark or NUL.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// The most text that is read. Widths of cells are 32 bits (Cell::width), and a table of that size would not fit anyway.
inline constexpr std::size_t kSourceLimit = 0xffff'ffffU;

// Throws Diagnostic(bad_input): corrupt gzip, UTF-16 and UTF-32, NUL bytes, malformed UTF-8, too large, nothing but
// blanks.
std::string decode_source(const std::string& name, std::string bytes, Encoding encoding);

// The place of faults that concern the file as a whole.
Location whole_file(const std::string& name);

// The faults that other readers of text share.
Diagnostic too_large(const std::string& name, std::size_t limit);
Diagnostic malformed_utf8(const std::string& name, std::string_view text, std::size_t offset, std::string hint);

}  // namespace espalier
