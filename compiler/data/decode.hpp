// From the bytes of a file to the text that is split into cells: decompressed, UTF-8, without byte order mark or NUL.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

inline constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";  // the byte order mark

// The most text that is held in memory; files are left on disk (SourceText) if they need not be decoded.
inline constexpr std::size_t kSourceLimit = 0xffff'ffffU;

// What archives, tables of other programs and wide characters are told from: a file in memory and one on disk by the
// same bytes.
inline constexpr std::size_t kBeginning = 4096;

// Throws Diagnostic(bad_input): corrupt gzip, UTF-16 and UTF-32, NUL bytes, malformed UTF-8, too large, nothing but
// blanks.
std::string decode_source(const std::string& name, std::string bytes, Encoding encoding);

// What must be known of a file that is read as it is, from its beginning (kBeginning bytes, or all): throws as
// decode_source does for archives and text in wide characters; false if it has to be decoded.
bool is_plain_text(const std::string& name, std::string_view beginning, Encoding encoding);

// UTF-8 without NUL.
bool is_valid_text(std::string_view text);

// Throws Diagnostic(bad_input), located, if the source is a file that is not valid text.
void refuse_bad_text(const std::string& name, const SourceText& source);

// Throws Diagnostic(bad_input) if there is nothing but blanks.
void refuse_blank(const std::string& name, std::string_view text);
void refuse_blank(const std::string& name, const SourceText& source);

// The place of faults that concern the file as a whole.
Location whole_file(const std::string& name);

// The faults that other readers of text share.
Diagnostic too_large(const std::string& name, std::size_t limit);
Diagnostic malformed_utf8(Location where, char byte, std::string hint);

// Decompression of .gz input, bounded in size.

bool is_gzip(std::string_view bytes);

// The decompressed bytes of one or more gzip members. Throws Diagnostic(bad_input) when the data is corrupt, cut short
// or holds more than `limit` bytes (a few kilobytes of gzip can stand for gigabytes).
std::string gunzip(const std::string& name, std::string_view bytes, std::size_t limit);

// Files that are no text at all: tables of other programs, given by mistake or in hope.

// Throws Diagnostic(bad_input) that names what the file is, and how to make a CSV file of it, if it is one of those
// that are known by their first bytes: Parquet, Excel, SQLite, pickles, Arrow, archives and so on. `beginning`:
// kBeginning bytes of it, or all; more are not looked at.
void refuse_foreign_file(const std::string& name, std::string_view beginning);

}  // namespace espalier
