// How far a command has come, for the bar over all of it.
#pragma once

#include <string>

#include "cli/command.hpp"
#include "evaluate/splits.hpp"
#include "learn/learn.hpp"
#include "support/job_progress.hpp"

namespace espalier::cli {

// As asked for, and what fits standard error where nothing is: a bar on a terminal, nothing elsewhere.
ProgressStyle progress_style(const CommonOptions& common);

// So many fits to all rows are a tree of them and what chooses its alpha, or its decision threshold.
double fits_of_learning(const LearnOptions& options, std::size_t rows);

// Those of the splits' trees, which are grown from a part of the rows.
double fits_of_splits(const SplitPlan& plan, std::size_t rows, const LearnOptions& options);

// The stages of build, train and evaluate.
class Job {
 public:
  enum Stage : std::size_t { reading, growing, choosing, estimating, writing };

  // How commands differ: what the last two stages do, what is counted of the estimate, how long the end takes.
  struct Kind {
    std::string estimating;
    std::string piece;
    std::string writing;
    double fits_to_write = 0;
  };
  explicit Job(const CommonOptions& common);  // build and train
  Job(const CommonOptions& common, const Kind& kind);

  // As soon as it is known what is to be done: a tree of all rows with what chooses its alpha, and the estimate with
  // `folds` (0: none), dealt in so many rounds, by the trees that choose alpha or by others;
  void plan(const LearnOptions& options, std::size_t rows, std::uint32_t folds, std::uint32_t rounds, bool shared);
  void plan_tree(const LearnOptions& options, std::size_t rows);  // that tree alone;
  void plan_estimate(double fits);                                // or an estimate alone

  void begin(Stage stage) { progress_.begin(stage); }
  ProgressReport report(Stage stage) { return progress_.report(stage); }

 private:
  JobProgress progress_;
};

}  // namespace espalier::cli
