// Many points in a panel: each of them, or, where they are too many to be told apart, cells that are stronger the more
// points they have.
#pragma once

#include <span>
#include <vector>

#include "audit/plot_page.hpp"

namespace espalier {

inline constexpr std::size_t kSingleDots = 1500;

// Cells of places that are few, as those of whole numbers are, are drawn larger than they are.
//
// In the order of their places, each place once: the same points in another order give the same marks. However many
// there are, the marks' length is bounded by the panel's size.
std::vector<PanelMarks> scatter(const std::vector<PlotPoint>& points, const Box& box);

}  // namespace espalier
