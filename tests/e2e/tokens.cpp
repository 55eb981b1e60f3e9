#include "e2e/tokens.hpp"

#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace espalier::e2e {

namespace {

constexpr std::array<std::pair<char, char>, 9> kTrigraphs = {
    {{'=', '#'}, {'/', '\\'}, {'\'', '^'}, {'(', '['}, {')', ']'}, {'!', '|'}, {'<', '{'}, {'>', '}'}, {'-', '~'}}};

// Translation phases 1 and 2.
std::string without_trigraphs_and_continuations(std::string_view source) {
  std::string plain;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source.substr(i, 2) == "??" && i + 2 < source.size()) {
      bool replaced = false;
      for (const auto& [from, to] : kTrigraphs) {
        if (source[i + 2] != from) continue;
        plain += to;
        i += 2;
        replaced = true;
      }
      if (replaced) continue;
    }
    plain += source[i];
  }
  std::string joined;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == '\\' && i + 1 < plain.size() && plain[i + 1] == '\n') {
      ++i;
    } else {
      joined += plain[i];
    }
  }
  return joined;
}

bool begins_identifier(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

class Lexer {
 public:
  explicit Lexer(std::string source) : source_(std::move(source)) {}

  std::vector<Token> tokens() {
    while (at_ < source_.size()) next();
    return std::move(tokens_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < source_.size() ? source_[at_ + ahead] : '\0'; }

  void next() {
    const char c = peek();
    if (c == '\n' || c == '\r') {  // a bare CR ends a comment and a directive too
      if (in_directive_) tokens_.push_back({TokenKind::end_of_directive, ""});
      in_directive_ = false;
      at_line_start_ = true;
      ++at_;
    } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      ++at_;
    } else if (c == '/' && peek(1) == '/') {
      while (at_ < source_.size() && peek() != '\n' && peek() != '\r') ++at_;
    } else if (c == '/' && peek(1) == '*') {
      const std::size_t end = source_.find("*/", at_ + 2);
      if (end == std::string::npos) throw std::runtime_error("comment without end");
      at_ = end + 2;
    } else {
      token(c);
    }
  }

  void token(char c) {
    if (c == '#' && at_line_start_) in_directive_ = true;
    at_line_start_ = false;
    const std::size_t begin = at_;
    if (c == 'R' && peek(1) == '"') return raw_string();
    if (c == '"' || c == '\'') return quoted(c);
    if (begins_identifier(c)) {
      while (begins_identifier(peek()) || is_digit(peek())) ++at_;
      return push(TokenKind::identifier, begin);
    }
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      while (begins_identifier(peek()) || is_digit(peek()) || peek() == '.' || is_exponent_sign()) ++at_;
      return push(TokenKind::number, begin);
    }
    ++at_;
    push(TokenKind::punctuation, begin);
  }

  bool is_exponent_sign() const {
    return (peek() == '+' || peek() == '-') && (source_[at_ - 1] == 'e' || source_[at_ - 1] == 'E');
  }

  void quoted(char quote) {
    const std::size_t begin = at_++;
    while (peek() != quote) {
      if (peek() == '\n' || peek() == '\0') throw std::runtime_error("literal without end");
      at_ += peek() == '\\' ? 2 : 1;
    }
    ++at_;
    push(quote == '"' ? TokenKind::string : TokenKind::character, begin);
  }

  void raw_string() {
    const std::size_t begin = at_;
    const std::size_t open = source_.find('(', at_);
    if (open == std::string::npos) throw std::runtime_error("raw string without end");
    const std::string close = ")" + source_.substr(begin + 2, open - begin - 2) + "\"";
    const std::size_t end = source_.find(close, open);
    if (end == std::string::npos) throw std::runtime_error("raw string without end");
    at_ = end + close.size();
    push(TokenKind::string, begin);
  }

  void push(TokenKind kind, std::size_t begin) { tokens_.push_back({kind, source_.substr(begin, at_ - begin)}); }

  std::string source_;
  std::size_t at_ = 0;
  bool at_line_start_ = true;
  bool in_directive_ = false;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(std::string_view source) {
  return Lexer(without_trigraphs_and_continuations(source)).tokens();
}

std::string value_of(const Token& literal) {
  const std::string& text = literal.text;
  if (text.front() == 'R') {
    const std::size_t open = text.find('(');
    return text.substr(open + 1, text.rfind(')') - open - 1);
  }
  std::string value;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] != '\\') {
      value += text[i];
      continue;
    }
    ++i;
    if (text[i] >= '0' && text[i] <= '7') {
      unsigned code = 0;
      for (int digits = 0; digits < 3 && text[i] >= '0' && text[i] <= '7'; ++digits) {
        code = 8 * code + static_cast<unsigned>(text[i++] - '0');
      }
      --i;
      value += static_cast<char>(code);
    } else if (text[i] == '"' || text[i] == '\\' || text[i] == '?' || text[i] == '\'') {
      value += text[i];
    } else {
      throw std::runtime_error("escape that Espalier does not write: " + text);
    }
  }
  return value;
}

}  // namespace espalier::e2e
