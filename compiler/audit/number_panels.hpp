// The four panels of a picture of numbers.
#pragma once

#include "audit/numbers_plot.hpp"
#include "audit/plot_page.hpp"

namespace espalier {

// On axes of the same range: what is right lies on the diagonal.
PlotPanel answer_panel(const NumbersPlot& plot, const Box& box);
PlotPanel error_panel(const NumbersPlot& plot, const Box& box);

// Bars of round width, one of which begins at 0. Where few errors lie so far out that the others would be a bar or two,
// the outermost bars have those beyond, and the axis says how many there are.
PlotPanel histogram_panel(const NumbersPlot& plot, const Box& box);

// Up to the size that one in a hundred exceeds, where the largest are much larger.
PlotPanel size_panel(const NumbersPlot& plot, const Box& box);

}  // namespace espalier
