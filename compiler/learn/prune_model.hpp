// From a model to the model that pruning leaves of it, with a record that stays true: what the model said of the tree
// before is left out unless it is known of the new one too.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/model.hpp"
#include "prune/prune.hpp"

namespace espalier {

struct PrunedModel {
  Model model;
  PruneOptions options;             // in effect
  std::vector<Cut> cuts;            // of the tree before
  std::optional<std::size_t> rows;  // that were sent through the tree, or judged it
};

// By the figures in the tree. No branch is raised: that takes rows.
PrunedModel prune_by_figures(const Model& before, PruneOptions options);

// With the rows of a file, the training data or others, that are sent through the tree again.
PrunedModel prune_with_training_rows(const Model& before, PruneOptions options, const WeightedRows& training);

// By rows that judge the tree.
PrunedModel prune_with_judges(const Model& before, PruneOptions options, const WeightedRows& judging);

// Whether these are the rows that the model was trained with; and whether it was grown from some of them only.
bool is_training_data(const Model& model, const Dataset& data);
bool had_rows_held_out(const Model& model);

}  // namespace espalier
