#include "audit/source_tokens.hpp"

#include <algorithm>
#include <array>

namespace espalier {
namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_printable(char c) {
  return c >= 0x20 && c < 0x7F;
}

// The longest first.
constexpr std::array<std::string_view, 22> kSigns = {
    "<<=", ">>=", "...", "->", "::", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",  "||",  "++",  "--", "+=", "-=", "=>", "<>", "..", "##", "|="};

class Lexer {
 public:
  Lexer(std::string_view text, const Lexis& lexis) : text_(text), lexis_(lexis) {}

  SourceTokens read() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') {
        end_line();
      } else if (text_[at_] == ' ') {
        ++at_;
      } else if (!lexis_.comment.empty() && text_.substr(at_).starts_with(lexis_.comment)) {
        comment();
      } else {
        token();
      }
    }
    end_line();
    return std::move(found_);
  }

 private:
  [[noreturn]] void foreign(std::size_t length, std::string why) const {
    throw ForeignText{at_, length, std::move(why)};
  }

  void end_line() {
    if (in_directive_) found_.tokens.push_back({Token::Kind::line_end, "", at_});
    in_directive_ = false;
    line_is_empty_ = true;
    ++at_;
  }

  void comment() {
    const std::size_t begin = at_;
    at_ += lexis_.comment.size();
    while (at_ < text_.size() && text_[at_] != '\n' && !is_at_comment_end()) {
      refuse_traps();
      if (!is_printable(text_[at_])) foreign(1, "a byte that is not printable ASCII");
      ++at_;
    }
    std::string_view words = text_.substr(begin + lexis_.comment.size(), at_ - begin - lexis_.comment.size());
    if (!lexis_.comment_end.empty()) {
      if (!is_at_comment_end()) foreign(1, "a comment of several lines");
      at_ += lexis_.comment_end.size();
    }
    while (words.starts_with(' ') || words.starts_with('/')) words.remove_prefix(1);
    while (words.ends_with(' ')) words.remove_suffix(1);
    found_.comments.push_back({words, begin, found_.tokens.size()});
  }

  bool is_at_comment_end() const {
    return !lexis_.comment_end.empty() && text_.substr(at_).starts_with(lexis_.comment_end);
  }

  // What changes how a compiler reads the lines around it.
  void refuse_traps() const {
    if (lexis_.doubled_quotes || lexis_.comment.empty() || !lexis_.comment_end.empty()) return;
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("\\\n") || rest == "\\") foreign(1, "a line that goes on in the next one");
    if (lexis_.directives && rest.size() >= 3 && rest.starts_with("?\?") &&
        std::string_view("=/'()!<>-").find(rest[2]) != std::string_view::npos) {
      foreign(3, "a trigraph");
    }
    if (rest.starts_with("/*")) foreign(2, "a comment of several lines");
  }

  void token() {
    refuse_traps();
    const char c = text_[at_];
    if (lexis_.directives && c == '#' && line_is_empty_) in_directive_ = true;
    line_is_empty_ = false;
    const bool number = is_digit(c) || (c == '.' && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]));
    if (is_letter(c)) {
      take(Token::Kind::word, word_length());
    } else if (number) {
      take(Token::Kind::number, number_length());
    } else if (c == '"' || (c == '\'' && lexis_.characters)) {
      // Without a blank between them, two texts are one to some readers of XML's formats.
      if (lexis_.plain_quotes && at_ > 0 && text_[at_ - 1] == '"') foreign(1, "quotes that touch each other");
      take(Token::Kind::text, quoted_length(c));
    } else if (is_printable(c)) {
      take(Token::Kind::sign, sign_length());
    } else {
      foreign(1, "a byte that is not printable ASCII");
    }
  }

  void take(Token::Kind kind, std::size_t length) {
    found_.tokens.push_back({kind, text_.substr(at_, length), at_});
    at_ += length;
  }

  std::size_t word_length() const {
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]))) ++end;
    return end - at_;
  }

  // As the preprocessor of C sees numbers: letters belong to them, and signs behind an exponent.
  std::size_t number_length() const {
    std::size_t end = at_;
    const bool hex = text_.substr(at_).starts_with("0x");
    for (; end < text_.size(); ++end) {
      const char c = text_[end];
      if (is_letter(c) || is_digit(c) || c == '.') continue;
      const bool exponent = end > at_ && (text_[end - 1] == 'e' || text_[end - 1] == 'E') && !hex;
      if (!(exponent && (c == '+' || c == '-'))) break;
    }
    return end - at_;
  }

  std::size_t quoted_length(char quote) const {
    std::size_t end = at_ + 1;
    for (; end < text_.size() && text_[end] != '\n'; ++end) {
      const bool last = end + 1 == text_.size();
      const bool letter = lexis_.doubled_quotes && static_cast<unsigned char>(text_[end]) >= 0x80;
      if (!is_printable(text_[end]) && !letter) break;
      if (!lexis_.doubled_quotes && !lexis_.plain_quotes && text_[end] == '\\') {
        if (last || text_[end + 1] == '\n') break;
        ++end;
      } else if (text_[end] == quote) {
        if (!lexis_.doubled_quotes || last || text_[end + 1] != quote) return end + 1 - at_;
        ++end;
      }
    }
    foreign(1, "quotes that do not end, or hold what is not printable ASCII");
  }

  std::size_t sign_length() const {
    const std::string_view rest = text_.substr(at_);
    const auto sign = std::find_if(kSigns.begin(), kSigns.end(), [&](auto each) { return rest.starts_with(each); });
    return sign == kSigns.end() ? 1 : sign->size();
  }

  std::string_view text_;
  Lexis lexis_;
  std::size_t at_ = 0;
  bool in_directive_ = false;
  bool line_is_empty_ = true;
  SourceTokens found_;
};

}  // namespace

SourceTokens tokens_of(std::string_view text, const Lexis& lexis) {
  return Lexer(text, lexis).read();
}

}  // namespace espalier
