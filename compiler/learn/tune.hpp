// A search for the learner's options (docs/tune.md): configurations are judged on folds that all of them share, many on
// few folds, the better ones on more; and an honest estimate of what such a search is worth, by searching again in each
// of some outer folds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/splits.hpp"
#include "evaluate/statistics.hpp"
#include "learn/learn.hpp"
#include "learn/path_judge.hpp"

namespace espalier {

// How a search goes.
struct TunePlan {
  std::optional<SelectBy> select_by = {};  // what is judged by; none: what the learner wants little of
  std::size_t threads = 1;
  // Of several trees, whose pruning no folds choose: those that judge them, and standard errors that a model with fewer
  // leaves may be worse by. None: usual_folds(), and the first configuration's margin.
  std::optional<std::uint32_t> folds = {};
  std::optional<double> margin = {};
  // The share of its time that the search has spent, 1 when it is up. None: it takes the time it takes. With a clock,
  // the first folds are shared by as many configurations as time_for_all() of the time allows.
  std::function<double()> clock = {};
};

// What is known of a configuration.
struct Trial {
  MeanLoss error = {};               // out of fold; less is better
  double leaves = 0;                 // of the folds' trees, on average; of several trees: of all of them together
  std::size_t splits = 0;            // judged on; 0: the time was up before
  std::optional<double> alpha = {};  // chosen by these splits
};

// A stage of the search: so many configurations, judged on so many splits.
struct Rung {
  std::size_t splits = 0;
  std::size_t trials = 0;
};

struct TuneSearch {
  std::vector<Trial> trials;  // one per configuration
  std::vector<Rung> rungs;
  std::size_t winner = 0;
  LearnOptions winning;    // its options, with the alpha that all splits chose; without one where time was up
  LearnOptions standard;   // those of the first configuration, the same way
  std::string method;      // "10-fold cross-validation, seed 1": what the last rung has all of
  std::size_t splits = 0;  // of that
  ErrorFigure figure = ErrorFigure::wrong_answers;
  bool figure_known = true;     // false: no fold has rows of two classes
  bool time_was_up = false;     // before it was over
  std::size_t trees_grown = 0;  // of several trees: models
};

// So many folds judge models of several trees by default. They are dealt once: many trees leave less to luck.
std::uint32_t usual_folds(std::size_t rows);

// The configurations judged on the first of so many splits, on some more, and on all.
std::vector<std::size_t> rung_splits(std::size_t splits);

// The share of the time that the first rung of so many splits gets.
double time_for_all(std::size_t splits);

// How many go on from a rung of so many.
std::size_t survivors(std::size_t trials);

// The best of some trials: the one with the fewest leaves among those within `margin` standard errors of the least
// error; of equal ones that with less error, then the first. Trials that were judged on fewer splits than others are
// not among them.
std::size_t best_trial(const std::vector<Trial>& trials, double margin);

// The first configuration is the one to beat: it is judged on all splits. The margin is its own (--se-margin). The
// folds are choosing_folds() for it; the plan's for several trees, which all configurations have or none. `progress`
// counts trees, or models of several, of about so many.
TuneSearch tune(const Dataset& data, const std::vector<LearnOptions>& configurations, const TunePlan& plan,
                const ProgressReport& progress = {});

// Trees, or models of several, that a search grows, about.
std::size_t trees_of_search(const Dataset& data, const std::vector<LearnOptions>& configurations,
                            const TunePlan& plan = {});

// What a search for options is worth: the whole of it is repeated in each of some outer folds, and what it finds there
// answers rows that had no say in it.

// One outer fold. Figures as in TuneSearch: less is better; of a regression the root of the mean squared error.
struct OuterFold {
  std::size_t winner = 0;  // among the configurations
  double tuned = 0;
  double standard = 0;  // the first configuration's
  std::size_t leaves = 0;
  std::size_t standard_leaves = 0;
  bool figure_known = true;  // false: its rows have one class, and nothing can be told apart
};

struct TuneEstimate {
  std::string method;            // "10 outer folds, seed 1"
  std::vector<OuterFold> folds;  // fewer than planned if the time was up
  std::size_t planned = 0;
  MeanLoss tuned;         // over all rows answered
  MeanLoss standard;      // the first configuration, on the same rows
  MeanLoss baseline;      // a tree of one leaf
  PairedTest difference;  // tuned - standard, per fold
};

// So many outer folds by default: few rows need more of them, and cost little but for several trees.
std::uint32_t usual_outer_folds(std::size_t rows, bool several = false);

// `plan.clock`: of the estimate; a fold that is not finished when the time is up is left out. `progress` counts the
// trees of all folds, of about so many.
TuneEstimate estimate_tuning(const Dataset& data, const std::vector<LearnOptions>& configurations, const TunePlan& plan,
                             std::uint32_t folds, std::uint64_t seed, const ProgressReport& progress = {});

}  // namespace espalier
