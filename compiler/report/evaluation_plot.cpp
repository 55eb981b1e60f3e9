// The picture of an evaluation, for evaluate --plot.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "evaluate/ranking.hpp"
#include "evaluate/statistics.hpp"
#include "report/classes_plot.hpp"
#include "report/evaluation_report.hpp"
#include "report/figure_text.hpp"
#include "report/group_plot.hpp"
#include "report/numbers_plot.hpp"
#include "report/split_report.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kQuantiles = 200;  // of the sizes of errors

std::vector<std::string> plotted_facts(const EvaluationFacts& facts) {
  const Figures& figures = facts.figures;
  const Metrics& metrics = figures.metrics;
  const std::size_t rows = metrics.rows / metrics.rounds;
  std::string scores = fmt::format(
      "{} {}{}, {:g} % interval {} to {}; {}", score_name(facts.task),
      score_text(facts.task, metrics.score, metrics.standard_error), metrics.weighted ? " by weight" : "",
      100 * figures.level, score_text(facts.task, figures.interval.low), score_text(facts.task, figures.interval.high),
      baseline_text(facts.task, facts.baseline, facts.baseline_score));
  return {fmt::format("{} of {}: {}", task_name(facts.task), counted(rows, "row"), facts.method), std::move(scores)};
}

Curve curve_of(const std::vector<CurvePoint>& points) {
  Curve curve;
  for (const CurvePoint& point : points) curve.push_back({point.x, point.y});
  return curve;
}

double share_of(const Metrics& metrics, std::size_t label) {
  double total = 0;
  for (const ClassFigures& figures : metrics.classes) total += figures.support;
  return total > 0 ? metrics.classes[label].support / total : 0;
}

// The most frequent first; of equal ones the first.
std::vector<std::uint32_t> by_frequency(const Metrics& metrics) {
  std::vector<std::uint32_t> labels(metrics.classes.size());
  std::iota(labels.begin(), labels.end(), 0U);
  std::stable_sort(labels.begin(), labels.end(), [&](std::uint32_t a, std::uint32_t b) {
    return metrics.classes[a].support > metrics.classes[b].support;
  });
  return labels;
}

PlottedClass plotted_class(const EvaluationFacts& facts, const AnsweredRows& answered, std::uint32_t label) {
  const Figures& figures = facts.figures;
  const std::vector<double> weights = figure_weights(answered.weights, answered.actual.rows());
  const std::vector<CurvePoint> roc =
      roc_curve(label, answered.actual.labels, answered.predicted, weights, answered.splits);
  PlottedClass shown;
  shown.name = facts.labels[label];
  shown.share = share_of(figures.metrics, label);
  shown.area = figures.areas[label];
  shown.roc = curve_of(roc);
  shown.precision_recall = curve_of(precision_recall(roc, shown.share));
  return shown;
}

// What the answers themselves find and take. They are those of all splits: beside the curve, which is the splits' mean,
// by a little.
void add_decision(const EvaluationFacts& facts, ClassesPlot& plot) {
  const Metrics& metrics = facts.figures.metrics;
  if (!facts.threshold) return;
  const std::uint32_t label = facts.threshold->label;
  const std::vector<double>& others = metrics.confusion[1 - label];
  const ClassFigures& figures = metrics.classes[label];
  const double all_others = others[0] + others[1];
  if (!figures.recall || all_others <= 0) return;
  PlottedDecision decision;
  decision.found = *figures.recall;
  decision.taken = others[label] / all_others;
  decision.precision = figures.precision;
  decision.text = fmt::format("answered from a probability of {} on: recall {}, precision {}",
                              range_text(facts.threshold->least, facts.threshold->most), share_text(decision.found),
                              decision.precision ? share_text(*decision.precision) : "undefined");
  plot.decision = std::move(decision);
}

// Curves of the classes that there are rows of: of two classes one says what the other does.
void add_classes(const EvaluationFacts& facts, const AnsweredRows& answered, ClassesPlot& plot) {
  const Figures& figures = facts.figures;
  std::vector<std::uint32_t> labels = by_frequency(figures.metrics);
  if (labels.size() == 2) {
    plot.classes.push_back(plotted_class(facts, answered, sought_of_two(facts)));
    plot.class_note = facts.threshold ? "(the class that the threshold is for)" : "(the rarer of two classes)";
  } else {
    std::erase_if(labels, [&](std::uint32_t label) { return figures.metrics.classes[label].support <= 0; });
    for (std::size_t i = 0; i < std::min(labels.size(), kPlottedClasses); ++i) {
      plot.classes.push_back(plotted_class(facts, answered, labels[i]));
    }
    plot.classes_left_out = labels.size() - plot.classes.size();
  }
  const bool none = std::all_of(plot.classes.begin(), plot.classes.end(),
                                [](const PlottedClass& shown) { return shown.roc.empty(); });
  if (none) plot.no_curves = "no curve: no tree answered rows of two classes";
}

void add_bins(const EvaluationFacts& facts, const AnsweredRows& answered, ClassesPlot& plot) {
  const Figures& figures = facts.figures;
  const std::vector<double> weights = figure_weights(answered.weights, answered.actual.rows());
  Calibration calibrated;
  if (facts.labels.size() == 2) {
    const std::uint32_t label = sought_of_two(facts);
    calibrated = class_calibration(label, answered.actual.labels, answered.predicted, weights);
    const std::string name = in_quotes(facts.labels[label], 20);
    plot.probability_title = "probability of " + name;
    plot.observed_title = "share that is " + name;
  } else {
    calibrated = calibration(answered.actual.labels, answered.predicted, weights);
    plot.probability_title = "probability of the answered class";
    plot.observed_title = "share that is right";
  }
  plot.level = fmt::format("{:g} %", 100 * figures.level);
  for (const CalibrationBin& bin : calibrated.bins) {
    if (!bin.confidence || !bin.accuracy) continue;
    const Interval interval = wilson_interval(*bin.accuracy, bin.effective_rows / answered.rounds, figures.level);
    plot.bins.push_back({bin.from, bin.to, bin.rows, *bin.confidence, *bin.accuracy, interval.low, interval.high});
  }
}

// All classes, in their order; of too many the most frequent, and the others as one.
void add_confusion(const EvaluationFacts& facts, ClassesPlot& plot) {
  const Metrics& metrics = facts.figures.metrics;
  const std::size_t all = facts.labels.size();
  std::vector<std::uint32_t> shown = by_frequency(metrics);
  const bool merged = all > kConfusedClasses;
  if (merged) shown.resize(kConfusedClasses - 1);
  std::sort(shown.begin(), shown.end());
  std::vector<std::size_t> place(all, shown.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    place[shown[i]] = i;
    plot.names.push_back(facts.labels[shown[i]]);
  }
  if (merged) plot.names.push_back(fmt::format("{} others", all - shown.size()));
  plot.confusion.assign(plot.names.size(), std::vector<double>(plot.names.size(), 0.0));
  for (std::size_t actual = 0; actual < all; ++actual) {
    for (std::size_t predicted = 0; predicted < all; ++predicted) {
      plot.confusion[place[actual]][place[predicted]] += metrics.confusion[actual][predicted];
    }
  }
}

std::string classes_svg(const EvaluationFacts& facts, const AnsweredRows& answered, const PanelsBelow& below) {
  ClassesPlot plot;
  plot.target = facts.target;
  plot.facts = plotted_facts(facts);
  add_classes(facts, answered, plot);
  add_decision(facts, plot);
  add_bins(facts, answered, plot);
  add_confusion(facts, plot);
  return draw_classes(plot, below);
}

// From none of the answers to all of them.
Curve sizes_of(const std::vector<double>& errors, const std::vector<double>& weights) {
  std::vector<double> sizes;
  sizes.reserve(errors.size());
  for (const double error : errors) sizes.push_back(std::abs(error));
  std::vector<double> shares;
  for (std::size_t i = 0; i <= kQuantiles; ++i) shares.push_back(static_cast<double>(i) / kQuantiles);
  Curve curve;
  for (const Quantile& quantile : weighted_quantiles(sizes, weights, shares)) {
    curve.push_back({quantile.share, quantile.value});
  }
  return curve;
}

std::string numbers_svg(const EvaluationFacts& facts, const AnsweredRows& answered, const PanelsBelow& below) {
  NumbersPlot plot;
  plot.target = facts.target;
  plot.facts = plotted_facts(facts);
  plot.actual = answered.actual.values;
  plot.answered = answered.predicted.values;
  plot.weighted = facts.figures.metrics.weighted;
  plot.weights = plot.weighted ? answered.weights : std::vector<double>(plot.actual.size(), 1.0);
  plot.mean_error = facts.figures.errors.mean;
  plot.baseline = figure_text(facts.baseline.value);
  std::vector<double> errors;
  std::vector<double> baseline_errors;
  for (std::size_t i = 0; i < plot.actual.size(); ++i) {
    errors.push_back(plot.answered[i] - plot.actual[i]);
    baseline_errors.push_back(facts.baseline.value - plot.actual[i]);
  }
  const std::vector<double> weights = figure_weights(answered.weights, plot.actual.size());
  plot.sizes = sizes_of(errors, weights);
  plot.baseline_sizes = sizes_of(baseline_errors, weights);
  return draw_numbers(plot, below);
}

// Those of one column below those of another.
std::vector<PlotPanel> panels_of_groups(const GroupFacts& facts, double top) {
  std::vector<PlotPanel> all;
  for (const GroupedBy& by : facts.columns) {
    for (PlotPanel& panel : group_panels(facts, by, top)) all.push_back(std::move(panel));
    if (!all.empty()) top = row_below(all.back().box.bottom, 0, 1);
  }
  return all;
}

}  // namespace

std::string evaluation_svg(const EvaluationFacts& facts, const AnsweredRows& answered, const GroupFacts* groups) {
  const auto below = [&](double top) { return panels_of_groups(*groups, top); };
  const PanelsBelow panels = groups != nullptr ? PanelsBelow(below) : PanelsBelow();
  return facts.task == Task::regression ? numbers_svg(facts, answered, panels) : classes_svg(facts, answered, panels);
}

}  // namespace espalier
