// grow + prune, with the record of where the model comes from.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evaluate/mark.hpp"
#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "learn/learn.hpp"
#include "learn/select_alpha.hpp"
#include "learn/select_threshold.hpp"
#include "model/tree_facts.hpp"
#include "prune/prune.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier {
namespace {

// The options in effect: where nothing else is said, cross-validation chooses the price of a leaf.
PruneOptions with_alpha(const Dataset& data, const Model& grown, const LearnOptions& options,
                        const ProgressReport& progress, FoldTrees* kept) {
  PruneOptions prune = pruning_in_effect(options);
  if (!chooses_alpha(prune)) return prune;
  const AlphaPath path = select_alpha(data, grown, options, progress, kept);
  prune.alpha = path.steps[path.chosen].alpha;
  prune.alpha_chosen = true;
  return prune;
}

// The leaves have the counts already if every row counts alike, none was held out, and no value was missing.
std::optional<double> score_by_counts(const Model& model, const Dataset& data, const GrowOptions& options) {
  if (data.task != Task::classification || !data.weights.empty()) return std::nullopt;
  if (model.missing != MissingPolicy::refuse) return std::nullopt;
  const std::vector<double> weights = row_weights(data, options);
  if (std::any_of(weights.begin(), weights.end(), [](double weight) { return weight != 1; })) return std::nullopt;
  double rows = 0;
  double right = 0;
  for (const Node& node : only_tree(model).nodes) {
    if (!node.is_leaf()) continue;
    rows += node.weight();
    right += node.counts[node.label];
  }
  if (rows != static_cast<double>(data.rows())) return std::nullopt;
  return right / rows;
}

double training_score(const Model& model, const Dataset& data, const GrowOptions& options) {
  const std::optional<double> counted = score_by_counts(model, data, options);
  return counted ? *counted : mark(model, data).score;
}

Provenance make_provenance(const Model& model, const Dataset& data, const LearnOptions& options,
                           const PruneOptions& prune) {
  Provenance provenance;
  provenance.tool = std::string("espalier ") + kVersion;
  provenance.data_sha256 = data.data_sha256;
  provenance.rows = data.rows();
  provenance.options = describe(options.grow);
  // Boosting chooses tests by the loss that they save, whatever the criterion for other trees.
  if (options.ensemble.kind == EnsembleKind::boost) {
    std::erase_if(provenance.options, [](const auto& option) { return option.first == "criterion"; });
  }
  for (auto& option : describe(options.ensemble)) provenance.options.push_back(std::move(option));
  if (options.ensemble.kind != EnsembleKind::none) {
    provenance.options.emplace_back("seed", std::to_string(options.grow.seed));
  }
  record(prune, provenance);
  if (options.threshold_for) {
    provenance.options.emplace_back(
        "threshold-for", model.labels[options.threshold_for->label] + "=" + to_string(*options.threshold_for));
  }
  if (!data.weight_column.empty()) provenance.options.emplace_back("weight", data.weight_column);
  // Trees that are grown until nothing is left to split answer the rows that they were grown from right: that says
  // nothing of several, which have better figures.
  if (options.ensemble.kind == EnsembleKind::none) {
    provenance.training_score = training_score(model, data, options.grow);
  }
  const double baseline = baseline_score(data);
  if (std::isfinite(baseline)) provenance.baseline = baseline;
  return provenance;
}

// The rows that the tree grows from, and those that are held out to judge it.
struct Division {
  Dataset growing;
  Dataset judging;
};

Division hold_share_out(const Dataset& data, const PruneOptions& options) {
  const std::vector<bool> held = stratified_share(data, options.share, options.seed);
  std::vector<std::size_t> growing;
  std::vector<std::size_t> judging;
  for (std::size_t row = 0; row < data.rows(); ++row) (held[row] ? judging : growing).push_back(row);
  return {select_rows(data, growing), select_rows(data, judging)};
}

void take_pruned(Pruned pruned, Learned& learned) {
  learned.grown = std::exchange(only_tree(learned.model), std::move(pruned.tree));
  learned.cuts = std::move(pruned.cuts);
}

// Grows from all rows and prunes by what the method asks for.
PruneOptions learn_from_all(const Dataset& data, const LearnOptions& options, Warnings& warnings,
                            const LearnProgress& progress, FoldTrees* kept, Learned& learned) {
  learned.model = grow(data, options.grow, warnings, options.threads, progress.growing);
  if (options.prune.method == PruneMethod::none) return options.prune;  // a large tree is not copied
  PruneOptions prune_options = with_alpha(data, learned.model, options, progress.pruning, kept);
  const std::vector<double> weights = row_weights(data, options.grow);
  take_pruned(prune(learned.model, prune_options, WeightedRows{data, weights}), learned);
  return prune_options;
}

// Grows from the rows that no judge needs, and prunes by those of the file or those held out.
PruneOptions learn_with_judges(const Dataset& data, const LearnOptions& options, Warnings& warnings,
                               const LearnProgress& progress, Learned& learned) {
  PruneOptions prune_options = options.prune;
  Dataset judging;
  if (options.prune_set) {
    prune_options.set_sha256 = options.prune_set->table.sha256;
    learned.model = grow(data, options.grow, warnings, options.threads, progress.growing);
    judging = bind_dataset(*options.prune_set, learned.model, warnings);
  } else {
    Division division = hold_share_out(data, options.prune);
    learned.model = grow(division.growing, options.grow, warnings, options.threads, progress.growing);
    judging = std::move(division.judging);
  }
  learned.rows_judging = judging.rows();
  const std::vector<double> weights = row_weights(judging, options.grow);
  take_pruned(prune(learned.model, prune_options, std::nullopt, WeightedRows{judging, weights}), learned);
  return prune_options;
}

// What is known of a goal that no threshold reaches.
void warn_of_unreached(const Model& model, const ThresholdGoal& goal, const ThresholdChoice& choice,
                       Warnings& warnings) {
  if (choice.reached) return;
  const std::string label = in_quotes(model.labels[goal.label]);
  if (!choice.figures.recall) {
    warnings.push_back({fmt::format("no training row is {}: there is nothing to choose a threshold by, and it is {}",
                                    label, shortest(choice.probability)),
                        "", std::nullopt, ""});
    return;
  }
  const auto text = [](const std::optional<double>& figure) { return figure ? percent(*figure) : "undefined"; };
  warnings.push_back(
      {fmt::format("no threshold reaches {} for {} on rows that the trees have not seen: the nearest, {}, has a "
                   "precision of {} and a recall of {}",
                   to_string(goal), label, shortest(choice.probability), text(choice.figures.precision),
                   text(choice.figures.recall)),
       "ask for less, or for a tree that tells rows apart better: --select-by auc with a larger --min-leaf",
       std::nullopt, ""});
}

// The trees of folds that alpha was chosen by, if they are wanted, serve the threshold.
void learn_threshold(const Dataset& data, const LearnOptions& options, const LearnProgress& progress, bool keeps,
                     Warnings& warnings, FoldTrees& trees, Learned& learned) {
  learned.threshold = select_threshold(data, options, progress.pruning, keeps, learned.model, trees);
  warn_of_unreached(learned.model, *options.threshold_for, *learned.threshold, warnings);
  keep_first_deal(options.prune, trees);
}

Learned learn_several(const Dataset& data, const LearnOptions& options, const LearnProgress& progress) {
  const PruneOptions prune = pruning_in_effect(options);
  LearnedEnsemble ensemble =
      learn_ensemble(data, options.grow, prune, options.ensemble, options.threads, progress.growing);
  Learned learned;
  learned.model = std::move(ensemble.model);
  learned.out_of_bag = std::move(ensemble.out_of_bag);
  learned.rounds = ensemble.rounds;
  learned.model.provenance = make_provenance(learned.model, data, options, prune);
  return learned;
}

}  // namespace

PruneOptions pruning_in_effect(const LearnOptions& options) {
  PruneOptions prune = options.prune;
  if (!options.grow.monotone.empty()) prune.raising = false;
  return prune;
}

bool same_in_effect(const LearnOptions& a, const LearnOptions& b) {
  const auto judges = [](const LearnOptions& options) {
    return options.prune_set ? options.prune_set->table.sha256 : std::string();
  };
  return a.grow == b.grow && a.prune == b.prune && a.ensemble == b.ensemble && a.threshold_for == b.threshold_for &&
         judges(a) == judges(b);
}

Learned learn(const Dataset& data, const LearnOptions& options, Warnings& warnings, const LearnProgress& progress,
              FoldTrees* kept) {
  if (options.ensemble.kind != EnsembleKind::none) return learn_several(data, options, progress);
  Learned learned;
  FoldTrees own;
  FoldTrees* const trees = kept == nullptr && chooses_threshold(options) ? &own : kept;
  const PruneOptions prune_options = options.prune.method == PruneMethod::reduced_error
                                         ? learn_with_judges(data, options, warnings, progress, learned)
                                         : learn_from_all(data, options, warnings, progress, trees, learned);
  if (options.threshold_for) {
    learn_threshold(data, options, progress, kept != nullptr, warnings, trees == nullptr ? own : *trees, learned);
  }
  learned.model.provenance = make_provenance(learned.model, data, options, prune_options);
  return learned;
}

}  // namespace espalier
