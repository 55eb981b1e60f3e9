// An emitted file as its tokens and comments, so that two files can be compared whatever their layout. Emitted text is
// plain: printable ASCII, no block comments, no lines that are continued, no trigraphs. What is not is found here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// How the text of a language falls into tokens.
struct Lexis {
  std::string_view comment;  // what begins one; empty: there are none
  bool directives;           // a line that begins with # is one of the preprocessor
  bool characters;           // 'x' is a character; otherwise ' is a sign of its own, as in lifetimes of Rust
  bool doubled_quotes;       // a quote within quotes is written twice, and letters of all kinds may stand there (SQL)
  // What ends a comment, on the line on which it begins (XML). Empty: the end of the line does.
  std::string_view comment_end{};
  bool plain_quotes = false;  // a backslash within quotes is one (XML)
};

struct Token {
  enum class Kind { word, number, text, sign, line_end };  // line_end: of a line of the preprocessor
  Kind kind = Kind::sign;
  std::string_view text;
  std::size_t offset = 0;

  friend bool operator==(const Token& a, const Token& b) { return a.kind == b.kind && a.text == b.text; }
  bool is(std::string_view what) const { return text == what && kind != Kind::text; }
};

struct Comment {
  std::string_view text;   // without its mark and the blanks around it
  std::size_t offset = 0;  // of the mark
  std::size_t after = 0;   // the number of tokens before it
};

struct SourceTokens {
  std::vector<Token> tokens;
  std::vector<Comment> comments;
};

// What cannot be in a file that Espalier wrote.
struct ForeignText {
  std::size_t offset = 0;
  std::size_t length = 1;
  std::string why;  // "a byte that is not printable ASCII"
};

// Throws ForeignText. The tokens refer to `text`.
SourceTokens tokens_of(std::string_view text, const Lexis& lexis);

}  // namespace espalier
