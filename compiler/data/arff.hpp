// ARFF, Weka's format: attributes are declared before the rows (docs/data.md).
#pragma once

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "data/read_file.hpp"
#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// Throws Diagnostic(bad_input), located. Warns: dates of forms that are not known, which are left out.
Source parse_arff(std::string name, std::string bytes, Encoding encoding, Warnings& warnings);

enum class ArffKind { numeric, nominal, text, date };

struct ArffAttribute {
  std::string name;
  Cell place;  // the name in the source
  ArffKind kind = ArffKind::numeric;
  std::vector<std::string> values;  // nominal: at least one, unique
  std::string pattern{};            // date: as Java writes it; empty: ISO 8601
};

struct ArffHeader {
  std::vector<ArffAttribute> attributes;  // at least one, names unique
  std::size_t rows_begin = 0;             // in the source: the line after @data
  std::deque<std::string> unescaped;      // texts of `attributes` that are not in the source
};

// `table` has its source.
ArffHeader read_arff_header(const Table& table);

// Reads the rows and weights of a table that has the names of its columns.
void read_arff_rows(Table& table, const ArffHeader& header);

// One line of an ARFF file, word by word.

// Words end with blanks, commas, braces and the % of a comment, unless they are in quotes of either kind, where a
// backslash makes the next character text (and \n, \r and \t are what they are elsewhere).
class ArffLine {
 public:
  // The line of `source` that begins at `begin`. Texts that are not in it go to `unescaped`. All outlive the line.
  ArffLine(const std::string& name, std::string_view source, std::size_t begin, std::deque<std::string>& unescaped);

  bool done();  // nothing but blanks and a comment is left
  bool at(char c);
  bool take(char c);
  Cell word();        // empty before a comma, a brace or the end
  Cell type();        // the same, but a bracket ends it, too
  void skip_range();  // [1, 10], if there is one
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
