#include "audit/plot_scatter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace espalier {
namespace {

constexpr double kCell = 4;
constexpr double kWideCell = 9;
constexpr std::size_t kFewCells = 300;  // of which each can be drawn wider than it is
constexpr std::array<const char*, 4> kLevels = {"cells few", "cells some", "cells many", "cells most"};

PanelMarks dots(const std::vector<PlotPoint>& points) {
  std::set<std::string> places;
  for (const PlotPoint& point : points)
    places.insert(fmt::format("M{} {}h0", coordinate(point.x), coordinate(point.y)));
  PanelMarks marks{"dots", ""};
  for (const std::string& place : places) marks.path += place;
  return marks;
}

// Levels are equal steps of the logarithm: the fullest cell may have a thousand times as many as most.
std::size_t level_of(std::size_t points, std::size_t most) {
  if (most <= 1) return kLevels.size() - 1;
  const double share = std::log(static_cast<double>(points)) / std::log(static_cast<double>(most));
  return std::min(kLevels.size() - 1, static_cast<std::size_t>(share * static_cast<double>(kLevels.size())));
}

}  // namespace

std::vector<PanelMarks> scatter(const std::vector<PlotPoint>& points, const Box& box) {
  if (points.empty()) return {};
  if (points.size() <= kSingleDots) return {dots(points)};
  std::map<std::pair<long, long>, std::size_t> cells;  // line, column
  const auto cell_of = [](double place, double from, double to) {
    const double last = std::ceil((to - from) / kCell) - 1;
    return static_cast<long>(std::clamp(std::floor((place - from) / kCell), 0.0, last));
  };
  for (const PlotPoint& point : points) {
    ++cells[{cell_of(point.y, box.top, box.bottom), cell_of(point.x, box.left, box.right)}];
  }
  std::size_t most = 0;
  for (const auto& [cell, count] : cells) most = std::max(most, count);
  const bool wide = cells.size() <= kFewCells;
  const double width = wide ? kWideCell : kCell;
  std::vector<PanelMarks> marks;
  marks.reserve(std::size(kLevels));
  for (const char* const level : kLevels) marks.push_back({std::string(level) + (wide ? " wide" : ""), ""});
  for (const auto& [cell, count] : cells) {
    const double y = box.top + (static_cast<double>(cell.first) + 0.5) * kCell;
    const double x = box.left + (static_cast<double>(cell.second) + 0.5) * kCell - width / 2;
    marks[level_of(count, most)].path += fmt::format("M{} {}h{}", coordinate(x), coordinate(y), coordinate(width));
  }
  std::erase_if(marks, [](const PanelMarks& level) { return level.path.empty(); });
  return marks;
}

}  // namespace espalier
