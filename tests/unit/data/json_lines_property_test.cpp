// Seeded random JSON Lines: what was written is read, and the same through a window of any size as in memory: cells,
// places, checksums, faults.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "data/csv_reader.hpp"
#include "support/files.hpp"
#include "support/random.hpp"
#include "support/sha256.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test::json_lines_property_test {
namespace {

std::size_t below(RandomEngine& engine, std::size_t bound) {
  return static_cast<std::size_t>(uniform_below(engine, bound));
}

const std::string& one_of(RandomEngine& engine, const std::vector<std::string>& words) {
  return words[below(engine, words.size())];
}

const std::vector<std::string> kNames = {"a", "b", "a long name of a column", "caf\xc3\xa9", "quo\"te", "\n", "", "A"};
const std::vector<std::string> kTexts = {"",     "x",  "NA", "12",      "007",  "two words",    "\"", "\\",
                                         "a\tb", "\n", "\r", "{\"a\":", "\xc3", "\xf0\x9f\x98", "}",  ","};
const std::vector<std::string> kBlanks = {"", "", "", " ", "\t", "\n", "\r\n", "\r", "\n\n\n"};
const std::vector<std::string> kPlain = {"0", "-1", "2.5", "1e3", "123456789", "true", "false", "null"};

struct Written {
  std::string text;
  std::vector<std::string> names;  // in the order of their first appearance
  Rows rows;
};

// Parts of characters become characters, so that the text is valid.
std::string random_text(RandomEngine& engine) {
  std::string text;
  for (std::size_t count = below(engine, 4); count > 0; --count) {
    const std::string& piece = one_of(engine, kTexts);
    text += piece == "\xc3" ? "\xc3\xa9" : piece == "\xf0\x9f\x98" ? "\xf0\x9f\x98\x80" : piece;
  }
  return text;
}

// nlohmann/json writes texts, with escapes for all that is not ASCII or for as little as possible.
std::string written(RandomEngine& engine, const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', below(engine, 2) == 0);
}

std::string random_value(RandomEngine& engine, std::string& cell) {
  if (below(engine, 2) == 0) {
    const std::string& word = one_of(engine, kPlain);
    cell = word == "null" ? "" : word;
    return word;
  }
  cell = random_text(engine);
  return written(engine, cell);
}

void put_cell(Written& file, std::size_t row, const std::string& name, const std::string& cell) {
  const auto found = std::find(file.names.begin(), file.names.end(), name);
  const auto column = static_cast<std::size_t>(found - file.names.begin());
  if (found == file.names.end()) file.names.push_back(name);
  if (file.rows.size() <= row) file.rows.resize(row + 1);
  if (file.rows[row].size() <= column) file.rows[row].resize(column + 1);
  file.rows[row][column] = cell;
}

Written random_file(RandomEngine& engine) {
  Written file;
  file.text = below(engine, 4) == 0 ? "\xef\xbb\xbf" : "";
  const auto blank = [&] { file.text += one_of(engine, kBlanks); };
  const bool same_keys = below(engine, 2) == 0;
  const std::size_t rows = 1 + below(engine, below(engine, 3) == 0 ? 700 : 5);
  for (std::size_t row = 0; row < rows; ++row) {
    file.text += "{";
    std::size_t members = 0;
    for (const std::string& name : kNames) {
      if (!same_keys && row > 0 && below(engine, 3) == 0) continue;
      std::string cell;
      if (members++ > 0) file.text += ",";
      blank();
      file.text += written(engine, name);
      blank();
      file.text += ":";
      blank();
      file.text += random_value(engine, cell);
      blank();
      put_cell(file, row, name, cell);
    }
    file.text += "}";
    file.text += below(engine, 3) == 0 ? one_of(engine, kBlanks) : "\n";
  }
  file.rows.resize(rows);
  for (auto& row : file.rows) row.resize(file.names.size());
  return file;
}

class JsonLinesProperty : public ::testing::Test {
 protected:
  Table from_file(const std::string& text, std::size_t window) {
    std::ofstream(path_, std::ios::binary) << text;
    Warnings warnings;
    return read_table(path_, {}, {window, 0}, warnings);
  }

  Table from_memory(const std::string& text) {
    Warnings warnings;
    return parse_table(path_, text, {}, warnings);
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.path() + "/t.jsonl";
};

const std::vector<std::size_t> kWindows = {1, 2, 7, 50, 1000, 1U << 18U};

TEST_F(JsonLinesProperty, WhatIsWrittenIsRead) {
  RandomEngine engine(3);
  for (int i = 0; i < 400; ++i) {
    const Written file = random_file(engine);
    SCOPED_TRACE(file.text);
    const Table table = from_file(file.text, kWindows[below(engine, kWindows.size())]);
    const Table memory = from_memory(file.text);
    ASSERT_EQ(table.raw_names, file.names);
    ASSERT_EQ(memory.raw_names, file.names);
    ASSERT_EQ(table.sha256, sha256_hex(file.text));
    ASSERT_EQ(table.rows(), file.rows.size());
    for (std::size_t row = 0; row < table.rows(); row += 1 + row / 5) {
      for (std::size_t column = 0; column < table.columns(); ++column) {
        ASSERT_EQ(table.cell(row, column).text, file.rows[row][column]);
        ASSERT_EQ(table.cell(row, column).quoted, memory.cell(row, column).quoted);
        ASSERT_EQ(table.where(row, column), memory.where(row, column));
      }
    }
    for (std::size_t column = 0; column < table.columns(); ++column) {
      ASSERT_EQ(table.where_name(column), memory.where_name(column));
      const TableColumn& texts = table.texts(column);
      for (std::size_t row = 0; row < table.rows(); ++row) {
        ASSERT_EQ(texts.texts.text(texts.codes[row]), file.rows[row][column]);
      }
    }
  }
}

// A byte put in, taken out or replaced: the same answer or the same message either way.
TEST_F(JsonLinesProperty, FaultsAreTheSameThroughAWindow) {
  RandomEngine engine(4);
  std::string bytes = "{}[]\\\",: \n\r1-u\xc3\xff";
  bytes += '\0';
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = random_file(engine).text;
    if (text.size() > 4000) continue;
    const std::size_t at = below(engine, text.size());
    const char byte = bytes[below(engine, bytes.size())];
    switch (below(engine, 3)) {
      case 0: text[at] = byte; break;
      case 1: text.insert(at, 1, byte); break;
      default: text.erase(at); break;
    }
    SCOPED_TRACE(text);
    const std::size_t window = kWindows[below(engine, kWindows.size())];
    std::string expected = "read";
    std::string found = "read";
    try {
      from_memory(text);
    } catch (const Diagnostic& diagnostic) {
      expected = render(diagnostic);
      ++refused;
    }
    try {
      from_file(text, window);
    } catch (const Diagnostic& diagnostic) {
      found = render(diagnostic);
    }
    ASSERT_EQ(found, expected) << "window " << window;
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace espalier::test::json_lines_property_test
