#include "evaluate/spread.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace espalier {

Spread spread_of(std::span<const double> figures) {
  Spread spread;
  if (figures.empty()) return spread;
  const auto count = static_cast<double>(figures.size());
  const auto [least, most] = std::minmax_element(figures.begin(), figures.end());
  spread.least = *least;
  spread.most = *most;
  spread.mean = std::clamp(std::accumulate(figures.begin(), figures.end(), 0.0) / count, *least, *most);
  if (figures.size() < 2) return spread;
  double squares = 0;
  for (const double figure : figures) squares += (figure - spread.mean) * (figure - spread.mean);
  spread.deviation = std::sqrt(squares / (count - 1));
  return spread;
}

}  // namespace espalier
