// One escaper per context (contract 3). Names and labels come from data nobody vetted; whatever they hold, the result
// is printable ASCII that cannot end the comment, the string or the line it stands in.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace espalier {

// A C++ string literal with its quotes, whose value is exactly `text` (no NUL inside). Bytes outside printable ASCII
// become three-digit octal escapes, which no following character can extend; `?` is escaped because of trigraphs.
std::string string_literal(std::string_view text);

// The same in Rust, of well-formed UTF-8: what is not printable ASCII becomes \u{202e}.
std::string rust_string_literal(std::string_view text);

// Text for a `//` comment: in double quotes, so that it never ends the line with a backslash; control characters and
// non-ASCII as \n, \u{202e}; `*/`, `/*` and `??` broken up. Long texts are cut: their length is told instead.
std::string comment_text(std::string_view text, std::size_t limit = 60);

// Text between the tags of an XML or SVG document, or in an attribute's quotes: &, <, > and quotes as entities, other
// letters than ASCII's as character references. What no reader could see, or XML does not allow, is written out as
// printable() (support/text.hpp) does: \n, \u{202e}. At most `limit` characters.
std::string xml_text(std::string_view text, std::size_t limit = 80);

// Text between the quotes of a label in Graphviz's DOT, which reads XML's references, and backslashes of its own.
std::string dot_text(std::string_view text, std::size_t limit = 80);

// Text between the quotes of a label in Mermaid: what is not a letter, a digit or harmless is its number, `#35;`.
std::string mermaid_text(std::string_view text, std::size_t limit = 80);

// XML that is read by programs: the value of an attribute, or a text between tags, that is exactly `text` to every
// reader. Tabs and line ends are references, too: readers make blanks of them otherwise. XML 1.0 has no place for some
// characters, not even as a reference; first_not_xml() finds them, and xml_value() throws std::logic_error.
std::string xml_value(std::string_view text);
std::optional<char32_t> first_not_xml(std::string_view text);

// Text in printable ASCII for an XML comment: two hyphens, which would end it, are broken up by a backslash.
std::string xml_comment(std::string_view text);

// A string literal of FEEL (DMN 1.3) in an XML text, whose value is exactly `text`. Its own quotes stand as they are,
// those within are references: so it is one token to `verify`.
std::string feel_string(std::string_view text);

}  // namespace espalier
