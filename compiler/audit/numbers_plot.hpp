// The picture of answers that are numbers: answers against what is right, errors against answers, how errors are
// spread, and how large they are. A standalone SVG document for light and dark screens and for paper.
#pragma once

#include <string>
#include <vector>

#include "audit/plot_curve.hpp"

namespace espalier {

struct NumbersPlot {
  std::string target;
  std::vector<std::string> facts;  // lines below the title
  std::vector<double> actual;      // one per answer; at least one
  std::vector<double> answered;
  std::vector<double> weights;  // one per answer
  bool weighted = false;        // they are not all 1
  double mean_error = 0;        // answered - actual
  Curve sizes;                  // the size of the error (y) that a share (x) of the answers does not exceed
  Curve baseline_sizes;         // the same for one answer for all rows,
  std::string baseline;         // which is this
};

std::string draw_numbers(const NumbersPlot& plot);

}  // namespace espalier
