#include "data/arff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

#include "data/decode.hpp"
#include "data/faults.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// The form of Java's pattern ("yyyy-MM-dd HH:mm:ss"); nothing for those that no form is like. What follows the day,
// behind a blank or a T in quotes, is a time, and the cells say whether they have it.
std::optional<DateForm> form_of(const std::string& pattern) {
  if (pattern.empty()) return DateForm{};
  const std::size_t end = pattern.find_first_of(" T'");
  const std::string day = pattern.substr(0, end);
  if (day.find('m') != std::string::npos) return std::nullopt;  // minutes
  return parse_pattern(day);
}

SchemaOverrides overrides_of(const Table& table, const ArffHeader& header, Warnings& warnings) {
  SchemaOverrides overrides;
  overrides.missing_tokens = {"?"};
  for (std::size_t column = 0; column < header.attributes.size(); ++column) {
    const ArffAttribute& attribute = header.attributes[column];
    switch (attribute.kind) {
      case ArffKind::numeric: overrides.numeric.push_back(attribute.name); break;
      case ArffKind::nominal: overrides.nominal.push_back({attribute.name, attribute.values}); break;
      case ArffKind::text: overrides.categorical.push_back(attribute.name); break;
      case ArffKind::date:
        if (const auto form = form_of(attribute.pattern)) {
          overrides.date.push_back({attribute.name, form});
          break;
        }
        overrides.ignore.push_back(attribute.name);
        warn_in_group(warnings, "dates",
                      fmt::format("attribute {} is a date written as {}, which is not known; it is left out",
                                  in_quotes(attribute.name), in_quotes(attribute.pattern)),
                      "write it as yyyy-MM-dd or dd.MM.yyyy, with or without HH:mm:ss behind it",
                      [&] { return table.where_name(column); });
        break;
    }
  }
  return overrides;
}

}  // namespace

Source parse_arff(std::string name, std::string bytes, Encoding encoding, Warnings& warnings) {
  Source source;
  Table& table = source.table;
  table = undivided_table(std::move(name), std::move(bytes), encoding);
  const ArffHeader header = read_arff_header(table);
  for (const ArffAttribute& attribute : header.attributes) {
    table.column_names.push_back(attribute.name);
    table.header.push_back({{}, attribute.place.offset, attribute.place.width, attribute.place.quoted});
  }
  table.raw_names = table.column_names;
  table.header_end = header.rows_begin;
  read_arff_rows(table, header);
  source.overrides = overrides_of(table, header, warnings);
  return source;
}

namespace {

// `written` without the quotes around it.
std::string unescape(std::string_view written) {
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    char c = written[i];
    if (c == '\\' && i + 1 < written.size()) {
      c = written[++i];
      c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }
    text += c;
  }
  return text;
}

}  // namespace

ArffLine::ArffLine(const std::string& name, std::string_view source, std::size_t begin,
                   std::deque<std::string>& unescaped)
    : name_(name), source_(source), unescaped_(unescaped), at_(begin) {
  const std::size_t end = std::min(source.find_first_of("\r\n", begin), source.size());
  line_ = source.substr(0, end);
  next_line_ = std::min(end + (source.substr(end).starts_with("\r\n") ? 2 : 1), source.size());
}

bool ArffLine::done() {
  skip_blanks();
  return at_ >= line_.size();
}

bool ArffLine::at(char c) {
  return !done() && line_[at_] == c;
}

bool ArffLine::take(char c) {
  if (!at(c)) return false;
  ++at_;
  return true;
}

Cell ArffLine::word() {
  skip_blanks();
  if (at('"') || at('\'')) return quoted_word();
  const std::size_t begin = at_;
  while (!ends_word(at_)) ++at_;
  return {line_.substr(begin, at_ - begin), begin, at_ - begin, false};
}

Cell ArffLine::type() {
  Cell cell = word();
  const std::size_t bracket = cell.text.find('[');
  if (cell.quoted || bracket == std::string_view::npos) return cell;
  at_ = cell.offset + bracket;
  return {cell.text.substr(0, bracket), cell.offset, bracket, false};
}

void ArffLine::skip_range() {
  if (!at('[')) return;
  const std::size_t close = line_.find(']', at_);
  if (close == std::string_view::npos) {
    throw Diagnostic(ExitCode::bad_input, here(), "this bracket is not closed on its line",
                     "a range is written [lowest, highest]; it may be left out");
  }
  at_ = close + 1;
}

Cell ArffLine::quoted_word() {
  const std::size_t open = at_;
  const char quote = line_[open];
  bool escaped = false;
  std::size_t close = open + 1;
  for (; close < line_.size() && line_[close] != quote; ++close) {
    if (line_[close] != '\\') continue;
    escaped = true;
    ++close;
  }
  if (close >= line_.size()) {
    throw Diagnostic(ExitCode::bad_input, locate(name_, source_, open), "this quote is not closed on its line",
                     "a quote that is part of the text is written \\' or \\\"");
  }
  at_ = close + 1;
  if (!ends_word(at_)) {
    throw Diagnostic(ExitCode::bad_input, here(), "text after the closing quote",
                     "a quote that is part of the text is written \\' or \\\"");
  }
  std::string_view text = line_.substr(open + 1, close - open - 1);
  if (escaped) text = unescaped_.emplace_back(unescape(text));
  return {text, open, at_ - open, true};
}

void ArffLine::expect_end() {
  if (done()) return;
  const std::size_t begin = at_;
  throw Diagnostic(ExitCode::bad_input, locate(name_, source_, begin, line_.size() - begin),
                   "text where the line should end", "a % begins a comment; names with blanks need quotes");
}

Location ArffLine::where(const Cell& cell) const {
  return locate(name_, source_, cell.offset, std::max<std::size_t>(1, cell.width));
}

Location ArffLine::here() {
  skip_blanks();
  return locate(name_, source_, at_);
}

void ArffLine::refuse(const Cell& cell, std::string message, std::string hint) const {
  throw Diagnostic(ExitCode::bad_input, where(cell), std::move(message), std::move(hint));
}

void ArffLine::skip_blanks() {
  while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
  if (at_ < line_.size() && line_[at_] == '%') at_ = line_.size();
}

bool ArffLine::ends_word(std::size_t at) const {
  return at >= line_.size() || std::string_view(" \t,{}%").find(line_[at]) != std::string_view::npos;
}

// The declarations of an ARFF file: @relation, @attribute, @data.

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
  const Cell type = line.type();
  const auto is = [&](std::string_view name) { return equals_ignoring_case(type.text, name); };
  if (is("numeric") || is("real") || is("integer")) {
    line.skip_range();  // what was there when the file was made; other values are numbers, too
    return;
  }
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
