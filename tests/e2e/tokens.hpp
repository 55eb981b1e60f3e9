// C++ source as a compiler sees it: tokens, without comments, after trigraphs and line continuations.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace espalier::e2e {

enum class TokenKind { identifier, number, string, character, punctuation, end_of_directive };

struct Token {
  TokenKind kind;
  std::string text;  // as written; strings with their quotes
  friend bool operator==(const Token&, const Token&) = default;
};

// Throws std::runtime_error for a comment, string or character that does not end.
std::vector<Token> tokenize(std::string_view source);

// The bytes that a string literal (ordinary or raw) stands for.
std::string value_of(const Token& literal);

}  // namespace espalier::e2e
