#include "data/foreign_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "data/source.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

namespace {

using namespace std::string_view_literals;

struct ForeignFile {
  std::string_view what;
  std::string_view hint;
};

struct Signature {
  std::size_t offset;
  std::string_view bytes;
  ForeignFile file;
};

constexpr std::string_view kParquetHint =
    R"(make a CSV file of it: duckdb -c "COPY (FROM 'FILE.parquet') TO 'FILE.csv'", or pandas.read_parquet('FILE').to_csv('FILE.csv', index=False))";
constexpr std::string_view kArrowHint =
    "make a CSV file of it in Python: pandas.read_feather('FILE').to_csv('FILE.csv', index=False)";
constexpr std::string_view kSqliteHint =
    R"(export the table as CSV: sqlite3 -header -csv FILE "SELECT * FROM my_table" > FILE.csv)";
constexpr std::string_view kDuckdbHint = R"(export the table as CSV: duckdb FILE -c "COPY my_table TO 'FILE.csv'")";
constexpr std::string_view kPickleHint =
    "make a CSV file of it in Python, if you trust its origin: pandas.read_pickle('FILE').to_csv('FILE.csv', "
    "index=False)";
constexpr std::string_view kSheetHint = "save the sheet as CSV (UTF-8) in the spreadsheet program";
constexpr std::string_view kNumpyHint =
    "make a CSV file of it in Python: numpy.savetxt('FILE.csv', numpy.load('FILE'), delimiter=',')";
constexpr std::string_view kRHint =
    "make a CSV file of it in R: write.csv(readRDS('FILE'), 'FILE.csv', row.names=FALSE)";
constexpr std::string_view kExportHint = "export its rows as CSV with the program that wrote it";

constexpr std::array kSignatures = {
    Signature{0, "PAR1"sv, {"a Parquet file", kParquetHint}},
    Signature{0, "PARE"sv, {"an encrypted Parquet file", kExportHint}},
    Signature{0, "ARROW1"sv, {"an Arrow (Feather) file", kArrowHint}},
    Signature{0, "FEA1"sv, {"a Feather file", kArrowHint}},
    Signature{0, "SQLite format 3\0"sv, {"an SQLite database", kSqliteHint}},
    Signature{8, "DUCK"sv, {"a DuckDB database", kDuckdbHint}},
    Signature{0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"sv, {"an old Excel workbook (.xls)", kSheetHint}},
    Signature{0, "\x89HDF\r\n\x1a\n"sv, {"an HDF5 file", kExportHint}},
    Signature{0, "\x93NUMPY"sv, {"a NumPy array", kNumpyHint}},
    Signature{0, "Obj\x01"sv, {"an Avro file", kExportHint}},
    Signature{0, "ORC\x0a"sv, {"an ORC file", kExportHint}},
    Signature{0, "RDX2\n"sv, {"an R workspace (.RData)", kExportHint}},
    Signature{0, "RDX3\n"sv, {"an R workspace (.RData)", kExportHint}},
    Signature{0, "X\n\0\0\0\x02"sv, {"an R object (.rds)", kRHint}},
    Signature{0, "X\n\0\0\0\x03"sv, {"an R object (.rds)", kRHint}},
    Signature{0, "<stata_dta>"sv, {"a Stata file", kExportHint}},
    Signature{0, "$FL2"sv, {"an SPSS file", kExportHint}},
    Signature{0, "\x28\xb5\x2f\xfd"sv, {"compressed with zstd", "unpack it first: zstd -d FILE"}},
    Signature{0, "\xfd\x37zXZ\0"sv, {"compressed with xz", "unpack it first: xz -d FILE"}},
    Signature{0, "BZh"sv, {"compressed with bzip2", "unpack it first: bzip2 -d FILE"}},
    Signature{0, "7z\xbc\xaf\x27\x1c"sv, {"a 7z archive", "unpack it first, and give the CSV file that is in it"}},
    Signature{257, "ustar"sv, {"a tar archive", "unpack it first, and give the CSV file that is in it"}},
};

// A zip archive by the name of its first file, and by the names of others that are near enough to be seen.
ForeignFile zip_archive(std::string_view bytes) {
  constexpr std::size_t kNameLength = 26;  // where two bytes say how long the first name is
  constexpr std::size_t kName = 30;
  const auto byte = [&](std::size_t at) -> std::size_t {
    return at < bytes.size() ? static_cast<unsigned char>(bytes[at]) : 0;
  };
  const std::size_t length = byte(kNameLength) + 256 * byte(kNameLength + 1);
  const std::string_view first = bytes.size() > kName ? bytes.substr(kName, length) : std::string_view();
  const auto holds = [&](std::string_view text) { return bytes.find(text) != std::string_view::npos; };
  if (holds("opendocument.spreadsheet")) return {"a spreadsheet (.ods)", kSheetHint};
  if (first.ends_with(".npy")) return {"a NumPy archive (.npz)", kExportHint};
  const bool office = first == "[Content_Types].xml" || first.starts_with("_rels/") || first.starts_with("docProps/");
  if (first.starts_with("xl/") || (office && !holds("word/") && !holds("ppt/"))) {
    return {"an Excel workbook (.xlsx)", kSheetHint};
  }
  return {"a zip archive", "unpack it first, and give the CSV file that is in it"};
}

// Protocols 2 to 5 begin with a byte that says so, and with one of the opcodes that can follow it.
bool is_pickle(std::string_view bytes) {
  constexpr std::string_view kOpcodes = "\x95(]}cN\x8cX\x58KJGIF\x88\x89)\x8f";
  return bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5 &&
         kOpcodes.find(bytes[2]) != std::string_view::npos;
}

std::optional<ForeignFile> foreign_file(std::string_view bytes) {
  if (bytes.starts_with("PK\x03\x04")) return zip_archive(bytes);
  if (is_pickle(bytes)) return ForeignFile{"a Python pickle", kPickleHint};
  const auto found = std::find_if(kSignatures.begin(), kSignatures.end(), [&](const Signature& signature) {
    return bytes.size() > signature.offset && bytes.substr(signature.offset).starts_with(signature.bytes);
  });
  if (found == kSignatures.end()) return std::nullopt;
  // A header could begin with the same letters.
  const bool binary = std::any_of(bytes.begin(), bytes.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t';
  });
  return binary ? std::optional(found->file) : std::nullopt;
}

}  // namespace

void refuse_foreign_file(const std::string& name, std::string_view beginning) {
  constexpr std::size_t kEnough = 4096;
  if (const auto file = foreign_file(beginning.substr(0, kEnough))) {
    throw Diagnostic(ExitCode::bad_input, whole_file(name), fmt::format("the file is {}, not CSV", file->what),
                     std::string(file->hint));
  }
}

}  // namespace espalier
