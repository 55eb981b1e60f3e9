#include <gtest/gtest.h>

#include "prune/prune.hpp"
#include "support/random.hpp"
#include "unit/prune/random_rounds.hpp"

namespace espalier::reduced_error_test {
namespace {

using testing::ones;
using testing::routed_model;
using testing::rows_of;
using testing::threshold_test;

Pruned judged(const Model& model, const Dataset& rows) {
  return prune_reduced_error(model, rows, ones(rows));
}

// x0 tells a from b; below, x1 divides the a for no reason that the training rows do not give.
const Dataset kTraining = rows_of({{6, {0, 0}, 0}, {2, {0, 1}, 1}, {8, {1, 0}, 1}});
const Tree kTree{{threshold_test(0, 0.5, {1, 4}), threshold_test(1, 0.5, {2, 3}), {}, {}, {}}};

TEST(ReducedError, CutsWhatUnseenRowsSpeakAgainst) {
  // x1 answers b for three rows, of which two are a: 2 errors. A leaf in its place says a: 1 error. The root as a leaf
  // says b (10 of 16): 5 a of the 9 rows are wrong, against 1.
  const Model model = routed_model(kTraining, kTree);
  const Pruned result = judged(model, rows_of({{3, {0, 0}, 0}, {2, {0, 1}, 0}, {1, {0, 1}, 1}, {3, {1, 0}, 1}}));
  ASSERT_EQ(result.tree.nodes.size(), 3U);
  EXPECT_EQ(result.tree.nodes[1].counts, (std::vector<double>{6, 2}));  // the training rows' figures
  ASSERT_EQ(result.cuts.size(), 1U);
  EXPECT_EQ(result.cuts[0].node, 1U);
  EXPECT_EQ(result.cuts[0].leaves_removed, 1U);
  EXPECT_EQ(result.cuts[0].leaf_figure, 1);
  EXPECT_EQ(result.cuts[0].subtree_figure, 2);
  EXPECT_EQ(result.cuts[0].reason, "no better than a leaf on the pruning rows");
}

TEST(ReducedError, KeepsWhatHelpsByASingleRow) {
  const Model model = routed_model(kTraining, kTree);
  const Dataset rows = rows_of({{1, {0, 0}, 0}, {1, {0, 1}, 1}, {1, {1, 0}, 1}});
  EXPECT_EQ(judged(model, rows).tree, model.trees[0]);
}

TEST(ReducedError, TiesGoToTheLeaf) {
  // One row each way: x1 gets one of the two wrong, and so does the leaf.
  const Model model = routed_model(kTraining, kTree);
  const Dataset rows = rows_of({{4, {0, 0}, 0}, {1, {0, 1}, 0}, {1, {0, 1}, 1}, {6, {1, 0}, 1}});
  const Pruned result = judged(model, rows);
  EXPECT_EQ(result.tree.nodes.size(), 3U);
  ASSERT_EQ(result.cuts.size(), 1U);
  EXPECT_EQ(result.cuts[0].leaf_figure, result.cuts[0].subtree_figure);
}

TEST(ReducedError, WhatNoRowComesToBecomesALeaf) {
  const Model model = routed_model(kTraining, kTree);
  // Nobody has x0 <= 0.5: nothing speaks for x1, nor for x0.
  const Pruned one_side = judged(model, rows_of({{3, {1, 0}, 1}}));
  EXPECT_EQ(one_side.tree.nodes.size(), 1U);
  ASSERT_EQ(one_side.cuts.size(), 2U);
  EXPECT_TRUE(one_side.cuts[0].stands);
  EXPECT_FALSE(one_side.cuts[1].stands);
  const Pruned nothing = judged(model, select_rows(kTraining, {}));
  EXPECT_EQ(nothing.tree.nodes.size(), 1U);
  EXPECT_EQ(nothing.tree.nodes[0].label, 1U);
}

TEST(ReducedError, RowsCountByTheirWeight) {
  // The row of b that x1 gets right weighs more than the two of a that it gets wrong.
  const Model model = routed_model(kTraining, kTree);
  const Dataset rows = rows_of({{3, {0, 0}, 0}, {2, {0, 1}, 0}, {1, {0, 1}, 1}, {9, {1, 0}, 1}});
  std::vector<double> weights = ones(rows);
  weights[5] = 2.5;
  EXPECT_EQ(prune_reduced_error(model, rows, weights).tree, model.trees[0]);
  weights[5] = 1.5;
  EXPECT_EQ(prune_reduced_error(model, rows, weights).tree.nodes.size(), 3U);
}

TEST(ReducedError, WrongAnswersCountByTheirCost) {
  // As a leaf, x1's node says a: its b costs 5. x1 gets two a wrong, which cost 1 each.
  Model model = routed_model(kTraining, kTree);
  const Dataset rows = rows_of({{9, {0, 0}, 0}, {2, {0, 1}, 0}, {1, {0, 1}, 1}, {9, {1, 0}, 1}});
  EXPECT_EQ(judged(model, rows).tree.nodes.size(), 3U);
  model.costs = {{0, 1}, {5, 0}};
  const Pruned result = judged(model, rows);
  EXPECT_EQ(result.tree, model.trees[0]);
  model.costs = {{0, 1}, {2, 0}};  // a tie
  EXPECT_EQ(judged(model, rows).tree.nodes.size(), 3U);
}

TEST(ReducedError, DividesRowsByTheShareOfTheTrainingRows) {
  // x0 is missing of one a. 8 of 16 training rows went each way, so half of it goes to x1 and on to a; the other half
  // is called b. As a leaf the root says b, and all of it is wrong.
  Dataset training = kTraining;
  const Model model = routed_model(training, kTree, MissingPolicy::fractional);
  const Pruned result = judged(model, rows_of({{1, {kMissing, 0}, 0}}));
  ASSERT_EQ(result.tree.nodes.size(), 3U);  // x1 gets nothing wrong, and neither does a leaf
  const Pruned tie = judged(model, rows_of({{1, {kMissing, 0}, 1}}));
  // The other way round x1's half is wrong, as a leaf and as a subtree; the root as a leaf is right.
  ASSERT_EQ(tie.cuts.size(), 2U);
  EXPECT_EQ(tie.cuts[0].leaf_figure, 0);
  EXPECT_EQ(tie.cuts[0].subtree_figure, 0.5);
  EXPECT_EQ(tie.cuts[1].leaf_figure, 0.5);
  EXPECT_EQ(tie.cuts[1].subtree_figure, 0.5);
}

TEST(ReducedError, PartsThatAddUpAreATie) {
  // Three branches with a third of the weight each: 1/3 + 1/3 + 1/3 of a row is the row, whatever the digits.
  Dataset training = testing::rows_of({{1, {0}, 0}, {1, {1}, 0}, {1, {2}, 0}});
  training.features[0].kind = ColumnKind::categorical;
  training.features[0].categories = {"u", "v", "w"};
  const Model model =
      routed_model(training, {{testing::multiway_test(0, {1, 2, 3}), {}, {}, {}}}, MissingPolicy::fractional);
  for (std::size_t rows = 1; rows < 60; ++rows) {
    EXPECT_EQ(judged(model, rows_of({{rows, {kMissing}, 1}})).tree.nodes.size(), 1U) << rows;
  }
}

TEST(ReducedError, NumbersAreJudgedBySquaredError) {
  // 10 on the left, 20 on the right, 14 together. Two unseen rows of 13 and 19: 9 + 1 as it stands, 1 + 25 as a leaf.
  // Of 13 and 14: 9 + 36 against 1 + 0.
  Model model = routed_model(rows_of({{3, {0}, 0}, {2, {1}, 0}}), {{threshold_test(0, 0.5, {1, 2}), {}, {}}});
  model.task = Task::regression;
  model.labels.clear();
  const double values[] = {14, 10, 20};
  for (std::size_t i = 0; i < 3; ++i) {
    Node& node = model.trees[0].nodes[i];
    node.total = node.weight();
    node.value = values[i];
    node.counts.clear();
    node.label = 0;
  }
  Dataset rows = rows_of({{1, {0}, 0}, {1, {1}, 0}});
  rows.task = Task::regression;
  rows.targets = {13, 19};
  EXPECT_EQ(judged(model, rows).tree, model.trees[0]);
  rows.targets = {13, 14};
  const Pruned result = judged(model, rows);
  ASSERT_EQ(result.cuts.size(), 1U);
  EXPECT_EQ(result.cuts[0].leaf_figure, 1);
  EXPECT_EQ(result.cuts[0].subtree_figure, 9 + 36);
}

TEST(ReducedError, ManagesChains) {
  const std::uint32_t tests = 100000;
  Tree tree;
  for (std::uint32_t i = 0; i < tests; ++i) {
    tree.nodes.push_back(threshold_test(0, -1, {2 * i + 1, 2 * i + 2}));
    tree.nodes.emplace_back();
  }
  tree.nodes.emplace_back();
  for (Node& node : tree.nodes) node.counts = {1, 0};
  tree.nodes.back().label = 1;
  Model model = routed_model(kTraining, {{Node{}}});
  model.trees[0] = tree;
  EXPECT_EQ(judged(model, rows_of({{1, {0, 0}, 0}})).tree.nodes.size(), 1U);
  EXPECT_EQ(judged(model, rows_of({{1, {0, 0}, 1}})).tree, tree);  // the last leaf alone says b
}

// What the rows lose by a subtree is a sum over its leaves: the best pruning of all, by trying every one.
double least_loss(const Tree& tree, std::size_t at, const std::vector<double>& losses) {
  if (tree.nodes[at].is_leaf()) return losses[at];
  double below = 0;
  for (const std::uint32_t child : tree.nodes[at].children) below += least_loss(tree, child, losses);
  return std::min(losses[at], below);
}

TEST(ReducedErrorProperties, LeavesTheSmallestOfTheBestTrees) {
  RandomEngine engine(51);
  std::size_t between = 0;
  for (int i = 0; i < 1000 && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    testing::Round round = testing::random_round(engine);
    if (round.model.missing == MissingPolicy::fractional) continue;  // its shares are not those of the judging rows
    const Dataset rows = testing::random_data(engine, round.model.missing != MissingPolicy::refuse);
    const std::vector<double> weights = ones(rows);
    const auto arrived = testing::arrivals(round.model, rows, weights);
    std::vector<double> losses;
    for (std::size_t at = 0; at < arrived.size(); ++at) {
      double loss = 0;
      for (std::size_t row = 0; row < rows.rows(); ++row) {
        if (rows.classes[row] != round.model.trees[0].nodes[at].label) loss += arrived[at][row];
      }
      losses.push_back(loss);
    }
    const Pruned result = prune_reduced_error(round.model, rows, weights);
    Model after = round.model;
    after.trees[0] = result.tree;
    double loss = 0;
    const auto kept = testing::arrivals(after, rows, weights);
    for (std::size_t at = 0; at < kept.size(); ++at) {
      if (!result.tree.nodes[at].is_leaf()) continue;
      for (std::size_t row = 0; row < rows.rows(); ++row) {
        if (rows.classes[row] != result.tree.nodes[at].label) loss += kept[at][row];
      }
    }
    EXPECT_NEAR(loss, least_loss(round.model.trees[0], 0, losses), 1e-9);
    // Nothing is left to cut, and pruning again finds nothing.
    EXPECT_EQ(prune_reduced_error(after, rows, weights).tree, result.tree);
    EXPECT_TRUE(prune_reduced_error(after, rows, weights).cuts.empty());
    between += result.tree.nodes.size() > 1 && result.tree.nodes.size() < round.model.trees[0].nodes.size() ? 1 : 0;
  }
  EXPECT_GT(between, 100U);
}

}  // namespace
}  // namespace espalier::reduced_error_test
