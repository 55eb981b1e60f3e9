#include "data/arff_line.hpp"

#include <algorithm>
#include <utility>

#include "support/text.hpp"

namespace espalier {

namespace {

// `written` without the quotes around it.
std::string unescape(std::string_view written) {
  std::string text;
  for (std::size_t i = 0; i < written.size(); ++i) {
    char c = written[i];
    if (c == '\\' && i + 1 < written.size()) {
      c = written[++i];
      c = c == 'n' ? '\n' : c == 'r' ? '\r' : c == 't' ? '\t' : c;
    }
    text += c;
  }
  return text;
}

}  // namespace

ArffLine::ArffLine(const std::string& name, std::string_view source, std::size_t begin,
                   std::deque<std::string>& unescaped)
    : name_(name), source_(source), unescaped_(unescaped), at_(begin) {
  const std::size_t end = std::min(source.find_first_of("\r\n", begin), source.size());
  line_ = source.substr(0, end);
  next_line_ = std::min(end + (source.substr(end).starts_with("\r\n") ? 2 : 1), source.size());
}

bool ArffLine::done() {
  skip_blanks();
  return at_ >= line_.size();
}

bool ArffLine::at(char c) {
  return !done() && line_[at_] == c;
}

bool ArffLine::take(char c) {
  if (!at(c)) return false;
  ++at_;
  return true;
}

Cell ArffLine::word() {
  skip_blanks();
  if (at('"') || at('\'')) return quoted_word();
  const std::size_t begin = at_;
  while (!ends_word(at_)) ++at_;
  return {line_.substr(begin, at_ - begin), begin, at_ - begin, false};
}

Cell ArffLine::quoted_word() {
  const std::size_t open = at_;
  const char quote = line_[open];
  bool escaped = false;
  std::size_t close = open + 1;
  for (; close < line_.size() && line_[close] != quote; ++close) {
    if (line_[close] != '\\') continue;
    escaped = true;
    ++close;
  }
  if (close >= line_.size()) {
    throw Diagnostic(ExitCode::bad_input, locate(name_, source_, open), "this quote is not closed on its line",
                     "a quote that is part of the text is written \\' or \\\"");
  }
  at_ = close + 1;
  if (!ends_word(at_)) {
    throw Diagnostic(ExitCode::bad_input, here(), "text after the closing quote",
                     "a quote that is part of the text is written \\' or \\\"");
  }
  std::string_view text = line_.substr(open + 1, close - open - 1);
  if (escaped) text = unescaped_.emplace_back(unescape(text));
  return {text, open, at_ - open, true};
}

void ArffLine::expect_end() {
  if (done()) return;
  const std::size_t begin = at_;
  throw Diagnostic(ExitCode::bad_input, locate(name_, source_, begin, line_.size() - begin),
                   "text where the line should end", "a % begins a comment; names with blanks need quotes");
}

Location ArffLine::where(const Cell& cell) const {
  return locate(name_, source_, cell.offset, std::max<std::size_t>(1, cell.width));
}

Location ArffLine::here() {
  skip_blanks();
  return locate(name_, source_, at_);
}

void ArffLine::refuse(const Cell& cell, std::string message, std::string hint) const {
  throw Diagnostic(ExitCode::bad_input, where(cell), std::move(message), std::move(hint));
}

void ArffLine::skip_blanks() {
  while (at_ < line_.size() && (line_[at_] == ' ' || line_[at_] == '\t')) ++at_;
  if (at_ < line_.size() && line_[at_] == '%') at_ = line_.size();
}

bool ArffLine::ends_word(std::size_t at) const {
  return at >= line_.size() || std::string_view(" \t,{}%").find(line_[at]) != std::string_view::npos;
}

}  // namespace espalier
