#include "report/path_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "emit/escape.hpp"
#include "emit/render.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// The picture's layout; templates/plot/path.svg.inja has the sizes of its texts.
constexpr Box kLeftPanel{76, 140, 496, 408};
constexpr Box kRightPanel{532, 140, 952, 408};
constexpr double kLowerLabel = 132;  // base line of the texts above a panel
constexpr double kUpperLabel = 114;
constexpr double kLegendSize = 12;
constexpr double kLegendSample = 28;
constexpr double kScorePadding = 0.05;  // of the range of scores, above and below
constexpr std::size_t kScoreTicks = 6;

// All scores that are drawn, with room around them.
Axis score_scale(const PathPlot& plot) {
  double low = plot.steps.front().training;
  double high = low;
  const auto include = [&](double score) {
    low = std::min(low, score);
    high = std::max(high, score);
  };
  if (plot.validated) include(plot.limit);
  for (const PathPlotStep& step : plot.steps) {
    include(step.training);
    if (!plot.validated) continue;
    include(step.low);
    include(step.high);
  }
  const double size = std::max({std::abs(low), std::abs(high), 1e-300});
  const bool all_equal = high - low <= 1e-9 * size;
  if (all_equal) {
    low = std::max(plot.least_score, low - kScorePadding * size);
    high = std::min(plot.most_score, high + kScorePadding * size);
  }
  const double padding = kScorePadding * (high - low);
  return {low - padding, high + padding, kLeftPanel.bottom, kLeftPanel.top, false};
}

nlohmann::json score_ticks(const PathPlot& plot, const Axis& scale) {
  nlohmann::json ticks = nlohmann::json::array();
  for (const Tick& tick : linear_ticks(scale.low, scale.high, kScoreTicks)) {
    if (tick.value < plot.least_score || tick.value > plot.most_score) continue;
    ticks.push_back({{"y", coordinate(scale.at(tick.value))}, {"text", tick.text}});
  }
  return ticks;
}

nlohmann::json mark_json(const PanelMark& mark) {
  const double base = mark.label.row == 0 ? kLowerLabel : kUpperLabel;
  const bool above = mark.label.anchor == Anchor::middle;
  return {{"x", coordinate(mark.x)},
          {"y", coordinate(mark.y)},
          {"top", coordinate(above ? base + 4 : base - 10)},
          {"label_x", coordinate(mark.label.x)},
          {"label_y", coordinate(base)},
          {"anchor", anchor_name(mark.label.anchor)},
          {"text", xml_text(mark.text)},
          {"least", mark.least}};
}

nlohmann::json panel_json(const Panel& panel, bool validated) {
  nlohmann::json ticks = nlohmann::json::array();
  for (const auto& [x, text] : panel.ticks) ticks.push_back({{"x", coordinate(x)}, {"text", text}});
  nlohmann::json points = nlohmann::json::array();
  nlohmann::json marks = nlohmann::json::array();
  Curve band;
  if (validated) {
    for (const PlotPoint& point : panel.points)
      points.push_back({{"x", coordinate(point.x)}, {"y", coordinate(point.y)}});
    for (const PanelMark& mark : panel.marks) marks.push_back(mark_json(mark));
    band = thinned(panel.high);
    const Curve low = thinned(panel.low);
    band.insert(band.end(), low.rbegin(), low.rend());
  }
  nlohmann::json chosen = nlohmann::json::array();
  for (const PlotPoint& point : panel.chosen)
    chosen.push_back({{"x", coordinate(point.x)}, {"y", coordinate(point.y)}});
  nlohmann::json entry = box_json(panel.box);
  entry["title"] = xml_text(panel.title);
  entry["ticks"] = std::move(ticks);
  entry["gap"] = panel.zero_gap < 0 ? "" : coordinate(panel.zero_gap);
  entry["training"] = points_text(thinned(panel.training));
  entry["validation"] = validated ? points_text(thinned(panel.validation)) : "";
  entry["band"] = points_text(band);
  entry["points"] = std::move(points);
  entry["marks"] = std::move(marks);
  entry["chosen"] = std::move(chosen);
  return entry;
}

nlohmann::json legend(const PathPlot& plot) {
  nlohmann::json entries = nlohmann::json::array();
  double x = kLeftPanel.left;
  const auto add = [&](const char* kind, const std::string& text) {
    entries.push_back({{"kind", kind},
                       {"x", coordinate(x)},
                       {"middle", coordinate(x + kLegendSample / 2)},
                       {"end", coordinate(x + kLegendSample)},
                       {"text_x", coordinate(x + kLegendSample + 6)},
                       {"text", text}});
    x += kLegendSample + 6 + text_width(text, kLegendSize) + 24;
  };
  add("training", "training rows");
  if (plot.validated) {
    add("validation", "out of fold, with one standard error");
    add("limit", "limit of the 1-SE rule");
    add("chosen", fmt::format("chosen: {}", counted(plot.steps[plot.chosen].leaves, "leaf")));
  }
  return entries;
}

// What the picture shows, for those who do not see it.
std::string description(const PathPlot& plot) {
  const auto score = [&](double value) { return axis_number(std::round(value * 1000) / 1000); };
  std::string text = fmt::format("{} against alpha and against the number of leaves, for {} from {} to {}.",
                                 plot.score_title, counted(plot.steps.size(), "tree"),
                                 counted(plot.steps.front().leaves, "leaf"), counted(plot.steps.back().leaves, "leaf"));
  if (!plot.validated) return text;
  const auto tell = [&](const char* which, const PathPlotStep& step) {
    text += fmt::format(" {}: {}, {} on the training rows, {} out of fold.", which, counted(step.leaves, "leaf"),
                        score(step.training), score(step.validation));
  };
  tell("Least error", plot.steps[plot.least_error]);
  tell("1-SE rule", plot.steps[plot.one_error_above]);
  tell("Chosen", plot.steps[plot.chosen]);
  return text;
}

}  // namespace

std::string draw_path(const PathPlot& plot) {
  const Axis scores = score_scale(plot);
  const std::string title = "Cost-complexity path of " + in_quotes(plot.target, 60);
  const nlohmann::json context = {{"title", xml_text(title, 100)},
                                  {"facts", xml_text(plot.facts, 200)},
                                  {"description", xml_text(description(plot), 1000)},
                                  {"score_title", xml_text(plot.score_title)},
                                  {"score_ticks", score_ticks(plot, scores)},
                                  {"limit", plot.validated ? coordinate(scores.at(plot.limit)) : ""},
                                  {"legend", legend(plot)},
                                  {"panels",
                                   {panel_json(alpha_panel(plot, kLeftPanel, scores), plot.validated),
                                    panel_json(leaves_panel(plot, kRightPanel, scores), plot.validated)}}};
  return render_template("templates/plot/path.svg.inja", context);
}

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
