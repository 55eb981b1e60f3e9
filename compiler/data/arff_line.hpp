// One line of an ARFF file, word by word.
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// Words end with blanks, commas, braces and the % of a comment, unless they are in quotes of either kind, where a
// backslash makes the next character text (and \n, \r and \t are what they are elsewhere).
class ArffLine {
 public:
  // The line of `source` that begins at `begin`. Texts that are not in it go to `unescaped`. All outlive the line.
  ArffLine(const std::string& name, std::string_view source, std::size_t begin, std::deque<std::string>& unescaped);

  bool done();  // nothing but blanks and a comment is left
  bool at(char c);
  bool take(char c);
  Cell word();  // empty before a comma, a brace or the end
  void expect_end();

  std::size_t position() const { return at_; }  // in the source
  std::size_t next_line() const { return next_line_; }
  Location where(const Cell& cell) const;
  Location here();  // the next character
  [[noreturn]] void refuse(const Cell& cell, std::string message, std::string hint) const;

 private:
  void skip_blanks();
  bool ends_word(std::size_t at) const;
  Cell quoted_word();

  const std::string& name_;
  std::string_view source_;
  std::deque<std::string>& unescaped_;
  std::string_view line_;  // the source up to the end of the line: positions are those of the source
  std::size_t at_;
  std::size_t next_line_;
};

}  // namespace espalier
