#include "grow/partition.hpp"

#include <gtest/gtest.h>

#include "unit/grow/small_data.hpp"

namespace espalier {
namespace {

using Rows = std::vector<std::uint32_t>;

GrowOptions allowing_missing() {
  GrowOptions options;
  options.missing = MissingPolicy::majority;
  return options;
}

Node node_with(TestKind test, std::size_t children) {
  Node node;
  node.test = test;
  node.children.resize(children);
  return node;
}

TEST(Partition, KeepsTheOrderWithinEachChild) {
  const Dataset data = testing::dataset({testing::numeric("x", {5, 1, 4, 2, 3})}, {"a", "a", "a", "b", "b"});
  const TrainingSet training = make_training_set(data, allowing_missing());
  Node node = node_with(TestKind::less_equal, 2);
  node.threshold = 3;
  Rows rows{4, 3, 2, 1, 0};
  EXPECT_EQ(partition(training, node, rows), (std::vector<std::size_t>{3, 5}));
  EXPECT_EQ(rows, (Rows{4, 3, 1, 2, 0}));
  EXPECT_EQ(node.missing_child, 0U);
}

TEST(Partition, SendsMissingValuesWithTheLargerChild) {
  const Dataset data =
      testing::dataset({testing::numeric("x", {kMissing, 1, 2, 2, kMissing})}, {"a", "a", "a", "b", "b"});
  const TrainingSet training = make_training_set(data, allowing_missing());
  Node node = node_with(TestKind::less_equal, 2);
  node.threshold = 1;
  Rows rows{0, 1, 2, 3, 4};
  EXPECT_EQ(partition(training, node, rows), (std::vector<std::size_t>{1, 5}));
  EXPECT_EQ(rows, (Rows{1, 0, 2, 3, 4}));
  EXPECT_EQ(node.missing_child, 1U);
}

TEST(Partition, SendsMissingValuesToTheFirstOfEqualChildren) {
  const Dataset data = testing::dataset({testing::categorical("c", {"?", "y", "x", "z"})}, {"a", "a", "b", "b"});
  const TrainingSet training = make_training_set(data, allowing_missing());
  Node node = node_with(TestKind::multiway, 3);
  Rows rows{0, 1, 2, 3};
  EXPECT_EQ(partition(training, node, rows), (std::vector<std::size_t>{2, 3, 4}));
  EXPECT_EQ(rows, (Rows{0, 2, 1, 3}));
  EXPECT_EQ(node.missing_child, 0U);
}

TEST(Partition, WeighsRatherThanCounts) {
  const Dataset data = testing::dataset({testing::categorical("c", {"x", "x", "y"})}, {"a", "a", "b"});
  TrainingSet training = make_training_set(data, allowing_missing());
  training.weights = {1, 1, 2.5};
  Node node = node_with(TestKind::member, 2);
  node.categories = {0};
  Rows rows{0, 1, 2};
  EXPECT_EQ(partition(training, node, rows), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(node.missing_child, 1U);
}

TEST(Partition, LeavesUnusedBranchesEmpty) {
  const Dataset data = testing::dataset({testing::categorical("c", {"x", "y", "z"})}, {"a", "a", "b"});
  const TrainingSet training = make_training_set(data, allowing_missing());
  Node node = node_with(TestKind::multiway, 3);
  Rows rows{2, 0};  // no row with y
  EXPECT_EQ(partition(training, node, rows), (std::vector<std::size_t>{1, 1, 2}));
}

}  // namespace
}  // namespace espalier
