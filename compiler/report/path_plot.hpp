// The picture of a cost-complexity path: scores on the training rows and out of fold, against alpha and against the
// number of leaves, with the trees that one would choose and the one that is chosen. A standalone SVG document for
// light and dark screens and for paper.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/plot_marks.hpp"
#include "report/plot_scale.hpp"

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

// The two panels of a path's picture, in the units of the picture.

// One of the two trees that one would choose.
struct PanelMark {
  double x = 0;
  double y = 0;
  std::string text;
  bool least = false;  // the one of least error, or both at once; otherwise the 1-SE rule's
  PlacedLabel label;
};

struct Panel {
  Box box;
  std::string title;
  std::vector<std::pair<double, std::string>> ticks;  // place on the axis and text
  double zero_gap = -1;                               // where the axis is broken between 0 and the logarithms; or < 0
  Curve training;
  Curve validation;
  Curve low;
  Curve high;
  Curve points;  // of the validation, few enough to be told apart
  std::vector<PanelMark> marks;
  Curve chosen;  // one point, or none
};

// Alpha on a logarithmic axis, with 0 before it: a tree answers from its alpha on up to the next one's, so that curves
// are steps. Out of fold trees are judged at the geometric mean of the two: in the middle of a step.
Panel alpha_panel(const PathPlot& plot, const Box& box, const Axis& scores);

// Leaves on an axis that is logarithmic where there are many: a tree is a point.
Panel leaves_panel(const PathPlot& plot, const Box& box, const Axis& scores);

}  // namespace espalier
