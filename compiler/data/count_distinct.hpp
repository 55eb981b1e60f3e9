// How many different numbers there are.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>

namespace espalier {

// NaN does not count. Stops counting when there are more than `most`, and gives most + 1.
std::size_t count_distinct(std::initializer_list<std::span<const double>> numbers, std::size_t most);

}  // namespace espalier
