// From a file or its bytes to a table.
#include <algorithm>
#include <new>
#include <utility>

#include "data/csv_reader.hpp"
#include "data/json_lines.hpp"
#include "data/source.hpp"
#include "data/table.hpp"
#include "support/files.hpp"
#include "support/sha256.hpp"

namespace espalier {

namespace {

constexpr std::size_t kBeginning = 1024;  // what wide characters and archives are told from

void check_delimiter(char delimiter) {
  const bool text = delimiter == '\t' || (delimiter >= ' ' && delimiter <= '~' && delimiter != '"');
  if (delimiter == '\0' || text) return;
  throw Diagnostic(ExitCode::usage, "a delimiter is one ASCII character, neither a quote nor a line end",
                   "use --delimiter with one of , ; | or a tab");
}

template <typename Read>
auto or_refuse_for_memory(const Read& read) {
  try {
    return read();
  } catch (const std::bad_alloc&) {
    throw Diagnostic(ExitCode::bad_input, "the table does not fit into memory", "train on a sample of the rows");
  }
}

// Options about CSV say that the text is that, whatever it begins with.
bool reads_as_json(std::string_view text, const CsvOptions& options) {
  return options.delimiter == '\0' && options.header && !options.ragged && begins_json_object(text);
}

// A list of rows is easily made lines.
void refuse_json_list(const std::string& name, std::string_view text) {
  if (!begins_json_list(text)) return;
  throw Diagnostic(ExitCode::bad_input, whole_file(name), "the file is a JSON list, not lines of objects",
                   "write an object on each line: jq -c '.[]' FILE > FILE.jsonl");
}

// The file itself as the source of a table, if it is large and can be read as it is.
std::optional<Table> table_of_file(const std::string& path, const CsvOptions& options, const CsvTuning& tuning) {
  const auto bytes = regular_file_size(path);
  if (!bytes || *bytes <= tuning.most_in_memory) return std::nullopt;
  const std::string beginning = read_beginning(path, kBeginning);
  if (!is_plain_text(display_name(path), beginning, options.encoding)) return std::nullopt;
  Table table;
  table.name = display_name(path);
  table.source = SourceText::of_file(path, beginning.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0);
  return table;
}

void divide(Table& table, std::string_view beginning, const CsvOptions& options, const CsvTuning& tuning,
            Warnings& warnings) {
  refuse_json_list(table.name, beginning);
  if (reads_as_json(beginning, options)) {
    read_json_lines(table, options, tuning);
  } else {
    read_csv(table, options, tuning, warnings);
  }
}

Table parse(std::string name, std::string bytes, const CsvOptions& options, const CsvTuning& tuning,
            Warnings& warnings) {
  Table table = undivided_table(std::move(name), std::move(bytes), options.encoding);
  divide(table, table.source.in_memory_text(), options, tuning, warnings);
  return table;
}

}  // namespace

Table read_table(const std::string& path, const CsvOptions& options, const CsvTuning& tuning, Warnings& warnings) {
  return or_refuse_for_memory([&] {
    auto table = table_of_file(path, options, tuning);
    if (!table) {
      std::string bytes = read_file(path);
      check_delimiter(options.delimiter);
      return parse(display_name(path), std::move(bytes), options, tuning, warnings);
    }
    check_delimiter(options.delimiter);
    const TextPiece beginning = table->source.piece(0, std::min(kBeginning, table->source.size()));
    divide(*table, beginning.view(), options, tuning, warnings);
    return std::move(*table);
  });
}

Table read_table(const std::string& path, const CsvOptions& options, Warnings& warnings) {
  return read_table(path, options, CsvTuning{}, warnings);
}

Table undivided_table(std::string name, std::string bytes, Encoding encoding) {
  Table table;
  table.name = std::move(name);
  table.sha256 = sha256_hex(bytes);
  table.source = SourceText(decode_source(table.name, std::move(bytes), encoding));
  return table;
}

Table parse_table(std::string name, std::string bytes, const CsvOptions& options, Warnings& warnings) {
  return or_refuse_for_memory([&] {
    check_delimiter(options.delimiter);
    return parse(std::move(name), std::move(bytes), options, CsvTuning{}, warnings);
  });
}

}  // namespace espalier
