// A table in a report: columns as wide as their widest cell, below the report's first column.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::cli {

// The first `names` cells of each line are aligned to the left, the others, figures, to the right. All lines have as
// many cells as the first.
std::string aligned_table(const std::vector<std::vector<std::string>>& lines, std::size_t names = 1);

}  // namespace espalier::cli
