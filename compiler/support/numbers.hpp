// The storage of columns: numbers that can live in memory of another kind than the heap (support/mapped_file.hpp).
#pragma once

#include <memory_resource>
#include <vector>

namespace espalier {

using Numbers = std::pmr::vector<double>;

}  // namespace espalier
