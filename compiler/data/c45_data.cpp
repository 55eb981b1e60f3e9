// FILE.data: the rows, and what FILE.names says of their columns.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "data/c45_entries.hpp"
#include "data/c45_files.hpp"
#include "data/row_collector.hpp"
#include "data/source.hpp"
#include "support/text.hpp"

namespace espalier {

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
