// What a search for options has to tell: the table of what was tried, the estimate, and the same as JSON, CSV and
// picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/tune_budget.hpp"
#include "cli/tune_candidates.hpp"
#include "cli/tune_figure.hpp"
#include "learn/tune.hpp"
#include "report/tune_plot.hpp"

namespace espalier::cli {

// All configurations have been judged.
struct TuneRun {
  const Dataset& data;
  const std::vector<TuneCandidate>& candidates;
  const TuneSpace& space;
  TuneBudget budget;
  const TuneSearch& search;
  const std::optional<TuneEstimate>& estimate;
  std::size_t leaves = 0;  // of the winner's tree of all rows
  std::size_t depth = 0;

  TuneFigure figure() const { return tune_figure(search.figure); }
  std::size_t trials() const { return search.trials.size(); }
};

// "the options as given" for no settings.
std::string settings_text(const Settings& settings);

// `all`: every trial is in the table.
void report_tuning(const TuneRun& run, bool all, Report& report);

// Of a search that has found nothing better than a single leaf.
void warn_of_tuning(const TuneRun& run, Warnings& warnings);

// For the head of the config file.
std::vector<std::string> tuning_comments(const TuneRun& run);

std::string trials_csv(const TuneRun& run);
TunePlot tune_plot(const TuneRun& run);

}  // namespace espalier::cli
