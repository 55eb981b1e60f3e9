#include "cli/job.hpp"

#include "evaluate/select_alpha.hpp"

namespace espalier::cli {

Job::Job(const CommonOptions& common)
    : progress_({{"reading", "", 0},
                 {"growing the tree", "subtree", 1},
                 {"choosing how much to prune", "tree", 9},
                 {"cross-validation", "fold", 0},
                 {"writing and checking", "", 0.5}},
                growing, !common.quiet) {}

// Trees of a fold are grown from a part of the rows: that many fits.
void Job::plan(const LearnOptions& options, std::size_t rows, std::uint32_t folds, std::uint32_t rounds, bool shared) {
  const double choice = chooses_alpha(options.prune) ? fits_to_choose_alpha(rows, options.prune) : 0;
  progress_.plan(choosing, choice);
  const double part = folds > 0 ? (folds - 1.0) / folds : 0;
  progress_.plan(estimating, shared ? 0 : rounds * folds * part * (1 + choice));
}

}  // namespace espalier::cli
