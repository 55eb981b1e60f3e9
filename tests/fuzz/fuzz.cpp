#include "fuzz/fuzz.hpp"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <typeinfo>

#include "support/files.hpp"
#include "support/text.hpp"

namespace espalier::fuzz {
namespace {

void require_plain(const std::string& text) {
  require(!first_invalid_utf8(text), "a message is not UTF-8");
  for (const char c : text)
    require(c == '\n' || (c != 0x7f && static_cast<unsigned char>(c) >= 0x20), "a control character in a message");
}

}  // namespace

void report_finding(const std::string& what) {
  std::fprintf(stderr, "finding: %s\n", what.c_str());
  std::abort();
}

void require_presentable(const Diagnostic& diagnostic) {
  require(!diagnostic.message().empty(), "an error without a message");
  require(diagnostic.code() == ExitCode::bad_input || diagnostic.code() == ExitCode::usage, "an error of another code");
  require_plain(render(diagnostic));
}

void require_presentable(const Warnings& warnings) {
  for (const Warning& warning : warnings) require(!warning.message.empty(), "a warning without a message");
  require_plain(render(warnings));
}

void check_one(std::string_view input) {
  try {
    check_input(input);
  } catch (const Diagnostic& diagnostic) {
    require_presentable(diagnostic);
  } catch (const std::bad_alloc&) {  // sizes that the input made up
  } catch (const std::exception& error) {
    report_finding(std::string("exception ") + typeid(error).name() + ": " + error.what());
  }
}

RandomEngine choices_of(std::string_view input) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (const char c : input) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return RandomEngine(hash);
}

const std::string& workspace() {
  static const TemporaryDirectory directory;
  return directory.path();
}

std::vector<std::string_view> parts_of(std::string_view input, std::size_t count) {
  constexpr std::string_view kDivider = "%%\n";
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; parts.size() + 1 < count && at < input.size();) {
    const std::size_t line_end = input.find('\n', at);
    const std::size_t next = line_end == std::string_view::npos ? input.size() : line_end + 1;
    if (input.substr(at, next - at) == kDivider) {
      parts.push_back(input.substr(begin, at - begin));
      begin = next;
    }
    at = next;
  }
  parts.push_back(input.substr(begin));
  parts.resize(count);
  return parts;
}

}  // namespace espalier::fuzz
