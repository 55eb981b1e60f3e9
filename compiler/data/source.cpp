#include "data/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "data/gzip.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";

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

// The spreadsheet itself instead of its export is an easy mistake.
void refuse_archive(const std::string& name, std::string_view bytes) {
  if (!bytes.starts_with("PK\x03\x04")) return;
  throw Diagnostic(ExitCode::bad_input, whole_file(name),
                   "the file is a zip archive or a spreadsheet (.xlsx, .ods), not CSV",
                   "unpack it, or export the sheet as CSV");
}

void refuse_wide(const std::string& name, std::string_view bytes) {
  if (const auto encoding = wide_encoding(bytes)) {
    throw Diagnostic(ExitCode::bad_input, whole_file(name), fmt::format("the file is {}, not UTF-8", *encoding),
                     fmt::format("convert it first: iconv -f {} -t UTF-8", *encoding));
  }
}

void refuse_nul(const std::string& name, std::string_view bytes) {
  const std::size_t nul = bytes.find('\0');
  if (nul == std::string_view::npos) return;
  throw Diagnostic(ExitCode::bad_input, locate(name, bytes, nul), "NUL byte in the text",
                   "remove it; if the file is not plain text in UTF-8, convert it with iconv");
}

void refuse_blank(const std::string& name, std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) return;
  throw Diagnostic(ExitCode::bad_input, whole_file(name),
                   text.empty() ? "the file is empty" : "the file is empty but for blanks",
                   "a header line and at least one row are needed");
}

}  // namespace

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

Diagnostic malformed_utf8(const std::string& name, std::string_view text, std::size_t offset, std::string hint) {
  return Diagnostic(ExitCode::bad_input, locate(name, text, offset),
                    fmt::format("byte 0x{:02X} is not valid UTF-8", static_cast<unsigned char>(text[offset])),
                    std::move(hint));
}

std::string decode_source(const std::string& name, std::string bytes, Encoding encoding) {
  if (is_gzip(bytes)) bytes = gunzip(name, bytes, kSourceLimit);
  if (bytes.size() > kSourceLimit) throw too_large(name, kSourceLimit);
  refuse_archive(name, bytes);
  refuse_wide(name, bytes);
  if (bytes.starts_with(kUtf8Mark)) bytes.erase(0, kUtf8Mark.size());
  refuse_nul(name, bytes);
  if (encoding == Encoding::latin1) {
    bytes = latin1_to_utf8(bytes);
    if (bytes.size() > kSourceLimit) throw too_large(name, kSourceLimit);
  } else if (const auto bad = first_invalid_utf8(bytes)) {
    throw malformed_utf8(name, bytes, *bad,
                         "use --encoding latin1 if the file is Latin-1, or convert it to UTF-8 with iconv");
  }
  refuse_blank(name, bytes);
  return bytes;
}

}  // namespace espalier
