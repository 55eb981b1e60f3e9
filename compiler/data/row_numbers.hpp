// Whole numbers that number the rows: ids, at any number of rows.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "data/column_cells.hpp"

namespace espalier {

struct WholeRange {
  double minimum;
  double maximum;
};

// How many different values a column of `known` whole numbers has, if nearly every row has one of its own and they are
// in order, or are 1 to n with few gaps, or the column's name says that it is an id. Measurements are none of these.
// Nothing for other columns, which takes a look at a few rows, and for fewer than 20 numbers.
std::optional<std::size_t> count_row_numbers(const ColumnCells& cells, std::size_t rows, std::size_t known,
                                             WholeRange range, std::string_view name);

}  // namespace espalier
