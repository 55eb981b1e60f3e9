// How much cost-complexity pruning prunes, chosen by cross-validation.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/splits.hpp"
#include "learn/learn.hpp"
#include "learn/path_judge.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

// The trees of the weakest-link sequence: what they are before anything is judged.

// A tree of the weakest-link sequence.
struct AlphaStep {
  double alpha = 0;  // from here on, up to the next step's
  std::size_t leaves = 0;
  double risk = 0;            // on the training rows (prune/cost_complexity.hpp)
  double error = 0;           // out of fold: cost or weight of wrong answers per weight, or mean squared error
  double standard_error = 0;  // of that
};

// The sequence of the model's tree, ascending alpha, from the whole tree (as far as its leaves are worth anything) down
// to a single leaf. The errors are left at 0.
std::vector<AlphaStep> alpha_steps(const Model& model, RiskMeasure measure);

// How much cost-complexity pruning prunes, chosen by cross-validation on the training rows alone; and the whole path,
// for people who choose themselves.

// How good a step's tree is.
struct StepScores {
  double training_error = 0;  // as AlphaStep::error, for the rows that the tree was grown from
  double training_score = 0;  // accuracy, or root mean squared error, as evaluate/mark.hpp defines them
  double score = 0;           // the same out of fold
  double standard_error = 0;  // of that
};

struct AlphaPath {
  std::vector<AlphaStep> steps;     // ascending alpha
  std::size_t least_error = 0;      // the step with the least error out of fold; of equal ones the smallest tree
  std::size_t one_error_above = 0;  // the smallest tree within one standard error of that
  std::size_t chosen = 0;           // the smallest tree within PruneOptions::margin standard errors of that
  std::string method;               // "10-fold cross-validation, seed 1"; empty if nothing was to be judged

  // score_alphas alone
  std::vector<StepScores> scores;  // one per step
  ErrorFigure figure = ErrorFigure::wrong_answers;
  // The error out of fold that is so many standard errors above the least.
  double limit(double margin) const { return steps[least_error].error + margin * steps[least_error].standard_error; }
};

// The folds that choose: as many as the options say, dealt up to 10 times where rows are fewer than 2000.
SplitPlan choosing_folds(const Dataset& data, const PruneOptions& options);

// Where the folds' trees are judged for each step: at the geometric means of neighbouring alphas, the last one as a
// single leaf.
std::vector<double> judging_alphas(const std::vector<AlphaStep>& steps);

// Fills in the steps' errors out of fold, and the choice that follows from them.
void choose_step(const std::vector<MeanLoss>& errors, double margin, AlphaPath& path);

// `grown` is the whole data's tree. Each of choosing_folds() has a tree of its own, judged at judging_alphas().
// `progress` counts these trees, which are grown on options.threads threads. Where there is nothing to choose, with one
// row or one step, nothing is judged. `kept`, unless it is null, gets the trees of the first deal (of all deals, if
// a decision threshold is to be chosen by them) and the alpha at which the chosen step was judged; it stays empty where
// nothing is.
AlphaPath select_alpha(const Dataset& data, const Model& grown, const LearnOptions& options,
                       const ProgressReport& progress = {}, FoldTrees* kept = nullptr);

// Leaves the trees of the first deal.
void keep_first_deal(const PruneOptions& options, FoldTrees& trees);

// How much that is, in fits to all rows: the folds' trees are grown from a part of them.
double fits_to_choose_alpha(std::size_t rows, const PruneOptions& options);

// The same choice, with the scores of every step; a single step is judged too.
AlphaPath score_alphas(const Dataset& data, const Model& grown, const LearnOptions& options,
                       const ProgressReport& progress = {});

}  // namespace espalier
