// The reader against the slow one, on generated hostile files: the same cells at the same places, the same warnings,
// the same refusals, in memory and from a file, for every size of chunks and number of threads.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "data/column_cells.hpp"
#include "data/csv_reader.hpp"
#include "support/files.hpp"
#include "support/mapped_file.hpp"
#include "support/random.hpp"
#include "support/sha256.hpp"
#include "unit/data/fixtures.hpp"
#include "unit/data/slow_reader.hpp"

namespace espalier::test::csv_differential_test {
namespace {

std::size_t below(RandomEngine& engine, std::size_t bound) {
  return static_cast<std::size_t>(uniform_below(engine, bound));
}

template <typename List>
const auto& one_of(RandomEngine& engine, const List& list) {
  return list[below(engine, list.size())];
}

const std::vector<std::string> kNumbers = {"0",
                                           "-0",
                                           "7",
                                           "-12.5",
                                           "0.1",
                                           ".5",
                                           "5.",
                                           "-.25",
                                           "007",
                                           "1e5",
                                           "1E-3",
                                           "+1",
                                           "1e400",
                                           "1e-400",
                                           "5e-324",
                                           "4.9e-324",
                                           "1e308",
                                           "0.1e1",
                                           "-999",
                                           "-999.0",
                                           "1234567",
                                           "12345678",
                                           "3.14159265358979",
                                           "123456789012345",
                                           "9007199254740992",
                                           "9007199254740993",
                                           "12345678901234567890",
                                           "0.12345678901234567890",
                                           "0.00000000000000000001",
                                           "1.7976931348623157e308",
                                           "1.7976931348623159e308",
                                           "000000000000000000000001",
                                           "99999999.99999999",
                                           "0.000000000000000000000000000001",
                                           "-1.5"};
const std::vector<std::string> kOddities = {
    "",    "NA",    "?",       "null",       "abc",      "inf",    "nan",     "0x1",   "-",
    ".",   "e5",    "1e",      "--1",        "+-1",      "1.2.3",  "1,5",     "a\"b",  "\xc3\xa9",
    "1 2", "\"5\"", "\"\"",    "\"a\"\"b\"", "\"a\nb\"", "\"NA\"", "\"x,y\"", " 1",    "1 ",
    "\t2", " x ",   " \"q\" ", "\"1\r\n2\"", "\"-999\"", "-",      "'",       "1_000", "\xe2\x82\xac"};

struct HostileFile {
  std::string text;
  CsvOptions options;
};

std::string random_cell(RandomEngine& engine, std::size_t oddity, std::size_t style) {
  if (below(engine, 100) < oddity) return one_of(engine, kOddities);
  if (style == 0) return fmt::format("{}", below(engine, 1000));
  if (style == 1) return fmt::format("{}.{}", below(engine, 100), below(engine, 1'000'000'000));
  if (style == 2) return std::string(1 + below(engine, 12), static_cast<char>('a' + below(engine, 3)));
  return one_of(engine, kNumbers);
}

// Mostly regular, so that much is read before something is wrong.
HostileFile random_file(RandomEngine& engine) {
  const std::vector<std::string> ends = {"\n", "\r\n", "\r"};
  const std::vector<char> delimiters = {',', ',', ';', '\t', '|', ' ', '-', '5', 'e', '.'};
  HostileFile file;
  const char delimiter = one_of(engine, delimiters);
  if (below(engine, 3) > 0 || std::string_view(",;\t|").find(delimiter) == std::string_view::npos) {
    file.options.delimiter = delimiter;
  }
  file.options.header = below(engine, 4) > 0;
  file.options.ragged = below(engine, 3) == 0;
  if (below(engine, 3) == 0) file.options.kept_texts = {-999, 0.5};
  const std::size_t columns = 1 + below(engine, 5);
  const std::size_t oddity = one_of(engine, std::vector<std::size_t>{0, 2, 10, 40});
  const std::size_t disorder = one_of(engine, std::vector<std::size_t>{0, 0, 1, 10});  // in a hundred lines
  std::vector<std::size_t> styles;
  for (std::size_t column = 0; column < columns; ++column) styles.push_back(below(engine, 4));
  const std::string end = one_of(engine, ends);
  if (below(engine, 5) == 0) file.text += "\xef\xbb\xbf";
  if (below(engine, 5) == 0) file.text += end;
  const std::size_t rows = below(engine, below(engine, 8) == 0 ? 700 : 30);
  for (std::size_t row = 0; row <= rows; ++row) {
    std::size_t cells = columns;
    if (below(engine, 100) < disorder) cells = 1 + below(engine, columns + 2);
    for (std::size_t column = 0; column < cells; ++column) {
      if (column > 0) file.text += delimiter;
      const bool name = row == 0 && file.options.header && below(engine, 10) > 0;
      file.text += name ? fmt::format("c{}", column) : random_cell(engine, oddity, styles[column % columns]);
    }
    if (row == rows && below(engine, 2) == 0) break;
    file.text += below(engine, 100) < disorder ? one_of(engine, ends) : end;
    if (below(engine, 100) < 2 * disorder) file.text += below(engine, 2) == 0 ? end : "  " + end;
  }
  if (below(engine, 100) < disorder) {
    const std::vector<std::string> faults = {"\"", "\xff", std::string(1, '\0'), "\"x\"y"};
    file.text.insert(below(engine, file.text.size() + 1), one_of(engine, faults));
  }
  return file;
}

// Cell by cell; what numbers there are is what parse_number says.
void expect_same_cells(const SlowTable& slow, const Table& table) {
  ASSERT_EQ(table.column_names, slow.names);
  ASSERT_EQ(table.rows(), slow.rows());
  ASSERT_EQ(table.delimiter, slow.delimiter);
  Schema tokens;
  tokens.missing_tokens = default_missing_tokens();
  tokens.missing_tokens.emplace_back("-999");
  for (std::size_t column = 0; column < slow.columns(); ++column) {
    const ColumnCells cells(table, column, tokens);
    for (std::size_t row = 0; row < slow.rows(); ++row) {
      const Cell& cell = slow.cell(row, column);
      const auto number = parse_number(cell.text);
      const CellMeaning meaning = cells[row];
      if (tokens.is_missing(cell.text, cell.quoted)) {
        ASSERT_EQ(meaning.sort, CellSort::missing) << row << " " << column;
      } else if (number) {
        ASSERT_EQ(meaning.sort, CellSort::number) << row << " " << column;
        ASSERT_EQ(meaning.number, *number) << cell.text;
        ASSERT_FALSE(std::signbit(meaning.number) && meaning.number == 0) << cell.text;
      } else {
        ASSERT_EQ(meaning.sort, CellSort::odd) << row << " " << column;
      }
      if (slow.rows() < 40 || row % 97 == 0) {
        ASSERT_EQ(table.cell(row, column).text, cell.text);
        ASSERT_EQ(table.cell(row, column).quoted, cell.quoted);
        ASSERT_EQ(table.where(row, column), slow.where(cell));
      }
    }
  }
  for (std::size_t column = 0; column < slow.columns(); ++column) {
    const TableColumn& texts = table.texts(column);
    for (std::size_t row = 0; row < slow.rows(); ++row) {
      const Cell& cell = slow.cell(row, column);
      ASSERT_EQ(texts.texts.text(texts.codes[row]), cell.text);
      ASSERT_EQ(texts.texts.quoted(texts.codes[row]), cell.quoted);
    }
  }
}

class Differential : public ::testing::Test {
 protected:
  void compare(HostileFile file, std::size_t chunk, std::size_t threads, bool from_file, bool mapped) {
    Warnings slow_warnings;
    Warnings warnings;
    std::optional<SlowTable> slow;
    std::string slow_fault;
    try {
      slow = read_slowly(path_, file.text, file.options, slow_warnings);
    } catch (const Diagnostic& diagnostic) {
      slow_fault = render(diagnostic);
    }
    MappedFileResource files;
    file.options.threads = threads;
    if (mapped) file.options.files = &files;
    std::optional<Table> table;
    std::string fault;
    try {
      table = read(file, {chunk, from_file ? 0 : file.text.size()}, warnings);
    } catch (const Diagnostic& diagnostic) {
      fault = render(diagnostic);
    }
    ASSERT_EQ(fault, slow_fault);
    ASSERT_EQ(render(warnings), render(slow_warnings));
    if (!slow) return;
    ++read_;
    ASSERT_EQ(table->sha256, sha256_hex(file.text));
    expect_same_cells(*slow, *table);
  }

  Table read(const HostileFile& file, const CsvTuning& tuning, Warnings& warnings) {
    std::ofstream(path_, std::ios::binary) << file.text;
    return read_table(path_, file.options, tuning, warnings);
  }

  TemporaryDirectory directory_;
  std::string path_ = directory_.path() + "/t.csv";
  int read_ = 0;
};

TEST_F(Differential, HostileFiles) {
  RandomEngine engine(7);
  constexpr int kFiles = 3'000;
  for (int i = 0; i < kFiles; ++i) {
    const HostileFile file = random_file(engine);
    const std::size_t chunk = one_of(engine, std::vector<std::size_t>{1, 3, 16, 61, 256, 1024, 1U << 18});
    const std::size_t threads = one_of(engine, std::vector<std::size_t>{1, 2, 3, 7});
    compare(file, chunk, threads, below(engine, 2) == 0, below(engine, 4) == 0);
    if (HasFatalFailure()) {
      ADD_FAILURE() << "file " << i << ", chunk " << chunk << ", threads " << threads << "\n" << file.text;
      return;
    }
  }
  EXPECT_GT(read_, kFiles / 3) << "the generator must make enough files that can be read";
}

// Texts of all lengths around a word, mostly in quotes: quotes doubled, delimiters and line ends inside, and texts that
// are the same but for their quotes or their last byte.
HostileFile text_heavy_file(RandomEngine& engine) {
  HostileFile file;
  file.text = "remark,city,amount,kind\n";
  const std::vector<std::string> pieces = {"a",  "b",  "ab", "\"\"", ",",    "xyz", "\xc3\xa9",
                                           "NA", "12", " ",  "\n",   "\r\n", ";"};
  const bool with_lines = below(engine, 3) == 0;
  const auto quoted = [&](std::size_t most) {
    std::string text = "\"";
    for (std::size_t left = below(engine, most); left > 0; --left) {
      const std::string& piece = one_of(engine, pieces);
      if (with_lines || piece.find('\n') == std::string::npos) text += piece;
    }
    return text + "\"";
  };
  const std::size_t rows = 1 + below(engine, 300);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::string length(below(engine, 34), static_cast<char>('p' + below(engine, 2)));
    const bool in_quotes = below(engine, 2) == 0;
    file.text += quoted(30) + "," + (in_quotes ? "\"" + length + "\"" : length) + ",";
    file.text += (below(engine, 9) == 0 ? quoted(4) : fmt::format("{}", below(engine, 50))) + "," + quoted(3) + "\n";
  }
  return file;
}

TEST_F(Differential, QuotedTexts) {
  RandomEngine engine(11);
  for (int i = 0; i < 300; ++i) {
    const HostileFile file = text_heavy_file(engine);
    const std::size_t chunk = one_of(engine, std::vector<std::size_t>{1, 7, 40, 333, 4096, 1U << 18});
    const std::size_t threads = one_of(engine, std::vector<std::size_t>{1, 2, 5, 16});
    compare(file, chunk, threads, below(engine, 2) == 0, below(engine, 4) == 0);
    if (HasFatalFailure()) {
      ADD_FAILURE() << "file " << i << ", chunk " << chunk << ", threads " << threads << "\n" << file.text;
      return;
    }
  }
  EXPECT_EQ(read_, 300);
}

// Codes are in the order of the rows whatever the chunks: warnings and categories depend on it.
TEST_F(Differential, TextsAreNumberedInTheOrderOfTheRows) {
  RandomEngine engine(12);
  const HostileFile file = text_heavy_file(engine);
  for (const std::size_t chunk : {5U, 64U, 1U << 18}) {
    HostileFile same = file;
    same.options.threads = 4;
    Warnings warnings;
    const Table table = read(same, {chunk, 0}, warnings);
    const TableColumn& column = table.column(0);
    ASSERT_EQ(column.form, ColumnForm::texts);
    std::uint32_t next = 0;
    for (const std::uint32_t code : column.codes) {
      ASSERT_LE(code, next);
      if (code == next) ++next;
    }
    EXPECT_EQ(next, column.texts.size());
  }
}

// Columns that nobody wants are passed over, with the same faults, and are there when they are asked for after all.
TEST_F(Differential, UnwantedColumnsAreReadWhenTheyAreAskedFor) {
  RandomEngine engine(13);
  for (int i = 0; i < 600; ++i) {
    HostileFile file = i % 3 == 0 ? text_heavy_file(engine) : random_file(engine);
    file.options.wanted.emplace();
    for (const char* name : {"c0", "c2", "column_1", "city"}) {
      if (below(engine, 2) == 0) file.options.wanted->emplace_back(name);
    }
    const std::size_t chunk = one_of(engine, std::vector<std::size_t>{1, 16, 61, 1024, 1U << 18});
    compare(file, chunk, 1 + below(engine, 4), below(engine, 2) == 0, below(engine, 4) == 0);
    if (HasFatalFailure()) {
      ADD_FAILURE() << "file " << i << ", chunk " << chunk << "\n" << file.text;
      return;
    }
  }
  EXPECT_GT(read_, 200);
}

// Line ends in quotes at every place of a chunk.
TEST_F(Differential, EveryChunkSize) {
  HostileFile file;
  file.text = "a,b\n1,\"x\ny\"\n\n2,\"\"\"\n\"\n-3.5,\"\n\n\"\n1e3,z\n,\"\r\n\"\n";
  for (std::size_t chunk = 1; chunk <= file.text.size(); ++chunk) {
    for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
      for (const bool from_file : {false, true}) compare(file, chunk, threads, from_file, false);
    }
  }
}

// A file is refused for what is no text in it, wherever, before what is wrong with its rows.
TEST_F(Differential, TextComesFirst) {
  for (const std::string& end : {std::string("3,\xff\n"), std::string("3,\0\n", 4), std::string("3,\xc3\n\0\n", 6)}) {
    HostileFile file;
    file.text = "a,a\n1,2\n1,2,3\n" + end;
    compare(file, 4, 2, true, false);
  }
}

TEST_F(Differential, AFileThatShrinksIsRefused) {
  HostileFile file;
  file.text = "a,b\n";
  for (int i = 0; i < 1000; ++i) file.text += "1,2\n";
  Warnings warnings;
  const Table table = read(file, {64, 0}, warnings);
  EXPECT_EQ(table.where(999, 1).line, 1001U);
  std::filesystem::resize_file(path_, 100);
  try {
    table.texts(0);
    FAIL();
  } catch (const Diagnostic& diagnostic) {
    EXPECT_EQ(diagnostic.code(), ExitCode::bad_input);
    EXPECT_NE(diagnostic.message().find("changed while it was being read"), std::string::npos);
  }
}

}  // namespace
}  // namespace espalier::test::csv_differential_test
