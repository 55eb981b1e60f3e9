#include "report/classes_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/plot_scale.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kLongestClassName = 24;

std::string area_text(const PlottedClass& shown) {
  return shown.area ? "AUC " + fixed(*shown.area, 3) : "no AUC";
}

std::vector<LegendEntry> legend(const ClassesPlot& plot) {
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < plot.classes.size(); ++i) {
    const PlottedClass& shown = plot.classes[i];
    entries.push_back({class_style(i), fmt::format("{}: {}, {} of the rows", printable(shown.name, kLongestClassName),
                                                   area_text(shown), percent(shown.share))});
  }
  if (plot.classes_left_out > 0) {
    const bool one = plot.classes_left_out == 1;
    entries.push_back({"", fmt::format("and {} rarer {} without {}", plot.classes_left_out, one ? "class" : "classes",
                                       one ? "a curve" : "curves")});
  }
  if (!plot.class_note.empty()) entries.push_back({"", plot.class_note});
  if (plot.decision) entries.push_back({"decision", plot.decision->text, true});
  return entries;
}

std::string description(const ClassesPlot& plot) {
  std::string text = "ROC curves, precision against recall, calibration and confusion matrix.";
  for (const PlottedClass& shown : plot.classes) {
    text += fmt::format(" {}: {}.", in_quotes(shown.name, kLongestClassName), area_text(shown));
  }
  if (plot.decision) text += fmt::format(" {}.", plot.decision->text);
  for (const PlottedBin& bin : plot.bins) {
    text += fmt::format(" Predicted {}: observed {} of {}.", fixed(bin.predicted, 2), fixed(bin.observed, 2),
                        counted(bin.rows, "answer"));
  }
  return text;
}

}  // namespace

std::string draw_classes(const ClassesPlot& plot, const PanelsBelow& below) {
  const PlotPage page = evaluation_page(plot.target, plot.facts, description(plot), legend(plot));
  const std::vector<Box> boxes = panel_boxes(page);
  return draw_page(page,
                   {roc_panel(plot, boxes[0]), precision_panel(plot, boxes[1]), calibration_panel(plot, boxes[2]),
                    confusion_panel(plot, boxes[3])},
                   below);
}

namespace {

constexpr double kStrip = 56;     // of the calibration panel, for the numbers of answers
constexpr double kStripTop = 15;  // of it, for the number above the highest bar
constexpr double kPointRadius = 4;
constexpr double kDecisionRadius = 6;
constexpr std::size_t kLongestName = 14;
constexpr double kNameSize = 12;
constexpr double kNamesRoom = 50;  // for names left of the matrix, beyond what ticks have
constexpr double kTurnedRoom = 28;
constexpr double kTurn = -32;
constexpr double kMiddling = 0.6;  // colours that are too dark or too light for the usual text: one of them
constexpr double kStrong = 0.8;    // or either
constexpr double kWide = 50;
constexpr double kLeastTall = 30;  // a cell with room for two lines

// Both axes from 0 to 1.
struct Unit {
  Axis x;
  Axis y;
  explicit Unit(const Box& box) : x{0, 1, box.left, box.right}, y{0, 1, box.bottom, box.top} {}
  PlotPoint at(double across, double up) const { return {x.at(across), y.at(up)}; }
};

constexpr double kTicks[] = {0, 0.2, 0.4, 0.6, 0.8, 1};

void add_unit_ticks(PlotPanel& panel, const Unit& unit) {
  for (const double tick : kTicks) {
    panel.x_ticks.push_back({unit.x.at(tick), axis_number(tick)});
    panel.y_ticks.push_back({unit.y.at(tick), axis_number(tick)});
  }
}

Curve placed(const Curve& curve, const Unit& unit) {
  Curve places;
  for (const PlotPoint& point : curve) places.push_back(unit.at(point.x, point.y));
  return places;
}

Box around(const PlotPoint& point, double radius) {
  return {point.x - radius, point.y - radius, point.x + radius, point.y + radius};
}

// A ring, so that the curve below it is seen.
void mark_decision(const PlotPoint& point, PlotPanel& panel) {
  panel.points.push_back({"decision", around(point, kDecisionRadius)});
}

void say_why_empty(const ClassesPlot& plot, PlotPanel& panel) {
  if (plot.no_curves.empty()) return;
  panel.texts.push_back({"quiet label", (panel.box.left + panel.box.right) / 2, (panel.box.top + panel.box.bottom) / 2,
                         plot.no_curves, Anchor::middle});
}

void add_bars(const ClassesPlot& plot, const Box& strip, const Unit& unit, PlotPanel& panel) {
  std::size_t most = 1;
  for (const PlottedBin& bin : plot.bins) most = std::max(most, bin.rows);
  const Axis height{0, static_cast<double>(most), strip.bottom, strip.top + kStripTop};
  for (const PlottedBin& bin : plot.bins) {
    const double top = std::min(height.at(static_cast<double>(bin.rows)), strip.bottom - 1);
    const Box bar{unit.x.at(bin.from) + 1, top, unit.x.at(bin.to) - 1, strip.bottom};
    panel.boxes.push_back({"bar", bar});
    panel.texts.push_back({"quiet small", (bar.left + bar.right) / 2, top - 3,
                           short_weight(static_cast<double>(bin.rows)), Anchor::middle});
  }
}

// What a column or line of the matrix is called.
std::string short_name(const std::string& name) {
  return printable(name, kLongestName);
}

double widest(const std::vector<std::string>& names) {
  double width = 0;
  for (const std::string& name : names) width = std::max(width, text_width(short_name(name), kNameSize));
  return width;
}

// Narrow cells have no room for decimals.
std::string cell_percent(double share, const Box& cell) {
  if (cell.right - cell.left >= kWide) return percent(share);
  return share < 0.005 ? "<1 %" : fixed(100 * share, 0) + " %";
}

void add_cell(const Box& cell, double weight, double share, PlotPanel& panel) {
  const double x = (cell.left + cell.right) / 2;
  const double y = (cell.top + cell.bottom) / 2;
  panel.boxes.push_back({"hole", cell});
  if (weight <= 0) {
    panel.texts.push_back({"quiet small", x, y + 4, "0", Anchor::middle});
    return;
  }
  panel.boxes.push_back({"cell", cell, std::max(0.05, share)});
  const std::string contrast = share > kStrong ? " strong" : share > kMiddling ? " middling" : "";
  const bool two_lines = cell.bottom - cell.top >= kLeastTall;
  panel.texts.push_back({"small" + contrast, x, two_lines ? y - 2 : y + 4, short_weight(weight), Anchor::middle});
  if (two_lines) panel.texts.push_back({"small" + contrast, x, y + 10, cell_percent(share, cell), Anchor::middle});
}

}  // namespace

std::string class_style(std::size_t index) {
  return fmt::format("k{}", index % kPlottedClasses);
}

std::string short_weight(double weight) {
  for (const auto& [unit, letter] : {std::pair{1e9, "G"}, std::pair{1e6, "M"}, std::pair{1e3, "k"}}) {
    const bool whole_thousands = unit > 1e3 || weight >= 1e5;
    if (weight < 0.9995 * unit || !whole_thousands) continue;
    return weight < 1000 * unit ? axis_number(weight / unit) + letter : axis_number(weight);
  }
  const bool whole = weight == std::trunc(weight) || weight >= 1000;
  return whole ? grouped(static_cast<std::size_t>(std::round(weight))) : axis_number(weight);
}

PlotPanel roc_panel(const ClassesPlot& plot, const Box& box) {
  PlotPanel panel;
  panel.box = box;
  panel.title = "ROC: what is found, and what is taken by mistake";
  panel.x_title = "share of the other rows taken for the class";
  panel.y_title = "share of the class that is found";
  const Unit unit(box);
  add_unit_ticks(panel, unit);
  panel.lines.push_back({"guess", {unit.at(0, 0), unit.at(1, 1)}});
  for (std::size_t i = plot.classes.size(); i-- > 0;) {
    if (!plot.classes[i].roc.empty()) panel.lines.push_back({class_style(i), placed(plot.classes[i].roc, unit)});
  }
  if (plot.decision) mark_decision(unit.at(plot.decision->taken, plot.decision->found), panel);
  say_why_empty(plot, panel);
  return panel;
}

PlotPanel precision_panel(const ClassesPlot& plot, const Box& box) {
  PlotPanel panel;
  panel.box = box;
  panel.title = "Precision against recall (dotted: a guess)";
  panel.x_title = "recall: share of the class that is found";
  panel.y_title = "precision: share of what is taken that is right";
  const Unit unit(box);
  add_unit_ticks(panel, unit);
  for (std::size_t i = plot.classes.size(); i-- > 0;) {
    const PlottedClass& shown = plot.classes[i];
    if (shown.precision_recall.empty()) continue;
    panel.lines.push_back({class_style(i) + " share", {unit.at(0, shown.share), unit.at(1, shown.share)}});
    panel.lines.push_back({class_style(i), placed(shown.precision_recall, unit)});
  }
  if (plot.decision && plot.decision->precision) {
    mark_decision(unit.at(plot.decision->found, *plot.decision->precision), panel);
  }
  say_why_empty(plot, panel);
  return panel;
}

PlotPanel calibration_panel(const ClassesPlot& plot, const Box& box) {
  PlotPanel panel;
  panel.box = box;
  panel.title = fmt::format("Calibration, {} intervals, numbers of answers", plot.level);
  panel.x_title = plot.probability_title;
  panel.y_title = plot.observed_title;
  const Box upper{box.left, box.top, box.right, box.bottom - kStrip};
  const Unit unit(upper);
  add_unit_ticks(panel, unit);
  add_bars(plot, {box.left, upper.bottom, box.right, box.bottom}, unit, panel);
  panel.lines.push_back({"guess", {unit.at(0, 0), unit.at(1, 1)}});
  Curve curve;
  for (const PlottedBin& bin : plot.bins) {
    const PlotPoint point = unit.at(bin.predicted, bin.observed);
    curve.push_back(point);
    panel.lines.push_back({"k0 thin", {{point.x, unit.y.at(bin.low)}, {point.x, unit.y.at(bin.high)}}});
    panel.points.push_back({"point", around(point, kPointRadius)});
  }
  if (curve.size() > 1) panel.lines.push_back({"k0", std::move(curve)});
  return panel;
}

PlotPanel confusion_panel(const ClassesPlot& plot, const Box& box) {
  PlotPanel panel;
  panel.title = "Confusion: shares of the actual class";
  panel.x_title = "answered";
  panel.y_title = "actual";
  const auto count = static_cast<double>(plot.names.size());
  panel.box = {box.left + kNamesRoom, box.top, box.right, box.bottom};
  const bool turned = widest(plot.names) > (panel.box.right - panel.box.left) / count - 4;
  if (turned) panel.box.bottom -= kTurnedRoom;
  panel.x_title_y = box.bottom + (turned ? 58 : 40);
  const Axis x{0, count, panel.box.left, panel.box.right};
  const Axis y{0, count, panel.box.top, panel.box.bottom};
  for (std::size_t i = 0; i < plot.names.size(); ++i) {
    const auto place = static_cast<double>(i);
    const std::string name = short_name(plot.names[i]);
    panel.texts.push_back({"name", panel.box.left - 8, y.at(place + 0.5) + 4, name, Anchor::end});
    panel.texts.push_back({"name", x.at(place + 0.5) + (turned ? 6 : 0), panel.box.bottom + (turned ? 14 : 18), name,
                           turned ? Anchor::end : Anchor::middle, turned ? kTurn : 0});
    double total = 0;
    for (const double weight : plot.confusion[i]) total += weight;
    for (std::size_t j = 0; j < plot.names.size(); ++j) {
      const auto across = static_cast<double>(j);
      const double weight = plot.confusion[i][j];
      add_cell({x.at(across), y.at(place), x.at(across + 1), y.at(place + 1)}, weight, total > 0 ? weight / total : 0,
               panel);
    }
  }
  return panel;
}

}  // namespace espalier
