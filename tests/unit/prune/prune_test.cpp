#include "prune/prune.hpp"

#include <gtest/gtest.h>

#include "unit/grow/small_data.hpp"
#include "unit/prune/small_trees.hpp"

namespace espalier::prune_test {
namespace {

using testing::inner;
using testing::leaf;
using testing::model_of;

const Tree kWeak{{inner({9, 1}, {1, 2}), leaf({9, 0}), leaf({0, 1})}};

// The rows that kWeak was made of.
Dataset weak_data() {
  return testing::dataset({testing::numeric("x", {1, 1, 1, 1, 1, 1, 1, 1, 1, 2})},
                          {"a", "a", "a", "a", "a", "a", "a", "a", "a", "b"});
}

Pruned pruned(const Tree& tree, const PruneOptions& options) {
  const Dataset data = weak_data();
  const std::vector<double> weights(data.rows(), 1.0);
  return prune(model_of(tree), options, WeightedRows{data, weights}, WeightedRows{data, weights});
}

TEST(Prune, CallsTheMethodChosen) {
  EXPECT_EQ(pruned(kWeak, {PruneMethod::none, 0}).tree, kWeak);
  EXPECT_EQ(pruned(kWeak, {PruneMethod::pessimistic, 0}).tree.nodes.size(), 1U);
  EXPECT_EQ(pruned(kWeak, {PruneMethod::cost_complexity, 0.05}).tree.nodes.size(), 3U);  // a leaf saves 1 row of 10
  EXPECT_EQ(pruned(kWeak, {PruneMethod::cost_complexity, 0.2}).tree.nodes.size(), 1U);
  // As leaves 9 (1 - 0.25^(1/9)) + 1 (1 - 0.25) = 1.285 + 0.75; as one with 1 error of 10: 2.441.
  EXPECT_EQ(pruned(kWeak, {.method = PruneMethod::error_based}).tree.nodes.size(), 3U);
  // At 1e-9, 9 (1 - 0.1) + 1 = 9.1 and, with a normal deviate of 4, 10 (1.5 + 8 + sqrt(16 (1.5 * 0.85 + 4))) / 26 =
  // 7.187.
  EXPECT_EQ(pruned(kWeak, {.method = PruneMethod::error_based, .confidence = 1e-9}).tree.nodes.size(), 1U);
}

TEST(Prune, ReducedErrorNeedsRowsToJudgeBy) {
  // The one b of the rows is what the test is for.
  EXPECT_EQ(pruned(kWeak, {.method = PruneMethod::reduced_error}).tree, kWeak);
  EXPECT_THROW(prune(model_of(kWeak), {.method = PruneMethod::reduced_error}), std::bad_optional_access);
}

TEST(Prune, ASingleLeafStays) {
  const Tree tree{{leaf({9, 1})}};
  for (const PruneMethod method : {PruneMethod::none, PruneMethod::pessimistic, PruneMethod::error_based,
                                   PruneMethod::cost_complexity, PruneMethod::reduced_error}) {
    EXPECT_EQ(pruned(tree, {method, 0.5}).tree, tree);
    EXPECT_TRUE(pruned(tree, {method, 0.5}).cuts.empty());
  }
}

}  // namespace
}  // namespace espalier::prune_test
