#include "evaluate/figure_spread.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace espalier {
namespace {

double quantile(const std::vector<double>& sorted, double share) {
  const double position = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], position - static_cast<double>(below));
}

double deviation(const std::vector<double>& figures, double mean) {
  if (figures.size() < 2) return 0;
  double squares = 0;
  for (const double figure : figures) squares += (figure - mean) * (figure - mean);
  return std::sqrt(squares / static_cast<double>(figures.size() - 1));
}

}  // namespace

FigureSpread spread_of(std::vector<double> figures) {
  FigureSpread spread;
  if (figures.empty()) return spread;
  std::sort(figures.begin(), figures.end());
  spread.count = figures.size();
  spread.mean = std::accumulate(figures.begin(), figures.end(), 0.0) / static_cast<double>(figures.size());
  // The mean of equal figures is that figure, whatever their sum is rounded to.
  spread.mean = std::clamp(spread.mean, figures.front(), figures.back());
  spread.deviation = deviation(figures, spread.mean);
  spread.least = figures.front();
  spread.lower_quartile = quantile(figures, 0.25);
  spread.median = quantile(figures, 0.5);
  spread.upper_quartile = quantile(figures, 0.75);
  spread.most = figures.back();
  return spread;
}

}  // namespace espalier
