// Seeded random ARFF and C4.5 files: never a crash, always a sound table or a located Diagnostic; what is written reads
// back.
#include "support/random.hpp"
#include "support/text.hpp"
#include "unit/data/sources.hpp"

namespace espalier::test::source_property_test {
namespace {

std::size_t below(RandomEngine& engine, std::size_t bound) {
  return static_cast<std::size_t>(uniform_below(engine, bound));
}

// Words of the format in random order, with hostile ones among them.
std::string random_text(RandomEngine& engine, const std::vector<std::string>& words, std::size_t most) {
  std::string text;
  for (std::size_t count = below(engine, most + 1); count > 0; --count) text += words[below(engine, words.size())];
  return text;
}

void expect_sound(const Source& source) {
  const Table& table = source.table;
  ASSERT_GT(table.columns(), 0U);
  ASSERT_GT(table.rows(), 0U);
  EXPECT_TRUE(table.weights.empty() || table.weights.size() == table.rows());
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t column = 0; column < table.columns(); ++column) {
      EXPECT_GE(table.where(row, column).line, 1U);
    }
  }
}

// Takes what `read` gives through every stage; true if it got to the end.
template <typename Read>
bool survives(const Read& read) {
  try {
    const Source source = read();
    expect_sound(source);
    const Dataset data = dataset_of(source, source.table.column_names.back());
    for (const FeatureColumn& feature : data.features) EXPECT_EQ(feature.values.size(), data.rows());
    return true;
  } catch (const Diagnostic& diagnostic) {
    EXPECT_FALSE(diagnostic.hint().empty()) << render(diagnostic);
    return false;
  }
}

TEST(SourceProperty, RandomArff) {
  const std::vector<std::string> header = {"@attribute x numeric\n",
                                           "@attribute c {a,b}\n",
                                           "@attribute s string\n",
                                           "@attribute y {a, 'b'}\n",
                                           "@relation r\n",
                                           "@data\n",
                                           "@attribute ",
                                           "{a",
                                           "'",
                                           "%\n",
                                           "\r"};
  const std::vector<std::string> rows = {"1",  ",", ",",  "a",       "b",     "?",         "\n", "\n",
                                         "\n", "{", "}",  "{0 1}\n", "{1 b,", " ",         "'",  "\"",
                                         "\\", "%", "\t", "1,a\n",   "2,b\n", "3,a,{2}\n", "@"};
  RandomEngine engine(1);
  int complete = 0;
  for (int i = 0; i < 20'000; ++i) {
    const bool declared = below(engine, 4) > 0;
    const std::string text = (declared ? "@attribute n numeric\n@attribute y {a,b}\n@data\n1,a\n"
                                       : random_text(engine, header, 8) + "@data\n") +
                             random_text(engine, rows, 12);
    Warnings warnings;
    complete += survives([&] { return parse_arff("t.arff", text, Encoding::utf8, warnings); }) ? 1 : 0;
  }
  EXPECT_GT(complete, 500) << "the generator must reach the last stage often enough to test it";
}

TEST(SourceProperty, RandomC45) {
  const std::vector<std::string> names = {"a",
                                          "b",
                                          ", ",
                                          ". ",
                                          ".\n",
                                          ": ",
                                          "x: continuous.\n",
                                          "y: p, q.\n",
                                          "\\",
                                          "|",
                                          "\n",
                                          "z: discrete 2.\n",
                                          "w: ignore.\n",
                                          " ",
                                          "\r"};
  const std::vector<std::string> rows = {"1", ",",  ",", "a", "b",     "?",     "\n", "\n",
                                         ".", "\\", "|", " ", "1,a\n", "2,b\n", "\r", ":"};
  RandomEngine engine(2);
  int complete = 0;
  for (int i = 0; i < 20'000; ++i) {
    const bool declared = below(engine, 4) > 0;
    const std::string declarations = declared ? "a, b.\nx: continuous.\n" : "a, b.\n" + random_text(engine, names, 8);
    const std::string text = (declared ? "1,a\n" : "") + random_text(engine, rows, 12);
    complete += survives([&] { return c45(declarations, text); }) ? 1 : 0;
  }
  EXPECT_GT(complete, 500) << "the generator must reach the last stage often enough to test it";
}

std::string in_arff_quotes(const std::string& text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else {
      if (c == '\\' || c == quote) out += '\\';
      out += c;
    }
  }
  return out + quote;
}

TEST(SourceProperty, WhatIsWrittenAsArffReadsBack) {
  RandomEngine engine(3);
  const std::vector<std::string> letters = {"a",  "b",  " ",  ",",  "{",  "}", "%",       "'",
                                            "\"", "\\", "\n", "\r", "\t", "?", "\xc3\xa9"};
  for (int round = 0; round < 500; ++round) {
    Rows rows(1 + below(engine, 6), std::vector<std::string>(1 + below(engine, 4)));
    std::string text = "@relation r\n";
    for (std::size_t column = 0; column < rows[0].size(); ++column) {
      text += "@attribute " + in_arff_quotes("x'\" %{" + std::to_string(column), '"') + " string\n";
    }
    text += "@data\n";
    for (auto& row : rows) {
      for (std::string& cell : row) {
        cell = random_text(engine, letters, 5);
        text += in_arff_quotes(cell, below(engine, 2) == 0 ? '"' : '\'') + (&cell == &row.back() ? "\n" : ", ");
      }
    }
    ASSERT_EQ(rows_of(arff(text).table), rows) << text;
  }
}

}  // namespace
}  // namespace espalier::test::source_property_test
