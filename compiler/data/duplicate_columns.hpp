// Columns that say what another one says.
#pragma once

#include <cstddef>
#include <vector>

#include "data/schema.hpp"
#include "data/table.hpp"

namespace espalier {

struct DuplicateColumn {
  std::size_t column;
  std::size_t original;  // the first column of the same cells
};

// Columns of one kind whose cells are the same in every row: equal numbers or texts, or missing in both. Columns that
// are ignored or of one value are left out. One pass over the cells, and another over those of equal digests.
std::vector<DuplicateColumn> find_duplicates(const Table& table, const Schema& schema);

}  // namespace espalier
