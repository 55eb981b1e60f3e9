// Groups of rows side by side: a dot for each group with its interval, for the figures that tell most.
#pragma once

#include <string>
#include <vector>

#include "report/group_report.hpp"
#include "report/plot_page.hpp"

namespace espalier {

// Four panels, two beside each other, from `top` on: of classes accuracy, selection, recall and FPR (of the class whose
// selection rates differ most); of numbers mean actual, mean answer, bias and RMSE.
std::vector<PlotPanel> group_panels(const GroupFacts& facts, const GroupedBy& by, double top);

// A standalone SVG document of one column.
std::string draw_groups(const GroupFacts& facts, const GroupedBy& by);

}  // namespace espalier
