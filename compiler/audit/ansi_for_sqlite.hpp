// Standard SQL for a database that does not read all of it.
#pragma once

#include <string>
#include <string_view>

namespace espalier {

// The query with its Unicode escapes (U&'...', U&"...") and approximate numbers (2.45E0) replaced by what SQLite takes
// for the same: everything else, comments and other quotes included, stays.
std::string ansi_for_sqlite(std::string_view query);

}  // namespace espalier
