// Learning as a whole: a tree is grown, how much of it stays is chosen, the rest is pruned.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/splits.hpp"
#include "evaluate/threshold_choice.hpp"
#include "grow/options.hpp"
#include "learn/ensemble.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"
#include "support/diagnostic.hpp"
#include "support/parallel.hpp"

namespace espalier {

// The trees that cross-validation grew to choose alpha, kept to estimate by: one fit per fold then serves both. A
// decision threshold is chosen by them, too.
struct FoldTrees {
  SplitPlan plan;               // one round, once a threshold has been chosen by all of them
  std::vector<Model> models;    // one per split: as it was grown from the split's training rows, whole
  std::optional<double> alpha;  // where the chosen step was judged; infinite: as a single leaf; none: they are pruned

  bool empty() const { return models.empty(); }
};

struct LearnOptions {
  GrowOptions grow;
  PruneOptions prune;
  EnsembleOptions ensemble{};                                // kind none: one tree
  std::size_t threads = 1;                                   // for speed alone: the results are the same for any number
  std::shared_ptr<const BindableTable> prune_set = nullptr;  // reduced_error: judges; none: a share of the rows does
  std::optional<ThresholdGoal> threshold_for{};              // two classes: what a decision threshold is chosen for
};

// How they prune. No branch of a monotone tree is raised: elsewhere in the tree its answers may be out of bounds.
PruneOptions pruning_in_effect(const LearnOptions& options);

// Whether they learn the same from the same rows.
bool same_in_effect(const LearnOptions& a, const LearnOptions& b);

// grow + prune, with provenance filled in except for the evaluation.
struct Learned {
  Model model;
  Tree grown;  // what the cuts are about; PruneMethod::none: no nodes, the model has them
  std::vector<Cut> cuts;
  std::size_t rows_judging = 0;                // reduced_error: rows that judged the tree
  std::optional<ThresholdChoice> threshold{};  // if one was asked for
  std::optional<OutOfBag> out_of_bag{};        // several trees: if they leave rows out, and it was asked for
  std::optional<BoostedRounds> rounds{};       // boosting

  const Tree& before_pruning() const { return grown.nodes.empty() ? only_tree(model) : grown; }
};

// How far a training run has come: the tree (its subtrees), and then the trees that cross-validation grows to choose
// how much is pruned.
struct LearnProgress {
  ProgressReport growing{};
  ProgressReport pruning{};
};

// Reduced-error pruning without a file holds a share of the rows out: the tree is grown from the others. `kept`, unless
// it is null, gets the trees of the folds that chose alpha or a decision threshold (learn/select_alpha.hpp); it
// stays empty where none did. What is learned does not depend on it.
Learned learn(const Dataset& data, const LearnOptions& options, Warnings& warnings, const LearnProgress& progress = {},
              FoldTrees* kept = nullptr);

}  // namespace espalier
