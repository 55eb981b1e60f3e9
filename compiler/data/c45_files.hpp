// C4.5's pair of files: FILE.names declares classes and attributes, FILE.data holds the rows (docs/data.md).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/read_source.hpp"

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

}  // namespace espalier
