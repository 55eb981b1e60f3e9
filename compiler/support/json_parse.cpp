// Parsing with nlohmann/json's event interface; the only file below emit/ and cli/ that includes it. The events carry
// no positions: a cursor follows them through the text.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <unordered_set>

#include "support/json_document.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

struct SyntaxError {
  std::string message;
  std::size_t offset;
  std::size_t length;
};

// The library's sentence is "[json.exception...] ... syntax error while parsing X - REASON; last read: '...'; expected
// Y"; the reason and the expectation are for people, what was read is shown by the caret.
SyntaxError explain(std::string_view source, std::size_t position, const std::string& token,
                    const nlohmann::detail::exception& error) {
  const std::size_t last = std::min(position == 0 ? 0 : position - 1, source.size());
  constexpr int kNumberOverflow = 406;
  if (error.id == kNumberOverflow) {
    return {"the number is too large", position - std::min(position, token.size()), token.size()};
  }

  const std::string_view sentence = error.what();
  const std::size_t dash = sentence.find(" - ");
  if (dash == std::string_view::npos) return {"not valid JSON", last, 1};
  std::string_view reason = sentence.substr(dash + 3);
  const std::size_t expected = reason.rfind("; expected ");
  std::string message = "not valid JSON: " + printable(reason.substr(0, reason.find(';')));
  if (expected != std::string_view::npos) message += printable(reason.substr(expected));
  // Only for strings and numbers is `token` the token alone; for others it is what was read since the last of those.
  const bool whole_token = reason.starts_with("unexpected string") || reason.starts_with("unexpected number");
  if (whole_token && token.size() <= position) return {message, position - token.size(), token.size()};
  return {message, last, 1};
}

// Receives the events and builds the entries. Every event stands for the next token of the text.
class Recorder {
 public:
  Recorder(JsonDocument& document, const JsonTaker& take)
      : document_(document),
        take_(take),
        at_(document.source.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0) {}

  bool null() { return add(JsonKind::null, 4); }
  bool boolean(bool value) { return add(JsonKind::boolean, value ? 4 : 5); }
  bool number_integer(Json::number_integer_t) { return add_number(); }
  bool number_unsigned(Json::number_unsigned_t) { return add_number(); }
  bool number_float(Json::number_float_t, const std::string&) { return add_number(); }
  bool string(const std::string& text) { return add_text(JsonKind::string, text); }
  bool binary(Json::binary_t&) { return false; }  // JSON text has none

  bool start_object(std::size_t) { return open(JsonKind::object); }
  bool start_array(std::size_t) { return open(JsonKind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(const std::string& text) {
    add_text(JsonKind::key, text);
    if (is_repeated(open_.back(), text)) {
      const std::string path = path_of(document_, open_.back().entry);
      fail(document_.entries.size() - 1,
           "duplicate key " + in_quotes(text) + (path.empty() ? std::string() : " in " + path));
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) const {
    const SyntaxError fault = explain(document_.source, position, token, error);
    throw Diagnostic(ExitCode::bad_input, locate(document_.name, document_.source, fault.offset, fault.length),
                     fault.message);
  }

 private:
  struct Open {
    std::size_t entry;
    std::size_t texts;  // the size of JsonDocument::texts before it
    std::size_t keys = 0;
    std::unordered_set<std::string> many{};  // all of them, once they are too many to compare one by one
  };

  // Whether the object has the key that was just added before.
  bool is_repeated(Open& object, const std::string& text) const {
    constexpr std::size_t kFewKeys = 32;
    const std::size_t added = document_.entries.size() - 1;
    if (object.keys++ < kFewKeys) {
      for (std::size_t key = object.entry + 1; key < added; key = document_.entries[key + 1].next) {
        if (text_of(document_, key) == text) return true;
      }
      return false;
    }
    if (object.many.empty()) {
      for (std::size_t key = object.entry + 1; key < added; key = document_.entries[key + 1].next) {
        object.many.emplace(text_of(document_, key));
      }
    }
    return !object.many.insert(text).second;
  }

  [[noreturn]] void fail(std::size_t entry, std::string message) const {
    throw Diagnostic(ExitCode::bad_input, location_of(document_, entry), std::move(message));
  }

  std::size_t token_start() {
    at_ = std::min(document_.source.find_first_not_of(" \t\r\n,:", at_), document_.source.size());
    return at_;
  }

  bool add(JsonKind kind, std::size_t length) {
    const auto offset = static_cast<std::uint32_t>(token_start());
    const auto next = static_cast<std::uint32_t>(document_.entries.size() + 1);
    document_.entries.push_back({kind, offset, static_cast<std::uint32_t>(length), next, 0, 0});
    at_ += length;
    return true;
  }

  bool add_number() {
    const std::size_t start = token_start();
    const std::size_t end = document_.source.find_first_not_of("+-.0123456789eE", start);
    return add(JsonKind::number, std::min(end, document_.source.size()) - start);
  }

  bool add_text(JsonKind kind, const std::string& text) {
    const std::string_view source = document_.source;
    const std::size_t start = token_start();
    std::size_t end = start + 1;
    while (source[end] != '"') end += source[end] == '\\' ? 2 : 1;
    add(kind, end + 1 - start);
    document_.entries.back().text_offset = static_cast<std::uint32_t>(document_.texts.size());
    document_.entries.back().text_length = static_cast<std::uint32_t>(text.size());
    document_.texts += text;
    return true;
  }

  bool open(JsonKind kind) {
    add(kind, 1);
    document_.entries.back().next = 0;  // until it is closed
    open_.push_back({document_.entries.size() - 1, document_.texts.size()});
    if (open_.size() > kDeepestJson) {
      fail(open_.back().entry, "nested deeper than " + std::to_string(kDeepestJson) + " levels");
    }
    return true;
  }

  bool close() {
    token_start();
    ++at_;
    const std::size_t entry = open_.back().entry;
    const std::size_t texts = open_.back().texts;
    document_.entries[entry].next = static_cast<std::uint32_t>(document_.entries.size());
    open_.pop_back();
    if (is_taken(entry)) {
      document_.entries.resize(entry);
      document_.texts.resize(texts);
    }
    return true;
  }

  bool is_taken(std::size_t entry) const {
    if (!take_ || open_.empty() || document_.entries[entry].kind != JsonKind::object) return false;
    const std::size_t around = open_.back().entry;
    return document_.entries[around].kind == JsonKind::array && take_(document_, around, open_.size(), entry);
  }

  JsonDocument& document_;
  const JsonTaker& take_;
  std::size_t at_;  // behind the last token
  std::vector<Open> open_;
};

// What the parser would let pass (it takes NUL for the end of the text) or describe less well.
void refuse_what_is_no_text(std::string_view source, const std::string& name) {
  const auto refuse = [&](std::size_t offset, const std::string& message) {
    throw Diagnostic(ExitCode::bad_input, locate(name, source, offset), message);
  };
  if (source.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw Diagnostic(ExitCode::bad_input, Location{name, 0, 0, {}, 1}, "the file has 4 GiB or more");
  }
  if (source.find_first_not_of(" \t\r\n") == std::string_view::npos || source == kByteOrderMark) {
    throw Diagnostic(ExitCode::bad_input, Location{name, 0, 0, {}, 1}, "the file is empty");
  }
  if (const auto offset = first_invalid_utf8(source)) refuse(*offset, "not valid JSON: this byte is not UTF-8");
  const std::size_t nul = source.find('\0');
  if (nul != std::string_view::npos) refuse(nul, "not valid JSON: NUL byte");
}

}  // namespace

JsonDocument parse_json(std::string_view source, const std::string& name, const JsonTaker& take) {
  refuse_what_is_no_text(source, name);
  JsonDocument document{name, source, {}, {}};
  Recorder recorder(document, take);
  Json::sax_parse(source, &recorder);
  return document;
}

}  // namespace espalier
