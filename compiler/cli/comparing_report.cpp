// The report about learners side by side.
#include <fmt/format.h>

#include <algorithm>

#include "cli/comparing.hpp"
#include "cli/json_figures.hpp"
#include "cli/score_text.hpp"
#include "cli/split_report.hpp"
#include "prune/prune.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kNameShown = 48;
constexpr std::size_t kPairsShown = 28;  // those of 8 learners

// What is compared of the learners.
struct Measure {
  const char* name;     // in JSON
  std::string heading;  // "accuracy, points"
  bool percent;         // differences are shown in percentage points
  bool larger_is_better;
  const PairedTest* (*test)(const ComparedPair&);
  const std::optional<double>& (*p_holm)(const ComparedPair&);
};

Measure score_measure(Task task) {
  const bool classes = task == Task::classification;
  return {score_name(task),
          classes ? "accuracy, in percentage points" : "rmse",
          classes,
          classes,
          [](const ComparedPair& pair) { return &pair.score; },
          [](const ComparedPair& pair) -> const std::optional<double>& { return pair.score_p_holm; }};
}

Measure cost_measure() {
  return {"mean_cost",
          "mean cost",
          false,
          false,
          [](const ComparedPair& pair) { return pair.cost ? &*pair.cost : nullptr; },
          [](const ComparedPair& pair) -> const std::optional<double>& { return pair.cost_p_holm; }};
}

std::string signed_text(const Measure& measure, double difference) {
  // Rounding must not leave a sign without a figure.
  const std::string text = measure.percent ? fixed(100 * difference, 1) : figure_text(difference);
  if (text.find_first_not_of("-0.") == std::string::npos) return measure.percent ? "0.0" : "0";
  return text.starts_with('-') ? text : "+" + text;
}

std::string p_text(const std::optional<double>& p) {
  if (!p) return "-";
  return *p < 0.001 ? "<0.001" : fixed(*p, 3);
}

std::string verdict(const Measure& measure, const ComparedPair& pair, double level) {
  const PairedTest& test = *measure.test(pair);
  switch (test.kind) {
    case PairedTest::Kind::too_few: return "a single split: no test";
    case PairedTest::Kind::same: return "the same on every split";
    case PairedTest::Kind::same_shift: return "the same difference on every split: no test";
    case PairedTest::Kind::tested: break;
  }
  if (*measure.p_holm(pair) >= 1 - level) return "no difference can be shown";
  const bool first_is_better = (test.difference.mean > 0) == measure.larger_is_better;
  return fmt::format("{} is better", first_is_better ? pair.first + 1 : pair.second + 1);
}

void report_measure(const LearnerComparison& compared, const Measure& measure, Report& report) {
  const std::vector<ComparedPair>& pairs = compared.comparison.pairs;
  const double level = compared.comparison.level;
  const bool adjusted = pairs.size() > 1;
  std::size_t width = 14;
  std::vector<std::string> intervals;
  for (const ComparedPair& pair : pairs) {
    const PairedTest& test = *measure.test(pair);
    intervals.push_back(
        test.low ? fmt::format("{} to {}", signed_text(measure, *test.low), signed_text(measure, *test.high)) : "-");
    width = std::max(width, intervals.back().size());
  }
  report.text += fmt::format("\ndifference in {}\n\n", measure.heading);
  report.text += fmt::format("  {:<8}{:>10}  {:>{}}  {:>7}  {:>6}{}\n", "pair", "mean",
                             fmt::format("{:g} % interval", 100 * level), width, "t", "p", adjusted ? "    Holm" : "");
  for (std::size_t i = 0; i < std::min(pairs.size(), kPairsShown); ++i) {
    const ComparedPair& pair = pairs[i];
    const PairedTest& test = *measure.test(pair);
    report.text +=
        fmt::format("  {:<8}{:>10}  {:>{}}  {:>7}  {:>6}", fmt::format("{} - {}", pair.first + 1, pair.second + 1),
                    signed_text(measure, test.difference.mean), intervals[i], width, test.t ? fixed(*test.t, 2) : "-",
                    p_text(test.p));
    if (adjusted) report.text += fmt::format("  {:>6}", p_text(measure.p_holm(pair)));
    report.text += fmt::format("  {}\n", verdict(measure, pair, level));
  }
  if (pairs.size() > kPairsShown) {
    report.text += fmt::format("  ... {} more pairs: --json has all of them\n", pairs.size() - kPairsShown);
  }
}

nlohmann::ordered_json test_json(const Measure& measure, const ComparedPair& pair, double level) {
  const PairedTest& test = *measure.test(pair);
  nlohmann::ordered_json interval = nullptr;
  if (test.low) interval = {*test.low, *test.high};
  return {{"difference", test.difference.mean},
          {"deviation", or_null(test.difference.deviation)},
          {"standard_error", or_null(test.difference.standard_error)},
          {"interval", std::move(interval)},
          {"t", or_null(test.t)},
          {"p", or_null(test.p)},
          {"p_holm", or_null(measure.p_holm(pair))},
          {"verdict", verdict(measure, pair, level)}};
}

nlohmann::ordered_json pairs_json(const LearnerComparison& compared, const std::vector<Measure>& measures) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ComparedPair& pair : compared.comparison.pairs) {
    nlohmann::ordered_json entry = {{"first", compared.learners[pair.first].name},
                                    {"second", compared.learners[pair.second].name}};
    for (const Measure& measure : measures) entry[measure.name] = test_json(measure, pair, compared.comparison.level);
    list.push_back(std::move(entry));
  }
  return list;
}

nlohmann::ordered_json learner_json(const Learner& learner, const ComparedLearner& measured, Task task,
                                    bool by_splits) {
  const Validation& validation = measured.validation;
  nlohmann::ordered_json options = nlohmann::ordered_json::object();
  for (const auto& [name, value] : describe(learner.options.grow)) options[name] = value;
  for (const auto& [name, value] : describe(learner.options.prune)) options[name] = value;
  nlohmann::ordered_json entry = {{"learner", learner.name},
                                  {"options", std::move(options)},
                                  {score_name(task), validation.metrics.score},
                                  {"standard_error", validation.metrics.standard_error}};
  if (measured.costs) entry["mean_cost"] = measured.costs->all;
  entry["mean_leaves"] = validation.mean_leaves();
  entry["mean_depth"] = measured.mean_depth;
  if (!by_splits) return entry;
  nlohmann::ordered_json folds = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < validation.splits.size(); ++i) {
    folds.push_back(split_json(task, validation.splits[i]));
    if (measured.costs) folds.back()["mean_cost"] = measured.costs->per_split[i];
  }
  entry["folds"] = std::move(folds);
  return entry;
}

void report_learners(const LearnerComparison& compared, Task task, Report& report) {
  const bool costs = compared.comparison.learners.front().costs.has_value();
  std::size_t width = 7;
  for (const Learner& learner : compared.learners) {
    width = std::max(width, count_characters(printable(learner.name, kNameShown)));
  }
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  report.text += fmt::format("\n      {:<{}}  {:>15}{}  {:>8}  {:>6}\n", "learner", width,
                             fmt::format("{} ± SE", score_name(task)), costs ? "   mean cost" : "", "leaves", "depth");
  for (std::size_t i = 0; i < compared.learners.size(); ++i) {
    const ComparedLearner& measured = compared.comparison.learners[i];
    const Metrics& metrics = measured.validation.metrics;
    const std::string name = printable(compared.learners[i].name, kNameShown);
    report.text += fmt::format("  {:>2}  {}{}  {:>15}", i + 1, name, std::string(width - count_characters(name), ' '),
                               score_text(task, metrics.score, metrics.standard_error));
    if (costs) report.text += fmt::format("  {:>10}", figure_text(measured.costs->all));
    report.text +=
        fmt::format("  {:>8}  {:>6}\n", fixed(measured.validation.mean_leaves(), 1), fixed(measured.mean_depth, 1));
    list.push_back(learner_json(compared.learners[i], measured, task, compared.by_splits));
  }
  report.json["learners"] = std::move(list);
}

void report_details(const LearnerComparison& compared, Task task, Report& report) {
  const std::vector<ComparedLearner>& learners = compared.comparison.learners;
  report.text += fmt::format("\n  {} by fold, learners in the same order\n", score_name(task));
  for (std::size_t i = 0; i < learners.front().validation.splits.size(); ++i) {
    const SplitResult& split = learners.front().validation.splits[i];
    const std::string round = compared.rounds > 1 ? fmt::format("round {} ", split.round) : "";
    report.text += fmt::format("  {}fold {}, {}:", round, split.fold, counted(split.rows, "row"));
    for (const ComparedLearner& learner : learners) {
      report.text += fmt::format("  {:>8}", score_text(task, learner.validation.splits[i].score));
    }
    report.text += "\n";
  }
}

// What the figures above stand on.
std::string test_text(const LearnerComparison& compared) {
  const Comparison& comparison = compared.comparison;
  const PairedTest& first = comparison.pairs.front().score;
  if (first.kind == PairedTest::Kind::too_few) {
    return compared.by_splits ? "\none split says nothing about chance: use --folds or --repeats for a test\n"
                              : "\none test file says nothing about chance: leave --test out for a test\n";
  }
  std::string text = fmt::format("\ncorrected resampled t-test, {} degrees of freedom", first.degrees_of_freedom);
  if (comparison.pairs.size() > 1) {
    text += fmt::format("; of {} pairs some differ by chance: Holm's p decides", comparison.pairs.size());
  }
  return text + "\n";
}

}  // namespace

void report_comparison(const LearnerComparison& compared, Task task, bool details, Report& report) {
  const Comparison& comparison = compared.comparison;
  report_learners(compared, task, report);
  if (details && compared.by_splits) report_details(compared, task, report);
  std::vector<Measure> measures = {score_measure(task)};
  if (comparison.learners.front().costs) measures.push_back(cost_measure());
  for (const Measure& measure : measures) report_measure(compared, measure, report);
  report.text += test_text(compared);
  const PairedTest& first = comparison.pairs.front().score;
  const std::size_t answers = comparison.learners.front().validation.metrics.rows;
  report.json["rows"] = answers / compared.rounds;
  report.json["rounds"] = compared.rounds;
  report.json["answers"] = answers;
  report.json["test"] = nullptr;
  if (first.kind != PairedTest::Kind::too_few) {
    report.json["test"] = {{"name", "corrected resampled t-test"},
                           {"splits", first.degrees_of_freedom + 1},
                           {"degrees_of_freedom", first.degrees_of_freedom},
                           {"test_per_training_row", comparison.test_per_training_row},
                           {"level", comparison.level}};
  }
  report.json["pairs"] = pairs_json(compared, measures);
}

}  // namespace espalier::cli
