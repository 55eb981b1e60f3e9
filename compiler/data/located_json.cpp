#include "data/located_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "data/source.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kDeepest = 16;

// The parser tells its listener what it found but not where; reading through this iterator shows how far it got.
class TrackingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  TrackingIterator(const char* at, std::size_t* consumed) : at_(at), consumed_(consumed) {}
  reference operator*() const { return *at_; }
  TrackingIterator& operator++() {
    ++at_;
    ++*consumed_;
    return *this;
  }
  TrackingIterator operator++(int) {
    const TrackingIterator before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const TrackingIterator& a, const TrackingIterator& b) { return a.at_ == b.at_; }

 private:
  const char* at_;
  std::size_t* consumed_;
};

// Builds the document from the parser's events. Each event comes right after its token was read, at most one character
// late (the one that ends a number).
class Listener {
 public:
  Listener(const std::string& name, std::string_view text, const std::size_t& consumed)
      : name_(name), text_(text), consumed_(consumed) {}

  JsonValue take() { return std::move(root_); }

  bool null() { return add(word(JsonValue::Type::null)); }
  bool boolean(bool) { return add(word(JsonValue::Type::boolean)); }
  bool number_integer(std::int64_t) { return add(word(JsonValue::Type::number)); }
  bool number_unsigned(std::uint64_t) { return add(word(JsonValue::Type::number)); }
  bool number_float(double, const std::string&) { return add(word(JsonValue::Type::number)); }
  bool binary(nlohmann::json::binary_t&) { return true; }  // not in JSON text

  bool string(std::string& value) {
    JsonValue node;
    node.type = JsonValue::Type::string;
    node.text = std::move(value);
    node.offset = opening_quote();
    node.length = consumed_ - node.offset;
    return add(std::move(node));
  }

  bool key(std::string& value) {
    JsonMember member;
    member.key = std::move(value);
    member.offset = opening_quote();
    member.length = consumed_ - member.offset;
    std::vector<JsonMember>& members = open_.back()->members;
    const bool repeated =
        std::any_of(members.begin(), members.end(), [&](const JsonMember& other) { return other.key == member.key; });
    if (repeated) {
      throw Diagnostic(ExitCode::bad_input, locate(name_, text_, member.offset, member.length),
                       fmt::format("the key {} is repeated", in_quotes(member.key)), "keep one of the two entries");
    }
    members.push_back(std::move(member));
    return true;
  }

  bool start_object(std::size_t) { return open(JsonValue::Type::object); }
  bool start_array(std::size_t) { return open(JsonValue::Type::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: what"; the place is said already.
    const std::string_view what = error.what();
    const std::size_t colon = what.find(": ");
    const std::size_t offset = std::min(position > 0 ? position - 1 : 0, text_.size());
    throw Diagnostic(
        ExitCode::bad_input, locate(name_, text_, offset),
        "not valid JSON: " + printable(colon == std::string_view::npos ? what : what.substr(colon + 2), 300));
  }

 private:
  bool open(JsonValue::Type type) {
    JsonValue node;
    node.type = type;
    node.offset = consumed_ - 1;
    if (open_.size() == kDeepest) {
      throw Diagnostic(ExitCode::bad_input, locate(name_, text_, node.offset), "the JSON is nested too deeply");
    }
    open_.push_back(place(std::move(node)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  bool add(JsonValue node) {
    place(std::move(node));
    return true;
  }

  // Pointers to open containers stay valid: a container gets a new item only when it is the innermost one.
  JsonValue* place(JsonValue node) {
    if (open_.empty()) return &(root_ = std::move(node));
    JsonValue& parent = *open_.back();
    if (parent.type == JsonValue::Type::array) return &parent.items.emplace_back(std::move(node));
    return &(parent.members.back().value = std::move(node));
  }

  // Every quote inside a string is escaped, so the nearest one that is not is the opening one.
  std::size_t opening_quote() const {
    std::size_t at = consumed_ - 1;
    for (;;) {
      at = text_.rfind('"', at - 1);
      std::size_t backslashes = 0;
      while (backslashes < at && text_[at - 1 - backslashes] == '\\') ++backslashes;
      if (backslashes % 2 == 0) return at;
    }
  }

  // A number or a literal that ends at, or one before, the last character read.
  JsonValue word(JsonValue::Type type) const {
    const auto in_word = [&](std::size_t i) {
      const char c = text_[i];
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == 'E' || c == '+' || c == '-' || c == '.';
    };
    std::size_t end = consumed_;
    if (end > 0 && !in_word(end - 1)) --end;
    std::size_t begin = end;
    while (begin > 0 && in_word(begin - 1)) --begin;
    JsonValue node;
    node.type = type;
    node.offset = begin;
    node.length = end - begin;
    return node;
  }

  const std::string& name_;
  std::string_view text_;
  const std::size_t& consumed_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
};

}  // namespace

std::string_view to_string(JsonValue::Type type) {
  switch (type) {
    case JsonValue::Type::null: return "null";
    case JsonValue::Type::boolean: return "a boolean";
    case JsonValue::Type::number: return "a number";
    case JsonValue::Type::string: return "a string";
    case JsonValue::Type::array: return "an array";
    case JsonValue::Type::object: break;
  }
  return "an object";
}

JsonValue parse_located_json(const std::string& name, std::string_view text) {
  if (const auto bad = first_invalid_utf8(text)) throw malformed_utf8(name, text, *bad, "write the file in UTF-8");
  std::size_t consumed = 0;
  Listener listener(name, text, consumed);
  nlohmann::json::sax_parse(TrackingIterator(text.data(), &consumed),
                            TrackingIterator(text.data() + text.size(), &consumed), &listener);
  return listener.take();
}

}  // namespace espalier
