// The declarations of an ARFF file: @relation, @attribute, @data.
#include <fmt/format.h>

#include <array>
#include <unordered_set>
#include <utility>

#include "data/arff.hpp"
#include "data/arff_line.hpp"
#include "data/source.hpp"
#include "support/suggest.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

const std::array<std::string, 3> kKeywords = {"@relation", "@attribute", "@data"};
const std::array<std::string, 5> kTypes = {"numeric", "real", "integer", "string", "date"};
constexpr const char* kTypesHint = "a type is numeric, real, integer, string, date or {value, value}";
constexpr const char* kAttributeHint = "for example @attribute outlook {sunny, overcast, rain}";

std::string nearest_or(std::string_view word, std::span<const std::string> known, const char* otherwise) {
  const std::string near = did_you_mean(word, known);
  return near.empty() ? otherwise : near;
}

// From the opening brace to the closing one.
std::vector<std::string> read_values(ArffLine& line) {
  std::vector<std::string> values;
  std::unordered_set<std::string> seen;
  line.take('{');
  do {
    const Cell cell = line.word();
    if (cell.text.empty()) {
      line.refuse(cell, "a value without a name", "an empty value is a missing one; it is not declared");
    }
    if (!seen.emplace(cell.text).second) {
      line.refuse(cell, fmt::format("the value {} is repeated", in_quotes(cell.text)), "list each value once");
    }
    values.emplace_back(cell.text);
  } while (line.take(','));
  if (!line.take('}')) {
    throw Diagnostic(ExitCode::bad_input, line.here(), "expected a comma or the closing brace of the values",
                     "values stand on one line with commas between them; values with blanks need quotes");
  }
  return values;
}

void read_type(ArffLine& line, ArffAttribute& attribute) {
  if (line.at('{')) {
    attribute.kind = ArffKind::nominal;
    attribute.values = read_values(line);
    return;
  }
  const Cell type = line.word();
  const auto is = [&](std::string_view name) { return equals_ignoring_case(type.text, name); };
  if (is("numeric") || is("real") || is("integer")) return;
  if (is("string")) {
    attribute.kind = ArffKind::text;
  } else if (is("date")) {
    attribute.kind = ArffKind::date;
    attribute.pattern = line.word().text;
  } else {
    line.refuse(type, fmt::format("attribute {} has the type {}", in_quotes(attribute.name), in_quotes(type.text)),
                nearest_or(type.text, kTypes, kTypesHint));
  }
}

ArffAttribute read_attribute(ArffLine& line, std::unordered_set<std::string>& names) {
  ArffAttribute attribute;
  attribute.place = line.word();
  attribute.name = attribute.place.text;
  if (attribute.name.empty()) line.refuse(attribute.place, "an attribute without a name", kAttributeHint);
  if (!names.insert(attribute.name).second) {
    line.refuse(attribute.place, fmt::format("the attribute {} is declared twice", in_quotes(attribute.name)),
                "rename one of them");
  }
  read_type(line, attribute);
  line.expect_end();
  return attribute;
}

}  // namespace

ArffHeader read_arff_header(const Table& table) {
  ArffHeader header;
  const std::string_view source = table.source.in_memory_text();
  std::unordered_set<std::string> names;
  for (std::size_t begin = 0; begin < source.size();) {
    ArffLine line(table.name, source, begin, header.unescaped);
    begin = line.next_line();
    if (line.done()) continue;
    const Cell keyword = line.word();
    const auto is = [&](std::string_view name) { return equals_ignoring_case(keyword.text, name); };
    if (is("@attribute")) {
      header.attributes.push_back(read_attribute(line, names));
    } else if (is("@data")) {
      line.expect_end();
      if (header.attributes.empty()) line.refuse(keyword, "no attribute is declared before @data", kAttributeHint);
      header.rows_begin = begin;
      return header;
    } else if (!is("@relation")) {
      line.refuse(keyword, fmt::format("expected @relation, @attribute or @data, found {}", in_quotes(keyword.text)),
                  nearest_or(keyword.text, kKeywords, "the rows begin after a line that says @data"));
    }
  }
  throw Diagnostic(ExitCode::bad_input, whole_file(table.name), "there is no @data",
                   "the rows begin after a line that says @data");
}

}  // namespace espalier
