#include "audit/read_dmn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "emit/dmn_table.hpp"
#include "emit/emit_record.hpp"
#include "support/number_text.hpp"
#include "support/xml_document.hpp"

namespace espalier {
namespace {

[[noreturn]] void refuse_test(const XmlDocument& document, const XmlElement& element) {
  refuse(document, element, "a test that Espalier does not write");
}

// What \u stands for: one of those that XML cannot hold, control characters, U+FFFE and U+FFFF. Empty: another one.
std::string text_of_code(std::string_view digits) {
  unsigned value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
  if (error != std::errc() || stop != end || digits.size() != 4) return {};
  if (value > 0 && value < 0x20) return {static_cast<char>(value)};
  if (value == 0xFFFE) return "\xEF\xBF\xBE";
  return value == 0xFFFF ? "\xEF\xBF\xBF" : "";
}

// What an escape that `rest` begins with stands for; `rest` moves behind it. Empty: it is none.
std::string take_escape(std::string_view& rest) {
  const char letter = rest.size() < 2 ? '\0' : rest[1];
  std::string code = letter == 'u' ? text_of_code(rest.substr(2, 4)) : "";
  rest.remove_prefix(std::min<std::size_t>(rest.size(), letter == 'u' ? 6 : 2));
  switch (letter) {
    case '"':
    case '\\': return {letter};
    case 'n': return "\n";
    case 'r': return "\r";
    case 't': return "\t";
    default: return code;
  }
}

// The value of the string literal that `rest` begins with; `rest` moves behind it.
std::string take_feel_string(const XmlDocument& document, const XmlElement& element, std::string_view& rest) {
  if (!rest.starts_with('"')) refuse_test(document, element);
  rest.remove_prefix(1);
  std::string out;
  while (!rest.empty() && rest.front() != '"') {
    if (rest.front() == '\\') {
      const std::string meant = take_escape(rest);
      if (meant.empty()) refuse_test(document, element);
      out += meant;
    } else {
      out += rest.front();
      rest.remove_prefix(1);
    }
  }
  if (rest.empty()) refuse_test(document, element);
  rest.remove_prefix(1);
  return out;
}

// The unary tests of one cell.
class CellReader {
 public:
  CellReader(const XmlDocument& document, const XmlElement& element, const Feature& feature)
      : document_(document), element_(element), feature_(feature), rest_(element.text) {}

  DmnFile::Cell read() {
    DmnFile::Cell cell;
    if (rest_ == "-") {
      cell.any = true;
      return cell;
    }
    cell.negated = take("not(");
    do {
      cell.tests.push_back(test());
    } while (take(", "));
    if (cell.negated) expect(")");
    if (!rest_.empty()) fail();
    return cell;
  }

 private:
  [[noreturn]] void fail() const { refuse_test(document_, element_); }

  bool take(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  void expect(std::string_view what) {
    if (!take(what)) fail();
  }

  double number() {
    const std::size_t end = std::min(rest_.find_first_not_of("-0123456789."), rest_.size());
    const std::size_t length = std::min(rest_.find(".."), end);
    const auto value = parse_number(rest_.substr(0, length));
    if (!value) fail();
    rest_.remove_prefix(length);
    return *value;
  }

  DmnFile::Test test() {
    using Form = DmnFile::Test::Kind;
    DmnFile::Test test;
    if (take("null")) return test;
    if (feature_.kind == FeatureKind::categorical) {
      test.kind = Form::word;
      const std::string word = take_feel_string(document_, element_, rest_);
      const auto found = std::find(feature_.categories.begin(), feature_.categories.end(), word);
      if (found == feature_.categories.end()) refuse(document_, element_, "the model has no such word");
      test.word = static_cast<std::uint32_t>(found - feature_.categories.begin());
      return test;
    }
    test.kind = Form::interval;
    if (take("<= ")) {
      test.upto = number();
    } else if (take("> ")) {
      test.above = number();
    } else {
      expect("(");
      test.above = number();
      expect("..");
      test.upto = number();
      expect("]");
    }
    return test;
  }

  const XmlDocument& document_;
  const XmlElement& element_;
  const Feature& feature_;
  std::string_view rest_;
};

std::string text_child(const XmlDocument& document, const XmlElement& element) {
  return child_of(document, element, "text").text;
}

std::uint32_t number_behind(const XmlDocument& document, const XmlElement& element, std::string_view begin) {
  const std::string_view id = attribute_of(document, element, "id");
  std::uint32_t number = 0;
  if (id.starts_with(begin)) {
    const char* const end = id.data() + id.size();
    const auto [stop, error] = std::from_chars(id.data() + begin.size(), end, number);
    if (error == std::errc() && stop == end) return number;
  }
  refuse(document, element, fmt::format("expected the id {}1, {}2, ...", begin, begin));
}

}  // namespace

DmnFile::DmnFile(std::string_view text, const std::string& name, const Model& model) {
  const XmlDocument document = parse_xml(text, name);
  const XmlElement& root = document.elements.front();
  if (root.name != "definitions") refuse(document, root, "expected the definitions of DMN");
  const XmlElement& table = child_of(document, child_of(document, root, "decision"), "decisionTable");
  if (attribute_of(document, table, "hitPolicy") != "UNIQUE") refuse(document, table, "another hit policy");

  // What the inputs are called is decided by all of them together.
  const auto record = read_emit_record(text, model, name);
  if (!record) refuse(document, root, "there is no record");
  const FeelNames names = feel_names(model, record->fields);
  for (const XmlElement* input : children_of(document, table, "input")) {
    const std::string expression = text_child(document, child_of(document, *input, "inputExpression"));
    const auto found = std::find(names.fields.begin(), names.fields.end(), expression);
    if (found == names.fields.end()) refuse(document, *input, "the model has no such input");
    columns_.push_back(record->fields[static_cast<std::size_t>(found - names.fields.begin())].feature);
  }
  for (const XmlElement* element : children_of(document, table, "rule")) {
    Rule rule;
    rule.number = number_behind(document, *element, "rule_");
    const auto cells = children_of(document, *element, "inputEntry");
    if (cells.size() != columns_.size()) refuse(document, *element, "expected a cell for each input");
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const XmlElement& cell = child_of(document, *cells[i], "text");
      rule.cells.push_back(CellReader(document, cell, model.features[columns_[i]]).read());
    }
    const XmlElement& output = child_of(document, child_of(document, *element, "outputEntry"), "text");
    if (model.task == Task::regression) {
      const auto value = parse_number(output.text);
      if (!value) refuse(document, output, "expected a number");
      rule.value = *value;
    } else {
      std::string_view rest = output.text;
      const std::string label = take_feel_string(document, output, rest);
      const auto found = std::find(model.labels.begin(), model.labels.end(), label);
      if (found == model.labels.end() || !rest.empty()) refuse(document, output, "the model has no such label");
      rule.label = static_cast<std::uint32_t>(found - model.labels.begin());
    }
    rules_.push_back(std::move(rule));
  }
}

bool DmnFile::holds(const Cell& cell, std::uint32_t feature, Row row) const {
  if (cell.any) return true;
  const double value = row[feature];
  const bool null = std::isnan(value);
  // Three values: a comparison with null is neither true nor false, and so is what not() makes of it.
  bool yes = false;
  bool unknown = false;
  for (const Test& test : cell.tests) {
    switch (test.kind) {
      case Test::Kind::null: yes = yes || null; break;
      case Test::Kind::word: yes = yes || value == static_cast<double>(test.word); break;
      case Test::Kind::interval:
        unknown = unknown || null;
        yes = yes || (!null && (!test.above || value > *test.above) && (!test.upto || value <= *test.upto));
        break;
    }
  }
  if (!cell.negated) return yes;
  return !yes && !unknown;
}

std::optional<GivenAnswer> DmnFile::answer(Row row) const {
  const Rule* only = nullptr;
  for (const Rule& rule : rules_) {
    bool applies = true;
    for (std::size_t i = 0; i < columns_.size() && applies; ++i) applies = holds(rule.cells[i], columns_[i], row);
    if (!applies) continue;
    if (only != nullptr) return std::nullopt;
    only = &rule;
  }
  if (only == nullptr) return std::nullopt;
  GivenAnswer answer;
  answer.label = only->label;
  answer.value = only->value;
  answer.rule = only->number;
  return answer;
}

}  // namespace espalier
