#include "evaluate/interval.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>

namespace espalier {
namespace {

// As much lies within z standard deviations of the mean.
double deviate(double level) {
  return boost::math::quantile(boost::math::complement(boost::math::normal(), (1 - level) / 2));
}

}  // namespace

Interval wilson_interval(double share, double rows, double level) {
  if (rows <= 0) return {0, 1};
  const double z = deviate(level);
  const double z_squared = z * z / rows;
  const double center = (share + z_squared / 2) / (1 + z_squared);
  const double half = std::sqrt(z_squared * (share * (1 - share) + z_squared / 4)) / (1 + z_squared);
  // A share of 0 or 1 is an end of its interval, which rounding would miss.
  return {share <= 0 ? 0 : std::max(0.0, center - half), share >= 1 ? 1 : std::min(1.0, center + half)};
}

Interval rmse_interval(double rmse, double standard_error, double level) {
  const double half = deviate(level) * standard_error * 2 * rmse;
  return {std::sqrt(std::max(0.0, rmse * rmse - half)), std::sqrt(rmse * rmse + half)};
}

}  // namespace espalier
