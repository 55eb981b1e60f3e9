// Rows by the values of a column: who is compared with whom.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// A column of numbers has a group for each of at most so many different ones; more are cut into ranges.
inline constexpr std::size_t kNumbersAsTheyAre = 10;
inline constexpr std::size_t kMostGroups = 50;

struct RowGroup {
  std::string name;                    // the word or number, "above 25 to 40", "(missing)"
  bool missing = false;                // the rows without a value
  std::optional<double> above = {};    // ranges: values larger than this
  std::optional<double> at_most = {};  //   and at most this; neither: it is no range
  friend bool operator==(const RowGroup&, const RowGroup&) = default;
};

struct Grouping {
  std::string column;
  std::optional<DateForm> date;       // ranges: what the bounds are
  std::vector<RowGroup> groups;       // in the order of the values, missing ones last
  std::vector<std::uint32_t> of_row;  // per row of the table
};

// What was asked for: a column of the table, and perhaps where to cut it.
struct GroupedColumn {
  std::size_t column = 0;
  std::vector<std::string> cuts;  // as they were written; none: not said
};

// Reads "COLUMN" or "COLUMN:25,40,60". Names may hold a colon: what is a name as a whole is one, and of several ways to
// cut the text the longest name counts. Throws Diagnostic(bad_input) if there is no such column; Diagnostic(usage) for
// cuts that are none.
GroupedColumn find_grouped_column(const Table& table, std::string_view argument);

// Numbers or dates, ascending; dates as the column writes them or as yyyy-mm-dd. Throws Diagnostic(usage) for anything
// else, and where the column holds words.
std::vector<double> read_cuts(const FeatureColumn& column, std::span<const std::string> texts);

// Groups the rows of a table by a column of it (read_column). `rows` are those that count: words that none of them has
// make no group, and without `cuts` the ranges of numbers are quarters of them. A quarter ends at the least value that
// so large a share of the rows does not exceed; equal values stay together. Ranges have their upper end. Warns of
// ranges without rows. Throws Diagnostic(bad_input) for more than kMostGroups groups.
Grouping group_rows(const FeatureColumn& column, std::span<const std::size_t> rows, const std::vector<double>& cuts,
                    Warnings& warnings);

}  // namespace espalier
