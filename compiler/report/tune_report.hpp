// What a search for options has to tell: the table of what was tried, the estimate, and the same as JSON, CSV and
// picture.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "learn/tune.hpp"
#include "learn/tune_space.hpp"
#include "report/tune_figure.hpp"
#include "report/tune_plot.hpp"
#include "support/diagnostic.hpp"

namespace espalier {

// All configurations have been judged.
struct TuneFacts {
  Task task = Task::classification;
  std::string target;
  std::size_t rows = 0;
  std::vector<Settings> settings;     // of each trial, beside the options given
  std::vector<std::string> searched;  // options
  std::optional<double> seconds;      // that the search was allowed
  TuneSearch search;
  std::optional<TuneEstimate> estimate;
  std::size_t leaves = 0;                 // of the winner's tree of all rows; of several trees all leaves
  std::size_t depth = 0;                  // of several trees that of the deepest
  std::optional<std::size_t> trees = {};  // where the model is one of several

  TuneFigure figure() const { return tune_figure(search.figure); }
  std::size_t trials() const { return search.trials.size(); }
  const Settings& winner() const { return settings[search.winner]; }
};

// `verbose`: every trial is in the table.
std::string to_text(const TuneFacts& facts, bool verbose);
nlohmann::ordered_json to_json(const TuneFacts& facts);

// How the options are used: a command line of build.
struct TuneUse {
  std::string command;
};

std::string to_text(const TuneUse& use);
nlohmann::ordered_json to_json(const TuneUse& use);

// Of a search that has found nothing better than a single leaf.
void warn_of_tuning(const TuneFacts& facts, Warnings& warnings);

// For the head of the config file.
std::vector<std::string> tuning_comments(const TuneFacts& facts);

std::string trials_csv(const TuneFacts& facts);
TunePlot tune_plot(const TuneFacts& facts);

}  // namespace espalier
