#include "data/read_source.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

#include "data/arff.hpp"
#include "data/c45_files.hpp"
#include "support/files.hpp"
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

}  // namespace espalier
