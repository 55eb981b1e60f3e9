// What bins promise: the tree is the one that grows on columns in which each value is replaced by its bin, whichever
// way the engine goes about it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "grow/distribute.hpp"
#include "grow/engine.hpp"
#include "grow/grow.hpp"
#include "grow/threshold.hpp"
#include "unit/grow/naive.hpp"
#include "unit/grow/random_tables.hpp"

namespace espalier::binned_engine_test {
namespace {

using testing::Kind;

Dataset coarsened(const TrainingSet& training) {
  Dataset data = training.data;
  for (std::uint32_t feature = 0; feature < data.features.size(); ++feature) {
    for (std::uint32_t row = 0; row < data.rows(); ++row) {
      data.features[feature].values[row] = training.number(feature, row);
    }
  }
  return data;
}

template <typename Test>
void place_again(const TrainingSet& training, const GrowOptions& options, Test& test) {
  if (test.test != TestKind::less_equal) return;
  test.gap = training.gap_between(test.feature, test.gap->below, test.gap->above);
  test.threshold = place_threshold(*test.gap, options.threshold, training.observed[test.feature]);
}

// Thresholds between the values of the training set in place of those between its bins.
Tree with_values(const TrainingSet& training, const GrowOptions& options, Tree tree) {
  for (Node& node : tree.nodes) {
    place_again(training, options, node);
    for (Surrogate& surrogate : node.surrogates) place_again(training, options, surrogate);
  }
  return tree;
}

EngineLimits random_limits(RandomEngine& engine) {
  EngineLimits limits{1 + uniform_below(engine, 4), uniform_below(engine, 40), 1 + uniform_below(engine, 40)};
  limits.listed = uniform_below(engine, 3) == 0 ? 0 : uniform_below(engine, 40);
  limits.subtracted = uniform_below(engine, 40);
  return limits;
}

bool has_missing(const Dataset& data) {
  for (const FeatureColumn& column : data.features) {
    for (const double value : column.values) {
      if (std::isnan(value)) return true;
    }
  }
  return false;
}

class BinnedEngine : public ::testing::TestWithParam<Kind> {};

TEST_P(BinnedEngine, GrowsTheExactTreeOfTheBins) {
  RandomEngine engine(900 + 10 * static_cast<std::uint64_t>(GetParam().missing) +
                      static_cast<std::uint64_t>(GetParam().task));
  std::size_t nodes = 0;
  for (int round = 0; round < 500; ++round) {
    Dataset data = testing::random_table(engine, GetParam());
    if (round % 4 == 0) testing::add_weights(data, engine);
    GrowOptions options = for_task(testing::random_options(engine, GetParam()), data.task);
    options.bins = 2 + uniform_below(engine, round % 3 == 0 ? 254 : 8);
    if (round % 2 == 1 && options.missing != MissingPolicy::fractional) testing::add_monotone(data, engine, options);
    const TrainingSet training = make_training_set(data, options);
    const SearchPlan plan(training, options);
    const Tree tree = grow_tree(plan, {});
    ASSERT_EQ(grow_tree(plan, random_limits(engine)), tree) << "round " << round;
    ASSERT_EQ(grow_tree(plan, random_limits(engine)), tree) << "round " << round;
    nodes += tree.nodes.size();
    if (options.ties == TieRule::margin && data.task == Task::classification) continue;  // bins are wider than values
    if (options.validate > 0 || (options.missing == MissingPolicy::surrogate && has_missing(data))) continue;
    GrowOptions exact = options;
    exact.bins = 0;
    const Dataset coarse = coarsened(training);
    const TrainingSet coarse_training = make_training_set(coarse, exact);
    const Tree expected = grow_tree(SearchPlan(coarse_training, exact), {});
    ASSERT_EQ(tree, with_values(training, options, expected)) << "round " << round;
  }
  EXPECT_GT(nodes, 2500U);
}

TEST_P(BinnedEngine, WithABinForEachValueIsExact) {
  RandomEngine engine(1900 + 10 * static_cast<std::uint64_t>(GetParam().missing) +
                      static_cast<std::uint64_t>(GetParam().task));
  for (int round = 0; round < 200; ++round) {
    const Dataset data = testing::random_table(engine, GetParam());
    GrowOptions options = for_task(testing::random_options(engine, GetParam()), data.task);
    const TrainingSet training = make_training_set(data, options);
    const Tree exact = grow_tree(SearchPlan(training, options), {});
    options.bins = 255;
    const TrainingSet binned = make_training_set(data, options);
    ASSERT_EQ(grow_tree(SearchPlan(binned, options), random_limits(engine)), exact) << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, BinnedEngine, ::testing::ValuesIn(testing::kinds()), testing::name_of);

}  // namespace
}  // namespace espalier::binned_engine_test
