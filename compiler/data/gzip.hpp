// Decompression of .gz input, bounded in size.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace espalier {

bool is_gzip(std::string_view bytes);

// The decompressed bytes of one or more gzip members. Throws Diagnostic(bad_input) when the data is corrupt, cut short
// or holds more than `limit` bytes (a few kilobytes of gzip can stand for gigabytes).
std::string gunzip(const std::string& name, std::string_view bytes, std::size_t limit);

}  // namespace espalier
