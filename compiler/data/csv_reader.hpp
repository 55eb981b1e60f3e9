// CSV text to the columns of a table, chunk by chunk on several threads.
#pragma once

#include <cstddef>

#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// What is read does not depend on these.
struct CsvTuning {
  std::size_t chunk = std::size_t{1} << 18;           // bytes; text and columns of a chunk stay in the cache
  std::size_t most_in_memory = std::size_t{1} << 24;  // bytes; larger files stay where they are
};

// Divides the text of a table that has a name and a source; finds the SHA-256 of a source that is a file. Throws and
// warns as parse_table does.
void read_csv(Table& table, const CsvOptions& options, const CsvTuning& tuning, Warnings& warnings);

// read_table with another tuning.
Table read_table(const std::string& path, const CsvOptions& options, const CsvTuning& tuning, Warnings& warnings);

}  // namespace espalier
