// Seeded random input: never a crash, always a rectangular table or a Diagnostic; what is written reads back.
#include <set>

#include "support/random.hpp"
#include "support/text.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test::csv_property_test {
namespace {

std::size_t below(RandomEngine& engine, std::size_t bound) {
  return static_cast<std::size_t>(uniform_below(engine, bound));
}

std::string random_text(RandomEngine& engine, std::string_view alphabet, std::size_t longest) {
  std::string text(below(engine, longest + 1), ' ');
  for (char& c : text) c = alphabet[below(engine, alphabet.size())];
  return text;
}

std::string all_bytes() {
  std::string bytes;
  for (int c = 0; c < 256; ++c) bytes.push_back(static_cast<char>(c));
  return bytes;
}

CsvOptions random_options(RandomEngine& engine) {
  constexpr std::string_view kDelimiters = std::string_view("\0\0\0,;\t| x", 9);
  CsvOptions options;
  options.delimiter = kDelimiters[below(engine, kDelimiters.size())];
  options.header = below(engine, 2) == 0;
  options.ragged = below(engine, 2) == 0;
  options.encoding = below(engine, 2) == 0 ? Encoding::utf8 : Encoding::latin1;
  return options;
}

void expect_sound(const Table& table) {
  ASSERT_GT(table.columns(), 0U);
  ASSERT_GT(table.rows(), 0U);
  ASSERT_EQ(table.raw_names.size(), table.columns());
  const std::set<std::string> names(table.column_names.begin(), table.column_names.end());
  EXPECT_EQ(names.size(), table.columns()) << "names are unique";
  EXPECT_EQ(names.count(""), 0U);
  EXPECT_FALSE(first_invalid_utf8(table.source.in_memory_text()));
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t column = 0; column < table.columns(); ++column) {
      const Location where = table.where(row, column);
      if (!table.cell(row, column).quoted && !table.cell(row, column).text.empty()) {
        EXPECT_EQ(where.length, count_characters(table.cell(row, column).text));
      }
    }
  }
  const Location last = table.where(table.rows() - 1, table.columns() - 1);
  EXPECT_GE(last.line, 1U);
  EXPECT_GE(last.column, 1U);
}

// Takes the input through every stage; true if it got to the end.
bool survives(const std::string& text, const CsvOptions& options) {
  Warnings warnings;
  try {
    Table table = parse_table("t.csv", text, options, warnings);
    expect_sound(table);
    const Schema schema = infer_schema(table, {}, warnings);
    EXPECT_EQ(schema.columns.size(), table.columns());
    const Dataset data = take_dataset(table, schema, {.target = table.column_names.back()}, warnings);
    for (const FeatureColumn& feature : data.features) EXPECT_EQ(feature.values.size(), data.rows());
    render(warnings);
    return true;
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input) << render(diagnostic);
    EXPECT_FALSE(diagnostic.hint().empty()) << render(diagnostic);
    return false;
  }
}

TEST(CsvProperty, RandomBytes) {
  RandomEngine engine(1);
  const std::string bytes = all_bytes();
  for (int i = 0; i < 3'000; ++i) survives(random_text(engine, bytes, 60), random_options(engine));
}

TEST(CsvProperty, RandomCsvLikeText) {
  RandomEngine engine(2);
  int complete = 0;
  for (int i = 0; i < 20'000; ++i) {
    complete += survives(random_text(engine, "ab1,,;\t|\"\"\n\n\r .-?\xc3\xa9", 40), random_options(engine)) ? 1 : 0;
  }
  EXPECT_GT(complete, 500) << "the generator must reach the last stage often enough to test it";
}

TEST(CsvProperty, RandomGzipLikeBytes) {
  RandomEngine engine(3);
  const std::string bytes = all_bytes();
  const std::string packed = gzip("a,b\n1,2\n3,4\n");
  for (int i = 0; i < 2'000; ++i) {
    std::string damaged = packed;
    for (std::size_t edits = 1 + below(engine, 4); edits > 0; --edits) {
      damaged[2 + below(engine, damaged.size() - 2)] = bytes[below(engine, 256)];
    }
    survives(damaged, {});
    survives("\x1f\x8b" + random_text(engine, bytes, 60), {});
  }
}

std::string quoted_cell(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    out += c;
    if (c == '"') out += c;
  }
  return out + "\"";
}

// Written as carelessly as the rules allow: quoted where it must be or by chance, blanks around it by chance.
std::string written(RandomEngine& engine, const std::string& text, char delimiter) {
  const bool needs_quotes = text.find_first_of("\"\r\n") != std::string::npos ||
                            text.find(delimiter) != std::string::npos || text.starts_with(' ') || text.ends_with(' ') ||
                            text.starts_with('\t') || text.ends_with('\t');
  std::string out = needs_quotes || below(engine, 3) == 0 ? quoted_cell(text) : text;
  if (below(engine, 4) == 0) out = " " + out;
  if (below(engine, 4) == 0) out += " ";
  return out;
}

TEST(CsvProperty, WhatIsWrittenReadsBack) {
  RandomEngine engine(4);
  for (const char delimiter : {',', ';', '\t', '|', ':'}) {
    for (const char* line_end : {"\n", "\r\n", "\r"}) {
      for (int round = 0; round < 150; ++round) {
        const std::size_t columns = 1 + below(engine, 5);
        Rows rows(1 + below(engine, 8), std::vector<std::string>(columns));
        std::string text;
        for (auto& row : rows) {
          for (std::size_t column = 0; column < columns; ++column) {
            row[column] = random_text(engine, "ab1 ,;\t|:\"\n\r'\\", 6);
            // A blank line is skipped or is trailing: an empty cell that is a whole line needs its quotes.
            const bool whole_line = columns == 1 && row[column].empty();
            if (column > 0) text += delimiter;
            text += whole_line ? "\"\"" : written(engine, row[column], delimiter);
          }
          text += line_end;
        }
        if (below(engine, 2) == 0) text.erase(text.size() - std::string_view(line_end).size());
        CsvOptions options = no_header();
        options.delimiter = delimiter;
        ASSERT_EQ(rows_of(quiet_table(text, options)), rows) << text;
      }
    }
  }
}

TEST(CsvProperty, TheDelimiterIsFoundInOrdinaryTables) {
  RandomEngine engine(5);
  for (const char delimiter : {',', ';', '\t', '|'}) {
    for (int round = 0; round < 100; ++round) {
      const std::size_t columns = 2 + below(engine, 5);
      std::string text;
      for (std::size_t row = 0; row < 2 + below(engine, 30); ++row) {
        for (std::size_t column = 0; column < columns; ++column) {
          if (column > 0) text += delimiter;
          text += below(engine, 3) == 0 ? quoted_cell(random_text(engine, "ab,;\t|\"\n", 6))
                                        : random_text(engine, "abc 123.", 6);
        }
        text += "\n";
      }
      if (text.find_first_not_of(" \t\n") == std::string::npos) continue;
      ASSERT_EQ(quiet_table(text, no_header()).delimiter, delimiter) << text;
    }
  }
}

}  // namespace
}  // namespace espalier::test::csv_property_test
