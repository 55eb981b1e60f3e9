// The beginning of a CSV file: what separates cells, the names of the columns, and what they seem to hold.
#pragma once

#include <cstddef>
#include <vector>

#include "data/csv_chunk.hpp"
#include "data/csv_records.hpp"
#include "data/table.hpp"

namespace espalier {

struct CsvHead {
  CsvForm form;
  std::vector<ColumnForm> forms;  // a guess: most of the first cells are numbers, or not; or skipped
  std::size_t first_line = 0;     // in the source: the header, or without one the first row
  std::size_t rows_begin = 0;
  std::size_t lines_before = 0;  // that end before rows_begin
  LineEnds line_ends;            // of these
};

// Reads as much of the table's source as it takes. Sets the table's delimiter, names and header; warns about names.
CsvHead read_csv_head(Table& table, const CsvOptions& options, Warnings& warnings);

}  // namespace espalier
