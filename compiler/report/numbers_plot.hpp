// The picture of answers that are numbers: answers against what is right, errors against answers, how errors are
// spread, and how large they are. A standalone SVG document for light and dark screens and for paper.
#pragma once

#include <string>
#include <vector>

#include "report/plot_marks.hpp"
#include "report/plot_page.hpp"

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

std::string draw_numbers(const NumbersPlot& plot, const PanelsBelow& below = {});

// The four panels of a picture of numbers.

// On axes of the same range: what is right lies on the diagonal.
PlotPanel answer_panel(const NumbersPlot& plot, const Box& box);
PlotPanel error_panel(const NumbersPlot& plot, const Box& box);

// Bars of round width, one of which begins at 0. Where few errors lie so far out that the others would be a bar or two,
// the outermost bars have those beyond, and the axis says how many there are.
PlotPanel histogram_panel(const NumbersPlot& plot, const Box& box);

// Up to the size that one in a hundred exceeds, where the largest are much larger.
PlotPanel size_panel(const NumbersPlot& plot, const Box& box);

}  // namespace espalier
