#include "support/diagnostic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kExcerptWidth = 100;  // characters of the line shown around the caret

std::string_view drop_characters(std::string_view text, std::size_t count) {
  std::size_t i = 0;
  while (count-- > 0 && i < text.size()) i += decode_utf8(text, i).length;
  return text.substr(std::min(i, text.size()));
}

std::string place(const std::optional<Location>& where) {
  if (!where) return "espalier: ";
  std::string out = printable(where->file, 400);
  if (where->line > 0) out += fmt::format(":{}", where->line);
  if (where->line > 0 && where->column > 0) out += fmt::format(":{}", where->column);
  return out + ": ";
}

// The line and, below it, the caret. A long line is shown as a window around the caret; escapes for control characters
// take more room than the character did, so the caret's position is measured on what is shown.
std::string excerpt(const Location& where) {
  if (where.line == 0 || where.excerpt.empty()) return {};
  const std::size_t at = where.column > 0 ? where.column - 1 : 0;
  const std::size_t skipped = at > kExcerptWidth * 3 / 4 ? at - kExcerptWidth / 2 : 0;
  const std::string_view window = drop_characters(where.excerpt, skipped);
  const std::string lead = skipped > 0 ? "…" : "";
  const std::string number = fmt::format("{}", where.line);
  std::string out = fmt::format("{:>5} | {}{}\n", number, lead, printable(window, kExcerptWidth));
  if (where.column == 0) return out;

  const std::string_view from_caret = drop_characters(window, at - skipped);
  const std::string_view before = window.substr(0, window.size() - from_caret.size());
  const std::size_t indent = count_characters(lead) + count_characters(printable(before, kExcerptWidth));
  const std::size_t length = std::max<std::size_t>(1, std::min(where.length, count_characters(from_caret)));
  const std::size_t room = kExcerptWidth > at - skipped ? kExcerptWidth - (at - skipped) : 1;
  out += fmt::format("{:>{}} | {:>{}}{}\n", "", std::max<std::size_t>(5, number.size()), "", indent,
                     "^" + std::string(std::min(length, room) - 1, '~'));
  return out;
}

std::string show(const std::optional<Location>& where, std::string_view severity, const std::string& message,
                 const std::string& hint) {
  std::string out = fmt::format("{}{}: {}\n", place(where), severity, message);
  if (where) out += excerpt(*where);
  if (!hint.empty()) out += fmt::format("hint: {}\n", hint);
  return out;
}

}  // namespace

Location locate(std::string_view file, std::string_view text, std::size_t offset, std::size_t length) {
  offset = std::min(offset, text.size());
  Location where;
  where.file = file;
  where.line = 1;
  std::size_t line_begin = 0;
  for (std::size_t i = 0; i < offset; ++i) {
    const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !crlf)) {
      ++where.line;
      line_begin = i + 1;
    }
  }
  const std::size_t line_end = std::min(text.find_first_of("\r\n", line_begin), text.size());
  where.column = count_characters(text.substr(line_begin, offset - line_begin)) + 1;
  where.excerpt = text.substr(line_begin, line_end - line_begin);
  const std::size_t end = std::clamp(offset + length, offset, std::max(line_end, offset));
  where.length = std::max<std::size_t>(1, count_characters(text.substr(offset, end - offset)));
  return where;
}

Diagnostic::Diagnostic(ExitCode code, std::string message, std::string hint)
    : code_(code), message_(std::move(message)), hint_(std::move(hint)) {}

Diagnostic::Diagnostic(ExitCode code, Location where, std::string message, std::string hint)
    : code_(code), where_(std::move(where)), message_(std::move(message)), hint_(std::move(hint)) {}

Diagnostic about(const std::string& subject, const Diagnostic& diagnostic) {
  std::string message = subject + ": " + diagnostic.message();
  if (!diagnostic.where()) return Diagnostic(diagnostic.code(), std::move(message), diagnostic.hint());
  return Diagnostic(diagnostic.code(), *diagnostic.where(), std::move(message), diagnostic.hint());
}

std::string render(const Diagnostic& diagnostic) {
  return show(diagnostic.where(), "error", diagnostic.message(), diagnostic.hint());
}

std::string render(const Warnings& warnings) {
  std::map<std::string, std::size_t> totals;
  for (const Warning& warning : warnings) totals[warning.group] += 1 + warning.more;
  std::map<std::string, std::size_t> seen;
  std::string out;
  for (const Warning& warning : warnings) {
    const std::size_t nth = ++seen[warning.group];
    const bool grouped_warning = !warning.group.empty();
    if (grouped_warning && nth > kShownPerGroup) continue;
    out += show(warning.where, "warning", warning.message, warning.hint);
    if (grouped_warning && nth == kShownPerGroup && totals[warning.group] > kShownPerGroup) {
      out += fmt::format("  and {} more: {}\n", totals[warning.group] - kShownPerGroup, warning.group);
    }
  }
  return out;
}

std::string render_serious(const Warnings& warnings) {
  Warnings serious;
  std::copy_if(warnings.begin(), warnings.end(), std::back_inserter(serious),
               [](const Warning& warning) { return warning.serious; });
  return render(serious);
}

}  // namespace espalier
