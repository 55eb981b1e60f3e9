// Faults of cells and column names, worded alike wherever they are found.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// "expected a number in column 'petal_width', found 'n/a'"
Diagnostic not_a_number(const Table& table, std::size_t row, std::size_t column);

// A value that an ordinal column does not list.
Diagnostic not_a_level(const Table& table, std::size_t row, std::size_t column, std::span<const std::string> levels);

// A value that the file does not declare for a column.
Diagnostic not_declared(const Table& table, std::size_t row, std::size_t column, std::span<const std::string> values);

// A name that no column has, with the nearest one and a list of all.
Diagnostic no_such_column(const Table& table, std::string_view name);

// `--option value` as it would be typed: the value quoted for the shell if need be, with '=' before a leading dash.
std::string option_text(std::string_view option, std::string_view value);

// The options that settle a cell without a number in a column of numbers: "use --missing-token n/a or --categorical
// age".
std::string odd_cell_hint(const CellText& cell, std::string_view column_name);

}  // namespace espalier
