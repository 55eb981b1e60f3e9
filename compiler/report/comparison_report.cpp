#include "report/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "prune/prune.hpp"
#include "report/figure_text.hpp"
#include "report/split_report.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kLearnerShown = 48;
constexpr std::size_t kPairsShown = 28;  // those of 8 learners

// What is compared of the learners.
struct ComparedFigure {
  const char* name;     // in JSON
  std::string heading;  // "accuracy, points"
  bool percent;         // differences are shown in percentage points
  bool larger_is_better;
  const PairedTest* (*test)(const ComparedPair&);
  const std::optional<double>& (*p_holm)(const ComparedPair&);
};

ComparedFigure score_measure(Task task) {
  const bool classes = task == Task::classification;
  return {score_name(task),
          classes ? "accuracy, in percentage points" : "rmse",
          classes,
          classes,
          [](const ComparedPair& pair) { return &pair.score; },
          [](const ComparedPair& pair) -> const std::optional<double>& { return pair.score_p_holm; }};
}

ComparedFigure cost_measure() {
  return {"mean_cost",
          "mean cost",
          false,
          false,
          [](const ComparedPair& pair) { return pair.cost ? &*pair.cost : nullptr; },
          [](const ComparedPair& pair) -> const std::optional<double>& { return pair.cost_p_holm; }};
}

std::vector<ComparedFigure> compared_figures(const ComparisonFacts& facts) {
  std::vector<ComparedFigure> measures = {score_measure(facts.task)};
  if (facts.comparison.learners.front().costs) measures.push_back(cost_measure());
  return measures;
}

std::string signed_text(const ComparedFigure& measure, double difference) {
  // Rounding must not leave a sign without a figure.
  const std::string text = measure.percent ? fixed(100 * difference, 1) : figure_text(difference);
  if (text.find_first_not_of("-0.") == std::string::npos) return measure.percent ? "0.0" : "0";
  return text.starts_with('-') ? text : "+" + text;
}

std::string p_text(const std::optional<double>& p) {
  if (!p) return "-";
  return *p < 0.001 ? "<0.001" : fixed(*p, 3);
}

std::string pair_verdict(const ComparedFigure& measure, const ComparedPair& pair, double level) {
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

std::string differences_text(const ComparisonFacts& facts, const ComparedFigure& measure) {
  const std::vector<ComparedPair>& pairs = facts.comparison.pairs;
  const double level = facts.comparison.level;
  const bool adjusted = pairs.size() > 1;
  std::size_t width = 14;
  std::vector<std::string> intervals;
  for (const ComparedPair& pair : pairs) {
    const PairedTest& test = *measure.test(pair);
    intervals.push_back(
        test.low ? fmt::format("{} to {}", signed_text(measure, *test.low), signed_text(measure, *test.high)) : "-");
    width = std::max(width, intervals.back().size());
  }
  std::string text = fmt::format("\ndifference in {}\n\n", measure.heading);
  text += fmt::format("  {:<8}{:>10}  {:>{}}  {:>7}  {:>6}{}\n", "pair", "mean",
                      fmt::format("{:g} % interval", 100 * level), width, "t", "p", adjusted ? "    Holm" : "");
  for (std::size_t i = 0; i < std::min(pairs.size(), kPairsShown); ++i) {
    const ComparedPair& pair = pairs[i];
    const PairedTest& test = *measure.test(pair);
    text += fmt::format("  {:<8}{:>10}  {:>{}}  {:>7}  {:>6}", fmt::format("{} - {}", pair.first + 1, pair.second + 1),
                        signed_text(measure, test.difference.mean), intervals[i], width,
                        test.t ? fixed(*test.t, 2) : "-", p_text(test.p));
    if (adjusted) text += fmt::format("  {:>6}", p_text(measure.p_holm(pair)));
    text += fmt::format("  {}\n", pair_verdict(measure, pair, level));
  }
  if (pairs.size() > kPairsShown) {
    text += fmt::format("  ... {} more pairs: --json has all of them\n", pairs.size() - kPairsShown);
  }
  return text;
}

nlohmann::ordered_json test_json(const ComparedFigure& measure, const ComparedPair& pair, double level) {
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
          {"verdict", pair_verdict(measure, pair, level)}};
}

nlohmann::ordered_json pairs_json(const ComparisonFacts& facts) {
  const std::vector<ComparedFigure> measures = compared_figures(facts);
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ComparedPair& pair : facts.comparison.pairs) {
    nlohmann::ordered_json entry = {{"first", facts.learners[pair.first].name},
                                    {"second", facts.learners[pair.second].name}};
    for (const ComparedFigure& measure : measures)
      entry[measure.name] = test_json(measure, pair, facts.comparison.level);
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

std::string learners_text(const ComparisonFacts& facts) {
  const bool costs = facts.comparison.learners.front().costs.has_value();
  std::size_t width = 7;
  for (const Learner& learner : facts.learners) {
    width = std::max(width, count_characters(printable(learner.name, kLearnerShown)));
  }
  std::string text =
      fmt::format("\n      {:<{}}  {:>15}{}  {:>8}  {:>6}\n", "learner", width,
                  fmt::format("{} ± SE", score_name(facts.task)), costs ? "   mean cost" : "", "leaves", "depth");
  for (std::size_t i = 0; i < facts.learners.size(); ++i) {
    const ComparedLearner& measured = facts.comparison.learners[i];
    const Metrics& metrics = measured.validation.metrics;
    const std::string name = printable(facts.learners[i].name, kLearnerShown);
    text += fmt::format("  {:>2}  {}{}  {:>15}", i + 1, name, std::string(width - count_characters(name), ' '),
                        score_text(facts.task, metrics.score, metrics.standard_error));
    if (costs) text += fmt::format("  {:>10}", figure_text(measured.costs->all));
    text += fmt::format("  {:>8}  {:>6}\n", fixed(measured.validation.mean_leaves(), 1), fixed(measured.mean_depth, 1));
  }
  return text;
}

std::string folds_text(const ComparisonFacts& facts) {
  const std::vector<ComparedLearner>& learners = facts.comparison.learners;
  std::string text = fmt::format("\n  {} by fold, learners in the same order\n", score_name(facts.task));
  for (std::size_t i = 0; i < learners.front().validation.splits.size(); ++i) {
    const SplitResult& split = learners.front().validation.splits[i];
    const std::string round = facts.rounds > 1 ? fmt::format("round {} ", split.round) : "";
    text += fmt::format("  {}fold {}, {}:", round, split.fold, counted(split.rows, "row"));
    for (const ComparedLearner& learner : learners) {
      text += fmt::format("  {:>8}", score_text(facts.task, learner.validation.splits[i].score));
    }
    text += "\n";
  }
  return text;
}

// What the figures above stand on.
std::string test_text(const ComparisonFacts& facts) {
  const Comparison& comparison = facts.comparison;
  const PairedTest& first = comparison.pairs.front().score;
  if (first.kind == PairedTest::Kind::too_few) {
    return facts.by_splits ? "\none split says nothing about chance: use --folds or --repeats for a test\n"
                           : "\none test file says nothing about chance: leave --test out for a test\n";
  }
  std::string text = fmt::format("\ncorrected resampled t-test, {} degrees of freedom", first.degrees_of_freedom);
  if (comparison.pairs.size() > 1) {
    text += fmt::format("; of {} pairs some differ by chance: Holm's p decides", comparison.pairs.size());
  }
  return text + "\n";
}

std::string answer_cell(const Answers& answers, std::size_t i, const std::vector<std::string>& labels) {
  return answers.labels.empty() ? shortest(answers.values[i]) : csv_cell(labels[answers.labels[i]]);
}

}  // namespace

std::string to_text(const ComparisonFacts& facts, bool verbose) {
  std::string text = fmt::format("method    {}\n", facts.method_in_full);
  text += fmt::format("baseline  {}\n", baseline_text(facts.task, facts.baseline, facts.baseline_score));
  if (!facts.for_all.empty()) text += fmt::format("for all   {}\n", printable(facts.for_all, 400));
  text += learners_text(facts);
  if (verbose && facts.by_splits) text += folds_text(facts);
  for (const ComparedFigure& measure : compared_figures(facts)) text += differences_text(facts, measure);
  return text + test_text(facts);
}

nlohmann::ordered_json to_json(const ComparisonFacts& facts) {
  const Comparison& comparison = facts.comparison;
  nlohmann::ordered_json json = {{"method", facts.method}, {"baseline", facts.baseline_score}};
  nlohmann::ordered_json learners = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < facts.learners.size(); ++i) {
    learners.push_back(learner_json(facts.learners[i], comparison.learners[i], facts.task, facts.by_splits));
  }
  json["learners"] = std::move(learners);
  const std::size_t answers = comparison.learners.front().validation.metrics.rows;
  json["rows"] = answers / facts.rounds;
  json["rounds"] = facts.rounds;
  json["answers"] = answers;
  json["test"] = nullptr;
  const PairedTest& first = comparison.pairs.front().score;
  if (first.kind != PairedTest::Kind::too_few) {
    json["test"] = {{"name", "corrected resampled t-test"},
                    {"splits", first.degrees_of_freedom + 1},
                    {"degrees_of_freedom", first.degrees_of_freedom},
                    {"test_per_training_row", comparison.test_per_training_row},
                    {"level", comparison.level}};
  }
  json["pairs"] = pairs_json(facts);
  return json;
}

std::string compared_predictions_csv(const ComparisonFacts& facts) {
  const std::vector<ComparedLearner>& learners = facts.comparison.learners;
  std::string csv = facts.rounds > 1 ? "row,round,fold,actual" : "row,fold,actual";
  for (const Learner& learner : facts.learners) csv += "," + csv_cell(learner.name);
  csv += "\n";
  const Validation& first = learners.front().validation;
  for (std::size_t i = 0; i < first.rows.size(); ++i) {
    const AnsweredRow& answered = first.rows[i];
    csv += fmt::format("{},", facts.table_rows[answered.row] + 1);
    if (facts.rounds > 1) csv += fmt::format("{},", answered.round);
    csv += fmt::format("{},{}", facts.by_splits ? fmt::format("{}", answered.fold) : "",
                       answer_cell(first.actual, i, facts.labels));
    for (const ComparedLearner& learner : learners) {
      csv += "," + answer_cell(learner.validation.predicted, i, facts.labels);
    }
    csv += "\n";
  }
  return csv;
}

}  // namespace espalier
