#include "data/json_lines.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/column_names.hpp"
#include "data/json_object.hpp"
#include "data/padded_digits.hpp"
#include "data/row_collector.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

using KeyIndex = std::unordered_map<std::string, std::size_t>;

// The members of an object as the cells of a row.
void put_cells(const JsonObject& object, const KeyIndex& columns, Record& record) {
  record.cells.assign(columns.size(), Cell{{}, object.end - 1, 1, false});  // absent keys are shown at the brace
  for (const JsonMember& member : object.members) {
    record.unescaped.push_back(member.value);
    record.cells[columns.at(member.key)] = {record.unescaped.back(), member.place.offset, member.place.width,
                                            member.is_text};
  }
}

class JsonRecords : public RecordReader {
 public:
  JsonRecords(std::string name, KeyIndex columns) : name_(std::move(name)), columns_(std::move(columns)) {}

  std::size_t read(std::string_view text, std::size_t at, Record& record) const override {
    const std::size_t begin = text.find_first_not_of(kBlanks, at);
    if (begin == std::string_view::npos) return text.size();
    const JsonObject object = read_json_object(name_, text, begin);
    put_cells(object, columns_, record);
    return object.end;
  }

 private:
  std::string name_;
  KeyIndex columns_;
};

// The columns of all objects, and what most of their cells are.
class Columns {
 public:
  void note(const JsonObject& object, Table& table) {
    for (const JsonMember& member : object.members) {
      const auto [found, is_new] = index_.emplace(member.key, index_.size());
      if (is_new) {
        table.raw_names.push_back(member.key);
        table.header.push_back({{}, member.key_place.offset, member.key_place.width, true});
        table.header_end = object.end;
        counts_.push_back({0, 0});
      }
      if (member.value.empty()) continue;
      const bool number = parse_number(member.value) && !is_padded(member.value);
      ++counts_[found->second][number ? 1 : 0];
    }
  }

  std::vector<ColumnForm> forms() const {
    std::vector<ColumnForm> forms;
    for (const auto& [texts, numbers] : counts_) {
      forms.push_back(texts > numbers ? ColumnForm::texts : ColumnForm::numbers);
    }
    return forms;
  }

  KeyIndex index() const { return index_; }

 private:
  KeyIndex index_;
  std::vector<std::array<std::size_t, 2>> counts_;
};

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

// What is behind an opening bracket and blanks; '\0' if the text begins otherwise, or ends there.
char first_inside(std::string_view text, char bracket) {
  text = without_mark(text);
  const auto open = text.find_first_not_of(kBlanks);
  if (open == std::string_view::npos || text[open] != bracket) return '\0';
  const auto next = text.find_first_not_of(kBlanks, open + 1);
  return next == std::string_view::npos ? '\0' : text[next];
}

}  // namespace

bool begins_json_object(std::string_view text) {
  const char first = first_inside(text, '{');
  return first == '"' || first == '}';
}

bool begins_json_list(std::string_view text) {
  return first_inside(text, '[') == '{';
}

void read_json_lines(Table& table) {
  table.json_lines = true;
  const std::string_view text = table.source.in_memory_text();
  const auto next_object = [&](std::size_t at) { return text.find_first_not_of(kBlanks, at); };
  Columns columns;
  for (std::size_t at = next_object(0); at != std::string_view::npos;) {
    const JsonObject object = read_json_object(table.name, text, at);
    columns.note(object, table);
    at = next_object(object.end);
  }
  if (table.raw_names.empty()) {
    throw Diagnostic(ExitCode::bad_input, locate(table.name, text, next_object(0)), "the objects have no keys",
                     "the keys of the objects are the columns");
  }
  table.column_names = unique_names(table.raw_names);
  const KeyIndex index = columns.index();
  RowCollector rows(text, columns.forms());
  Record record;
  for (std::size_t at = next_object(0); at != std::string_view::npos;) {
    const JsonObject object = read_json_object(table.name, text, at);
    record.unescaped.clear();
    put_cells(object, index, record);
    rows.add(record.cells, at);
    at = next_object(object.end);
  }
  rows.move_into(table, std::make_shared<JsonRecords>(table.name, index));
}

}  // namespace espalier
