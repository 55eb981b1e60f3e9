#include "grow/grow.hpp"

#include <gtest/gtest.h>

#include "model/tree_facts.hpp"

namespace espalier::collapse_test {
namespace {

Node leaf(std::vector<double> counts) {
  Node node;
  node.label = majority_label(counts);
  node.counts = std::move(counts);
  return node;
}

Node inner(std::vector<double> counts, std::vector<std::uint32_t> children) {
  Node node = leaf(std::move(counts));
  node.test = TestKind::less_equal;
  node.children = std::move(children);
  return node;
}

TEST(Collapse, TakesOutASplitThatSavesNoError) {
  // (6, 2): 2 errors; as (4, 0) and (2, 2): 2 errors, too.
  const Tree tree{{inner({6, 2}, {1, 2}), leaf({4, 0}), leaf({2, 2})}};
  EXPECT_EQ(collapse(tree), (Tree{{leaf({6, 2})}}));
}

TEST(Collapse, KeepsASplitThatSavesOne) {
  const Tree tree{{inner({6, 2}, {1, 2}), leaf({5, 0}), leaf({1, 2})}};
  EXPECT_EQ(collapse(tree), tree);
}

TEST(Collapse, WorksFromTheLeavesUp) {
  // Node 1 saves nothing; without it the root's 3 errors become 1 + 0.
  const Tree tree{{inner({4, 3}, {1, 4}), inner({4, 1}, {2, 3}), leaf({3, 0}), leaf({1, 1}), leaf({0, 2})}};
  EXPECT_EQ(collapse(tree), (Tree{{inner({4, 3}, {1, 2}), leaf({4, 1}), leaf({0, 2})}}));
}

TEST(Collapse, ForgivesAThousandthOfARow) {
  const Tree tree{{inner({2, 1}, {1, 2}), leaf({2, 0.9995}), leaf({0, 0.0005})}};
  EXPECT_EQ(collapse(tree).nodes.size(), 1U);
}

TEST(Collapse, ManagesChains) {
  Tree tree;
  constexpr std::uint32_t kTests = 100000;
  for (std::uint32_t i = 0; i < kTests; ++i) {
    tree.nodes.push_back(inner({kTests + 1.0 - i, 0}, {2 * i + 1, 2 * i + 2}));
    tree.nodes.push_back(leaf({1, 0}));
  }
  tree.nodes.push_back(leaf({1, 0}));
  EXPECT_EQ(collapse(std::move(tree)).nodes.size(), 1U);
}

}  // namespace
}  // namespace espalier::collapse_test
