#include "report/tune_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "report/plot_page.hpp"
#include "report/plot_scale.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr double kTrialInset = 20;  // between the frame and the outermost points
constexpr double kManyTrialLeaves = 20;
constexpr std::size_t kTrialTicks = 8;
constexpr double kSmall = 3;  // radius
constexpr double kLarge = 6;
constexpr double kLabelGap = 10;
constexpr double kLabelHeight = 16;
constexpr double kLabelWidth = 150;

struct Axes {
  Axis leaves;
  Axis scores;

  PlotPoint at(const TunePlotTrial& trial) const { return {leaves.at(trial.leaves), scores.at(trial.score)}; }
};

// Scores from the least to the best, with the errors of the two that are marked.
Axis score_scale(const TunePlot& plot, const Box& box) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::size_t i = 0; i < plot.trials.size(); ++i) {
    const TunePlotTrial& trial = plot.trials[i];
    const double error = i == 0 || i == plot.winner ? trial.standard_error : 0;
    low = std::min(low, trial.score - error);
    high = std::max(high, trial.score + error);
  }
  if (!(high > low)) {
    const double room = high == 0 ? 1 : 0.05 * std::abs(high);
    low -= room;
    high += room;
  }
  return {low, high, box.bottom - kTrialInset, box.top + kTrialInset};
}

Axis leaves_scale(const TunePlot& plot, const Box& box) {
  double most = 2;
  for (const TunePlotTrial& trial : plot.trials) most = std::max(most, trial.leaves);
  return {1, most, box.left + kTrialInset, box.right - kTrialInset, most > kManyTrialLeaves};
}

std::vector<PanelTick> placed(const std::vector<Tick>& ticks, const Axis& scale) {
  std::vector<PanelTick> places;
  places.reserve(ticks.size());
  for (const Tick& tick : ticks) places.push_back({scale.at(tick.value), tick.text});
  return places;
}

PanelBox point(const char* style, const PlotPoint& place, double radius) {
  return {style, {place.x - radius, place.y - radius, place.x + radius, place.y + radius}};
}

Curve error_bar(const TunePlotTrial& trial, const Axes& axes) {
  const double x = axes.leaves.at(trial.leaves);
  return {{x, axes.scores.at(trial.score - trial.standard_error)},
          {x, axes.scores.at(trial.score + trial.standard_error)}};
}

std::string leaves_text(double leaves) {
  return fmt::format("{} {}", axis_number(leaves), leaves == 1 ? "leaf" : "leaves");
}

// Beside its point, where the panel has room.
PanelText label(const std::string& text, const PlotPoint& place, const Box& box, double lower) {
  const bool left = place.x + kLabelWidth > box.right;
  return {"label", place.x + (left ? -kLabelGap : kLabelGap), place.y + 4 + lower, text,
          left ? Anchor::end : Anchor::begin};
}

std::vector<PanelText> labels(const TunePlot& plot, const Axes& axes, const Box& box) {
  const PlotPoint given = axes.at(plot.trials.front());
  const std::string leaves = leaves_text(plot.trials[plot.winner].leaves);
  if (plot.winner == 0) return {label("chosen: as given, " + leaves, given, box, 0)};
  const PlotPoint chosen = axes.at(plot.trials[plot.winner]);
  const bool close = std::abs(given.y - chosen.y) < kLabelHeight && std::abs(given.x - chosen.x) < kLabelWidth;
  const double apart = close ? kLabelHeight / 2 : 0;
  const double side = given.y < chosen.y ? 1 : -1;
  return {label("chosen, " + leaves, chosen, box, side * apart), label("as given", given, box, -side * apart)};
}

PlotPage page_of(const TunePlot& plot) {
  PlotPage page;
  page.title = "Tuning for " + in_quotes(plot.target, 60);
  page.facts = plot.facts;
  page.legend = {{"trial early", "judged on few folds", true}, {"trial", "judged on all folds", true}};
  if (plot.winner != 0) page.legend.push_back({"trial given", "the options as given", true});
  page.legend.push_back({"trial chosen", "chosen, with its standard error", true});
  const TunePlotTrial& winner = plot.trials[plot.winner];
  page.description = fmt::format(
      "{} of {} against the leaves of their trees. Chosen: {} with {}. As given: {} with {}.", plot.score_title,
      counted(plot.trials.size(), "trial"), axis_number(winner.score), leaves_text(winner.leaves),
      axis_number(plot.trials.front().score), leaves_text(plot.trials.front().leaves));
  return page;
}

void add_points(const TunePlot& plot, const Axes& axes, PlotPanel& panel) {
  for (const bool all : {false, true}) {
    for (std::size_t i = 1; i < plot.trials.size(); ++i) {
      if (plot.trials[i].on_all_folds != all || i == plot.winner) continue;
      panel.points.push_back(point(all ? "trial" : "trial early", axes.at(plot.trials[i]), kSmall));
    }
  }
  if (plot.winner != 0) {
    panel.lines.push_back({"thin given", error_bar(plot.trials.front(), axes)});
    panel.points.push_back(point("trial given", axes.at(plot.trials.front()), kLarge));
  }
  panel.lines.push_back({"thin chosen", error_bar(plot.trials[plot.winner], axes)});
  panel.points.push_back(point("trial chosen", axes.at(plot.trials[plot.winner]), kLarge));
}

}  // namespace

std::string draw_tuning(const TunePlot& plot) {
  const PlotPage page = page_of(plot);
  PlotPanel panel;
  panel.box = wide_panel_box(page);
  const Axes axes{leaves_scale(plot, panel.box), score_scale(plot, panel.box)};
  panel.x_title = plot.several ? "leaves of all trees of a fold, on average" : "leaves of the folds' trees, on average";
  panel.y_title = plot.score_title;
  panel.x_ticks = placed(axes.leaves.logarithmic ? log_ticks(axes.leaves.low, axes.leaves.high, kTrialTicks)
                                                 : whole_ticks(axes.leaves.low, axes.leaves.high, kTrialTicks),
                         axes.leaves);
  panel.y_ticks = placed(linear_ticks(axes.scores.low, axes.scores.high, kTrialTicks), axes.scores);
  add_points(plot, axes, panel);
  panel.texts = labels(plot, axes, panel.box);
  return draw_page(page, {panel});
}

}  // namespace espalier
