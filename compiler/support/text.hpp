// Small facts about text that several stages need: UTF-8, printable escapes, lists for people.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace espalier {

// Offset of the first byte that is not well-formed UTF-8 (overlong forms and surrogates count as malformed).
std::optional<std::size_t> first_invalid_utf8(std::string_view text);

// One code point decoded at `offset` of well-formed UTF-8, and its length in bytes.
struct CodePoint {
  char32_t value;
  std::size_t length;
};
CodePoint decode_utf8(std::string_view text, std::size_t offset);

// LF, CRLF and lone CR each end a line.
std::size_t count_line_ends(std::string_view text);

// The number of characters (code points) of a text.
std::size_t count_characters(std::string_view text);

std::string latin1_to_utf8(std::string_view text);

// The text with everything but printable ASCII and printable non-control characters escaped (\n, \t, \x1b, \u{202e});
// safe to show on a terminal. At most `limit` characters, then "…".
std::string printable(std::string_view text, std::size_t limit = 80);

// printable() between single quotes: 'petal_width'.
std::string in_quotes(std::string_view text, std::size_t limit = 80);

std::string_view trim(std::string_view text);                       // spaces and tabs
bool equals_ignoring_case(std::string_view a, std::string_view b);  // ASCII case only

// "a, b and c"; at most `limit` items, then "and 7 more".
std::string enumerate(std::span<const std::string> items, std::size_t limit = 6);

// "1 row", "2 rows"; counts are grouped for people: "60,000 nodes".
std::string counted(std::size_t count, std::string_view noun);
std::string grouped(std::size_t count);

// "did you mean ...": the known name nearest to a misspelt one.

// The candidate with the smallest edit distance (insert, delete, replace, swap neighbours; case counts half), if it is
// near enough to be a plausible misspelling. Ties go to the earlier candidate.
std::optional<std::string> suggest(std::string_view misspelt, std::span<const std::string> candidates);

// "did you mean 'species'?" or, with nothing near, "" .
std::string did_you_mean(std::string_view misspelt, std::span<const std::string> candidates);

}  // namespace espalier
