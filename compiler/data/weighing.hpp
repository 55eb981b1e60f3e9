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

// What wrong answers cost, read from a file.

// costs[i][j]: a row of class labels[i] is answered with labels[j]. The diagonal is 0. Empty: every wrong answer costs
// the same.
struct CostMatrix {
  std::vector<std::string> labels;
  std::vector<std::vector<double>> costs;

  bool empty() const { return labels.empty(); }
  friend bool operator==(const CostMatrix&, const CostMatrix&) = default;
};

// Reads a CSV whose header names the answers and whose first column names the actual classes (docs/data.md); the labels
// come in the order of the header. Throws Diagnostic(bad_input), located: not square, labels that differ or are
// repeated, costs that are not numbers or negative, a right answer that costs something, no cost at all.
CostMatrix read_cost_matrix(const std::string& path);
CostMatrix parse_cost_matrix(std::string name, std::string bytes);

// The costs for classes in the order of `labels`; none for an empty matrix. Throws Diagnostic(bad_input) if the two
// name different classes.
std::vector<std::vector<double>> costs_for(const CostMatrix& matrix, const std::vector<std::string>& labels);

}  // namespace espalier
