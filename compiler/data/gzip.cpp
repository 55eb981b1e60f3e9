#include "data/gzip.hpp"

#include <array>
#include <boost/iostreams/device/array.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_streambuf.hpp>
#include <ios>

#include "data/source.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

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

}  // namespace espalier
