// Fold files: one fold number per line, one line per row of the table.
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "evaluate/evaluate.hpp"
#include "support/diagnostic.hpp"
#include "support/files.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

std::optional<std::uint32_t> parse_fold(std::string_view text) {
  std::uint32_t fold = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, fold);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return fold;
}

// The line that begins at `offset`, without its end; `offset` moves behind it. LF, CRLF and CR each end a line.
std::string_view take_line(std::string_view text, std::size_t& offset) {
  const std::size_t begin = offset;
  std::size_t end = text.find_first_of("\r\n", begin);
  if (end == std::string_view::npos) end = text.size();
  offset = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
  return text.substr(begin, end - begin);
}

}  // namespace

std::vector<std::uint32_t> read_fold_file(const std::string& path, std::size_t table_rows) {
  const std::string text = read_file(path);
  const std::string name = display_name(path);
  std::vector<std::uint32_t> folds;
  std::size_t offset = 0;
  while (offset < text.size()) {
    const std::size_t begin = offset;
    const std::string_view line = take_line(text, offset);
    // Blank lines at the end are how editors close a file.
    if (text.find_first_not_of(" \t\r\n", begin) == std::string::npos) break;
    const std::optional<std::uint32_t> fold = parse_fold(trim(line));
    if (!fold) {
      throw Diagnostic(ExitCode::bad_input, locate(name, text, begin, line.empty() ? 1 : line.size()),
                       "expected a fold number (0, 1, 2, ...), found " + in_quotes(line),
                       "a fold file has one number per line, one line per row of the data");
    }
    if (folds.size() == table_rows) {
      throw Diagnostic(ExitCode::bad_input, locate(name, text, begin, line.size()),
                       "more fold numbers than rows: the data has " + counted(table_rows, "row"),
                       "a fold file has no header and one line per row of the data");
    }
    folds.push_back(*fold);
  }
  if (folds.size() < table_rows) {
    throw Diagnostic(ExitCode::bad_input, Location{name, 0, 0, {}, 1},
                     counted(folds.size(), "fold number") + " for " + counted(table_rows, "row") + " of data",
                     "a fold file has one number per line, one line per row of the data");
  }
  return folds;
}

}  // namespace espalier
