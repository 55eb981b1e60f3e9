#include "support/xml_document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "support/text.hpp"

namespace espalier {
namespace {

bool is_xml_blank(char c) {
  return c == ' ' || c == '\n';
}

bool is_xml_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// As UTF-8; nothing for what XML 1.0 does not allow.
std::string character_text(unsigned long value) {
  const bool allowed = value == 0x9 || value == 0xA || value == 0xD || (value >= 0x20 && value <= 0xD7FF) ||
                       (value >= 0xE000 && value <= 0xFFFD) || (value >= 0x10000 && value <= 0x10FFFF);
  if (!allowed) return {};
  const auto byte = [](unsigned long bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
  const auto rest = [&](int shift) { return byte(0x80 | ((value >> shift) & 0x3F)); };
  if (value < 0x80) return {byte(value)};
  if (value < 0x800) return {byte(0xC0 | (value >> 6)), rest(0)};
  if (value < 0x10000) return {byte(0xE0 | (value >> 12)), rest(6), rest(0)};
  return {byte(0xF0 | (value >> 18)), rest(12), rest(6), rest(0)};
}

class XmlParser {
 public:
  XmlParser(std::string_view text, const std::string& name) : text_(text) {
    document_.name = name;
    document_.source = text;
  }

  XmlDocument parse() {
    constexpr std::string_view kDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
    if (text_.starts_with(kDeclaration)) at_ = kDeclaration.size();
    while (at_ < text_.size()) {
      if (starts("<!--")) {
        comment();
      } else if (starts("</")) {
        close();
      } else if (text_[at_] == '<') {
        open();
      } else {
        content();
      }
    }
    if (!open_.empty()) fail(text_.size(), "the text ends within an element");
    if (document_.elements.empty()) fail(0, "expected an element");
    return std::move(document_);
  }

 private:
  [[noreturn]] void fail(std::size_t at, const std::string& message) const {
    throw Diagnostic(ExitCode::bad_input, locate(document_.name, text_, std::min(at, text_.size())), message);
  }

  bool starts(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void expect(std::string_view what) {
    if (!starts(what)) fail(at_, fmt::format("expected {}", in_quotes(what)));
    at_ += what.size();
  }

  void blanks() {
    while (at_ < text_.size() && is_xml_blank(text_[at_])) ++at_;
  }

  std::string_view name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_xml_name(text_[at_])) ++at_;
    if (at_ == begin) fail(at_, "expected a name");
    return text_.substr(begin, at_ - begin);
  }

  void comment() {
    const std::size_t dashes = text_.find("--", at_ + 4);
    if (dashes == std::string_view::npos || !text_.substr(dashes).starts_with("-->"))
      fail(at_, "a comment that does not end");
    at_ = dashes + 3;
  }

  void open() {
    if (open_.empty() && !document_.elements.empty()) fail(at_, "there is one element around all others");
    XmlElement element;
    element.offset = at_++;
    element.name = name();
    for (;;) {
      const std::size_t before = at_;
      blanks();
      if (starts("/>") || starts(">")) break;
      if (at_ == before) fail(at_, "expected a blank");
      attribute(element);
    }
    const auto place = static_cast<std::uint32_t>(document_.elements.size());
    if (!open_.empty()) document_.elements[open_.back()].children.push_back(place);
    document_.elements.push_back(std::move(element));
    if (starts("/>")) {
      at_ += 2;
    } else {
      ++at_;
      open_.push_back(place);
    }
  }

  void attribute(XmlElement& element) {
    const std::size_t begin = at_;
    const std::string_view key = name();
    if (element.find(key)) fail(begin, "the attribute is there twice");
    expect("=\"");
    std::string value;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '<') fail(at_, "a '<' within quotes");
      if (text_[at_] == '\n') fail(at_, "a line ends within quotes");
      character(value);
    }
    expect("\"");
    element.attributes.emplace_back(key, std::move(value));
  }

  void close() {
    const std::size_t begin = at_;
    at_ += 2;
    const std::string_view closed = name();
    blanks();
    expect(">");
    if (open_.empty() || document_.elements[open_.back()].name != closed) fail(begin, "another element is open");
    open_.pop_back();
  }

  void content() {
    if (open_.empty()) {
      if (!is_xml_blank(text_[at_])) fail(at_, "text outside of the elements");
      ++at_;
      return;
    }
    character(document_.elements[open_.back()].text);
  }

  // One character, or what a reference stands for.
  void character(std::string& out) {
    if (text_[at_] != '&') {
      const char c = text_[at_];
      if (c != '\n' && (c < 0x20 || c >= 0x7F)) fail(at_, "a byte that is not printable ASCII");
      out += c;
      ++at_;
      return;
    }
    const std::size_t end = text_.find(';', at_);
    const std::string_view reference = text_.substr(at_ + 1, end == std::string_view::npos ? 0 : end - at_ - 1);
    const std::string meant = referred(reference);
    if (meant.empty()) fail(at_, "a reference to nothing that XML has");
    out += meant;
    at_ = end + 1;
  }

  static std::string referred(std::string_view reference) {
    if (reference == "amp") return "&";
    if (reference == "lt") return "<";
    if (reference == "gt") return ">";
    if (reference == "quot") return "\"";
    if (reference == "apos") return "'";
    if (!reference.starts_with("#x")) return {};
    unsigned long value = 0;
    const char* const end = reference.data() + reference.size();
    const auto [stop, error] = std::from_chars(reference.data() + 2, end, value, 16);
    return error == std::errc() && stop == end ? character_text(value) : std::string();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  XmlDocument document_;
  std::vector<std::uint32_t> open_;
};

}  // namespace

std::optional<std::string_view> XmlElement::find(std::string_view attribute) const {
  for (const auto& [key, value] : attributes) {
    if (key == attribute) return value;
  }
  return std::nullopt;
}

XmlDocument parse_xml(std::string_view text, const std::string& name) {
  return XmlParser(text, name).parse();
}

void refuse(const XmlDocument& document, const XmlElement& element, const std::string& message) {
  throw Diagnostic(ExitCode::bad_input, locate(document.name, document.source, element.offset, element.name.size() + 1),
                   fmt::format("{}: {}", element.name, message));
}

std::string_view attribute_of(const XmlDocument& document, const XmlElement& element, std::string_view name) {
  if (const auto value = element.find(name)) return *value;
  refuse(document, element, fmt::format("there is no attribute {}", name));
}

const XmlElement& child_of(const XmlDocument& document, const XmlElement& element, std::string_view name) {
  const std::vector<const XmlElement*> found = children_of(document, element, name);
  if (found.size() == 1) return *found.front();
  refuse(document, element, fmt::format("expected one element {}, found {}", name, found.size()));
}

std::vector<const XmlElement*> children_of(const XmlDocument& document, const XmlElement& element,
                                           std::string_view name) {
  std::vector<const XmlElement*> found;
  for (const std::uint32_t child : element.children) {
    if (document.elements[child].name == name) found.push_back(&document.elements[child]);
  }
  return found;
}

}  // namespace espalier
