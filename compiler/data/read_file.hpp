// Data in any format that is read: CSV, ARFF, C4.5's pairs of files. All end in the same table; what a file says of its
// columns becomes overrides.
#pragma once

#include <optional>
#include <string>

#include "data/schema.hpp"
#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

struct Source {
  Table table;
  SchemaOverrides overrides;                  // what the file declares: earlier than all others (see merge)
  std::optional<std::string> default_target;  // the column to predict where the format has one
};

// Reads a file. Its name decides: .arff (or .arff.gz) is ARFF; .names, and .data or .test with a .names beside it, are
// C4.5's; everything else and standard input ("-") is CSV, or JSON Lines if it begins with an object. Throws
// Diagnostic(bad_input), located; Diagnostic(usage) for options of CSV files that another format has no use for.
Source read_source(const std::string& path, const CsvOptions& options, Warnings& warnings);

// The same for the bytes of a file that were read already; `path` decides as above, and is where C4.5's other file is
// sought.
Source parse_source(const std::string& path, std::string bytes, const CsvOptions& options, Warnings& warnings);

}  // namespace espalier
