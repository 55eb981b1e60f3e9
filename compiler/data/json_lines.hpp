// JSON Lines: a table whose rows are JSON objects of texts, numbers, true, false and null.
#pragma once

#include <string_view>

#include "data/csv_reader.hpp"
#include "data/table.hpp"

namespace espalier {

// Whether a text begins as an object does: a brace, and a key or the other brace. A header of CSV hardly would.
bool begins_json_object(std::string_view text);

// Whether it begins as a list of objects.
bool begins_json_list(std::string_view text);

// Divides the source of the table; finds the SHA-256 of one that is a file. Keys are the columns, in the order in which
// they first appear; a row without a key has a missing cell there, as null is. Texts are quoted cells, so that "NA" is
// a value. Objects are mostly a line each, but need not be. Throws Diagnostic(bad_input), located.
void read_json_lines(Table& table, const CsvOptions& options, const CsvTuning& tuning);

}  // namespace espalier
