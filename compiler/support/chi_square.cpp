#include "support/chi_square.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <cstddef>
#include <numeric>

namespace espalier {

ChiSquare chi_square(const std::vector<std::vector<double>>& table) {
  ChiSquare result;
  if (table.empty()) return result;
  std::vector<double> classes(table.front().size(), 0.0);
  std::vector<double> branches;
  for (const std::vector<double>& branch : table) {
    branches.push_back(std::accumulate(branch.begin(), branch.end(), 0.0));
    for (std::size_t label = 0; label < classes.size(); ++label) classes[label] += branch[label];
  }
  const double total = std::accumulate(branches.begin(), branches.end(), 0.0);
  std::size_t used_branches = 0;
  std::size_t used_classes = 0;
  for (const double weight : branches) used_branches += weight > 0 ? 1 : 0;
  for (const double weight : classes) used_classes += weight > 0 ? 1 : 0;
  if (used_branches < 2 || used_classes < 2) return result;
  for (std::size_t branch = 0; branch < table.size(); ++branch) {
    for (std::size_t label = 0; label < classes.size(); ++label) {
      const double expected = branches[branch] * classes[label] / total;
      if (expected <= 0) continue;
      const double difference = table[branch][label] - expected;
      result.statistic += difference * difference / expected;
    }
  }
  result.degrees = (used_branches - 1) * (used_classes - 1);
  const boost::math::chi_squared distribution(static_cast<double>(result.degrees));
  result.p_value = boost::math::cdf(boost::math::complement(distribution, result.statistic));
  return result;
}

}  // namespace espalier
