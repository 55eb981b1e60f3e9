#include "prune/prune.hpp"

#include <gtest/gtest.h>

#include "unit/prune/small_trees.hpp"

namespace espalier {
namespace {

using testing::inner;
using testing::leaf;

const Tree kWeak{{inner({9, 1}, {1, 2}), leaf({9, 0}), leaf({0, 1})}};

TEST(Prune, CallsTheMethodChosen) {
  EXPECT_EQ(prune(kWeak, {PruneMethod::none, 0}).tree, kWeak);
  EXPECT_EQ(prune(kWeak, {PruneMethod::pessimistic, 0}).tree.nodes.size(), 1U);
  EXPECT_EQ(prune(kWeak, {PruneMethod::cost_complexity, 0.05}).tree.nodes.size(), 3U);  // a leaf saves 1 row of 10
  EXPECT_EQ(prune(kWeak, {PruneMethod::cost_complexity, 0.2}).tree.nodes.size(), 1U);
}

TEST(Prune, ASingleLeafStays) {
  const Tree tree{{leaf({1, 2})}};
  for (const PruneMethod method : {PruneMethod::none, PruneMethod::pessimistic, PruneMethod::cost_complexity}) {
    EXPECT_EQ(prune(tree, {method, 0.5}).tree, tree);
    EXPECT_TRUE(prune(tree, {method, 0.5}).cuts.empty());
  }
}

TEST(Prune, DescribesItselfByCommandLineNames) {
  using Described = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(describe(PruneOptions{PruneMethod::none, 0}), (Described{{"prune", "none"}}));
  EXPECT_EQ(describe(PruneOptions{PruneMethod::pessimistic, 0.3}), (Described{{"prune", "pessimistic"}}));
  EXPECT_EQ(describe(PruneOptions{PruneMethod::cost_complexity, 0.01}),
            (Described{{"prune", "cost-complexity"}, {"alpha", "0.01"}}));
}

}  // namespace
}  // namespace espalier
