// Figures of rows in a tree that no training has made.
#include "evaluate/recount.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_models.hpp"

namespace espalier::recount_test {
namespace {

using ::testing::ElementsAre;

// x <= 1: a, else b.
Model two_leaves() {
  Model model;
  model.features = {sample::real("x", 0, 3)};
  model.labels = {"a", "b"};
  model.trees.resize(1);
  model.trees[0].nodes = {sample::at_most(0, 1, {1, 2}, {0, 0}), sample::leaf({0, 0}), sample::leaf({0, 0})};
  model.trees[0].nodes[2].label = 1;
  return model;
}

Dataset rows_at(const std::vector<double>& x) {
  Dataset data;
  FeatureColumn column;
  column.name = "x";
  column.values = Numbers(x.begin(), x.end());
  data.features.push_back(std::move(column));
  data.labels = {"a", "b"};
  return data;
}

// Of three rows below 1, two are b: the leaf keeps its a, the root is what most of the four rows are.
TEST(Recount, CountsClassesAndKeepsAnswersOfLeaves) {
  Model model = two_leaves();
  Dataset data = rows_at({0, 0.5, 1, 2});
  data.classes = {0, 1, 1, 1};
  recount(model, data);
  const std::vector<Node>& nodes = only_tree(model).nodes;
  EXPECT_THAT(nodes[0].counts, ElementsAre(1, 3));
  EXPECT_EQ(nodes[0].label, 1U);
  EXPECT_THAT(nodes[1].counts, ElementsAre(1, 2));
  EXPECT_EQ(nodes[1].label, 0U);
  EXPECT_THAT(nodes[2].counts, ElementsAre(0, 1));
}

TEST(Recount, WeighsRowsAndForgetsWhatWasThere) {
  Model model = two_leaves();
  only_tree(model).nodes[2].counts = {7, 7};
  only_tree(model).nodes[0].label = 1;
  Dataset data = rows_at({0});
  data.classes = {0};
  data.weights = {2.5};
  recount(model, data);
  EXPECT_THAT(only_tree(model).nodes[0].counts, ElementsAre(2.5, 0));
  EXPECT_EQ(only_tree(model).nodes[0].label, 0U);
  EXPECT_THAT(only_tree(model).nodes[2].counts, ElementsAre(0, 0));
  EXPECT_EQ(only_tree(model).nodes[2].label, 1U);
}

// Leaves answer 10 and 20. The root's mean is (8 + 2 * 23) / 3 = 18; deviations are (8 - 10)^2 = 4, 2 * (23 - 20)^2 =
// 18, and (8 - 18)^2 + 2 * (23 - 18)^2 = 150.
TEST(Recount, SumsNumbers) {
  Model model = two_leaves();
  model.task = Task::regression;
  model.labels.clear();
  for (Node& node : only_tree(model).nodes) node.counts.clear();
  only_tree(model).nodes[1].value = 10;
  only_tree(model).nodes[2].value = 20;
  Dataset data = rows_at({0, 2});
  data.task = Task::regression;
  data.targets = {8, 23};
  data.weights = {1, 2};
  recount(model, data);
  const std::vector<Node>& nodes = only_tree(model).nodes;
  EXPECT_EQ(nodes[0].value, 18);
  EXPECT_EQ(nodes[0].total, 3);
  EXPECT_EQ(nodes[0].deviation, 150);
  EXPECT_EQ(nodes[1].value, 10);
  EXPECT_EQ(nodes[1].deviation, 4);
  EXPECT_EQ(nodes[2].deviation, 18);
}

}  // namespace
}  // namespace espalier::recount_test
