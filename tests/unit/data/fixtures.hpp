// Tables from text, and what was said about them as a user would see it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <utility>
#include <vector>

#include "data/dataset.hpp"
#include "data/schema.hpp"
#include "data/table.hpp"

namespace espalier::test {

using Rows = std::vector<std::vector<std::string>>;

inline Rows rows_of(const Table& table) {
  Rows rows(table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t column = 0; column < table.columns(); ++column)
      rows[row].emplace_back(table.cell(row, column).text);
  }
  return rows;
}

inline CsvOptions no_header() {
  CsvOptions options;
  options.header = false;
  return options;
}

inline CsvOptions ragged() {
  CsvOptions options;
  options.ragged = true;
  return options;
}

inline CsvOptions delimited_by(char delimiter) {
  CsvOptions options;
  options.delimiter = delimiter;
  return options;
}

inline CsvOptions latin1() {
  CsvOptions options;
  options.encoding = Encoding::latin1;
  return options;
}

// A table of which nothing is said; fails the test if there is a warning.
inline Table quiet_table(std::string text, const CsvOptions& options = {}) {
  Warnings warnings;
  Table table = parse_table("t.csv", std::move(text), options, warnings);
  EXPECT_EQ(render(warnings), "");
  return table;
}

inline std::string table_warnings(std::string text, const CsvOptions& options = {}) {
  Warnings warnings;
  parse_table("t.csv", std::move(text), options, warnings);
  return render(warnings);
}

// What `act` throws, as displayed; the exit code is checked apart.
template <typename Act>
std::string refusal(Act act, ExitCode code = ExitCode::bad_input) {
  try {
    act();
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), code);
    return render(diagnostic);
  }
  return "accepted";
}

inline std::string table_refusal(std::string text, const CsvOptions& options = {}) {
  return refusal([&] {
    Warnings warnings;
    parse_table("t.csv", std::move(text), options, warnings);
  });
}

// Everything up to the learner's input, in one step.
struct Prepared {
  Table table;
  Schema schema;
  Dataset data;
  Warnings warnings;
};

inline Prepared prepare_for(const DatasetOptions& wanted, std::string text, const SchemaOverrides& overrides = {},
                            const CsvOptions& options = {}) {
  Prepared made;
  made.table = parse_table("t.csv", std::move(text), options, made.warnings);
  made.schema = infer_schema(made.table, overrides, made.warnings);
  made.data = take_dataset(made.table, made.schema, wanted, made.warnings);
  return made;
}

inline Prepared prepare(std::string text, const std::string& target, const SchemaOverrides& overrides = {},
                        const CsvOptions& options = {}) {
  return prepare_for({.target = target}, std::move(text), overrides, options);
}

inline std::string gzip(std::string text) {
  z_stream stream{};
  constexpr int kGzipFraming = 16;
  EXPECT_EQ(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzipFraming, 8, Z_DEFAULT_STRATEGY),
            Z_OK);
  std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace espalier::test
