#include "cli/job.hpp"

#include <unistd.h>

#include "learn/select_alpha.hpp"
#include "learn/select_threshold.hpp"

namespace espalier::cli {
namespace {

double fits_to_choose(const LearnOptions& options, std::size_t rows) {
  return chooses_by_folds(options) ? fits_to_choose_alpha(rows, options.prune) : 0;
}

}  // namespace

ProgressStyle progress_style(const CommonOptions& common) {
  if (common.quiet) return ProgressStyle::none;
  switch (common.progress.value_or(ProgressWish::as_fits)) {
    case ProgressWish::bar: return ProgressStyle::bar;
    case ProgressWish::lines: return ProgressStyle::lines;
    case ProgressWish::none: return ProgressStyle::none;
    case ProgressWish::as_fits: break;
  }
  return ::isatty(STDERR_FILENO) == 1 ? ProgressStyle::bar : ProgressStyle::none;
}

double fits_of_learning(const LearnOptions& options, std::size_t rows) {
  return 1 + fits_to_choose(options, rows);
}

double fits_of_splits(const SplitPlan& plan, std::size_t rows, const LearnOptions& options) {
  double learned_from = 0;
  for (const Split& split : plan.splits) learned_from += static_cast<double>(split.training.size());
  return rows == 0 ? 0 : learned_from / static_cast<double>(rows) * fits_of_learning(options, rows);
}

Job::Job(const CommonOptions& common) : Job(common, {"cross-validation", "fold", "writing and checking", 0.5}) {}

Job::Job(const CommonOptions& common, const Kind& kind)
    : progress_({{"reading", "", 0},
                 {"growing the tree", "subtree", 1},
                 {"choosing how much to prune", "tree", 9},
                 {kind.estimating, kind.piece, 0},
                 {kind.writing, "", kind.fits_to_write}},
                progress_style(common)) {}

// Trees of a fold are grown from a part of the rows: that many fits.
void Job::plan(const LearnOptions& options, std::size_t rows, std::uint32_t folds, std::uint32_t rounds, bool shared) {
  plan_tree(options, rows);
  const double part = folds > 0 ? (folds - 1.0) / folds : 0;
  progress_.plan(estimating, shared ? 0 : rounds * folds * part * fits_of_learning(options, rows));
}

void Job::plan_tree(const LearnOptions& options, std::size_t rows) {
  progress_.plan(choosing, fits_to_choose(options, rows));
}

void Job::plan_estimate(double fits) {
  progress_.plan(growing, 0);
  progress_.plan(choosing, 0);
  progress_.plan(estimating, fits);
}

}  // namespace espalier::cli
