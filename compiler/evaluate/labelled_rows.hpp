// The rows of a table whose target is known, and the model's label for each: what answers are marked against.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/table.hpp"

namespace espalier {

struct LabelledRow {
  std::size_t row = 0;                 // in the table
  std::optional<std::uint32_t> label;  // none: a class that the labels do not have
};

struct LabelledRows {
  std::size_t column = 0;  // of the target
  std::vector<LabelledRow> rows;
};

// None if the table has no such column. A number matches a label that is the same whole number ("1.0" is class "1").
std::optional<LabelledRows> labelled_rows(const Table& table, const std::vector<std::string>& missing_tokens,
                                          const std::string& target, const std::vector<std::string>& labels);

}  // namespace espalier
