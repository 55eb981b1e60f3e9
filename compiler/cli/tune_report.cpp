#include "cli/tune_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cli/csv_text.hpp"
#include "cli/json_figures.hpp"
#include "cli/score_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kTrialsShown = 20;
constexpr double kSignificance = 0.05;
constexpr const char* kAsGiven = "the options as given";

// Those that were judged on more folds first, then the better ones.
std::vector<std::size_t> ranked(const TuneRun& run) {
  const std::vector<Trial>& trials = run.search.trials;
  std::vector<std::size_t> order(trials.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Trial& left = trials[a];
    const Trial& right = trials[b];
    if (left.splits != right.splits) return left.splits > right.splits;
    return std::pair(left.error.mean, left.leaves) < std::pair(right.error.mean, right.leaves);
  });
  return order;
}

std::string mark_text(const TuneRun& run, std::size_t trial) {
  return trial == run.search.winner ? "  <- chosen" : "";
}

std::string table_text(const TuneRun& run, bool all) {
  const TuneFigure figure = run.figure();
  std::vector<std::vector<std::string>> lines = {{"trial", fmt::format("{} ± SE", figure.name), "leaves", "folds"}};
  std::vector<std::string> ends = {"  options"};
  std::size_t left_out = 0;
  const std::vector<std::size_t> order = ranked(run);
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const std::size_t at = order[rank];
    const Trial& trial = run.search.trials[at];
    if (!all && rank >= kTrialsShown && at != 0 && at != run.search.winner) {
      ++left_out;
      continue;
    }
    lines.push_back(
        {std::to_string(at + 1), figure.text(trial.error), fixed(trial.leaves, 1), std::to_string(trial.splits)});
    ends.push_back("  " + settings_text(run.candidates[at].settings) + mark_text(run, at));
  }
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], count_characters(line[i]));
  }
  std::string text = "\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t cell = 0; cell < lines[i].size(); ++cell) {
      text += "  " + std::string(widths[cell] - count_characters(lines[i][cell]), ' ') + lines[i][cell];
    }
    text += ends[i] + "\n";
  }
  if (left_out > 0) text += fmt::format("    ... {} more (--verbose, --trials FILE)\n", grouped(left_out));
  return text + "\n";
}

std::string rungs_text(const TuneSearch& search) {
  std::vector<std::string> rungs;
  for (const Rung& rung : search.rungs) {
    rungs.push_back(fmt::format("{} on {}", grouped(rung.trials), counted(rung.splits, "fold")));
  }
  return enumerate(rungs, rungs.size());
}

void report_search(const TuneRun& run, Report& report) {
  const TuneSearch& search = run.search;
  std::vector<std::string> searched = run.space.searched();
  report.text += fmt::format("search    {} by {}, {}{}\n", counted(run.trials(), "trial"), run.figure().name,
                             search.method, search.time_was_up ? "; as many as the time allowed" : "");
  report.text += fmt::format("          {}\n", rungs_text(search));
  report.text += fmt::format("          of {}\n", enumerate(searched, searched.size()));
  nlohmann::ordered_json rungs = nlohmann::ordered_json::array();
  for (const Rung& rung : search.rungs) rungs.push_back({{"folds", rung.splits}, {"trials", rung.trials}});
  report.json["search"] = {{"trials", run.trials()},           {"figure", run.figure().key},
                           {"method", search.method},          {"rungs", std::move(rungs)},
                           {"options", std::move(searched)},   {"trees", search.trees_grown},
                           {"time_was_up", search.time_was_up}};
  if (run.budget.seconds) report.json["search"]["seconds"] = *run.budget.seconds;
}

nlohmann::ordered_json settings_json(const Settings& settings) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Setting& setting : settings) json[setting.option] = setting.value;
  return json;
}

nlohmann::ordered_json trial_json(const TuneRun& run, std::size_t at) {
  const Trial& trial = run.search.trials[at];
  const MeanLoss shown = run.figure().shown(trial.error);
  nlohmann::ordered_json json = {{"trial", at + 1},
                                 {"options", settings_json(run.candidates[at].settings)},
                                 {run.figure().key, shown.mean},
                                 {"standard_error", shown.standard_error},
                                 {"leaves", trial.leaves},
                                 {"folds", trial.splits}};
  if (trial.alpha) json["alpha"] = *trial.alpha;
  return json;
}

// In the figure's own direction.
double shown_difference(const TuneRun& run, double difference) {
  return run.figure().is_one_minus ? -difference : difference;
}

std::string verdict(const PairedTest& test) {
  switch (test.kind) {
    case PairedTest::Kind::too_few: return "too few folds for a test";
    case PairedTest::Kind::same: return "the same on every fold";
    case PairedTest::Kind::same_shift: return "the same difference on every fold: no test";
    case PairedTest::Kind::tested: break;
  }
  if (*test.p >= kSignificance) return "no difference can be shown";
  return test.difference.mean < 0 ? "tuned is better" : "the options as given are better";
}

std::string difference_text(const TuneRun& run, const PairedTest& test) {
  const auto text = [&](double difference) { return run.figure().difference_text(shown_difference(run, difference)); };
  std::string line = text(test.difference.mean);
  if (test.low && test.high && test.kind == PairedTest::Kind::tested) {
    const double one = shown_difference(run, *test.low);
    const double other = shown_difference(run, *test.high);
    line += fmt::format(", 95 % interval {} to {}, p {:.3f}", run.figure().difference_text(std::min(one, other)),
                        run.figure().difference_text(std::max(one, other)), *test.p);
  }
  return line + ": " + verdict(test);
}

double mean_leaves(const TuneEstimate& estimate, std::size_t OuterFold::*leaves) {
  double sum = 0;
  for (const OuterFold& fold : estimate.folds) sum += static_cast<double>(fold.*leaves);
  return sum / static_cast<double>(estimate.folds.size());
}

nlohmann::ordered_json outer_json(const TuneRun& run, const TuneEstimate& estimate) {
  const TuneFigure figure = run.figure();
  const auto score = [&](const MeanLoss& error) {
    const MeanLoss shown = figure.shown(error);
    return nlohmann::ordered_json{{figure.key, shown.mean}, {"standard_error", shown.standard_error}};
  };
  nlohmann::ordered_json folds = nlohmann::ordered_json::array();
  for (const OuterFold& fold : estimate.folds) {
    const auto shown = [&](double error) { return figure.is_one_minus ? 1 - error : error; };
    folds.push_back({{"winner", fold.winner + 1},
                     {"tuned", fold.figure_known ? nlohmann::ordered_json(shown(fold.tuned)) : nullptr},
                     {"as_given", fold.figure_known ? nlohmann::ordered_json(shown(fold.standard)) : nullptr},
                     {"leaves", fold.leaves},
                     {"leaves_as_given", fold.standard_leaves}});
  }
  nlohmann::ordered_json json = {{"method", estimate.method},
                                 {"folds_planned", estimate.planned},
                                 {"tuned", score(estimate.tuned)},
                                 {"as_given", score(estimate.standard)},
                                 {"baseline", figure.shown(estimate.baseline.mean)},
                                 {"folds", std::move(folds)}};
  const PairedTest& test = estimate.difference;
  json["difference"] = {
      {"mean", shown_difference(run, test.difference.mean)}, {"p", or_null(test.p)}, {"verdict", verdict(test)}};
  return json;
}

void report_estimate(const TuneRun& run, Report& report) {
  if (!run.estimate) {
    report.text += "estimate  none (--outer-folds 0): the score in the table is the best of many, and flatters\n";
    report.json["estimate"] = nullptr;
    return;
  }
  const TuneEstimate& estimate = *run.estimate;
  if (estimate.folds.empty()) {
    report.text += "estimate  none: the time was up; the score in the table is the best of many, and flatters\n";
    report.json["estimate"] = nullptr;
    return;
  }
  const TuneFigure figure = run.figure();
  const std::string baseline = fmt::format("a single leaf: {}", figure.text(estimate.baseline.mean));
  const std::string part = estimate.folds.size() < estimate.planned ? fmt::format("{} of ", estimate.folds.size()) : "";
  const auto leaves = [&](std::size_t OuterFold::*of) {
    const double mean = mean_leaves(estimate, of);
    return fmt::format("{} {}", fixed(mean, 1), mean == 1 ? "leaf" : "leaves");
  };
  report.text += fmt::format("estimate  {} tuned, {}, by {}{}, each with a search of its own ({})\n",
                             figure.text(estimate.tuned), leaves(&OuterFold::leaves), part, estimate.method, baseline);
  report.text += fmt::format("          {} as given, {}, on the same rows\n", figure.text(estimate.standard),
                             leaves(&OuterFold::standard_leaves));
  report.text += fmt::format("          {}\n", difference_text(run, estimate.difference));
  report.json["estimate"] = outer_json(run, estimate);
}

}  // namespace

std::string settings_text(const Settings& settings) {
  return settings.empty() ? kAsGiven : command_line(settings);
}

void report_tuning(const TuneRun& run, bool all, Report& report) {
  report_search(run, report);
  report.text += table_text(run, all);
  nlohmann::ordered_json trials = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < run.search.trials.size(); ++i) trials.push_back(trial_json(run, i));
  report.json["trials"] = std::move(trials);
  const Settings& settings = run.candidates[run.search.winner].settings;
  report.text += fmt::format("winner    trial {}: {}: {}, depth {}\n", run.search.winner + 1, settings_text(settings),
                             counted(run.leaves, "leaf"), run.depth);
  report.json["winner"] = trial_json(run, run.search.winner);
  report.json["winner"]["tree"] = {{"leaves", run.leaves}, {"depth", run.depth}};
  report_estimate(run, report);
}

void warn_of_tuning(const TuneRun& run, Warnings& warnings) {
  if (!run.estimate || run.estimate->folds.empty()) return;
  const MeanLoss& tuned = run.estimate->tuned;
  if (run.estimate->baseline.mean - tuned.mean >= tuned.standard_error) return;
  const bool classes = run.data.task == Task::classification;
  const bool probabilities = run.search.figure != ErrorFigure::wrong_answers;
  warnings.push_back({"tuned or not, the tree does not beat a single leaf by a standard error",
                      classes && !probabilities
                          ? "where one class is rare, try --select-by auc, or --class-weight balanced"
                          : "the columns may say little about the target",
                      std::nullopt, ""});
}

std::vector<std::string> tuning_comments(const TuneRun& run) {
  const TuneFigure figure = run.figure();
  const Settings& settings = run.candidates[run.search.winner].settings;
  std::vector<std::string> lines = {fmt::format("Found by 'espalier tune' for '{}': {} by {}, {}.", run.data.target,
                                                counted(run.trials(), "trial"), figure.name, run.search.method),
                                    settings.empty()
                                        ? "No trial was better than the options as they were given."
                                        : fmt::format("Beside what was given: {}", command_line(settings))};
  if (run.estimate && !run.estimate->folds.empty()) {
    lines.push_back(fmt::format("Such a search on other rows: {}; without it: {}.", figure.text(run.estimate->tuned),
                                figure.text(run.estimate->standard)));
  }
  lines.emplace_back("espalier build DATA --config FILE -o model.hpp");
  return lines;
}

std::string trials_csv(const TuneRun& run) {
  const TuneFigure figure = run.figure();
  std::string text = fmt::format("trial,{},standard_error,leaves,folds,alpha,chosen,options\n", figure.key);
  for (std::size_t i = 0; i < run.search.trials.size(); ++i) {
    const Trial& trial = run.search.trials[i];
    const MeanLoss shown = figure.shown(trial.error);
    text += fmt::format("{},{},{},{},{},{},{},{}\n", i + 1, shortest(shown.mean), shortest(shown.standard_error),
                        shortest(trial.leaves), trial.splits, trial.alpha ? shortest(*trial.alpha) : "",
                        i == run.search.winner ? 1 : 0,
                        run.candidates[i].settings.empty() ? "" : csv_cell(command_line(run.candidates[i].settings)));
  }
  return text;
}

TunePlot tune_plot(const TuneRun& run) {
  const TuneFigure figure = run.figure();
  const double factor = figure.is_share ? 100 : 1;
  TunePlot plot;
  plot.target = run.data.target;
  plot.facts = {
      fmt::format("{} of {}; {}", task_name(run.data.task), counted(run.data.rows(), "row"), run.search.method),
      fmt::format("chosen: {}", settings_text(run.candidates[run.search.winner].settings))};
  if (run.estimate && !run.estimate->folds.empty()) {
    plot.facts.push_back(fmt::format("honest estimate: {} tuned, {} as given", figure.text(run.estimate->tuned),
                                     figure.text(run.estimate->standard)));
  }
  plot.winner = run.search.winner;
  plot.score_title = fmt::format("{}{}", figure.name, figure.is_share ? " (%)" : "");
  std::size_t most = 0;
  for (const Trial& trial : run.search.trials) most = std::max(most, trial.splits);
  for (std::size_t i = 0; i < run.search.trials.size(); ++i) {
    const Trial& trial = run.search.trials[i];
    const MeanLoss shown = figure.shown(trial.error);
    plot.trials.push_back({trial.leaves, factor * shown.mean, factor * shown.standard_error, trial.splits == most});
  }
  return plot;
}

}  // namespace espalier::cli
