#include "report/numbers_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/plot_page.hpp"
#include "report/plot_scale.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

std::string description(const NumbersPlot& plot) {
  std::string text = fmt::format(
      "Answers against actual numbers, errors against answers, their histogram and their size, for {}. Mean error {}.",
      counted(plot.actual.size(), "answer"), axis_number(plot.mean_error));
  for (const PlotPoint& point : plot.sizes) {
    if (point.x == 0.5) text += fmt::format(" Half of the errors are at most {}.", axis_number(point.y));
    if (point.x == 0.9) text += fmt::format(" 90 % are at most {}.", axis_number(point.y));
  }
  return text;
}

std::vector<LegendEntry> legend(const NumbersPlot& plot) {
  std::vector<LegendEntry> entries = {{"k0", "the trees' answers"},
                                      {"k1", fmt::format("always the mean, {}", plot.baseline)}};
  if (plot.actual.size() > kSingleDots) entries.push_back({"", "the stronger a square, the more answers"});
  return entries;
}

}  // namespace

std::string draw_numbers(const NumbersPlot& plot, const PanelsBelow& below) {
  const PlotPage page = evaluation_page(plot.target, plot.facts, description(plot), legend(plot));
  const std::vector<Box> boxes = panel_boxes(page);
  return draw_page(page,
                   {answer_panel(plot, boxes[0]), error_panel(plot, boxes[1]), histogram_panel(plot, boxes[2]),
                    size_panel(plot, boxes[3])},
                   below);
}

namespace {

constexpr std::size_t kNumberTicks = 6;
constexpr std::size_t kBars = 24;
constexpr double kLabelSize = 12;
constexpr double kPadding = 0.04;   // of a range, on either side
constexpr double kOutermost = 100;  // one in so many errors lies beyond the bars, if that makes much of a difference,
constexpr double kMuch = 2;         // which is so many times the range

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// A range of one value gets room on both sides.
Range with_room(Range range, double room) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  if (size == 0) return {-1, 1};
  if (range.high - range.low <= 1e-9 * size) return {range.low - 0.5 * size, range.high + 0.5 * size};
  const double padding = room * (range.high - range.low);
  return {range.low - padding, range.high + padding};
}

Axis across(const Range& range, const Box& box) {
  return {range.low, range.high, box.left, box.right};
}

Axis upwards(const Range& range, const Box& box) {
  return {range.low, range.high, box.bottom, box.top};
}

std::vector<PanelTick> ticks_of(const Axis& scale) {
  std::vector<PanelTick> ticks;
  for (const Tick& tick : linear_ticks(scale.low, scale.high, kNumberTicks)) {
    ticks.push_back({scale.at(tick.value), tick.text});
  }
  return ticks;
}

double error_of(const NumbersPlot& plot, std::size_t i) {
  return plot.answered[i] - plot.actual[i];
}

void add_ticks(PlotPanel& panel, const Axis& x, const Axis& y) {
  panel.x_ticks = ticks_of(x);
  panel.y_ticks = ticks_of(y);
}

// Where the bars are.
struct Bars {
  double first = 0;
  double width = 1;
  std::vector<double> weights;
  std::size_t beyond = 0;  // errors that lie further out, and are in the outermost bars
};

Range range_of_bars(const NumbersPlot& plot) {
  std::vector<double> errors;
  for (std::size_t i = 0; i < plot.actual.size(); ++i) errors.push_back(error_of(plot, i));
  std::sort(errors.begin(), errors.end());
  const auto beyond = static_cast<std::size_t>(static_cast<double>(errors.size()) / kOutermost / 2);
  const Range all{errors.front(), errors.back()};
  const Range most{errors[beyond], errors[errors.size() - 1 - beyond]};
  return most.high > most.low && all.high - all.low > kMuch * (most.high - most.low) ? most : with_room(all, 0);
}

Bars bars_of(const NumbersPlot& plot) {
  const Range range = range_of_bars(plot);
  const std::vector<Tick> ticks = linear_ticks(range.low, range.high, kBars);
  Bars bars;
  bars.width = ticks.size() > 1 ? ticks[1].value - ticks[0].value : range.high - range.low;
  const double begin = std::floor(range.low / bars.width + 1e-9);
  const double end = std::max(begin + 1, std::ceil(range.high / bars.width - 1e-9));
  bars.first = begin * bars.width;
  bars.weights.resize(static_cast<std::size_t>(end - begin));
  const double last = end - begin - 1;
  for (std::size_t i = 0; i < plot.actual.size(); ++i) {
    const double place = (error_of(plot, i) - bars.first) / bars.width;
    bars.weights[static_cast<std::size_t>(std::clamp(std::floor(place), 0.0, last))] += plot.weights[i];
    if (place < -1e-9 || place > last + 1 + 1e-9) ++bars.beyond;
  }
  return bars;
}

// Where the largest errors are so large that nothing else could be seen, all but one in a hundred.
double most_shown(const NumbersPlot& plot) {
  double largest = 0;
  double usual = 0;
  for (const Curve* const curve : {&plot.sizes, &plot.baseline_sizes}) {
    for (const PlotPoint& point : *curve) {
      largest = std::max(largest, point.y);
      if (point.x <= 1 - 1 / kOutermost) usual = std::max(usual, point.y);
    }
  }
  if (largest == 0) return 1;
  return usual > 0 && largest > kMuch * usual ? usual : largest;
}

}  // namespace

PlotPanel answer_panel(const NumbersPlot& plot, const Box& box) {
  PlotPanel panel;
  panel.box = box;
  panel.title = "Answers against what is right";
  panel.x_title = "actual";
  panel.y_title = "answered";
  Range range;
  for (const double value : plot.actual) range.include(value);
  for (const double value : plot.answered) range.include(value);
  range = with_room(range, kPadding);
  const Axis x = across(range, box);
  const Axis y = upwards(range, box);
  add_ticks(panel, x, y);
  std::vector<PlotPoint> points;
  for (std::size_t i = 0; i < plot.actual.size(); ++i) {
    points.push_back({x.at(plot.actual[i]), y.at(plot.answered[i])});
  }
  panel.marks = scatter(points, box);
  panel.lines.push_back({"guess", {{box.left, box.bottom}, {box.right, box.top}}});
  return panel;
}

PlotPanel error_panel(const NumbersPlot& plot, const Box& box) {
  PlotPanel panel;
  panel.box = box;
  panel.title = "Errors against answers";
  panel.x_title = "answered";
  panel.y_title = "error: answered - actual";
  Range answers;
  Range errors;
  for (std::size_t i = 0; i < plot.actual.size(); ++i) {
    answers.include(plot.answered[i]);
    errors.include(error_of(plot, i));
  }
  errors.include(0);
  const Axis x = across(with_room(answers, kPadding), box);
  const Axis y = upwards(with_room(errors, kPadding), box);
  add_ticks(panel, x, y);
  std::vector<PlotPoint> points;
  for (std::size_t i = 0; i < plot.actual.size(); ++i) {
    points.push_back({x.at(plot.answered[i]), y.at(error_of(plot, i))});
  }
  panel.marks = scatter(points, box);
  panel.lines.push_back({"guess", {{box.left, y.at(0)}, {box.right, y.at(0)}}});
  return panel;
}

PlotPanel histogram_panel(const NumbersPlot& plot, const Box& box) {
  const Bars bars = bars_of(plot);
  PlotPanel panel;
  panel.box = box;
  panel.title = fmt::format("Errors: {} on average", axis_number(plot.mean_error));
  panel.x_title = "error: answered - actual";
  if (bars.beyond > 0) panel.x_title += fmt::format("; the outermost bars have {} from beyond", grouped(bars.beyond));
  panel.y_title = plot.weighted ? "weight of the answers" : "answers";
  const double last = bars.first + bars.width * static_cast<double>(bars.weights.size());
  const Axis x = across({std::min(0.0, bars.first), std::max(0.0, last)}, box);
  const double most = *std::max_element(bars.weights.begin(), bars.weights.end());
  const Axis y = upwards({0, most * (1 + kPadding)}, box);
  add_ticks(panel, x, y);
  for (std::size_t i = 0; i < bars.weights.size(); ++i) {
    if (bars.weights[i] <= 0) continue;
    const double from = bars.first + bars.width * static_cast<double>(i);
    const Box bar{x.at(from) + 0.5, y.at(bars.weights[i]), x.at(from + bars.width) - 0.5, box.bottom};
    panel.boxes.push_back({"bar", bar});
  }
  panel.lines.push_back({"guess", {{x.at(0), box.bottom}, {x.at(0), box.top}}});
  return panel;
}

PlotPanel size_panel(const NumbersPlot& plot, const Box& box) {
  PlotPanel panel;
  panel.box = box;
  panel.title = "How large errors are";
  panel.x_title = plot.weighted ? "share of the answers by weight (%)" : "share of the answers (%)";
  panel.y_title = "size of the error is at most";
  const double largest = plot.sizes.back().y;
  const double most = most_shown(plot);
  if (largest > most) panel.title += fmt::format(" (the largest: {})", axis_number(largest));
  const Axis x = across({0, 100}, box);
  const Axis y = upwards({0, most * (1 + kPadding)}, box);
  add_ticks(panel, x, y);
  const auto placed = [&](const Curve& curve) {
    Curve places;
    for (const PlotPoint& point : curve) {
      if (point.y <= most) places.push_back({x.at(100 * point.x), y.at(point.y)});
    }
    return places;
  };
  panel.lines.push_back({"k1", placed(plot.baseline_sizes)});
  panel.lines.push_back({"k0", placed(plot.sizes)});
  for (const PlotPoint& point : plot.sizes) {
    const bool marked = point.x == 0.5 || point.x == 0.9;
    if (!marked) continue;
    const PlotPoint place{x.at(100 * point.x), y.at(point.y)};
    panel.points.push_back({"point", {place.x - 4, place.y - 4, place.x + 4, place.y + 4}});
    // Curves rise: below and to the right of a point there is nothing. At the axis there is no room.
    const std::string text = fmt::format("{}: {}", point.x == 0.5 ? "half" : "90 %", axis_number(point.y));
    const double end = std::min(place.x + 8 + text_width(text, kLabelSize), box.right - 6);
    const double y_text = place.y + 18 < box.bottom - 4 ? place.y + 18 : place.y - 8;
    panel.texts.push_back({"label", end, y_text, text, Anchor::end});
  }
  return panel;
}

}  // namespace espalier
