// Confidence intervals of scores.
#pragma once

namespace espalier {

struct Interval {
  double low = 0;
  double high = 0;
  friend bool operator==(const Interval&, const Interval&) = default;
};

// Of a share that `rows` rows have (Wilson 1927): the shares that lie within z standard errors of their own of the one
// seen, z being the normal deviate of the level. Unlike p +- z sqrt(p (1 - p) / rows) it stays between 0 and 1 and is
// not empty for a share of 1. No rows say nothing: 0 to 1.
Interval wilson_interval(double share, double rows, double level);

// Of a root mean squared error: z standard errors about the mean of the squares, its root taken. `standard_error` is
// that of the root, which is the mean's divided by 2 RMSE.
Interval rmse_interval(double rmse, double standard_error, double level);

}  // namespace espalier
