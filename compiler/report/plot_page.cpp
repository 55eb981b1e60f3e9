#include "report/plot_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "emit/escape.hpp"
#include "emit/render.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// The page's layout; templates/plot/panels.svg.inja has the sizes of its texts.
constexpr double kWidth = 976;
constexpr double kLeft = 92;
constexpr double kPanelWidth = 370;
constexpr double kPanelHeight = 290;
constexpr double kWidePanelHeight = 420;
constexpr double kNextPanel = 490;  // to the right
constexpr double kWithoutTitle = 22;
constexpr double kBetweenRows = 114;
constexpr double kAbovePanels = 50;
constexpr double kBelowPanels = 66;
constexpr double kFirstFact = 52;
constexpr double kFactLine = 18;
constexpr double kLegendLine = 20;
constexpr double kLegendLeft = 24;
constexpr double kPageLegendSample = 28;
constexpr double kLegendGap = 6;
constexpr double kFontSize = 12;
constexpr std::size_t kLongestText = 160;

struct PlacedEntry {
  double x = 0;
  double y = 0;  // the middle of the line
};

double legend_top(const PlotPage& page) {
  return kFirstFact + kFactLine * static_cast<double>(page.facts.size()) + 2;
}

double width_of(const std::string& text) {
  return text_width(printable(text, kLongestText), kFontSize);
}

// As many in a line as there is room for.
std::vector<PlacedEntry> place_legend(const PlotPage& page) {
  std::vector<PlacedEntry> places;
  double x = kLegendLeft;
  double y = legend_top(page);
  for (const LegendEntry& entry : page.legend) {
    const double sample = entry.style.empty() ? 0 : kPageLegendSample + kLegendGap;
    const double width = sample + width_of(entry.text);
    if (x > kLegendLeft && x + width > kWidth - kLegendLeft) {
      x = kLegendLeft;
      y += kLegendLine;
    }
    places.push_back({x, y});
    x += width + 24;
  }
  return places;
}

double first_row(const PlotPage& page) {
  const std::vector<PlacedEntry> legend = place_legend(page);
  return (legend.empty() ? legend_top(page) - kLegendLine : legend.back().y) + kAbovePanels;
}

double lowest_end(const std::vector<PlotPanel>& panels) {
  double lowest = 0;
  for (const PlotPanel& panel : panels) lowest = std::max(lowest, panel.box.bottom);
  return lowest;
}

nlohmann::json boxes_json(const std::vector<PanelBox>& boxes) {
  nlohmann::json list = nlohmann::json::array();
  for (const PanelBox& box : boxes) {
    nlohmann::json entry = box_json(box.box);
    entry["style"] = box.style;
    entry["opacity"] = box.opacity == 1 ? "" : fixed(box.opacity, 2);
    entry["radius"] = coordinate((box.box.right - box.box.left) / 2);
    list.push_back(std::move(entry));
  }
  return list;
}

nlohmann::json texts_json(const std::vector<PanelText>& texts) {
  nlohmann::json list = nlohmann::json::array();
  for (const PanelText& text : texts) {
    list.push_back({{"style", text.style},
                    {"x", coordinate(text.x)},
                    {"y", coordinate(text.y)},
                    {"anchor", anchor_name(text.anchor)},
                    {"turned", text.turned == 0 ? "" : coordinate(text.turned)},
                    {"text", xml_text(text.text, kLongestText)}});
  }
  return list;
}

nlohmann::json ticks_json(const std::vector<PanelTick>& ticks) {
  nlohmann::json list = nlohmann::json::array();
  for (const PanelTick& tick : ticks) list.push_back({{"place", coordinate(tick.place)}, {"text", tick.text}});
  return list;
}

nlohmann::json panel_json(const PlotPanel& panel) {
  nlohmann::json entry = box_json(panel.box);
  entry["title"] = xml_text(panel.title, kLongestText);
  entry["title_y"] = coordinate(panel.box.top - 12);
  entry["x_title"] = xml_text(panel.x_title, kLongestText);
  entry["x_title_y"] = coordinate(panel.x_title_y > 0 ? panel.x_title_y : panel.box.bottom + 40);
  entry["y_title"] = xml_text(panel.y_title, kLongestText);
  entry["y_title_x"] = coordinate((panel.box.left < kLeft + kNextPanel ? kLeft : kLeft + kNextPanel) - 62);
  entry["tick_end"] = coordinate(panel.box.bottom + 5);
  entry["tick_text"] = coordinate(panel.box.bottom + 19);
  entry["y_tick_text"] = coordinate(panel.box.left - 8);
  entry["x_ticks"] = ticks_json(panel.x_ticks);
  entry["y_ticks"] = ticks_json(panel.y_ticks);
  entry["boxes"] = boxes_json(panel.boxes);
  entry["points"] = boxes_json(panel.points);
  entry["texts"] = texts_json(panel.texts);
  entry["marks"] = nlohmann::json::array();
  for (const PanelMarks& marks : panel.marks) entry["marks"].push_back({{"style", marks.style}, {"path", marks.path}});
  entry["lines"] = nlohmann::json::array();
  for (const PanelLine& line : panel.lines) {
    entry["lines"].push_back({{"style", line.style}, {"points", points_text(thinned(line.points))}});
  }
  return entry;
}

nlohmann::json legend_json(const PlotPage& page) {
  nlohmann::json entries = nlohmann::json::array();
  const std::vector<PlacedEntry> places = place_legend(page);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const LegendEntry& entry = page.legend[i];
    const PlacedEntry& place = places[i];
    const double text_x = place.x + (entry.style.empty() ? 0 : kPageLegendSample + kLegendGap);
    entries.push_back({{"style", entry.style},
                       {"point", entry.point},
                       {"x", coordinate(place.x)},
                       {"middle", coordinate(place.x + kPageLegendSample / 2)},
                       {"end", coordinate(place.x + kPageLegendSample)},
                       {"y", coordinate(place.y)},
                       {"text_x", coordinate(text_x)},
                       {"text_y", coordinate(place.y + 4)},
                       {"text", xml_text(entry.text, kLongestText)}});
  }
  return entries;
}

}  // namespace

PlotPage evaluation_page(const std::string& target, std::vector<std::string> facts, std::string description,
                         std::vector<LegendEntry> legend) {
  return {"Evaluation of " + in_quotes(target, 60), std::move(facts), std::move(description), std::move(legend)};
}

std::array<Box, 2> panel_row(double top, double height) {
  constexpr double kSecond = kLeft + kNextPanel;
  return {{{kLeft, top, kLeft + kPanelWidth, top + height}, {kSecond, top, kSecond + kPanelWidth, top + height}}};
}

double row_below(double top, double height, std::size_t rows) {
  return top + static_cast<double>(rows) * (height + kBetweenRows);
}

std::vector<Box> panel_boxes(const PlotPage& page) {
  std::vector<Box> boxes;
  for (const std::size_t row : {std::size_t{0}, std::size_t{1}}) {
    for (const Box& box : panel_row(row_below(first_row(page), kPanelHeight, row), kPanelHeight)) boxes.push_back(box);
  }
  return boxes;
}

Box wide_panel_box(const PlotPage& page) {
  const double top = first_row(page) - kWithoutTitle;
  return {kLeft, top, kLeft + kNextPanel + kPanelWidth, top + kWidePanelHeight};
}

std::string draw_page(const PlotPage& page, std::vector<PlotPanel> panels, const PanelsBelow& below) {
  if (below) std::ranges::move(below(lowest_end(panels) + kBetweenRows), std::back_inserter(panels));
  nlohmann::json context = {{"title", xml_text(page.title, 100)},
                            {"description", xml_text(page.description, 2000)},
                            {"width", coordinate(kWidth)},
                            {"height", coordinate(lowest_end(panels) + kBelowPanels)},
                            {"legend", legend_json(page)}};
  context["facts"] = nlohmann::json::array();
  for (std::size_t i = 0; i < page.facts.size(); ++i) {
    context["facts"].push_back({{"y", coordinate(kFirstFact + kFactLine * static_cast<double>(i))},
                                {"text", xml_text(page.facts[i], kLongestText)}});
  }
  context["panels"] = nlohmann::json::array();
  for (const PlotPanel& panel : panels) context["panels"].push_back(panel_json(panel));
  return render_template("templates/plot/panels.svg.inja", context);
}

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
