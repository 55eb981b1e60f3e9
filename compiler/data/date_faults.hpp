// Columns that are said to hold dates: their unit, and what is wrong with them.
#pragma once

#include <cstddef>
#include <vector>

#include "data/column_cells.hpp"
#include "support/date_form.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

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

}  // namespace espalier
