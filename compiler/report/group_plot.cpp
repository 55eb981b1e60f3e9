#include "report/group_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/figure_text.hpp"
#include "report/plot_scale.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr double kGroupLine = 24;
constexpr double kGroupRoom = 12;  // above the first group and below the last
constexpr double kGroupNames = 60;
constexpr double kGroupNameWidth = 112;
constexpr double kGroupFont = 12;
constexpr double kGroupRadius = 4.5;
constexpr std::size_t kGroupTicks = 6;

// The class that is drawn.
std::optional<std::uint32_t> drawn_label(const GroupComparison& comparison) {
  std::optional<std::uint32_t> drawn;
  for (const FigureKey& key : comparison.keys) {
    if (key.label && !drawn) drawn = key.label;
  }
  double widest = -1;
  for (const GroupGap& gap : comparison.gaps) {
    const FigureKey& key = comparison.keys[gap.key];
    if (key.figure != GroupFigure::selection_rate || gap.difference <= widest) continue;
    widest = gap.difference;
    drawn = key.label;
  }
  return drawn;
}

std::vector<std::size_t> drawn_keys(const GroupFacts& facts, const GroupComparison& comparison) {
  using enum GroupFigure;
  const std::array<GroupFigure, 4> of_classes = {accuracy, selection_rate, recall, false_positive_rate};
  const std::array<GroupFigure, 4> of_numbers = {mean_actual, mean_answer, bias, rmse};
  const auto label = drawn_label(comparison);
  std::vector<std::size_t> keys;
  for (const GroupFigure figure : facts.task == Task::regression ? of_numbers : of_classes) {
    for (std::size_t i = 0; i < comparison.keys.size(); ++i) {
      const FigureKey& key = comparison.keys[i];
      if (key.figure == figure && (!key.label || key.label == label)) keys.push_back(i);
    }
  }
  return keys;
}

std::string fitting(std::string name) {
  if (text_width(name, kGroupFont) <= kGroupNameWidth) return name;
  while (!name.empty() && text_width(name + "...", kGroupFont) > kGroupNameWidth) name.pop_back();
  return name + "...";
}

// From the least end of an interval to the largest, and a little more.
Axis axis_of(const GroupComparison& comparison, std::size_t key, double unit, const Box& box) {
  double low = INFINITY;
  double high = -INFINITY;
  const auto include = [&](const GroupMeasures& group) {
    const Estimate& estimate = group.estimates[key];
    if (!estimate.value) return;
    const auto interval = interval_of(comparison.keys[key].figure, estimate, comparison.level);
    low = std::min(low, unit * (interval ? interval->low : *estimate.value));
    high = std::max(high, unit * (interval ? interval->high : *estimate.value));
  };
  for (const GroupMeasures& group : comparison.groups) include(group);
  include(comparison.all);
  if (!(low <= high)) return {0, 1, box.left, box.right};
  const double room = high > low ? 0.06 * (high - low) : (high == 0 ? 1 : 0.05 * std::abs(high));
  return {low - room, high + room, box.left, box.right};
}

PlotPanel figure_panel(const GroupFacts& facts, const GroupComparison& comparison, std::size_t key, const Box& box) {
  const FigureKey& figure = comparison.keys[key];
  const double unit = is_share(figure.figure) ? 100 : 1;
  PlotPanel panel;
  panel.box = {box.left + kGroupNames, box.top, box.right, box.bottom};
  panel.title = fmt::format("by {}: {}", in_quotes(comparison.column, 30), key_name(facts, figure));
  panel.x_title = is_share(figure.figure) ? "%; dotted: all rows" : "dotted: all rows";
  const Axis axis = axis_of(comparison, key, unit, panel.box);
  for (const Tick& tick : linear_ticks(axis.low, axis.high, kGroupTicks)) {
    panel.x_ticks.push_back({axis.at(tick.value), tick.text});
  }
  if (const auto& value = comparison.all.estimates[key].value) {
    const double x = axis.at(unit * *value);
    panel.lines.push_back({"guess", {{x, box.top}, {x, box.bottom}}});
  }
  for (std::size_t i = 0; i < comparison.groups.size(); ++i) {
    const GroupMeasures& group = comparison.groups[i];
    const double y = box.top + kGroupRoom + kGroupLine * (static_cast<double>(i) + 0.5);
    panel.y_ticks.push_back({y, ""});
    panel.texts.push_back({"name", panel.box.left - 8, y + 4, fitting(group_name(group)), Anchor::end});
    const Estimate& estimate = group.estimates[key];
    if (!estimate.value) {
      panel.texts.push_back({"quiet", panel.box.left + 8, y + 4, "undefined", Anchor::begin});
      continue;
    }
    if (const auto interval = interval_of(figure.figure, estimate, comparison.level)) {
      panel.lines.push_back({"k0 thin", {{axis.at(unit * interval->low), y}, {axis.at(unit * interval->high), y}}});
    }
    const double x = axis.at(unit * *estimate.value);
    panel.points.push_back({group.too_small() ? "trial early" : "point",
                            {x - kGroupRadius, y - kGroupRadius, x + kGroupRadius, y + kGroupRadius}});
  }
  return panel;
}

}  // namespace

std::vector<PlotPanel> group_panels(const GroupFacts& facts, const GroupedBy& by, double top) {
  const GroupComparison& comparison = by.comparison;
  const double height = 2 * kGroupRoom + kGroupLine * static_cast<double>(comparison.groups.size());
  std::vector<PlotPanel> panels;
  const std::vector<std::size_t> keys = drawn_keys(facts, comparison);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::array<Box, 2> row = panel_row(row_below(top, height, i / 2), height);
    panels.push_back(figure_panel(facts, comparison, keys[i], row[i % 2]));
  }
  return panels;
}

std::string draw_groups(const GroupFacts& facts, const GroupedBy& by) {
  const GroupComparison& comparison = by.comparison;
  PlotPage page;
  page.title = "Groups by " + in_quotes(comparison.column, 60);
  page.facts = {fmt::format("{} of {}. Lines are {:g} % intervals; grey dots (*) are of too few rows to say anything.",
                            counted(comparison.groups.size(), "group"), counted(comparison.all.rows, "row"),
                            100 * comparison.level)};
  page.description = "A dot with its interval for each group. The tables beside the picture have the figures.";
  return draw_page(page, group_panels(facts, by, panel_boxes(page).front().top));
}

}  // namespace espalier
