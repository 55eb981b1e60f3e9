// The engine against the learner as one would write it down, node for node, on random tables of every kind.
#include <gtest/gtest.h>

#include <string>

#include "data/column_orders.hpp"
#include "grow/engine.hpp"
#include "grow/grow.hpp"
#include "unit/grow/naive.hpp"
#include "unit/grow/oracle/simple_search.hpp"
#include "unit/grow/random_tables.hpp"

namespace espalier::engine_test {
namespace {

using testing::Kind;
using testing::random_options;
using testing::random_table;

class Engine : public ::testing::TestWithParam<Kind> {};

TEST_P(Engine, GrowsWhatTheSimpleSearchGrows) {
  RandomEngine engine(600 + 10 * static_cast<std::uint64_t>(GetParam().missing) +
                      static_cast<std::uint64_t>(GetParam().task));
  std::size_t nodes = 0;
  for (int round = 0; round < 500; ++round) {
    Dataset data = random_table(engine, GetParam());
    if (round % 3 == 0) testing::add_weights(data, engine);
    GrowOptions options = random_options(engine, GetParam());
    if (GetParam().task == Task::classification && round % 5 == 0) testing::add_costs(data, engine, options);
    Warnings warnings;
    const Model model = grow(data, options, warnings);
    const Model simple = oracle::grow(data, options);
    ASSERT_EQ(write_model(model), write_model(simple)) << "round " << round;
    // Whatever is large or small, and on however many threads.
    const TrainingSet training = make_training_set(data, for_task(options, data.task));
    const GrowOptions in_effect = for_task(options, data.task);
    const EngineLimits limits{.threads = 1 + uniform_below(engine, 4),
                              .small = uniform_below(engine, 40),
                              .shared = 1 + uniform_below(engine, 40),
                              .listed = uniform_below(engine, 40),
                              .subtracted = uniform_below(engine, 40)};
    Tree tree = grow_tree(SearchPlan(training, in_effect), limits);
    if (in_effect.collapse) tree = collapse(std::move(tree));
    ASSERT_EQ(tree, model.trees[0]) << "round " << round;
    nodes += model.trees[0].nodes.size();
  }
  EXPECT_GT(nodes, 2500U);
}

// Trees of drawn rows, which may come several times, by drawn columns and drawn tests. (Rows are never shared out
// then.)
class EngineOfDrawnTrees : public ::testing::TestWithParam<Kind> {};

TEST_P(EngineOfDrawnTrees, GrowsWhatTheSimpleSearchGrows) {
  RandomEngine engine(2900 + 10 * static_cast<std::uint64_t>(GetParam().missing) +
                      static_cast<std::uint64_t>(GetParam().task));
  std::size_t nodes = 0;
  for (int round = 0; round < 500; ++round) {
    Dataset data = random_table(engine, GetParam());
    if (round % 3 == 0) testing::add_weights(data, engine);
    GrowOptions options = random_options(engine, GetParam());
    if (GetParam().task == Task::classification && round % 5 == 0) testing::add_costs(data, engine, options);
    if (round % 7 == 0) testing::add_monotone(data, engine, options);
    options.validate = 0;
    options.tried_columns = uniform_below(engine, data.features.size() + 1);
    options.random_cuts = uniform_below(engine, 2) == 0;
    const GrowOptions in_effect = for_task(options, data.task);
    if (round % 2 == 0) keep_orders(data, 1);
    TrainingSet training = make_training_set(data, in_effect);
    training.scale = WeightScale::of(64 * training.total_weight);
    const SearchPlan plan(training, in_effect);
    const std::uint64_t key = engine();
    std::vector<std::size_t> copies(data.rows(), 0);
    const std::size_t draws = 1 + uniform_below(engine, data.rows());
    for (std::size_t i = 0; i < draws; ++i) ++copies[uniform_below(engine, data.rows())];
    const auto drawn = [&](CaseOrder order) {
      Cases cases;
      for (const Case& item : all_cases(training, order)) cases.insert(cases.end(), copies[item.row], item);
      return cases;
    };
    const EngineLimits limits{.threads = 1 + uniform_below(engine, 4),
                              .small = uniform_below(engine, 40),
                              .shared = 1 + uniform_below(engine, 40),
                              .listed = uniform_below(engine, 40),
                              .subtracted = uniform_below(engine, 40)};
    Tree tree = grow_tree(plan, {{drawn(plan.case_order()), {}}, key}, limits);
    if (in_effect.collapse) tree = collapse(std::move(tree));
    const Model model = model_of(training, in_effect, std::move(tree));
    const Model simple =
        model_of(training, in_effect, oracle::grow(training, in_effect, drawn(CaseOrder::content), key));
    ASSERT_EQ(write_model(model), write_model(simple)) << "round " << round;
    nodes += model.trees[0].nodes.size();
  }
  EXPECT_GT(nodes, 1500U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EngineOfDrawnTrees, ::testing::ValuesIn(testing::kinds_that_may_be_monotone()),
                         testing::name_of);

// Constraints as well, which the engine looks at while it searches and the simple search once more with what is found.
class EngineOfMonotoneTrees : public ::testing::TestWithParam<Kind> {};

TEST_P(EngineOfMonotoneTrees, GrowsWhatTheSimpleSearchGrows) {
  RandomEngine engine(1700 + 10 * static_cast<std::uint64_t>(GetParam().missing) +
                      static_cast<std::uint64_t>(GetParam().task));
  std::size_t nodes = 0;
  std::size_t changed = 0;  // by the constraints
  for (int round = 0; round < 500; ++round) {
    Dataset data = random_table(engine, GetParam());
    if (round % 3 == 0) testing::add_weights(data, engine);
    GrowOptions options = random_options(engine, GetParam());
    if (GetParam().task == Task::classification) {
      if (round % 5 == 0) testing::add_costs(data, engine, options);
      if (round % 2 == 0) options.smoothing = {SmoothingKind::m_estimate, 2};
    }
    Warnings warnings;
    const Tree free = grow(data, options, warnings).trees[0];
    testing::add_monotone(data, engine, options);
    const Model model = grow(data, options, warnings);
    ASSERT_EQ(write_model(model), write_model(oracle::grow(data, options))) << "round " << round;
    const GrowOptions in_effect = for_task(options, data.task);
    const TrainingSet training = make_training_set(data, in_effect);
    const EngineLimits limits{.threads = 1 + uniform_below(engine, 4),
                              .small = uniform_below(engine, 40),
                              .shared = 1 + uniform_below(engine, 40),
                              .listed = uniform_below(engine, 40),
                              .subtracted = uniform_below(engine, 40)};
    Tree tree = grow_tree(SearchPlan(training, in_effect), limits);
    if (in_effect.collapse) tree = collapse(std::move(tree));
    ASSERT_EQ(tree, model.trees[0]) << "round " << round;
    nodes += tree.nodes.size();
    changed += tree != free ? 1U : 0U;
  }
  EXPECT_GT(nodes, 1500U);
  EXPECT_GT(changed, 100U);
}

// More classes than a byte tells apart are searched in another way.
class EngineOfManyClasses : public ::testing::TestWithParam<Kind> {};

TEST_P(EngineOfManyClasses, GrowsWhatTheSimpleSearchGrows) {
  RandomEngine engine(900 + static_cast<std::uint64_t>(GetParam().missing));
  std::size_t many = 0;
  for (int round = 0; round < 150; ++round) {
    Dataset data = random_table(engine, GetParam(), 600);
    testing::add_classes(data, engine);
    if (round % 3 == 0) testing::add_weights(data, engine);
    many += data.labels.size() > 256 ? 1U : 0U;
    GrowOptions options = random_options(engine, GetParam());
    options.max_depth = 4;
    if (round % 2 == 1 && options.missing != MissingPolicy::fractional) {
      testing::add_monotone(data, engine, options);
    }
    Warnings warnings;
    ASSERT_EQ(write_model(grow(data, options, warnings)), write_model(oracle::grow(data, options)))
        << "round " << round;
  }
  EXPECT_GT(many, 10U);
}

INSTANTIATE_TEST_SUITE_P(Random, Engine, ::testing::ValuesIn(testing::kinds()), testing::name_of);

INSTANTIATE_TEST_SUITE_P(Random, EngineOfMonotoneTrees, ::testing::ValuesIn(testing::kinds_that_may_be_monotone()),
                         testing::name_of);

INSTANTIATE_TEST_SUITE_P(Random, EngineOfManyClasses, ::testing::ValuesIn(testing::kinds_of_classes()),
                         testing::name_of);

}  // namespace
}  // namespace espalier::engine_test
