#include "data/read_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

#include "data/arff.hpp"
#include "data/c45_files.hpp"
#include "data/csv_reader.hpp"
#include "data/decode.hpp"
#include "data/json_lines.hpp"
#include "data/table.hpp"
#include "support/files.hpp"
#include "support/sha256.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

enum class Format { csv, arff, c45_names, c45_data };

bool has_extension(std::string_view path, std::string_view extension) {
  return path.size() > extension.size() && equals_ignoring_case(path.substr(path.size() - extension.size()), extension);
}

std::string beside(const std::string& path, const char* extension) {
  return std::filesystem::path(path).replace_extension(extension).string();
}

bool exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

Format format_of(const std::string& path) {
  if (path == "-") return Format::csv;
  if (has_extension(path, ".arff") || has_extension(path, ".arff.gz")) return Format::arff;
  if (has_extension(path, ".names")) return Format::c45_names;
  const bool rows = has_extension(path, ".data") || has_extension(path, ".test");
  return rows && exists(beside(path, ".names")) ? Format::c45_data : Format::csv;
}

void refuse_csv_options(const std::string& path, const CsvOptions& options, std::string_view format) {
  const char* const option = options.delimiter != '\0' ? "--delimiter"
                             : !options.header         ? "--no-header"
                             : options.ragged          ? "--ragged"
                                                       : nullptr;
  if (option == nullptr) return;
  throw Diagnostic(ExitCode::usage,
                   fmt::format("{} is for CSV files, but {} is {}", option, in_quotes(path, 400), format),
                   "drop the option; a file that is CSV in spite of its name can be given as standard input, -");
}

bool is_json_lines(const std::string& path) {
  for (const char* extension : {".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz"}) {
    if (has_extension(path, extension)) return true;
  }
  return false;
}

void refuse_csv_options_for_json(const std::string& path, const CsvOptions& options) {
  if (is_json_lines(path)) refuse_csv_options(path, options, "JSON Lines");
}

void refuse_other_than_json(const std::string& path, const Table& table) {
  if (table.json_lines || !is_json_lines(path)) return;
  throw Diagnostic(
      ExitCode::bad_input, table.source.locate(table.name, 0), "expected an object, a row of the table",
      "JSON Lines are objects of texts and numbers; a file that is CSV in spite of its name can be given as "
      "standard input, -");
}

Source parse_c45(const std::string& path, std::string bytes, Format format, Encoding encoding) {
  const bool rows_given = format == Format::c45_data;
  const std::string other = beside(path, rows_given ? ".names" : ".data");
  if (!exists(other)) {
    throw Diagnostic(
        ExitCode::bad_input,
        fmt::format("{} declares the columns of {}, which does not exist", in_quotes(path, 400), in_quotes(other, 400)),
        "C4.5 keeps declarations and rows in two files of one name, .names and .data");
  }
  std::string rest = read_file(other);
  return rows_given ? parse_c45_files({other, std::move(rest)}, {path, std::move(bytes)}, encoding)
                    : parse_c45_files({path, std::move(bytes)}, {other, std::move(rest)}, encoding);
}

}  // namespace

Source read_source(const std::string& path, const CsvOptions& options, Warnings& warnings) {
  refuse_csv_options_for_json(path, options);
  if (format_of(path) != Format::csv) return parse_source(path, read_file(path), options, warnings);
  Source source;
  source.table = read_table(path, options, warnings);
  refuse_other_than_json(path, source.table);
  return source;
}

Source parse_source(const std::string& path, std::string bytes, const CsvOptions& options, Warnings& warnings) try {
  const Format format = format_of(path);
  refuse_csv_options_for_json(path, options);
  if (format == Format::csv) {
    Source source;
    source.table = parse_table(display_name(path), std::move(bytes), options, warnings);
    refuse_other_than_json(path, source.table);
    return source;
  }
  refuse_csv_options(path, options, format == Format::arff ? "ARFF" : "C4.5's");
  if (format == Format::arff) return parse_arff(path, std::move(bytes), options.encoding, warnings);
  return parse_c45(path, std::move(bytes), format, options.encoding);
} catch (const std::bad_alloc&) {
  throw Diagnostic(ExitCode::bad_input, "the table does not fit into memory", "train on a sample of the rows");
}

// From a file or its bytes to a table.

namespace {

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

// A JSON list is not read, but the message says how to make lines of it. A file that is not text is refused as that
// first, wherever it was left.
void refuse_json_list(const Table& table, std::string_view beginning) {
  if (!begins_json_list(beginning)) return;
  refuse_bad_text(table.name, table.source);
  throw Diagnostic(ExitCode::bad_input, whole_file(table.name), "the file is a JSON list, not lines of objects",
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
  refuse_json_list(table, beginning);
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
    refuse_blank(table->name, table->source);  // as in memory: blanks could be taken for a header
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
