#include "data/json_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "data/column_cells.hpp"
#include "data/decode.hpp"
#include "data/json_object.hpp"
#include "data/row_block.hpp"
#include "data/table.hpp"
#include "support/mapped_file.hpp"
#include "support/number_text.hpp"
#include "support/sha256.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::size_t kCellsLookedAt = 1000;  // of a column, to see whether it holds numbers

// Keys and their columns.
class Keys {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  std::size_t size() const { return names_.size(); }

  // Objects mostly have the same keys in the same order: `guess` is looked at first.
  std::size_t find(std::string_view key, std::size_t guess) const {
    if (guess < names_.size() && names_[guess] == key) return guess;
    const auto found = index_.find(key);
    return found == index_.end() ? kNone : found->second;
  }

  std::size_t add(std::string_view key) {
    const std::size_t column = names_.size();
    index_.emplace(names_.emplace_back(key), column);
    return column;
  }

 private:
  std::deque<std::string> names_;  // they stay where they are
  std::unordered_map<std::string_view, std::size_t> index_;
};

// The members of an object as the cells of a row; `begin` is where their text begins in that of the cells.
void put_cells(const JsonObject& object, std::size_t begin, const Keys& keys, std::vector<Cell>& cells) {
  cells.assign(keys.size(), Cell{{}, begin + object.end - 1, 1, false});  // absent keys are shown at the brace
  std::size_t column = 0;
  for (const JsonMember& member : object.members) {
    column = keys.find(member.key, column);
    cells[column] = {member.value, begin + member.place.offset, member.place.width, member.is_text};
    ++column;
  }
}

class JsonRecords : public RecordReader {
 public:
  explicit JsonRecords(std::shared_ptr<const Keys> keys) : keys_(std::move(keys)) {}

  std::size_t read(std::string_view text, std::size_t at, Record& record) const override {
    const std::size_t begin = text.find_first_not_of(kJsonBlanks, at);
    if (begin == std::string_view::npos) return text.size();
    JsonObject object;
    read_json_object(text, begin, true, object);
    put_cells(object, 0, *keys_, record.cells);
    record.unescaped = std::move(object.unescaped);  // a deque: its texts stay where they are
    return object.end;
  }

 private:
  std::shared_ptr<const Keys> keys_;
};

// The objects of a source, one after another. Of a file no more than a window is in memory.
class Objects {
 public:
  Objects(const Table& table, std::size_t window) : table_(table), window_(window), piece_(std::string_view()) {
    load(0, source().in_memory() ? source().size() : window_);
  }

  // Moves on to the next object; false at the end.
  bool next() {
    while (true) {
      const std::string_view text = piece_.view();
      first_ = std::min(text.size(), text.find_first_not_of(kJsonBlanks, end_));
      try {
        if (first_ == text.size()) {
          passed_ = text.substr(end_);
          if (is_complete()) return false;
          throw NeedsMoreText{};
        }
        read_json_object(text, first_, is_complete(), object_);
        passed_ = text.substr(end_, object_.end - end_);
        end_ = object_.end;
        return true;
      } catch (const NeedsMoreText&) {
        // Windows begin where an object ends; one in which none ends is too small.
        if (end_ == 0) window_ *= 2;
        load(begin_ + end_, window_);
      } catch (const JsonFault& fault) {
        refuse(fault.place, fault.message, fault.hint);
      }
    }
  }

  const JsonObject& object() const { return object_; }   // its places are those of a text that begins at
  std::size_t text_begin() const { return begin_; }      // this offset of the source
  std::size_t begin() const { return begin_ + first_; }  // of the object, in the source
  std::string_view passed() const { return passed_; }    // what the last next() has passed

  [[noreturn]] void refuse(JsonPlace place, const std::string& message, const std::string& hint) const {
    refuse_bad_text(table_.name, source());  // comes first
    throw Diagnostic(ExitCode::bad_input, source().locate(table_.name, begin_ + place.offset, place.width), message,
                     hint);
  }

 private:
  const SourceText& source() const { return table_.source; }
  bool is_complete() const { return begin_ + piece_.view().size() == source().size(); }

  void load(std::size_t begin, std::size_t size) {
    piece_ = source().piece(begin, std::min(source().size(), begin + size));
    begin_ = begin;
    end_ = 0;
  }

  const Table& table_;
  std::size_t window_;
  TextPiece piece_;
  std::size_t begin_ = 0;  // of the piece, in the source
  std::size_t first_ = 0;  // of the object, in the piece
  std::size_t end_ = 0;    // of the object, in the piece
  std::string_view passed_;
  JsonObject object_;
};

// The columns of all objects, and what most of their first cells are.
class Columns {
 public:
  void note(const Objects& objects, Table& table) {
    ++row_;
    std::size_t column = 0;
    for (const JsonMember& member : objects.object().members) {
      column = keys_->find(member.key, column);
      if (column == Keys::kNone) column = add(member, objects, table);
      if (std::exchange(seen_[column].row, row_) == row_) {
        objects.refuse(member.key_place, fmt::format("the key {} is in this object twice", in_quotes(member.key)),
                       "keep one of them");
      }
      look_at(member.value, seen_[column]);
      ++column;
    }
  }

  std::vector<ColumnForm> forms(const Table& table, const CsvOptions& options) const {
    std::vector<ColumnForm> forms;
    for (std::size_t column = 0; column < seen_.size(); ++column) {
      const Seen& seen = seen_[column];
      const bool wanted = !options.wanted || std::ranges::count(*options.wanted, table.column_names[column]) > 0;
      forms.push_back(!wanted                     ? ColumnForm::skipped
                      : seen.texts > seen.numbers ? ColumnForm::texts
                                                  : ColumnForm::numbers);
    }
    return forms;
  }

  std::shared_ptr<const Keys> keys() const { return keys_; }

 private:
  struct Seen {
    std::size_t row = 0;  // of the object that had the key last, from 1
    std::size_t texts = 0;
    std::size_t numbers = 0;
  };

  std::size_t add(const JsonMember& member, const Objects& objects, Table& table) {
    table.raw_names.emplace_back(member.key);
    table.header.push_back({{}, objects.text_begin() + member.key_place.offset, member.key_place.width, true});
    table.header_end = objects.text_begin() + objects.object().end;
    seen_.emplace_back();
    return keys_->add(member.key);
  }

  static void look_at(std::string_view value, Seen& seen) {
    if (value.empty() || seen.texts + seen.numbers == kCellsLookedAt) return;
    ++(parse_number(value) && !is_padded(value) ? seen.numbers : seen.texts);
  }

  std::shared_ptr<Keys> keys_ = std::make_shared<Keys>();
  std::vector<Seen> seen_;
  std::size_t row_ = 0;
};

// The first pass: which columns there are. That of a file also checks its text and computes its hash.
Columns find_columns(Table& table, std::size_t window) {
  const bool from_file = !table.source.in_memory();
  Columns columns;
  Sha256 hash;
  if (from_file) hash.update(kUtf8Mark.substr(0, table.source.file_begin()));
  Objects objects(table, window);
  for (bool more = true; more;) {
    more = objects.next();
    if (more) columns.note(objects, table);
    if (!from_file) continue;
    if (!is_valid_text(objects.passed())) refuse_bad_text(table.name, table.source);
    hash.update(objects.passed());
  }
  if (from_file) table.sha256 = hash.hex();
  return columns;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(kUtf8Mark)) text.remove_prefix(kUtf8Mark.size());
  return text;
}

// What is behind an opening bracket and blanks; '\0' if the text begins otherwise, or ends there.
char first_inside(std::string_view text, char bracket) {
  text = without_mark(text);
  const auto open = text.find_first_not_of(kJsonBlanks);
  if (open == std::string_view::npos || text[open] != bracket) return '\0';
  const auto next = text.find_first_not_of(kJsonBlanks, open + 1);
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

void read_json_lines(Table& table, const CsvOptions& options, const CsvTuning& tuning) {
  table.json_lines = true;
  const Columns columns = find_columns(table, tuning.chunk);
  if (table.raw_names.empty()) {
    Objects objects(table, tuning.chunk);
    objects.next();
    throw Diagnostic(ExitCode::bad_input, table.source.locate(table.name, objects.begin()), "the objects have no keys",
                     "the keys of the objects are the columns");
  }
  table.column_names = unique_names(table.raw_names);
  RowCollector rows(table.source, columns.forms(table, options), options.files);
  std::vector<Cell> cells;
  for (Objects objects(table, tuning.chunk); objects.next();) {
    put_cells(objects.object(), objects.text_begin(), *columns.keys(), cells);
    rows.add(cells, objects.begin());
  }
  table.source.refuse_change();
  rows.move_into(table, std::make_shared<JsonRecords>(columns.keys()));
}

}  // namespace espalier
