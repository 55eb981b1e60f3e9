// The stages of build and train, for the bar over all of them.
#pragma once

#include "cli/command.hpp"
#include "evaluate/evaluate.hpp"
#include "support/job_progress.hpp"

namespace espalier::cli {

class Job {
 public:
  enum Stage : std::size_t { reading, growing, choosing, estimating, writing };

  explicit Job(const CommonOptions& common);

  // As soon as it is known what is to be done: `folds` of the estimate (0: none), dealt in so many rounds, by the trees
  // that choose alpha or by others.
  void plan(const LearnOptions& options, std::size_t rows, std::uint32_t folds, std::uint32_t rounds, bool shared);

  void begin(Stage stage) { progress_.begin(stage); }
  ProgressReport report(Stage stage) { return progress_.report(stage); }

 private:
  JobProgress progress_;
};

}  // namespace espalier::cli
