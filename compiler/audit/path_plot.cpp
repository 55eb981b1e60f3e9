#include "audit/path_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "audit/path_panels.hpp"
#include "emit/escape.hpp"
#include "emit/render.hpp"
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

}  // namespace espalier
