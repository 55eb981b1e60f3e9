// What a user should know about a column before training on it.
#pragma once

#include <cstddef>

#include "data/schema.hpp"

namespace espalier {

// The cells of one column, before its kind is decided.
struct ColumnScan {
  std::size_t missing = 0;
  std::size_t numbers = 0;
  double minimum = 0;  // if numbers > 0
  double maximum = 0;
  bool integer = true;            // all of them are whole
  std::size_t odd = 0;            // known, but not a number
  std::size_t first_odd_row = 0;  // if odd > 0
  std::size_t with_commas = 0;    // odd ones that would be numbers without their commas

  std::size_t known() const { return numbers + odd; }
};

// Appends at most one warning: no known value, numbers with commas, numbers but for a few cells, or nearly one value
// per row. Says nothing about a column that the user ignores.
void advise(const Table& table, std::size_t column, const ColumnSummary& summary, const ColumnScan& found,
            Warnings& warnings);

// The group of the warnings about columns that are left out.
inline constexpr const char* kEmptyGroup = "columns without a known value";

// Nearly one value per row: a category that no new row will share.
bool is_id_like(std::size_t distinct, std::size_t known);

// Withdraws the advice to ignore a column: it became the target.
void withdraw_id_advice(const ColumnSummary& summary, Warnings& warnings);

}  // namespace espalier
