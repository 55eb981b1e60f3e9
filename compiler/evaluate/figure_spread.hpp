// How figures of one kind differ: their mean, standard deviation, quartiles and range.
#pragma once

#include <cstddef>
#include <vector>

namespace espalier {

struct FigureSpread {
  std::size_t count = 0;
  double mean = 0;
  double deviation = 0;  // standard deviation, of a sample (n - 1); 0 of a single figure
  double least = 0;
  double lower_quartile = 0;
  double median = 0;
  double upper_quartile = 0;
  double most = 0;
};

// Quantile p lies at position p (n - 1) of the sorted figures, counted from 0; between two it is interpolated linearly.
// All 0 where there are no figures.
FigureSpread spread_of(std::vector<double> figures);

}  // namespace espalier
