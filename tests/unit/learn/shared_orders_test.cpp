// Folds that share the orders of the whole data learn what they learn from rows that are sorted anew.
#include <gtest/gtest.h>

#include "data/column_orders.hpp"
#include "evaluate/splits.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::shared_orders_test {
namespace {

using testing::cart;
using testing::random_data;

LearnOptions random_options(RandomEngine& engine, Task task) {
  LearnOptions options = cart();
  const std::uint64_t algorithms = task == Task::regression ? 1 : 2;
  options.grow = preset(uniform_below(engine, algorithms) == 0 ? Algorithm::cart : Algorithm::c45);
  options.grow.missing = testing::kPolicies[1 + uniform_below(engine, 5)];
  options.grow.threshold = static_cast<ThresholdPlace>(uniform_below(engine, 3));
  options.grow.validate = uniform_below(engine, 6) == 0 ? 0.3 : 0;
  options.grow.balanced_classes = task == Task::classification && uniform_below(engine, 4) == 0;
  if (uniform_below(engine, 4) == 0) options.grow.discretization = {Discretizer::equal_frequency, 3, 0};
  options.prune.folds = 3;
  if (uniform_below(engine, 2) == 0) options.prune.method = PruneMethod::none;
  return options;
}

TEST(SharedOrders, ChangeNoModel) {
  RandomEngine engine(52);
  std::size_t nodes = 0;
  for (int round = 0; round < 120; ++round) {
    const Task task = round % 2 == 0 ? Task::classification : Task::regression;
    const Dataset data =
        random_data(engine, 30 + uniform_below(engine, 100), {task, 0.3, round % 3 == 0 ? 0.1 : 0.0, round % 5 == 0});
    const LearnOptions options = random_options(engine, task);
    const SplitPlan plan = k_fold_splits(data, 4, 1, static_cast<std::uint64_t>(round));
    const OrderedParts parts(data, 1 + uniform_below(engine, 3));
    for (const Split& split : plan.splits) {
      const Dataset part = parts.select(split.training);
      ASSERT_TRUE(part.ordered.orders);
      Warnings warnings;
      const Model shared = learn(part, options, warnings).model;
      const Model sorted = learn(select_rows(data, split.training), options, warnings).model;
      ASSERT_EQ(write_model(shared), write_model(sorted)) << "round " << round;
      nodes += shared.trees[0].nodes.size();
    }
  }
  EXPECT_GT(nodes, 3000U);
}

// So many rows that the threads share the columns of the upper nodes and the subtrees below.
TEST(Threads, LearnTheSameTree) {
  RandomEngine engine(9);
  for (const Task task : {Task::classification, Task::regression}) {
    const Dataset data = random_data(engine, 20000, {task, 0.5, 0, false});
    LearnOptions options = cart();
    options.prune.method = PruneMethod::none;
    Warnings warnings;
    const Model alone = learn(data, options, warnings).model;
    options.threads = 4;
    const Model together = learn(data, options, warnings).model;
    EXPECT_GT(alone.trees[0].nodes.size(), 500U);
    EXPECT_EQ(write_model(alone), write_model(together));
  }
}

}  // namespace
}  // namespace espalier::shared_orders_test
