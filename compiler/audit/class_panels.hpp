// The four panels of a picture of classes.
#pragma once

#include "audit/classes_plot.hpp"
#include "audit/plot_page.hpp"

namespace espalier {

PlotPanel roc_panel(const ClassesPlot& plot, const Box& box);
PlotPanel precision_panel(const ClassesPlot& plot, const Box& box);

// Below the curve, in the same panel, how many answers each bin has.
PlotPanel calibration_panel(const ClassesPlot& plot, const Box& box);

// A cell's colour is its share of the actual class.
PlotPanel confusion_panel(const ClassesPlot& plot, const Box& box);

// Styles of the classes, as many as are drawn.
std::string class_style(std::size_t index);

// "980", "12,345", "1.2M", "0.35": few characters.
std::string short_weight(double weight);

}  // namespace espalier
