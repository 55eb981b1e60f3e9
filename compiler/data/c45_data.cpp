// FILE.data: the rows, and what FILE.names says of their columns.
#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "data/c45_entries.hpp"
#include "data/c45_files.hpp"
#include "data/source.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

const char* const kMissingToken = "?";

void read_rows(Table& table) {
  C45Entries entries(table.name, table.source, C45File::data, table.unescaped);
  const std::size_t expected = table.columns();
  while (!entries.done()) {
    const std::size_t begin = table.cells.size();
    C45Entry entry;
    do {
      entry = entries.next();
      table.cells.push_back(entry.cell);
    } while (entry.end == EntryEnd::comma);
    const std::size_t found = table.cells.size() - begin;
    if (found == expected) continue;
    throw Diagnostic(
        ExitCode::bad_input, entries.where(table.cells[begin + std::min(found - 1, expected)]),
        fmt::format("expected {} as the .names file declares, found {}", counted(expected, "value"), found),
        "a row has a value for each attribute, ignored ones too, and the class; write \\, for a comma that "
        "is part of a value");
  }
  if (table.cells.empty()) {
    throw Diagnostic(ExitCode::bad_input, whole_file(table.name), "the file has no rows", "a line holds one row");
  }
}

bool is_missing(const Cell& cell) {
  return cell.text.empty() || cell.text == kMissingToken;
}

// The values of a column that was declared without them, in the order in which they occur.
std::vector<std::string> values_found(const Table& table, std::size_t column, std::size_t most) {
  std::vector<std::string> values;
  std::unordered_set<std::string_view> seen;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const Cell& cell = table.cell(row, column);
    if (is_missing(cell) || !seen.insert(cell.text).second) continue;
    values.emplace_back(cell.text);
    if (values.size() <= most) continue;
    throw Diagnostic(ExitCode::bad_input, table.where(row, column),
                     fmt::format("{} is value {} of attribute {}, which is declared as discrete {}",
                                 in_quotes(cell.text), values.size(), in_quotes(table.column_names[column]), most),
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
  read_rows(source.table);
  source.overrides = overrides_of(source.table, declared);
  source.default_target = declared.target;
  return source;
}

}  // namespace espalier
