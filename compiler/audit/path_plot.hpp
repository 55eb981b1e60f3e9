// The picture of a cost-complexity path: scores on the training rows and out of fold, against alpha and against the
// number of leaves, with the trees that one would choose and the one that is chosen. A standalone SVG document for
// light and dark screens and for paper.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace espalier {

struct PathPlotStep {
  double alpha = 0;
  std::size_t leaves = 1;
  double training = 0;    // score, in the unit of the axis
  double validation = 0;  // the same out of fold,
  double low = 0;         // less its standard error
  double high = 0;        // and more
};

struct PathPlot {
  std::string target;       // any text
  std::string facts;        // the line below the title
  std::string score_title;  // "accuracy (%)"
  std::string alpha_title;  // "alpha, the price of a leaf (share of the rows)"

  std::vector<PathPlotStep> steps;  // ascending alpha from 0, descending leaves down to 1; at least one
  bool validated = true;            // false: there is nothing but the training scores
  std::size_t least_error = 0;
  std::size_t one_error_above = 0;  // the 1-SE rule's
  std::size_t chosen = 0;
  double limit = 0;        // of the 1-SE rule, in the unit of the axis
  double least_score = 0;  // what scores can be: the axis names nothing beyond
  double most_score = 0;
};

std::string draw_path(const PathPlot& plot);

}  // namespace espalier
