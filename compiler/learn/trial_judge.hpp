// Judges configurations of the learner on folds that all of them share. Those that grow the same trees are judged
// together: a fold's tree is grown once, and each of them prunes it in its own way; or boosting is stopped after the
// rounds of each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "data/column_orders.hpp"
#include "data/dataset.hpp"
#include "evaluate/splits.hpp"
#include "learn/learn.hpp"
#include "learn/path_judge.hpp"
#include "learn/select_alpha.hpp"

namespace espalier {

// Configurations that differ in nothing that growing looks at.
using Growth = std::vector<std::size_t>;  // their positions
std::vector<Growth> growths_of(const std::vector<LearnOptions>& configurations, const std::vector<std::size_t>& which);

// What one split says of a configuration.
struct SplitVerdict {
  PathLosses losses = PathLosses(0);
  std::vector<double> leaves = {};  // per step
};

// Judges by one figure for all configurations of a search, which weigh rows and answers alike.
class TrialJudges {
 public:
  // `figure`: none for what the learner wants little of (PathJudge). Keeps a reference to the data.
  TrialJudges(const Dataset& data, const LearnOptions& any, std::optional<SelectBy> figure);
  const PathJudge& of(RiskMeasure risk) const;
  const Dataset& data() const { return data_; }

 private:
  const Dataset& data_;
  std::deque<LearnOptions> options_;  // never moved: judges refer to them
  std::deque<PathJudge> judges_;      // per measure
};

// What is known of a configuration: its figure for the splits judged so far. Where the folds choose alpha, these very
// splits do: judged on all of choosing_folds(), it is the alpha that learn() chooses, and the figure is that of its
// step.
class TrialRecord {
 public:
  // Keeps references.
  TrialRecord(const TrialJudges& judges, const LearnOptions& options)
      : data_(judges.data()), options_(options), judge_(judges.of(options.prune.risk)) {}

  // Where alpha is chosen, `grown` is the tree of all rows; otherwise it may be null. Before anything else.
  void begin(const Model* grown);
  // The tree as it was grown from the split's training rows. Changes nothing here: for any thread.
  SplitVerdict judge(Model& grown, const Dataset& training, const Split& split) const;
  // The same by learn() itself, for what cannot share a grown tree. `at_once`: so many such runs share the memory that
  // trees may take.
  SplitVerdict judge_learned(const Dataset& training, const Split& split, std::size_t threads,
                             std::size_t at_once) const;
  // Of several trees.
  SplitVerdict judge_several(const Model& model, const Split& split) const;
  // In the order of the splits; then the conclusion. `rounds`: in how many deals they are.
  void add(const SplitVerdict& verdict);
  void conclude(std::uint32_t rounds);

  std::size_t splits() const { return splits_; }
  ErrorFigure figure() const { return judge_.figure(); }
  bool knows_figure() const;            // false: no split has rows of two classes to tell apart
  MeanLoss error() const;               // less is better
  double leaves() const;                // of the splits' trees, on average
  std::optional<double> alpha() const;  // chosen
  // To learn as it was judged: with the alpha chosen, which saves the folds of choosing it again.
  LearnOptions settled() const;

 private:
  SplitVerdict judge_pruned(const Model& model, const Split& split) const;
  bool has_path() const { return chooses_alpha(options_.prune); }
  std::size_t step() const { return has_path() ? path_.chosen : 0; }

  const Dataset& data_;
  const LearnOptions& options_;
  const PathJudge& judge_;
  AlphaPath path_;
  std::vector<double> alphas_;  // where each step is judged
  PathLosses losses_ = PathLosses(0);
  std::vector<double> leaves_;    // per step, over all splits
  std::vector<MeanLoss> errors_;  // per step
  std::size_t splits_ = 0;
};

// Whether a configuration's tree comes from grow() and all rows: not where pruning holds rows out, or gets them from a
// file, and not where there are several.
inline bool shares_growth(const LearnOptions& options) {
  return options.prune.method != PruneMethod::reduced_error && options.ensemble.kind == EnsembleKind::none;
}

// Whether fewer rounds of boosting are the beginning of more: not where rows that are held out end it.
inline bool shares_rounds(const LearnOptions& options) {
  return options.ensemble.kind == EnsembleKind::boost && options.ensemble.boost.held_out == 0;
}

// The models of boosting by configurations that differ in nothing but their rounds.
std::vector<Model> models_by_rounds(const Dataset& training, const std::vector<LearnOptions>& configurations,
                                    const Growth& growth, std::size_t threads, std::size_t at_once);

}  // namespace espalier
