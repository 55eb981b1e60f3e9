// The two panels of a path's picture, in the units of the picture.
#pragma once

#include <string>
#include <vector>

#include "audit/path_plot.hpp"
#include "audit/plot_curve.hpp"
#include "audit/plot_labels.hpp"
#include "audit/plot_scale.hpp"

namespace espalier {

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
