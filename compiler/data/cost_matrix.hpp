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

}  // namespace espalier
