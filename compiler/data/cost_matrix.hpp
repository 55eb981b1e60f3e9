// What wrong answers cost, read from a file.
#pragma once

#include <string>
#include <vector>

namespace espalier {

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
