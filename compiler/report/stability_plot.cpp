#include "report/stability_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "report/figure_text.hpp"
#include "report/plot_page.hpp"
#include "report/plot_scale.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kColumnsDrawn = 8;
constexpr std::size_t kShareBars = 20;
constexpr std::size_t kStabilityTicks = 6;
constexpr double kStabilityInset = 14;
constexpr double kTreeRadius = 4;

std::vector<PanelTick> ticks_at(const std::vector<Tick>& ticks, const Axis& axis, const char* unit = "") {
  std::vector<PanelTick> places;
  for (const Tick& tick : ticks) places.push_back({axis.at(tick.value), tick.text + unit});
  return places;
}

// A bar for each column: the share of the trees that test it, and within it those that do at the root.
PlotPanel columns_panel(const StabilityFacts& facts, const Box& box) {
  const std::vector<ColumnUse>& columns = facts.result.tests.columns;
  const std::size_t shown = std::min(columns.size(), kColumnsDrawn);
  PlotPanel panel;
  panel.box = box;
  panel.title = columns.size() > shown ? fmt::format("Columns ({} of {})", shown, columns.size()) : "Columns";
  panel.x_title = "share of the trees that test it; dark: at the root";
  const Axis axis{0, 100, box.left, box.right};
  panel.x_ticks = ticks_at(linear_ticks(0, 100, kStabilityTicks), axis, " %");
  const double height = (box.bottom - box.top) / static_cast<double>(std::max<std::size_t>(1, shown));
  for (std::size_t i = 0; i < shown; ++i) {
    const double top = box.top + height * static_cast<double>(i);
    const auto bar = [&](const char* style, std::size_t trees) {
      const double share = 100 * static_cast<double>(trees) / static_cast<double>(facts.result.trees.size());
      panel.boxes.push_back({style, {box.left, top + height * 0.15, axis.at(share), top + height * 0.85}, 1});
    };
    bar("use", columns[i].anywhere);
    bar("use first", columns[i].at_level.front());
    panel.texts.push_back({"label", box.left + 6, top + height / 2 + 4,
                           printable(facts.data.features[columns[i].feature].name, 40), Anchor::begin});
  }
  if (shown == 0) {
    panel.texts.push_back(
        {"quiet", (box.left + box.right) / 2, (box.top + box.bottom) / 2, "every tree is a single leaf"});
  }
  return panel;
}

// A dot for each tree.
PlotPanel trees_panel(const StabilityFacts& facts, const Box& box) {
  const bool percentage = facts.data.task == Task::classification;
  const Stability& result = facts.result;
  const double unit = percentage ? 100 : 1;
  double low = unit * result.score.least;
  double high = unit * result.score.most;
  if (!(high > low)) {
    const double room = high == 0 ? 1 : 0.05 * std::abs(high);
    low -= room;
    high += room;
  }
  PlotPanel panel;
  panel.box = box;
  panel.title = "Leaves and score of each tree";
  panel.x_title = "leaves";
  panel.y_title = percentage ? "accuracy on the rows left out (%)" : "root mean squared error on the rows left out";
  const double least = std::max(1.0, result.leaves.least);
  const double most = std::max(least + 1, result.leaves.most);
  const Axis leaves{least, most, box.left + kStabilityInset, box.right - kStabilityInset};
  const Axis scores{low, high, box.bottom - kStabilityInset, box.top + kStabilityInset};
  panel.x_ticks = ticks_at(whole_ticks(least, most, kStabilityTicks), leaves);
  panel.y_ticks = ticks_at(linear_ticks(low, high, kStabilityTicks), scores);
  for (const ResampleResult& tree : result.trees) {
    const double x = leaves.at(static_cast<double>(tree.leaves));
    const double y = scores.at(unit * tree.score);
    panel.points.push_back({"trial", {x - kTreeRadius, y - kTreeRadius, x + kTreeRadius, y + kTreeRadius}});
  }
  return panel;
}

// How many figures from `low` to `high` lie in each part of the range.
PlotPanel share_panel(const Box& box, double low, double high, const std::vector<double>& figures, const char* unit) {
  PlotPanel panel;
  panel.box = box;
  std::vector<double> counts(kShareBars, 0);
  for (const double figure : figures) {
    const double place = std::clamp((figure - low) / (high - low), 0.0, 1.0) * static_cast<double>(kShareBars);
    counts[std::min(kShareBars - 1, static_cast<std::size_t>(place))] += 1;
  }
  const double most = std::max(1.0, *std::max_element(counts.begin(), counts.end()));
  const Axis across{low, high, box.left, box.right};
  const Axis up{0, most, box.bottom, box.top + kStabilityInset};
  panel.x_ticks = ticks_at(linear_ticks(low, high, kStabilityTicks), across, unit);
  panel.y_ticks = ticks_at(whole_ticks(0, most, kStabilityTicks), up);
  const double width = (box.right - box.left) / static_cast<double>(kShareBars);
  for (std::size_t i = 0; i < kShareBars; ++i) {
    if (counts[i] == 0) continue;
    const double left = box.left + width * static_cast<double>(i);
    panel.boxes.push_back({"bar", {left + 0.5, up.at(counts[i]), left + width - 0.5, box.bottom}, 1});
  }
  return panel;
}

PlotPanel distance_panel(const StabilityFacts& facts, const Box& box) {
  std::vector<double> distances;
  for (const ResampleResult& tree : facts.result.trees) distances.push_back(tree.mean_distance);
  PlotPanel panel = share_panel(box, 0, 1, distances, "");
  panel.title = "How far apart the trees are";
  panel.x_title = fmt::format("distance from the other trees; rules hold up to {}", kLargestDistance);
  panel.y_title = "trees";
  const double limit = box.left + kLargestDistance * (box.right - box.left);
  panel.lines.push_back({"guess", {{limit, box.bottom}, {limit, box.top}}});
  return panel;
}

PlotPanel answers_panel(const StabilityFacts& facts, const Box& box) {
  const AnswerAgreement& agreement = facts.result.agreement;
  const bool classes = facts.data.task == Task::classification;
  std::vector<double> figures;
  double most = 0;
  for (const RowAgreement& row : agreement.rows) {
    figures.push_back(classes ? 100 * static_cast<double>(row.trees) / static_cast<double>(agreement.trees)
                              : row.deviation);
    most = std::max(most, figures.back());
  }
  PlotPanel panel = share_panel(box, 0, classes ? 100 : (most > 0 ? most : 1), figures, classes ? " %" : "");
  panel.title = "How far they answer alike";
  panel.x_title =
      classes ? "share of the trees that give a row's most frequent answer" : "standard deviation of a row's answers";
  panel.y_title = "rows";
  return panel;
}

std::string stability_description(const StabilityFacts& facts) {
  const Stability& result = facts.result;
  std::string text = fmt::format("{} of resamples. Leaves from {} to {}, distance of two trees {} on average.",
                                 counted(result.trees.size(), "tree"), shortest(result.leaves.least),
                                 shortest(result.leaves.most), fixed(result.distance.mean, 2));
  if (!result.tests.roots.empty()) {
    text +=
        fmt::format(" The most frequent test at the root is {}, in {}.", printable(result.tests.roots.front().text, 60),
                    counted(result.tests.roots.front().trees, "tree"));
  }
  return text;
}

}  // namespace

std::string draw_stability(const StabilityFacts& facts) {
  const Stability& result = facts.result;
  PlotPage page;
  page.title = "Stability of trees for " + in_quotes(facts.data.target, 60);
  page.facts = {fmt::format("{} by {}, seed {}, of {}", counted(result.trees.size(), "resample"),
                            resampling_name(facts.options.resamples), facts.options.resamples.seed,
                            to_string(facts.learner.grow.algorithm)),
                fmt::format("The rules {}; the answers {}.", rules_hold(result) ? "hold" : "do not hold",
                            answers_hold(facts.data.task, result) ? "hold" : "do not hold")};
  page.description = stability_description(facts);
  const std::vector<Box> boxes = panel_boxes(page);
  return draw_page(page, {columns_panel(facts, boxes[0]), trees_panel(facts, boxes[1]), distance_panel(facts, boxes[2]),
                          answers_panel(facts, boxes[3])});
}

}  // namespace espalier
