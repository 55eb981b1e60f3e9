#include "report/tune_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kTrialsShown = 20;
constexpr double kSignificance = 0.05;
constexpr const char* kAsGiven = "the options as given";

// "the options as given" for no settings.
std::string settings_text(const Settings& settings) {
  return settings.empty() ? kAsGiven : command_line(settings);
}

// Those that were judged on more folds first, then the better ones.
std::vector<std::size_t> ranked_trials(const TuneFacts& facts) {
  const std::vector<Trial>& trials = facts.search.trials;
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

std::string trial_mark(const TuneFacts& facts, std::size_t trial) {
  return trial == facts.search.winner ? "  <- chosen" : "";
}

std::string trials_table(const TuneFacts& facts, bool all) {
  const TuneFigure figure = facts.figure();
  std::vector<std::vector<std::string>> lines = {{"trial", fmt::format("{} ± SE", figure.name), "leaves", "folds"}};
  std::vector<std::string> ends = {"  options"};
  std::size_t left_out = 0;
  const std::vector<std::size_t> order = ranked_trials(facts);
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    const std::size_t at = order[rank];
    const Trial& trial = facts.search.trials[at];
    if (!all && rank >= kTrialsShown && at != 0 && at != facts.search.winner) {
      ++left_out;
      continue;
    }
    lines.push_back(
        {std::to_string(at + 1), figure.text(trial.error), fixed(trial.leaves, 1), std::to_string(trial.splits)});
    ends.push_back("  " + settings_text(facts.settings[at]) + trial_mark(facts, at));
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

std::string search_text(const TuneFacts& facts) {
  const TuneSearch& search = facts.search;
  return fmt::format("search    {} by {}, {}{}\n          {}\n          of {}\n", counted(facts.trials(), "trial"),
                     facts.figure().name, search.method, search.time_was_up ? "; as many as the time allowed" : "",
                     rungs_text(search), enumerate(facts.searched, facts.searched.size()));
}

nlohmann::ordered_json search_json(const TuneFacts& facts) {
  const TuneSearch& search = facts.search;
  nlohmann::ordered_json rungs = nlohmann::ordered_json::array();
  for (const Rung& rung : search.rungs) rungs.push_back({{"folds", rung.splits}, {"trials", rung.trials}});
  nlohmann::ordered_json json = {
      {"trials", facts.trials()},         {"figure", facts.figure().key},
      {"method", search.method},          {"rungs", std::move(rungs)},
      {"options", facts.searched},        {facts.trees ? "models" : "trees", search.trees_grown},
      {"time_was_up", search.time_was_up}};
  if (facts.seconds) json["seconds"] = *facts.seconds;
  return json;
}

nlohmann::ordered_json settings_json(const Settings& settings) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const Setting& setting : settings) json[setting.option] = setting.value;
  return json;
}

nlohmann::ordered_json trial_json(const TuneFacts& facts, std::size_t at) {
  const Trial& trial = facts.search.trials[at];
  const MeanLoss shown = facts.figure().shown(trial.error);
  nlohmann::ordered_json json = {{"trial", at + 1},
                                 {"options", settings_json(facts.settings[at])},
                                 {facts.figure().key, shown.mean},
                                 {"standard_error", shown.standard_error},
                                 {"leaves", trial.leaves},
                                 {"folds", trial.splits}};
  if (trial.alpha) json["alpha"] = *trial.alpha;
  return json;
}

// "5 leaves, depth 3", "100 trees, 920 leaves, depth up to 9".
std::string size_text(const TuneFacts& facts) {
  const std::string leaves = counted(facts.leaves, "leaf");
  if (!facts.trees) return fmt::format("{}, depth {}", leaves, facts.depth);
  return fmt::format("{}, {}, depth up to {}", counted(*facts.trees, "tree"), leaves, facts.depth);
}

// In the figure's own direction.
double shown_difference(const TuneFacts& facts, double difference) {
  return facts.figure().is_one_minus ? -difference : difference;
}

std::string tuning_verdict(const PairedTest& test) {
  switch (test.kind) {
    case PairedTest::Kind::too_few: return "too few folds for a test";
    case PairedTest::Kind::same: return "the same on every fold";
    case PairedTest::Kind::same_shift: return "the same difference on every fold: no test";
    case PairedTest::Kind::tested: break;
  }
  if (*test.p >= kSignificance) return "no difference can be shown";
  return test.difference.mean < 0 ? "tuned is better" : "the options as given are better";
}

std::string difference_text(const TuneFacts& facts, const PairedTest& test) {
  const auto text = [&](double difference) {
    return facts.figure().difference_text(shown_difference(facts, difference));
  };
  std::string line = text(test.difference.mean);
  if (test.low && test.high && test.kind == PairedTest::Kind::tested) {
    const double one = shown_difference(facts, *test.low);
    const double other = shown_difference(facts, *test.high);
    line += fmt::format(", 95 % interval {} to {}, p {:.3f}", facts.figure().difference_text(std::min(one, other)),
                        facts.figure().difference_text(std::max(one, other)), *test.p);
  }
  return line + ": " + tuning_verdict(test);
}

double mean_outer_leaves(const TuneEstimate& estimate, std::size_t OuterFold::*leaves) {
  double sum = 0;
  for (const OuterFold& fold : estimate.folds) sum += static_cast<double>(fold.*leaves);
  return sum / static_cast<double>(estimate.folds.size());
}

nlohmann::ordered_json outer_json(const TuneFacts& facts, const TuneEstimate& estimate) {
  const TuneFigure figure = facts.figure();
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
  json["difference"] = {{"mean", shown_difference(facts, test.difference.mean)},
                        {"p", or_null(test.p)},
                        {"verdict", tuning_verdict(test)}};
  return json;
}

// None if there are no folds to tell about.
const TuneEstimate* known_estimate(const TuneFacts& facts) {
  return facts.estimate && !facts.estimate->folds.empty() ? &*facts.estimate : nullptr;
}

std::string outer_text(const TuneFacts& facts) {
  const TuneEstimate* const known = known_estimate(facts);
  if (known == nullptr) {
    return fmt::format("estimate  none{} the score in the table is the best of many, and flatters\n",
                       facts.estimate ? ": the time was up;" : " (--outer-folds 0):");
  }
  const TuneEstimate& estimate = *known;
  const TuneFigure figure = facts.figure();
  const std::string baseline = fmt::format("a single leaf: {}", figure.text(estimate.baseline.mean));
  const std::string part = estimate.folds.size() < estimate.planned ? fmt::format("{} of ", estimate.folds.size()) : "";
  const auto leaves = [&](std::size_t OuterFold::*of) {
    const double mean = mean_outer_leaves(estimate, of);
    return fmt::format("{} {}", fixed(mean, 1), mean == 1 ? "leaf" : "leaves");
  };
  std::string text =
      fmt::format("estimate  {} tuned, {}, by {}{}, each with a search of its own ({})\n", figure.text(estimate.tuned),
                  leaves(&OuterFold::leaves), part, estimate.method, baseline);
  text += fmt::format("          {} as given, {}, on the same rows\n", figure.text(estimate.standard),
                      leaves(&OuterFold::standard_leaves));
  return text + fmt::format("          {}\n", difference_text(facts, estimate.difference));
}

}  // namespace

std::string to_text(const TuneFacts& facts, bool verbose) {
  return search_text(facts) + trials_table(facts, verbose) +
         fmt::format("winner    trial {}: {}: {}\n", facts.search.winner + 1, settings_text(facts.winner()),
                     size_text(facts)) +
         outer_text(facts);
}

nlohmann::ordered_json to_json(const TuneFacts& facts) {
  nlohmann::ordered_json trials = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < facts.trials(); ++i) trials.push_back(trial_json(facts, i));
  nlohmann::ordered_json winner = trial_json(facts, facts.search.winner);
  if (facts.trees) {
    winner["model"] = {{"trees", *facts.trees}, {"leaves", facts.leaves}, {"depth", facts.depth}};
  } else {
    winner["tree"] = {{"leaves", facts.leaves}, {"depth", facts.depth}};
  }
  nlohmann::ordered_json json = {
      {"search", search_json(facts)}, {"trials", std::move(trials)}, {"winner", std::move(winner)}};
  const TuneEstimate* const estimate = known_estimate(facts);
  json["estimate"] = estimate == nullptr ? nlohmann::ordered_json() : outer_json(facts, *estimate);
  return json;
}

std::string to_text(const TuneUse& use) {
  return fmt::format("use       {}\n", use.command);
}

nlohmann::ordered_json to_json(const TuneUse& use) {
  return {{"command", use.command}};
}

void warn_of_tuning(const TuneFacts& facts, Warnings& warnings) {
  const TuneEstimate* const estimate = known_estimate(facts);
  if (estimate == nullptr) return;
  const MeanLoss& tuned = estimate->tuned;
  if (estimate->baseline.mean - tuned.mean >= tuned.standard_error) return;
  const bool classes = facts.task == Task::classification;
  const bool probabilities = facts.search.figure != ErrorFigure::wrong_answers;
  warnings.push_back({fmt::format("tuned or not, the {} not beat a single leaf by a standard error",
                                  facts.trees ? "trees do" : "tree does"),
                      classes && !probabilities
                          ? "where one class is rare, try --select-by auc, or --class-weight balanced"
                          : "the columns may say little about the target",
                      std::nullopt, ""});
}

std::vector<std::string> tuning_comments(const TuneFacts& facts) {
  const TuneFigure figure = facts.figure();
  const Settings& settings = facts.winner();
  std::vector<std::string> lines = {fmt::format("Found by 'espalier tune' for '{}': {} by {}, {}.", facts.target,
                                                counted(facts.trials(), "trial"), figure.name, facts.search.method),
                                    settings.empty()
                                        ? "No trial was better than the options as they were given."
                                        : fmt::format("Beside what was given: {}", command_line(settings))};
  if (const TuneEstimate* const estimate = known_estimate(facts)) {
    lines.push_back(fmt::format("Such a search on other rows: {}; without it: {}.", figure.text(estimate->tuned),
                                figure.text(estimate->standard)));
  }
  lines.emplace_back("espalier build DATA --config FILE -o model.hpp");
  return lines;
}

std::string trials_csv(const TuneFacts& facts) {
  const TuneFigure figure = facts.figure();
  std::string text = fmt::format("trial,{},standard_error,leaves,folds,alpha,chosen,options\n", figure.key);
  for (std::size_t i = 0; i < facts.search.trials.size(); ++i) {
    const Trial& trial = facts.search.trials[i];
    const MeanLoss shown = figure.shown(trial.error);
    text += fmt::format("{},{},{},{},{},{},{},{}\n", i + 1, shortest(shown.mean), shortest(shown.standard_error),
                        shortest(trial.leaves), trial.splits, trial.alpha ? shortest(*trial.alpha) : "",
                        i == facts.search.winner ? 1 : 0,
                        facts.settings[i].empty() ? "" : csv_cell(command_line(facts.settings[i])));
  }
  return text;
}

TunePlot tune_plot(const TuneFacts& facts) {
  const TuneFigure figure = facts.figure();
  const double factor = figure.is_share ? 100 : 1;
  TunePlot plot;
  plot.target = facts.target;
  plot.facts = {fmt::format("{} of {}; {}", task_name(facts.task), counted(facts.rows, "row"), facts.search.method),
                fmt::format("chosen: {}", settings_text(facts.winner()))};
  if (const TuneEstimate* const estimate = known_estimate(facts)) {
    plot.facts.push_back(fmt::format("honest estimate: {} tuned, {} as given", figure.text(estimate->tuned),
                                     figure.text(estimate->standard)));
  }
  plot.winner = facts.search.winner;
  plot.several = facts.trees.has_value();
  plot.score_title = fmt::format("{}{}", figure.name, figure.is_share ? " (%)" : "");
  std::size_t most = 0;
  for (const Trial& trial : facts.search.trials) most = std::max(most, trial.splits);
  for (std::size_t i = 0; i < facts.search.trials.size(); ++i) {
    const Trial& trial = facts.search.trials[i];
    const MeanLoss shown = figure.shown(trial.error);
    plot.trials.push_back({trial.leaves, factor * shown.mean, factor * shown.standard_error, trial.splits == most});
  }
  return plot;
}

}  // namespace espalier
