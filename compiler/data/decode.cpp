#include "data/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <cstddef>
#include <ios>
#include <optional>
#include <utility>

#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kBytesRead = std::size_t{1} << 20;
constexpr const char* kEncodingHint = "use --encoding latin1 if the file is Latin-1, or convert it to UTF-8 with iconv";

// Text in wide characters shows as a byte order mark, or as NULs in every other byte: ASCII in UTF-16.
std::optional<std::string_view> wide_encoding(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with("\xff\xfe\0\0"sv)) return "UTF-32LE";
  if (bytes.starts_with("\0\0\xfe\xff"sv)) return "UTF-32BE";
  if (bytes.starts_with("\xff\xfe"sv)) return "UTF-16LE";
  if (bytes.starts_with("\xfe\xff"sv)) return "UTF-16BE";

  const std::string_view sample = bytes.substr(0, 1024);
  std::size_t first_of_pair = 0;
  std::size_t second_of_pair = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (sample[i] == '\0') ++(i % 2 == 0 ? first_of_pair : second_of_pair);
  }
  const std::size_t enough = std::max<std::size_t>(2, sample.size() / 4);  // half of the pairs
  if (first_of_pair == 0 && second_of_pair >= enough) return "UTF-16LE";
  if (second_of_pair == 0 && first_of_pair >= enough) return "UTF-16BE";
  return std::nullopt;
}

void refuse_wide(const std::string& name, std::string_view bytes) {
  if (const auto encoding = wide_encoding(bytes)) {
    throw Diagnostic(ExitCode::bad_input, whole_file(name), fmt::format("the file is {}, not UTF-8", *encoding),
                     fmt::format("convert it first: iconv -f {} -t UTF-8", *encoding));
  }
}

Diagnostic nul_byte(Location where) {
  return Diagnostic(ExitCode::bad_input, std::move(where), "NUL byte in the text",
                    "remove it; if the file is not plain text in UTF-8, convert it with iconv");
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

Diagnostic nothing_but_blanks(const std::string& name, bool empty) {
  return Diagnostic(ExitCode::bad_input, whole_file(name),
                    empty ? "the file is empty" : "the file is empty but for blanks",
                    "a header line and at least one row are needed");
}

// Ends after the last byte of `text` that begins a character or is no part of one.
std::size_t whole_characters(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && (static_cast<unsigned char>(text[end - 1]) & 0xC0) == 0x80) --end;
  return end > 0 && static_cast<unsigned char>(text[end - 1]) >= 0xC0 ? end - 1 : text.size();
}

}  // namespace

void refuse_blank(const std::string& name, std::string_view text) {
  if (is_blank(text)) throw nothing_but_blanks(name, text.empty());
}

void refuse_blank(const std::string& name, const SourceText& source) {
  for (std::size_t at = 0; at < source.size(); at += kBytesRead) {
    if (!is_blank(source.piece(at, std::min(at + kBytesRead, source.size())).view())) return;
  }
  throw nothing_but_blanks(name, source.size() == 0);
}

bool is_plain_text(const std::string& name, std::string_view beginning, Encoding encoding) {
  if (is_gzip(beginning) || encoding != Encoding::utf8) return false;
  refuse_foreign_file(name, beginning);
  refuse_wide(name, beginning);
  return true;
}

bool is_valid_text(std::string_view text) {
  // Plain loops over bytes, which compilers make wide.
  unsigned char bits = 0;
  unsigned char zeros = 0;
  for (const char c : text) {
    bits |= static_cast<unsigned char>(c);
    zeros |= static_cast<unsigned char>(c == '\0' ? 1 : 0);
  }
  return zeros == 0 && (bits < 0x80 || !first_invalid_utf8(text));
}

void refuse_bad_text(const std::string& name, const SourceText& source) {
  if (source.in_memory()) return;
  for (std::size_t at = 0; at < source.size(); at += kBytesRead) {
    const TextPiece piece = source.piece(at, std::min(at + kBytesRead, source.size()));
    const std::size_t nul = piece.view().find('\0');
    if (nul != std::string_view::npos) throw nul_byte(source.locate(name, at + nul));
  }
  for (std::size_t at = 0; at < source.size();) {
    const std::size_t end = std::min(at + kBytesRead, source.size());
    const TextPiece piece = source.piece(at, end);
    const std::string_view text =
        piece.view().substr(0, end < source.size() ? whole_characters(piece.view()) : end - at);
    if (const auto bad = first_invalid_utf8(text)) {
      throw malformed_utf8(source.locate(name, at + *bad), text[*bad], kEncodingHint);
    }
    at += text.size();
  }
}

Location whole_file(const std::string& name) {
  Location where;
  where.file = name;
  return where;
}

Diagnostic too_large(const std::string& name, std::size_t limit) {
  return Diagnostic(ExitCode::bad_input, whole_file(name),
                    fmt::format("the text is larger than {} bytes, the most that is read", grouped(limit)),
                    "train on a sample of the rows");
}

Diagnostic malformed_utf8(Location where, char byte, std::string hint) {
  return Diagnostic(ExitCode::bad_input, std::move(where),
                    fmt::format("byte 0x{:02X} is not valid UTF-8", static_cast<unsigned char>(byte)), std::move(hint));
}

std::string decode_source(const std::string& name, std::string bytes, Encoding encoding) {
  if (is_gzip(bytes)) bytes = gunzip(name, bytes, kSourceLimit);
  if (bytes.size() > kSourceLimit) throw too_large(name, kSourceLimit);
  refuse_foreign_file(name, bytes);
  refuse_wide(name, bytes);
  if (bytes.starts_with(kUtf8Mark)) bytes.erase(0, kUtf8Mark.size());
  if (const std::size_t nul = bytes.find('\0'); nul != std::string::npos) throw nul_byte(locate(name, bytes, nul));
  if (encoding == Encoding::latin1) {
    bytes = latin1_to_utf8(bytes);
    if (bytes.size() > kSourceLimit) throw too_large(name, kSourceLimit);
  } else if (const auto bad = first_invalid_utf8(bytes)) {
    throw malformed_utf8(locate(name, bytes, *bad), bytes[*bad], kEncodingHint);
  }
  refuse_blank(name, bytes);
  return bytes;
}

namespace {

// Reads through the stream buffer, not a stream: streams swallow the exceptions that tell of corrupt data.
std::string inflate(const std::string& name, std::string_view bytes, std::size_t limit) {
  namespace io = boost::iostreams;
  io::filtering_streambuf<io::input> buffer;
  buffer.push(io::gzip_decompressor());
  buffer.push(io::array_source(bytes.data(), bytes.size()));

  std::string text;
  std::array<char, 1U << 16> chunk{};
  for (;;) {
    const std::streamsize got = buffer.sgetn(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    if (got <= 0) return text;
    if (static_cast<std::size_t>(got) > limit - text.size()) throw too_large(name, limit);
    text.append(chunk.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

std::string gunzip(const std::string& name, std::string_view bytes, std::size_t limit) {
  try {
    return inflate(name, bytes, limit);
  } catch (const std::ios_base::failure&) {
    throw Diagnostic(ExitCode::bad_input, whole_file(name), "the gzip data is corrupt or cut short",
                     "check the file with gzip -t, or fetch it again");
  }
}

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
  if (const auto file = foreign_file(beginning.substr(0, kBeginning))) {
    throw Diagnostic(ExitCode::bad_input, whole_file(name), fmt::format("the file is {}, not CSV", file->what),
                     std::string(file->hint));
  }
}

}  // namespace espalier
