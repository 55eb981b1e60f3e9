// Judges the trees of a weakest-link sequence by what the learner wants little of, and by the score that people know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/splits.hpp"
#include "evaluate/statistics.hpp"
#include "learn/fold_judge.hpp"
#include "learn/learn.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"
#include "support/enum_names.hpp"

namespace espalier {

// What the learner wants little of, or what --select-by asks for. The rows' weights count everywhere; but for
// wrong_answers the weights and priors of the classes count too. One minus the share of wrong_answers is the accuracy,
// one minus missed_area the mean area under the curve (evaluate/ranking.hpp).
enum class ErrorFigure { wrong_answers, weighted_answers, cost, squared_error, brier, log_loss, missed_area };
template <>
inline constexpr auto kNames<ErrorFigure> = enum_names("wrong answers", "wrong answers by class weight", "cost",
                                                       "squared error", "Brier score", "log loss", "1 - AUC");
ErrorFigure figure_of(SelectBy figure);
Charge charge_of(ErrorFigure figure);  // where it is a mean over rows

struct PathLosses {
  StepLosses error;     // the learner's figure
  StepLosses mistakes;  // wrong answers by the rows' weights, if they are asked for and are something else
  std::vector<std::vector<double>> areas{};  // missed_area: per split that can tell, and step

  explicit PathLosses(std::size_t steps) : error(steps), mistakes(steps) {}
  void add(const PathLosses& other);
};

class PathJudge {
 public:
  // Keeps references to the data and the options.
  PathJudge(const Dataset& data, const LearnOptions& options);

  ErrorFigure figure() const { return figure_; }

  // What the model's tree, pruned at the alphas, gets wrong on the rows.
  PathLosses judge(const Model& model, const std::vector<double>& alphas, const std::vector<std::size_t>& rows,
                   bool with_scores) const;

  // The same of a model of several trees, which has no path: one step.
  PathLosses judge_several(const Model& model, const std::vector<std::size_t>& rows) const;

  // As judge(), for the test rows of all splits, each by a tree of its own that is grown from the split's training
  // rows. `kept`, unless it is null, gets those of the first splits, as many as it has room for.
  PathLosses judge_splits(const SplitPlan& plan, const std::vector<double>& alphas, bool with_scores,
                          const ProgressReport& progress, std::vector<Model>* kept = nullptr) const;

  // The figure, one per step.
  std::vector<MeanLoss> errors(const PathLosses& losses, std::uint32_t rounds = 1) const;

  // Accuracies or root mean squared errors, of losses with scores.
  std::vector<MeanLoss> scores(const PathLosses& losses, std::uint32_t rounds = 1) const;

 private:
  bool scores_differ() const { return figure_ != ErrorFigure::wrong_answers && figure_ != ErrorFigure::squared_error; }

  const Dataset& data_;
  const LearnOptions& options_;
  std::vector<double> weights_;      // as the learner weighs
  std::vector<double> own_weights_;  // the rows' own
  ErrorFigure figure_ = ErrorFigure::wrong_answers;
};

// What a choice among trees goes by, as --select-by says: for answers that are there already. (Folds judge every tree
// of a pruning path at once: learn/path_judge.hpp.)

// Less is better: one minus the accuracy or the mean area under the curve, or the mean Brier score, log loss or cost.
// `weights`: one per row, or none. `predicted` has probabilities. The marking must have costs for SelectBy::cost.
// Without rows of two classes the area is that of a guess.
MeanLoss selection_error(SelectBy figure, const Marking& marking, const Answers& actual, const Answers& predicted,
                         const std::vector<double>& weights = {});

}  // namespace espalier
