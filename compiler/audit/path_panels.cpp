#include "audit/path_panels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr double kInset = 16;     // between the frame and the first and last place
constexpr double kZeroRoom = 40;  // between 0 and the logarithms
constexpr double kOverhang = 16;  // of texts above the panel, on either side
constexpr double kVisible = 1;    // less is no difference to the eye
constexpr std::size_t kMostPoints = 40;
constexpr std::size_t kManyLeaves = 20;
constexpr double kMarkLabelSize = 12;

// What the figures of a step become in a panel.
using Height = double PathPlotStep::*;

// Places of steps that begin at `starts`, the last one ending at the frame.
Curve staircase(const PathPlot& plot, const std::vector<double>& starts, double end, Height height,
                const Axis& scores) {
  Curve curve;
  for (std::size_t i = 0; i < plot.steps.size(); ++i) {
    const double y = scores.at(plot.steps[i].*height);
    curve.push_back({starts[i], y});
    curve.push_back({i + 1 < starts.size() ? starts[i + 1] : end, y});
  }
  return curve;
}

Curve points_at(const PathPlot& plot, const std::vector<double>& places, Height height, const Axis& scores) {
  Curve curve;
  for (std::size_t i = 0; i < plot.steps.size(); ++i) curve.push_back({places[i], scores.at(plot.steps[i].*height)});
  return curve;
}

// From the single leaf to the whole tree. Where both are the same, a short line that can be seen.
Curve line_through(const PathPlot& plot, const std::vector<double>& places, Height height, const Axis& scores) {
  Curve curve = points_at(plot, places, height, scores);
  std::reverse(curve.begin(), curve.end());
  if (curve.size() > 1) return curve;
  const PlotPoint only = curve.front();
  return {{only.x - kInset, only.y}, {only.x + kInset, only.y}};
}

PanelMark mark_of(const PathPlot& plot, std::size_t step, const std::vector<double>& places, const Axis& scores,
                  std::string text) {
  PanelMark mark;
  mark.x = places[step];
  mark.y = scores.at(plot.steps[step].validation);
  mark.text = std::move(text);
  mark.least = step == plot.least_error;
  return mark;
}

// `fact` says what a step is on the panel's axis.
template <typename Fact>
std::vector<PanelMark> make_marks(const PathPlot& plot, const std::vector<double>& places, const Axis& scores,
                                  const Box& box, Fact fact) {
  if (!plot.validated) return {};
  const auto label_of = [](const PanelMark& mark) { return LineLabel{mark.x, text_width(mark.text, kMarkLabelSize)}; };
  const std::string least = fact(plot.steps[plot.least_error]);
  if (plot.least_error == plot.one_error_above) {
    PanelMark both = mark_of(plot, plot.least_error, places, scores, "least error and 1-SE rule: " + least);
    both.label = place_label(label_of(both), box.left - kOverhang, box.right + kOverhang);
    return {both};
  }
  const std::string close = fact(plot.steps[plot.one_error_above]);
  std::vector<PanelMark> marks = {mark_of(plot, plot.least_error, places, scores, "least error: " + least),
                                  mark_of(plot, plot.one_error_above, places, scores, "1-SE rule: " + close)};
  const std::vector<PlacedLabel> placed =
      place_labels(label_of(marks[0]), label_of(marks[1]), box.left - kOverhang, box.right + kOverhang);
  for (std::size_t i = 0; i < marks.size(); ++i) marks[i].label = placed[i];
  return marks;
}

Curve chosen_point(const PathPlot& plot, const std::vector<double>& places, const Axis& scores) {
  if (!plot.validated) return {};
  return {{places[plot.chosen], scores.at(plot.steps[plot.chosen].validation)}};
}

// The first step that differs from the whole tree to the eye. Paths of many rows begin with alphas that are next to
// nothing; decades of them would take the room from those that matter.
std::size_t first_visible(const PathPlot& plot, const Axis& scores) {
  const auto same = [&](Height height, std::size_t step) {
    return std::abs(scores.at(plot.steps[step].*height) - scores.at(plot.steps[0].*height)) < kVisible;
  };
  std::size_t step = 1;
  while (step + 1 < plot.steps.size() && same(&PathPlotStep::training, step) && same(&PathPlotStep::validation, step)) {
    ++step;
  }
  return step;
}

// From the least alpha that matters to the largest, with room beside them where they are close together. Alphas below
// are drawn at its beginning.
Axis alpha_scale(const PathPlot& plot, const Box& box, const Axis& scores) {
  const double least = plot.steps[first_visible(plot, scores)].alpha;
  const double most = plot.steps.back().alpha;
  const double room = std::max(1.25, std::pow(most / least, 0.06));
  return {least / room, most * room, box.left + kInset + kZeroRoom, box.right, true};
}

std::vector<double> middles(const std::vector<double>& starts, double end) {
  std::vector<double> places = {starts.front()};  // the first one is judged at 0
  for (std::size_t i = 1; i < starts.size(); ++i) {
    places.push_back((starts[i] + (i + 1 < starts.size() ? starts[i + 1] : end)) / 2);
  }
  return places;
}

Axis leaves_scale(const PathPlot& plot, const Box& box) {
  const auto most = static_cast<double>(plot.steps.front().leaves);
  return {1, most, box.left + kInset, box.right - kInset, plot.steps.front().leaves > kManyLeaves};
}

std::vector<Tick> leaves_ticks(const Axis& scale) {
  if (scale.logarithmic) return log_ticks(scale.low, scale.high, 7);
  return whole_ticks(scale.low, scale.high, 12);
}

}  // namespace

Panel alpha_panel(const PathPlot& plot, const Box& box, const Axis& scores) {
  Panel panel;
  panel.box = box;
  panel.title = plot.alpha_title;
  const double zero = box.left + kInset;
  panel.ticks.emplace_back(zero, "0");
  std::vector<double> starts = {zero};
  if (plot.steps.size() > 1) {
    const Axis scale = alpha_scale(plot, box, scores);
    panel.zero_gap = zero + kZeroRoom / 2;
    for (const Tick& tick : log_ticks(scale.low, scale.high, 7))
      panel.ticks.emplace_back(scale.at(tick.value), tick.text);
    for (std::size_t i = 1; i < plot.steps.size(); ++i)
      starts.push_back(scale.at(std::max(scale.low, plot.steps[i].alpha)));
  }
  const std::vector<double> places = middles(starts, box.right);
  panel.training = staircase(plot, starts, box.right, &PathPlotStep::training, scores);
  panel.validation = staircase(plot, starts, box.right, &PathPlotStep::validation, scores);
  panel.low = staircase(plot, starts, box.right, &PathPlotStep::low, scores);
  panel.high = staircase(plot, starts, box.right, &PathPlotStep::high, scores);
  if (places.size() <= kMostPoints) panel.points = points_at(plot, places, &PathPlotStep::validation, scores);
  panel.marks = make_marks(plot, places, scores, box,
                           [](const PathPlotStep& step) { return fmt::format("alpha {}", rounded_up(step.alpha, 3)); });
  panel.chosen = chosen_point(plot, places, scores);
  return panel;
}

Panel leaves_panel(const PathPlot& plot, const Box& box, const Axis& scores) {
  Panel panel;
  panel.box = box;
  panel.title = "leaves";
  const Axis scale = leaves_scale(plot, box);
  for (const Tick& tick : leaves_ticks(scale)) panel.ticks.emplace_back(scale.at(tick.value), tick.text);
  std::vector<double> places;
  for (const PathPlotStep& step : plot.steps) places.push_back(scale.at(static_cast<double>(step.leaves)));
  panel.training = line_through(plot, places, &PathPlotStep::training, scores);
  panel.validation = line_through(plot, places, &PathPlotStep::validation, scores);
  panel.low = line_through(plot, places, &PathPlotStep::low, scores);
  panel.high = line_through(plot, places, &PathPlotStep::high, scores);
  if (places.size() <= kMostPoints) panel.points = points_at(plot, places, &PathPlotStep::validation, scores);
  panel.marks =
      make_marks(plot, places, scores, box, [](const PathPlotStep& step) { return counted(step.leaves, "leaf"); });
  panel.chosen = chosen_point(plot, places, scores);
  return panel;
}

}  // namespace espalier
