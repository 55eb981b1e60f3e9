// Faults of cells and column names, worded alike wherever they are found.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/column_cells.hpp"
#include "data/table.hpp"
#include "support/date_form.hpp"
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

// Columns that are said to hold dates: their unit, and what is wrong with them.

// The form with the unit that the cells ask for: seconds if one has a time. Throws not_a_date. The column has its
// texts.
DateForm with_unit(const Table& table, std::size_t column, const ColumnCells& cells, DateForm form);

// "expected a date in column 'when', found 'soon'", with the form if there is one.
Diagnostic not_a_date(const Table& table, std::size_t row, std::size_t column, const std::optional<DateForm>& form);

// For a column whose cells are not all dates of one form: the first that is none, or the first that is another.
Diagnostic not_dates(const Table& table, std::size_t column, const ColumnCells& cells);

// "--date when=dd.mm.yy", and the others that fit.
std::string date_options(const std::string& column, const std::vector<DateForm>& forms);

// Years of two digits, and nobody said how to read them.
Diagnostic short_years(const Table& table, std::size_t row, std::size_t column, const std::vector<DateForm>& forms);

// Day and month could change places.
Diagnostic ambiguous_dates(const Table& table, std::size_t row, std::size_t column, const std::vector<DateForm>& forms);

// Warnings of which a file can cause one per column, kept cheap for files with a hundred thousand columns.

// Appends a warning of a group (Warning::group). Only the first few in a run carry their place: they are the ones that
// are shown, and a place costs a walk through the source and a copy of its line.
void warn_in_group(Warnings& warnings, const std::string& group, std::string message, std::string hint,
                   const std::function<Location()>& where);

}  // namespace espalier
