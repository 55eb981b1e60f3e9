// Whatever valid model is pruned by whatever method: a valid model is left, its cuts account for what is gone, and
// pruning again finds nothing.
#include <gtest/gtest.h>

#include <cmath>

#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "prune/prune.hpp"
#include "support/random.hpp"
#include "support/sample_models.hpp"

namespace espalier::stored_models_property_test {
namespace {

Dataset random_rows(const Model& model, RandomEngine& engine) {
  Dataset data;
  data.task = model.task;
  data.labels = model.labels;
  data.features.resize(model.features.size());
  const std::uint64_t rows = uniform_below(engine, 40);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const std::vector<double> values = sample::random_row(model, engine);
    for (std::size_t feature = 0; feature < values.size(); ++feature) {
      data.features[feature].values.push_back(values[feature]);
    }
    if (model.task == Task::regression) {
      data.targets.push_back(static_cast<double>(uniform_below(engine, 100)));
    } else {
      data.classes.push_back(static_cast<std::uint32_t>(uniform_below(engine, model.labels.size())));
    }
  }
  return data;
}

PruneOptions random_options(const Model& model, RandomEngine& engine) {
  PruneOptions options;
  const bool classes = model.task == Task::classification;
  const PruneMethod methods[] = {PruneMethod::cost_complexity, PruneMethod::reduced_error, PruneMethod::pessimistic,
                                 PruneMethod::error_based};
  options.method = methods[uniform_below(engine, classes ? 4 : 2)];
  options.alpha = static_cast<double>(uniform_below(engine, 10)) / 100;
  options.risk = static_cast<RiskMeasure>(uniform_below(engine, 3));
  options.raising = false;
  return options;
}

TEST(StoredModels, StayValidAndArePrunedOnce) {
  RandomEngine engine(61);
  std::size_t smaller = 0;
  for (int round = 0; round < 2000 && !::testing::Test::HasFailure(); ++round) {
    SCOPED_TRACE(round);
    const auto policy = static_cast<MissingPolicy>(uniform_below(engine, 6));
    const Task task = uniform_below(engine, 3) == 0 ? Task::regression : Task::classification;
    Model model = sample::random_model(engine, task, policy);
    const Tree before = model.trees[0];
    const PruneOptions options = random_options(model, engine);
    const Dataset rows = random_rows(model, engine);
    const std::vector<double> weights(rows.rows(), 1.0);
    const Pruned pruned = prune(model, options, std::nullopt, WeightedRows{rows, weights});
    model.trees[0] = pruned.tree;
    EXPECT_NO_THROW(validate(model, "pruned"));
    std::size_t removed = 0;
    for (const Cut& cut : pruned.cuts) {
      ASSERT_LT(cut.node, before.nodes.size());
      EXPECT_FALSE(before.nodes[cut.node].is_leaf());
      EXPECT_FALSE(std::isnan(cut.leaf_figure) || std::isnan(cut.subtree_figure));
      removed += cut.leaves_removed;
    }
    EXPECT_EQ(leaf_count(pruned.tree) + removed, leaf_count(before));
    EXPECT_EQ(pruned.cuts.empty(), pruned.tree == before);
    const Pruned again = prune(model, options, std::nullopt, WeightedRows{rows, weights});
    // Under `fractional` rows are divided by the weights of the branches that are there: the same below every test.
    EXPECT_EQ(again.tree, pruned.tree);
    smaller += pruned.tree.nodes.size() < before.nodes.size() ? 1 : 0;
  }
  EXPECT_GT(smaller, 500U);
}

}  // namespace
}  // namespace espalier::stored_models_property_test
