// The rows of a CSV file, whose beginning is known, as columns.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/csv_chunk.hpp"
#include "data/csv_head.hpp"
#include "data/csv_reader.hpp"
#include "data/table.hpp"

namespace espalier {

struct CsvRows {
  std::vector<TableColumn> columns;
  std::vector<RowMark> marks;
  LineEnds line_ends;  // of the whole file
  RaggedRows ragged;
  std::size_t rows = 0;
  std::size_t blank_rows_at_end = 0;  // see CsvChunk
  std::string sha256;                 // of the file, if the source is one
};

// Thrown if a file is not valid text; refuse_bad_text says where.
struct BadText {};

// `table` has its source. Throws Diagnostic(bad_input), located; BadText.
CsvRows read_csv_rows(const Table& table, const CsvHead& head, const CsvOptions& options, const CsvTuning& tuning);

}  // namespace espalier
