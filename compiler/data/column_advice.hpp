// What a user should know about a column before training on it.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "data/column_cells.hpp"
#include "data/schema.hpp"
#include "data/table.hpp"
#include "support/date_form.hpp"

namespace espalier {

// The cells of one column, before its kind is decided.
struct ColumnScan {
  std::size_t missing = 0;
  std::size_t numbers = 0;
  double minimum = 0;  // if numbers > 0
  double maximum = 0;
  bool integer = true;               // all of them are whole
  std::size_t padded = 0;            // numbers that begin with a zero, as codes do
  std::size_t first_padded_row = 0;  // if padded > 0
  std::size_t odd = 0;               // known, but not a number
  std::size_t first_odd_row = 0;     // if odd > 0
  std::size_t with_commas = 0;       // odd ones that would be numbers without their commas
  DateScan dates;                    // odd ones
  DateScan short_dates{true};        // odd ones, with years of two digits
  bool counts_rows = false;          // numbers that count the rows (data/column_advice.hpp)

  std::size_t known() const { return numbers + odd; }
  // Nothing but digits, some of which begin with a zero.
  bool is_codes() const { return odd == 0 && padded > 0 && integer && minimum >= 0; }
  // How the dates may be written; none unless everything known is a date.
  std::vector<DateForm> date_forms() const { return odd > 0 && numbers == 0 ? dates.forms() : std::vector<DateForm>(); }
  // The same with years of two digits: whether it is dates, a person has to say.
  std::vector<DateForm> short_date_forms() const {
    return odd > 0 && numbers == 0 ? short_dates.forms() : std::vector<DateForm>();
  }
};

// Warns, and says the same in the summary: no known value, leading zeros, dates whose order cannot be told, numbers
// with commas, numbers but for a few cells; where its kind is not in doubt, also the same value in every row, nearly
// one value per row, or many words. Says nothing about a column that the user ignores.
void advise(const Table& table, std::size_t column, const ColumnScan& found, ColumnSummary& summary,
            Warnings& warnings);

// The same for columns whose cells are those of an earlier one.
void advise_about_duplicates(const Table& table, Schema& schema, Warnings& warnings);

// Fewer rows prove nothing.
inline constexpr std::size_t kFewestRows = 10;

// The group of the warnings about columns that are left out.
inline constexpr const char* kEmptyGroup = "columns without a known value";

// Nearly one value per row: a category that no new row will share.
bool is_id_like(std::size_t distinct, std::size_t known);

// Withdraws the advice to ignore a column: it became the target, or the weight.
void withdraw_advice(const ColumnSummary& summary, Warnings& warnings);

// Whole numbers that number the rows: ids, at any number of rows.

struct WholeRange {
  double minimum;
  double maximum;
};

// How many different values a column of `known` whole numbers has, if nearly every row has one of its own and they are
// in order, or are 1 to n with few gaps, or the column's name says that it is an id. Measurements are none of these.
// Nothing for other columns, which takes a look at a few rows, and for fewer than 20 numbers.
std::optional<std::size_t> count_row_numbers(const ColumnCells& cells, std::size_t rows, std::size_t known,
                                             WholeRange range, std::string_view name);

// Columns that say what another one says.

struct DuplicateColumn {
  std::size_t column;
  std::size_t original;  // the first column of the same cells
};

// Columns of one kind whose cells are the same in every row: equal numbers or texts, or missing in both. Columns that
// are ignored or of one value are left out. One pass over the cells, and another over those of equal digests.
std::vector<DuplicateColumn> find_duplicates(const Table& table, const Schema& schema);

}  // namespace espalier
