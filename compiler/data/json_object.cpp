#include "data/json_object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "data/table.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr const char* kFormHint =
    R"(a row is an object of texts, numbers, true, false and null: {"age": 31, "city": "Bonn"})";

void append_utf8(std::string& out, std::uint32_t point) {
  const auto byte = [&](std::uint32_t bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xC0U | point >> 6U);
    byte(0x80U | (point & 0x3FU));
  } else if (point < 0x10000) {
    byte(0xE0U | point >> 12U);
    byte(0x80U | (point >> 6U & 0x3FU));
    byte(0x80U | (point & 0x3FU));
  } else {
    byte(0xF0U | point >> 18U);
    byte(0x80U | (point >> 12U & 0x3FU));
    byte(0x80U | (point >> 6U & 0x3FU));
    byte(0x80U | (point & 0x3FU));
  }
}

class ObjectReader {
 public:
  ObjectReader(std::string_view text, std::size_t at, bool complete, JsonObject& object)
      : text_(text), at_(at), complete_(complete), object_(object) {}

  void read() {
    const std::size_t open = at_;
    if (!take('{')) fail(at_, 1, "expected an object, a row of the table");
    skip_blanks();
    if (!take('}')) {
      do {
        skip_blanks();
        read_member();
        skip_blanks();
      } while (take(','));
      if (at_ >= text_.size()) fail(open, 1, "this object is never closed");
      if (!take('}')) fail(at_, 1, "expected a comma or the end of the object");
    }
    object_.end = at_;
  }

 private:
  // What is wrong close to the end of the text may be right with what follows it: \u of a pair is two bytes.
  [[noreturn]] void fail(std::size_t offset, std::size_t width, std::string message,
                         std::string hint = kFormHint) const {
    if (!complete_ && at_ + 2 > text_.size()) throw NeedsMoreText{};
    throw JsonFault{{std::min(offset, text_.size()), width}, std::move(message), std::move(hint)};
  }

  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char c) {
    if (here() != c || at_ >= text_.size()) return false;
    ++at_;
    return true;
  }
  void skip_blanks() { at_ = std::min(text_.size(), text_.find_first_not_of(kJsonBlanks, at_)); }

  void read_member() {
    JsonMember member;
    const std::size_t key = at_;
    if (here() != '"') fail(at_, 1, "expected a key in double quotes");
    member.key = read_text();
    member.key_place = {key, at_ - key};
    skip_blanks();
    if (!take(':')) fail(at_, 1, fmt::format("expected a colon after the key {}", in_quotes(member.key)));
    skip_blanks();
    const std::size_t value = at_;
    read_value(member);
    member.place = {value, at_ - value};
    object_.members.push_back(member);
  }

  void read_value(JsonMember& member) {
    const char first = here();
    if (first == '"') {
      member.value = read_text();
      member.is_text = true;
      return;
    }
    if (first == '{' || first == '[') {
      fail(at_, 1, fmt::format("the value of {} is {}", in_quotes(member.key), first == '{' ? "an object" : "a list"),
           "a cell holds one value: give its parts keys of their own, or leave it out, for example with jq -c "
           "'del(.key)'");
    }
    const std::size_t begin = at_;
    at_ = std::min(text_.size(), text_.find_first_of(" \t\r\n,}]\"", at_));
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "null") return;
    const bool known = word == "true" || word == "false" || is_number(word);
    if (!known) {
      fail(begin, std::max<std::size_t>(1, word.size()),
           word.empty() ? "expected a value" : fmt::format("{} is not a value of JSON", in_quotes(word)));
    }
    member.value = word;
  }

  static bool is_number(std::string_view word) {
    return !word.starts_with('+') && !word.starts_with('.') && parse_number(word).has_value();
  }

  std::uint32_t read_hex(std::size_t escape) {
    std::uint32_t value = 0;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = here();
      const bool digit = c >= '0' && c <= '9';
      const char lower = static_cast<char>(c | 0x20);
      if (!digit && !(lower >= 'a' && lower <= 'f')) fail(escape, at_ - escape, "expected four hexadecimal digits");
      value = value * 16 + static_cast<std::uint32_t>(digit ? c - '0' : lower - 'a' + 10);
    }
    return value;
  }

  void read_unicode(std::string& out, std::size_t escape) {
    std::uint32_t point = read_hex(escape);
    const bool high = point >= 0xD800 && point < 0xDC00;
    if (high && text_.substr(at_).starts_with("\\u")) {
      at_ += 2;
      const std::uint32_t low = read_hex(escape);
      if (low < 0xDC00 || low > 0xDFFF) fail(escape, at_ - escape, "this is half of a character");
      point = 0x10000 + ((point - 0xD800) << 10U) + (low - 0xDC00);
    } else if (point >= 0xD800 && point <= 0xDFFF) {
      fail(escape, at_ - escape, "this is half of a character");
    }
    if (point == 0) fail(escape, at_ - escape, "NUL in a text", "remove it");
    append_utf8(out, point);
  }

  // A text without escapes is a part of the source.
  std::string_view read_text() {
    const std::size_t open = at_++;
    std::string* own = nullptr;
    for (;;) {
      const std::size_t stop = text_.find_first_of("\"\\\r\n", at_);
      if (stop == std::string_view::npos || text_[stop] == '\r' || text_[stop] == '\n') {
        at_ = std::min(stop, text_.size());
        fail(open, 1, "this quote is not closed on its line", "close the text with a quote; a line end in it is \\n");
      }
      const std::string_view plain = text_.substr(at_, stop - at_);
      at_ = stop + 1;
      const bool ends = text_[stop] == '"';
      if (ends && own == nullptr) return plain;
      if (own == nullptr) own = &object_.unescaped.emplace_back();
      *own += plain;
      if (ends) return *own;
      read_escape(*own, stop);
    }
  }

  void read_escape(std::string& out, std::size_t escape) {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = here();
    ++at_;
    if (letter == 'u') return read_unicode(out, escape);
    const std::size_t found = letter == '\0' ? std::string_view::npos : kLetters.find(letter);
    if (found == std::string_view::npos) {
      fail(escape, 2, "JSON has no such escape", "write a backslash twice");
    }
    out += kMeanings[found];
  }

  std::string_view text_;
  std::size_t at_;
  bool complete_;
  JsonObject& object_;
};

}  // namespace

void read_json_object(std::string_view text, std::size_t at, bool complete, JsonObject& object) {
  object.members.clear();
  object.unescaped.clear();
  ObjectReader(text, at, complete, object).read();
}

}  // namespace espalier
