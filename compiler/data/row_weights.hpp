// How much each row counts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/schema.hpp"
#include "data/table.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// The column of weights. Throws Diagnostic(bad_input) if there is none of that name, Diagnostic(usage) if it is the
// target.
std::size_t find_weight(const Table& table, const std::string& name, std::size_t target_column);

// The weight of each row of the table, from a column; 0 where it is missing. Throws Diagnostic(bad_input) for a cell
// that is not a number or is negative.
std::vector<double> read_weights(const Table& table, const Schema& schema, std::size_t column);

// Takes rows of weight 0 out of `rows`, with a warning, and gives the weights of those that stay. Throws
// Diagnostic(bad_input) if none stays or the sum of the weights is not finite.
std::vector<double> keep_weighted(const Table& table, const std::vector<double>& weights,
                                  std::vector<std::size_t>& rows, Warnings& warnings);

}  // namespace espalier
