// Files of other programs: named, with a way on.
#include <fstream>

#include "data/csv_reader.hpp"
#include "support/files.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test::foreign_file_test {
namespace {

using namespace std::string_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

struct Foreign {
  std::string bytes;
  std::string what;
  std::string hint;
};

// The header of a zip archive's first file.
std::string zip_of(const std::string& first) {
  return "PK\x03\x04\x14\0\x06\0\x08\0"s + std::string(16, '\0') + static_cast<char>(first.size()) + "\0\0\0"s + first;
}

const Foreign kForeign[] = {
    {"PAR1\x15\x04\x15\x10", "a Parquet file", "duckdb"},
    {"ARROW1\0\0\xff\xff\xff\xff"s, "an Arrow (Feather) file", "pandas.read_feather"},
    {"FEA1\0\0\0\0"s, "a Feather file", "pandas.read_feather"},
    {"SQLite format 3\0\x10\0\x01\x01"s, "an SQLite database", "sqlite3 -header -csv"},
    {"12345678DUCK\x40\0\0\0"s, "a DuckDB database", "duckdb FILE"},
    {"\x80\x04\x95\x1a\0\0\0\0\0\0\0}"s, "a Python pickle", "pandas.read_pickle"},
    {"\x80\x02}q\0."s, "a Python pickle", "trust"},
    {"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0"s, "an old Excel workbook (.xls)", "save the sheet as CSV"},
    {zip_of("[Content_Types].xml"), "an Excel workbook (.xlsx)", "save the sheet as CSV"},
    {zip_of("mimetype") + "application/vnd.oasis.opendocument.spreadsheet", "a spreadsheet (.ods)", "save the sheet"},
    {zip_of("arr_0.npy"), "a NumPy archive (.npz)", "export"},
    {zip_of("sales.csv"), "a zip archive", "unpack it first"},
    {"\x93NUMPY\x01\0"s, "a NumPy array", "numpy.savetxt"},
    {"BZh91AY&SY\0\0"s, "compressed with bzip2", "bzip2 -d"},
};

TEST(ForeignFile, IsNamedWithAWayOn) {
  for (const Foreign& foreign : kForeign) {
    EXPECT_THAT(table_refusal(foreign.bytes),
                AllOf(StartsWith("t.csv: error: the file is " + foreign.what + ", not CSV"), HasSubstr("\nhint: "),
                      HasSubstr(foreign.hint)));
  }
}

TEST(ForeignFile, InGzipToo) {
  for (const Foreign& foreign : kForeign) {
    EXPECT_THAT(table_refusal(gzip(foreign.bytes)), StartsWith("t.csv: error: the file is " + foreign.what));
  }
}

// What gives it away may come late. A large file, which stays on disk, is looked at as far as a small one.
TEST(ForeignFile, IsNamedAlikeInMemoryAndOnDisk) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/t.csv";
  std::ofstream(path, std::ios::binary) << "$FL2," << std::string(2'000, 'x') << "\n1,\x01\n";
  for (const std::size_t most_in_memory : {0U, 10'000U}) {
    const std::string message = refusal([&] {
      Warnings warnings;
      read_table(path, {}, CsvTuning{64, most_in_memory}, warnings);
    });
    EXPECT_THAT(message, HasSubstr("the file is an SPSS file, not CSV")) << most_in_memory;
  }
}

// A line of blanks behind empty lines could be taken for a header. (Found by scripts/fuzz json_lines.)
TEST(BlankFile, IsRefusedAlikeInMemoryAndOnDisk) {
  const TemporaryDirectory directory;
  const std::string path = directory.path() + "/t.csv";
  for (const std::string text : {"\r\r\t  ", "\r\r\r\r ", "\t\n\t\n", " \n", "\xEF\xBB\xBF \n"}) {
    std::ofstream(path, std::ios::binary) << text;
    for (const std::size_t most_in_memory : {0U, 10'000U}) {
      const std::string message = refusal([&] {
        Warnings warnings;
        read_table(path, {}, CsvTuning{64, most_in_memory}, warnings);
      });
      EXPECT_THAT(message, HasSubstr("the file is empty but for blanks")) << most_in_memory;
    }
  }
}

TEST(ForeignFile, TextThatBeginsWithTheSameLettersIsText) {
  EXPECT_EQ(quiet_table("PAR1,y\n1,2\n").columns(), 2U);
  EXPECT_EQ(quiet_table("PK,y\n1,2\n").columns(), 2U);
  EXPECT_EQ(quiet_table("BZh,y\n1,2\n").columns(), 2U);
}

}  // namespace
}  // namespace espalier::test::foreign_file_test
