// A table as people bring it: 4 % of the customers leave, there are words and holes, and most columns say little.
#pragma once

#include <cstddef>
#include <string>

namespace espalier::sample {

// As CSV with the target "churned" (yes or no). The same text for the same number of rows, on every machine.
std::string churn_table(std::size_t rows);

}  // namespace espalier::sample
