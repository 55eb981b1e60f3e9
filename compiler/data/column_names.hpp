// Names for columns that can be told apart, from a header that nobody checked.
#pragma once

#include <string>
#include <vector>

namespace espalier {

// Empty names become column_N (N: one-based position), the second and later columns of one name become name.2, name.3
// and so on; a made-up name never takes one that the header uses.
std::vector<std::string> unique_names(const std::vector<std::string>& raw);

}  // namespace espalier
