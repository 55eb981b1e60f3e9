// An XML text taken apart, flat: one entry per element in reading order, each knowing where it stands. It reads what
// Espalier writes and no more: elements, attributes, texts, comments and character references. What makes one text mean
// two things to two readers (DOCTYPE, entities, CDATA, processing instructions, prefixes) is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/diagnostic.hpp"

namespace espalier {

struct XmlElement {
  std::string_view name;
  std::size_t offset = 0;  // of its tag in the source
  std::vector<std::pair<std::string_view, std::string>> attributes;
  std::string text;                     // between its tags, without those of its children
  std::vector<std::uint32_t> children;  // places in XmlDocument::elements

  std::optional<std::string_view> find(std::string_view attribute) const;
};

// elements[0] is the root; parents come before children.
struct XmlDocument {
  std::string name;  // how messages call the file
  std::string_view source;
  std::vector<XmlElement> elements;
};

// Throws Diagnostic(bad_input), located. Nesting is not limited: nothing recurses.
XmlDocument parse_xml(std::string_view text, const std::string& name);

// Throws Diagnostic(bad_input) at the element.
[[noreturn]] void refuse(const XmlDocument& document, const XmlElement& element, const std::string& message);

// The attribute of that name; the only child of that name. Throw Diagnostic(bad_input) if there is none.
std::string_view attribute_of(const XmlDocument& document, const XmlElement& element, std::string_view name);
const XmlElement& child_of(const XmlDocument& document, const XmlElement& element, std::string_view name);

// All children of that name, in order.
std::vector<const XmlElement*> children_of(const XmlDocument& document, const XmlElement& element,
                                           std::string_view name);

}  // namespace espalier
