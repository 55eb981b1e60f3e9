// C4.5's pair of files: FILE.names declares classes and attributes, FILE.data holds the rows (docs/data.md).
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

struct NamedText {
  std::string name;  // for messages
  std::string bytes;
};

// Throws Diagnostic(bad_input), located in the file at fault.
Source parse_c45_files(NamedText names, NamedText data, Encoding encoding);

enum class C45Kind { continuous, discrete, ignored };

struct C45Column {
  std::string name;
  C45Kind kind = C45Kind::continuous;
  std::vector<std::string> values;  // discrete: as declared; none if they are found out
  std::size_t most_values = 0;      // discrete without declared values: at most so many
};

// The columns of the rows, in order. The classes are the last column, called `class` unless an attribute is; or, if the
// first entry of the file is the name of an attribute, that one is to be predicted.
struct C45Names {
  std::vector<C45Column> columns;
  std::string target;
};

C45Names parse_c45_names(const std::string& name, const std::string& text);

// The lexical rules that C4.5's two files share: entries between commas, colons and periods.

enum class EntryEnd { comma, colon, period };  // period: also the end of a line or of the text

struct C45Entry {
  Cell cell;  // blanks around it dropped, runs of blanks made one, escapes undone
  EntryEnd end = EntryEnd::period;
};

enum class C45File { names, data };  // in .data a colon is text, and a comma at the end of a line continues nothing

// An entry ends with a comma, a colon, a line or a period that blanks follow; a bar begins a comment; a backslash makes
// the next character text.
class C45Entries {
 public:
  // `source` and `unescaped` outlive the entries.
  C45Entries(const std::string& name, std::string_view source, C45File file, std::deque<std::string>& unescaped)
      : name_(name), source_(source), file_(file), unescaped_(unescaped) {}

  // Nothing but blanks, line ends and comments is left. To be asked where a line of entries may begin.
  bool done();
  C45Entry next();
  std::size_t position() const { return at_; }
  void seek(std::size_t at) { at_ = at; }

  Location where(const Cell& cell) const;

 private:
  bool at_end() const { return at_ >= source_.size(); }
  bool at_line_end() const { return at_end() || source_[at_] == '\n' || source_[at_] == '\r'; }
  void skip_blanks();  // and a comment
  void skip_blanks_and_lines();
  bool at_period_that_ends() const;
  std::size_t skip_text();  // to the end of the entry; gives the end of its last character that is not a blank
  EntryEnd take_end();
  std::string_view plain(std::string_view written);

  const std::string& name_;
  std::string_view source_;
  C45File file_;
  std::deque<std::string>& unescaped_;
  std::size_t at_ = 0;
};

}  // namespace espalier
