#include "data/source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "data/foreign_file.hpp"
#include "data/gzip.hpp"
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

// Ends after the last byte of `text` that begins a character or is no part of one.
std::size_t whole_characters(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && (static_cast<unsigned char>(text[end - 1]) & 0xC0) == 0x80) --end;
  return end > 0 && static_cast<unsigned char>(text[end - 1]) >= 0xC0 ? end - 1 : text.size();
}

}  // namespace

void refuse_blank(const std::string& name, std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") != std::string_view::npos) return;
  throw Diagnostic(ExitCode::bad_input, whole_file(name),
                   text.empty() ? "the file is empty" : "the file is empty but for blanks",
                   "a header line and at least one row are needed");
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

}  // namespace espalier
