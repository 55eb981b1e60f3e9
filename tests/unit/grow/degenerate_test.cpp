// Data that no one would choose: the answer is a sensible model, never a crash.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "grow/grow.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::degenerate_test {
namespace {

using testing::categorical;
using testing::dataset;
using testing::numeric;

Tree grown(const Dataset& data, const GrowOptions& options) {
  Warnings warnings;
  const Model model = grow(data, options, warnings);
  validate(model, "grown");
  return model.trees[0];
}

Tree grown(const Dataset& data, Algorithm algorithm) {
  return grown(data, preset(algorithm));
}

constexpr Algorithm kBoth[] = {Algorithm::c45, Algorithm::cart};

TEST(Degenerate, NoRows) {
  EXPECT_THROW(grown(dataset({numeric("x", {})}, {}), Algorithm::cart), Diagnostic);
}

TEST(Degenerate, OneRow) {
  for (const Algorithm algorithm : kBoth) {
    EXPECT_EQ(grown(dataset({numeric("x", {1})}, {"a"}), algorithm).nodes.size(), 1U);
  }
}

TEST(Degenerate, OneClass) {
  for (const Algorithm algorithm : kBoth) {
    EXPECT_EQ(grown(dataset({numeric("x", {1, 2, 3, 4})}, {"a", "a", "a", "a"}), algorithm).nodes.size(), 1U);
  }
}

TEST(Degenerate, ConstantColumns) {
  const Dataset data =
      dataset({numeric("x", {1, 1, 1, 1}), categorical("c", {"q", "q", "q", "q"})}, {"a", "b", "b", "a"});
  for (const Algorithm algorithm : kBoth) {
    const Tree tree = grown(data, algorithm);
    EXPECT_EQ(tree.nodes.size(), 1U);
    EXPECT_EQ(tree.nodes[0].label, 0U);  // 2 : 2, the lowest class
  }
}

TEST(Degenerate, IdenticalRowsOfDifferentClasses) {
  const Tree tree = grown(dataset({numeric("x", {1, 1, 1, 2})}, {"a", "b", "b", "a"}), Algorithm::cart);
  ASSERT_EQ(tree.nodes.size(), 3U);
  EXPECT_EQ(tree.nodes[1].counts, (std::vector<double>{1, 2}));
  EXPECT_EQ(tree.nodes[1].label, 1U);
}

TEST(Degenerate, AdjacentNumbersAreToldApart) {
  for (const double low : {1.0, 0.1, 1e300, -1e-300}) {
    const double high = std::nextafter(low, 2e300);
    const Tree tree = grown(dataset({numeric("x", {low, high, low, high})}, {"a", "b", "a", "b"}), Algorithm::cart);
    ASSERT_EQ(tree.nodes.size(), 3U);
    EXPECT_EQ(tree.nodes[0].threshold, low);
  }
}

TEST(Degenerate, HugeAndDenormalNumbers) {
  constexpr double kTiny = std::numeric_limits<double>::denorm_min();
  constexpr double kHuge = std::numeric_limits<double>::max();
  const Dataset data =
      dataset({numeric("x", {-kHuge, -1e300, -kTiny, kTiny, 1e300, kHuge})}, {"a", "b", "a", "b", "a", "b"});
  const Tree tree = grown(data, Algorithm::cart);
  EXPECT_EQ(leaf_count(tree), 6U);
  for (const Node& node : tree.nodes) {
    if (node.is_leaf()) continue;
    EXPECT_LE(node.gap->below, node.threshold);
    EXPECT_LT(node.threshold, node.gap->above);
  }
}

Dataset one_value_per_row(int rows) {
  std::vector<std::string> cells;
  std::vector<std::string> target;
  for (int i = 0; i < rows; ++i) {
    cells.push_back("v" + std::to_string(100000 + i));
    target.emplace_back(i % 3 == 0 ? "a" : "b");
  }
  return dataset({categorical("id", cells)}, target);
}

TEST(Degenerate, TenThousandCategories) {
  Tree tree = grown(one_value_per_row(10000), Algorithm::id3);
  EXPECT_EQ(tree.nodes.size(), 10001U);
  EXPECT_EQ(leaf_count(tree), 10000U);
  // C4.5 asks for two branches of two rows.
  EXPECT_EQ(grown(one_value_per_row(10000), Algorithm::c45).nodes.size(), 1U);
}

TEST(Degenerate, AColumnWithOneValuePerRowMakesAChain) {
  GrowOptions options = preset(Algorithm::cart);
  EXPECT_EQ(grown(one_value_per_row(1500), options).nodes.size(), 1U) << "there is nothing to learn from single rows";
  options.categorical = CategoricalSplit::equal;
  const Tree tree = grown(one_value_per_row(1500), options);
  EXPECT_EQ(depth(tree), 500U);  // one test for each of the 500 rows of class a
  EXPECT_EQ(tree.nodes.size(), 1001U);
}

TEST(Degenerate, OneClassPerRow) {
  std::vector<double> x;
  std::vector<std::string> target;
  for (int i = 0; i < 300; ++i) {
    x.push_back(i);
    target.push_back(std::to_string(1000 + i));
  }
  const Tree tree = grown(dataset({numeric("x", x)}, target), Algorithm::cart);
  EXPECT_EQ(leaf_count(tree), 300U);
}

}  // namespace
}  // namespace espalier::degenerate_test
