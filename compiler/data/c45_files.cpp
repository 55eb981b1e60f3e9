#include "data/c45_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

#include "data/decode.hpp"
#include "data/row_block.hpp"
#include "data/table.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace

bool C45Entries::done() {
  skip_blanks_and_lines();
  return at_end();
}

C45Entry C45Entries::next() {
  if (file_ == C45File::names) skip_blanks_and_lines();
  skip_blanks();
  const std::size_t begin = at_;
  const std::size_t end = skip_text();
  C45Entry entry;
  entry.cell = {plain(source_.substr(begin, end - begin)), begin, end - begin, false};
  entry.end = take_end();
  return entry;
}

Location C45Entries::where(const Cell& cell) const {
  return locate(name_, source_, cell.offset, std::max<std::size_t>(1, cell.width));
}

void C45Entries::skip_blanks() {
  while (!at_end() && is_blank(source_[at_])) ++at_;
  if (at_end() || source_[at_] != '|') return;
  at_ = std::min(source_.find_first_of("\r\n", at_), source_.size());
}

void C45Entries::skip_blanks_and_lines() {
  skip_blanks();
  while (!at_end() && at_line_end()) {
    ++at_;
    skip_blanks();
  }
}

bool C45Entries::at_period_that_ends() const {
  if (source_[at_] != '.') return false;
  return at_ + 1 >= source_.size() || std::string_view(" \t\r\n|").find(source_[at_ + 1]) != std::string_view::npos;
}

std::size_t C45Entries::skip_text() {
  std::size_t end = at_;
  while (!at_line_end()) {
    const char c = source_[at_];
    if (c == ',' || c == '|' || (c == ':' && file_ == C45File::names) || at_period_that_ends()) break;
    if (c == '\\') {
      ++at_;
      if (at_line_end()) break;
    }
    ++at_;
    if (c == '\\' || !is_blank(c)) end = at_;
  }
  return end;
}

EntryEnd C45Entries::take_end() {
  skip_blanks();
  if (at_line_end()) return EntryEnd::period;
  const char c = source_[at_++];
  if (c == ',') return EntryEnd::comma;
  if (c == ':') return EntryEnd::colon;
  skip_blanks();
  if (!at_line_end()) {
    throw Diagnostic(ExitCode::bad_input, locate(name_, source_, at_), "text after the period that ends a line",
                     "write \\. for a period that is part of a name");
  }
  return EntryEnd::period;
}

std::string_view C45Entries::plain(std::string_view written) {
  if (written.find_first_of("\\\t") == std::string_view::npos && written.find("  ") == std::string_view::npos) {
    return written;
  }
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] == '\\' && i + 1 < written.size()) {
      text += written[++i];
    } else if (!is_blank(written[i])) {
      text += written[i];
    } else if (!is_blank(written[i - 1])) {
      text += ' ';
    }
  }
  return unescaped_.emplace_back(std::move(text));
}

// FILE.names: the classes, then the attributes.

namespace {

constexpr const char* kKindsHint =
    "after the colon stands continuous, ignore, discrete N, or all values with commas between them";
const std::array<std::string, 3> kAttributeKinds = {"continuous", "ignore", "discrete"};

class NamesReader {
 public:
  NamesReader(const std::string& name, const std::string& text)
      : name_(name), entries_(name, text, C45File::names, unescaped_) {}

  C45Names read() {
    if (entries_.done()) {
      throw Diagnostic(ExitCode::bad_input, Location{name_, 0, 0, {}, 1}, "the file declares nothing",
                       "the classes come first, then a line for each attribute");
    }
    std::vector<std::string> classes = read_classes();
    C45Names names;
    std::unordered_set<std::string> seen;
    while (!entries_.done()) names.columns.push_back(read_attribute(seen));
    if (classes.size() == 1 && seen.contains(classes[0])) {
      names.target = classes[0];
    } else {
      add_class_column(names, std::move(classes));
    }
    return names;
  }

 private:
  [[noreturn]] void refuse(const Cell& cell, std::string message, std::string hint) const {
    throw Diagnostic(ExitCode::bad_input, entries_.where(cell), std::move(message), std::move(hint));
  }

  std::vector<std::string> read_classes() {
    const C45Entry first = entries_.next();
    if (first.end == EntryEnd::colon) {
      refuse(first.cell, fmt::format("expected the classes, found the attribute {}", in_quotes(first.cell.text)),
             "the first line lists the classes with commas between them, and ends with a period");
    }
    return read_values(first, "class");
  }

  // From the first of a list to the period.
  std::vector<std::string> read_values(C45Entry entry, const std::string& what) {
    std::vector<std::string> values;
    std::unordered_set<std::string_view> seen;
    for (;; entry = entries_.next()) {
      const Cell& cell = entry.cell;
      if (cell.text.empty()) refuse(cell, fmt::format("a {} without a name", what), "an empty value is a missing one");
      if (!seen.insert(cell.text).second) {
        refuse(cell, fmt::format("the {} {} is repeated", what, in_quotes(cell.text)), "list each one once");
      }
      if (entry.end == EntryEnd::colon) {
        refuse(cell, fmt::format("a colon after the {} {}", what, in_quotes(cell.text)),
               "a list ends with a period or a line; write \\: for a colon that is part of a name");
      }
      values.emplace_back(cell.text);
      if (entry.end == EntryEnd::period) return values;
    }
  }

  C45Column read_attribute(std::unordered_set<std::string>& seen) {
    const C45Entry name = entries_.next();
    const Cell& cell = name.cell;
    if (name.end != EntryEnd::colon || cell.text.empty()) {
      refuse(cell, fmt::format("expected an attribute and a colon, found {}", in_quotes(cell.text)),
             "a line declares one attribute: outlook: sunny, overcast, rain.");
    }
    C45Column column;
    column.name = cell.text;
    if (!seen.insert(column.name).second) {
      refuse(cell, fmt::format("the attribute {} is declared twice", in_quotes(column.name)), "rename one of them");
    }
    const C45Entry first = entries_.next();
    if (first.end == EntryEnd::period) {
      read_kind(first.cell, column);
    } else {
      column.kind = C45Kind::discrete;
      column.values = read_values(first, "value");
    }
    return column;
  }

  // One word instead of a list.
  void read_kind(const Cell& cell, C45Column& column) const {
    if (equals_ignoring_case(cell.text, "continuous")) return;
    if (equals_ignoring_case(cell.text, "ignore")) {
      column.kind = C45Kind::ignored;
      return;
    }
    const std::size_t blank = cell.text.find(' ');
    const std::string_view word = cell.text.substr(0, blank);
    if (!equals_ignoring_case(word, "discrete")) {
      const std::string near = did_you_mean(word, kAttributeKinds);
      refuse(cell, fmt::format("attribute {} is declared as {}", in_quotes(column.name), in_quotes(cell.text)),
             near.empty() ? kKindsHint : near + " " + kKindsHint);
    }
    column.kind = C45Kind::discrete;
    column.most_values = blank == std::string_view::npos ? 0 : parse_count(cell.text.substr(blank + 1));
    if (column.most_values == 0) {
      refuse(cell, "expected the number of values after discrete", "for example discrete 10, at most ten values");
    }
  }

  static std::size_t parse_count(std::string_view text) {
    std::size_t count = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, count);
    return error == std::errc{} && stopped == end ? count : 0;
  }

  static void add_class_column(C45Names& names, std::vector<std::string> classes) {
    std::vector<std::string> used;
    for (const C45Column& column : names.columns) used.push_back(column.name);
    used.emplace_back("class");
    names.target = unique_names(used).back();
    names.columns.push_back({names.target, C45Kind::discrete, std::move(classes), 0});
  }

  const std::string& name_;
  std::deque<std::string> unescaped_;
  C45Entries entries_;
};

}  // namespace

C45Names parse_c45_names(const std::string& name, const std::string& text) {
  return NamesReader(name, text).read();
}

// FILE.data: the rows, and what FILE.names says of their columns.

namespace {

const char* const kMissingToken = "?";

// Where a row may begin: the row, if there is one.
void read_row(C45Entries& entries, std::vector<Cell>& cells) {
  if (entries.done()) return;
  C45Entry entry;
  do {
    entry = entries.next();
    cells.push_back(entry.cell);
  } while (entry.end == EntryEnd::comma);
}

class C45Records : public RecordReader {
 public:
  explicit C45Records(std::string name) : name_(std::move(name)) {}

  std::size_t read(std::string_view text, std::size_t at, Record& record) const override {
    C45Entries entries(name_, text, C45File::data, record.unescaped);
    entries.seek(at);
    read_row(entries, record.cells);
    return entries.position();
  }

 private:
  std::string name_;
};

void read_rows(Table& table, const C45Names& names) {
  const std::string_view source = table.source.in_memory_text();
  std::vector<ColumnForm> forms;
  for (const C45Column& column : names.columns) {
    forms.push_back(column.kind == C45Kind::continuous ? ColumnForm::numbers : ColumnForm::texts);
  }
  RowCollector collector(table.source, forms);
  Record record;
  C45Entries entries(table.name, source, C45File::data, record.unescaped);
  const std::size_t expected = table.columns();
  for (;;) {
    record.cells.clear();
    record.unescaped.clear();
    const std::size_t begin = entries.position();
    read_row(entries, record.cells);
    const std::size_t found = record.cells.size();
    if (found == 0) break;
    if (found != expected) {
      throw Diagnostic(
          ExitCode::bad_input, entries.where(record.cells[std::min(found - 1, expected)]),
          fmt::format("expected {} as the .names file declares, found {}", counted(expected, "value"), found),
          "a row has a value for each attribute, ignored ones too, and the class; write \\, for a comma that "
          "is part of a value");
    }
    collector.add(record.cells, begin);
  }
  if (collector.rows() == 0) {
    throw Diagnostic(ExitCode::bad_input, whole_file(table.name), "the file has no rows", "a line holds one row");
  }
  collector.move_into(table, std::make_shared<C45Records>(table.name));
}

// The values of a column that was declared without them, in the order in which they occur.
std::vector<std::string> values_found(const Table& table, std::size_t column, std::size_t most) {
  const TableColumn& cells = table.texts(column);
  std::vector<std::string> values;
  for (std::uint32_t code = 0; code < cells.texts.size(); ++code) {
    const std::string_view text = cells.texts.text(code);
    if (text.empty() || text == kMissingToken) continue;
    values.emplace_back(text);
    if (values.size() <= most) continue;
    const auto first = std::find(cells.codes.begin(), cells.codes.end(), code);
    throw Diagnostic(ExitCode::bad_input, table.where(static_cast<std::size_t>(first - cells.codes.begin()), column),
                     fmt::format("{} is value {} of attribute {}, which is declared as discrete {}", in_quotes(text),
                                 values.size(), in_quotes(table.column_names[column]), most),
                     "raise the number in the .names file, or list the values there");
  }
  return values;
}

SchemaOverrides overrides_of(const Table& table, const C45Names& names) {
  SchemaOverrides overrides;
  overrides.missing_tokens = {kMissingToken};
  for (std::size_t i = 0; i < names.columns.size(); ++i) {
    const C45Column& column = names.columns[i];
    switch (column.kind) {
      case C45Kind::continuous: overrides.numeric.push_back(column.name); break;
      case C45Kind::ignored: overrides.ignore.push_back(column.name); break;
      case C45Kind::discrete: {
        const bool found = column.values.empty();
        overrides.nominal.push_back({column.name, found ? values_found(table, i, column.most_values) : column.values});
        break;
      }
    }
  }
  return overrides;
}

}  // namespace

Source parse_c45_files(NamedText names, NamedText data, Encoding encoding) {
  const C45Names declared = parse_c45_names(names.name, decode_source(names.name, std::move(names.bytes), encoding));
  Source source;
  source.table = undivided_table(std::move(data.name), std::move(data.bytes), encoding);
  for (const C45Column& column : declared.columns) source.table.column_names.push_back(column.name);
  source.table.raw_names = source.table.column_names;
  read_rows(source.table, declared);
  source.overrides = overrides_of(source.table, declared);
  source.default_target = declared.target;
  return source;
}

}  // namespace espalier
