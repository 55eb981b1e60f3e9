#include "data/c45_entries.hpp"

#include <algorithm>

namespace espalier {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

}  // namespace

bool C45Entries::done() {
  skip_blanks_and_lines();
  return at_end();
}

C45Entry C45Entries::next() {
  if (file_ == C45File::names) skip_blanks_and_lines();
  skip_blanks();
  const std::size_t begin = at_;
  const std::size_t end = skip_text();
  C45Entry entry;
  entry.cell = {plain(source_.substr(begin, end - begin)), begin, end - begin, false};
  entry.end = take_end();
  return entry;
}

Location C45Entries::where(const Cell& cell) const {
  return locate(name_, source_, cell.offset, std::max<std::size_t>(1, cell.width));
}

void C45Entries::skip_blanks() {
  while (!at_end() && is_blank(source_[at_])) ++at_;
  if (at_end() || source_[at_] != '|') return;
  at_ = std::min(source_.find_first_of("\r\n", at_), source_.size());
}

void C45Entries::skip_blanks_and_lines() {
  skip_blanks();
  while (!at_end() && at_line_end()) {
    ++at_;
    skip_blanks();
  }
}

bool C45Entries::at_period_that_ends() const {
  if (source_[at_] != '.') return false;
  return at_ + 1 >= source_.size() || std::string_view(" \t\r\n|").find(source_[at_ + 1]) != std::string_view::npos;
}

std::size_t C45Entries::skip_text() {
  std::size_t end = at_;
  while (!at_line_end()) {
    const char c = source_[at_];
    if (c == ',' || c == '|' || (c == ':' && file_ == C45File::names) || at_period_that_ends()) break;
    if (c == '\\') {
      ++at_;
      if (at_line_end()) break;
    }
    ++at_;
    if (c == '\\' || !is_blank(c)) end = at_;
  }
  return end;
}

EntryEnd C45Entries::take_end() {
  skip_blanks();
  if (at_line_end()) return EntryEnd::period;
  const char c = source_[at_++];
  if (c == ',') return EntryEnd::comma;
  if (c == ':') return EntryEnd::colon;
  skip_blanks();
  if (!at_line_end()) {
    throw Diagnostic(ExitCode::bad_input, locate(name_, source_, at_), "text after the period that ends a line",
                     "write \\. for a period that is part of a name");
  }
  return EntryEnd::period;
}

std::string_view C45Entries::plain(std::string_view written) {
  if (written.find_first_of("\\\t") == std::string_view::npos && written.find("  ") == std::string_view::npos) {
    return written;
  }
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    if (written[i] == '\\' && i + 1 < written.size()) {
      text += written[++i];
    } else if (!is_blank(written[i])) {
      text += written[i];
    } else if (!is_blank(written[i - 1])) {
      text += ' ';
    }
  }
  return unescaped_.emplace_back(std::move(text));
}

}  // namespace espalier
