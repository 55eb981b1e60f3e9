#include "evaluate/mark.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/grow/small_data.hpp"

namespace espalier::mark_test {
namespace {

// x <= 5: 10, else 20; three quarters of the training rows went left.
Model steps(MissingPolicy missing) {
  Model model;
  model.task = Task::regression;
  model.target = "target";
  model.features = {{"x", FeatureKind::numeric, false, false, 0, 9, {}, {}, {}}};
  model.missing = missing;
  Node root;
  root.test = TestKind::less_equal;
  root.threshold = 5;
  root.children = {1, 2};
  root.total = 4;
  Node left;
  left.total = 3;
  left.value = 10;
  Node right;
  right.total = 1;
  right.value = 20;
  model.trees = {{{root, left, right}}};
  return model;
}

Dataset measured(std::vector<double> x, std::vector<double> targets) {
  Dataset data;
  data.task = Task::regression;
  data.target = "target";
  data.features = {testing::numeric("x", std::move(x))};
  data.targets = std::move(targets);
  return data;
}

TEST(Mark, ComparesNumbers) {
  Dataset data = measured({1, 9, 5}, {10, 18, 14});
  const Model model = steps(MissingPolicy::refuse);
  EXPECT_EQ(answer_rows(model, data).values, (std::vector<double>{10, 20, 10}));
  EXPECT_DOUBLE_EQ(mark(model, data).score, std::sqrt((0 + 4 + 16) / 3.0));
  data.weights = {1, 1, 2};
  EXPECT_DOUBLE_EQ(mark(model, data).score, std::sqrt((0 + 4 + 32) / 4.0));
}

// 3/4 * 10 + 1/4 * 20: not the answer of any leaf.
TEST(Mark, BlendsFractionalRows) {
  const Dataset data = measured({kMissing}, {12});
  EXPECT_NEAR(answer_rows(steps(MissingPolicy::fractional), data).values[0], 12.5, 1e-6);
  EXPECT_EQ(answer_rows(steps(MissingPolicy::majority), data).values[0], 10);
}

TEST(Mark, ComparesClassesAtTheModelsCosts) {
  Model model;
  model.target = "target";
  model.features = {{"x", FeatureKind::numeric, false, false, 0, 9, {}, {}, {}}};
  model.labels = {"a", "b"};
  model.costs = {{0, 8}, {1, 0}};
  Node leaf;
  leaf.counts = {1, 3};
  leaf.label = 1;
  model.trees = {{{leaf}}};
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3, 4})}, {"a", "b", "b", "b"});
  EXPECT_EQ(answer_rows(model, data).probabilities, (std::vector<double>{.25, .75, .25, .75, .25, .75, .25, .75}));
  const Metrics metrics = mark(model, data);
  EXPECT_DOUBLE_EQ(metrics.score, 0.75);
  EXPECT_EQ(metrics.mean_cost, 8.0 / 4);
}

}  // namespace
}  // namespace espalier::mark_test
