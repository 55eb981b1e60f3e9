// Files that are no text at all: tables of other programs, given by mistake or in hope.
#pragma once

#include <string>
#include <string_view>

namespace espalier {

// Throws Diagnostic(bad_input) that names what the file is, and how to make a CSV file of it, if it is one of those
// that are known by their first bytes: Parquet, Excel, SQLite, pickles, Arrow, archives and so on. `beginning`: at
// least 1 KiB of it, or all.
void refuse_foreign_file(const std::string& name, std::string_view beginning);

}  // namespace espalier
