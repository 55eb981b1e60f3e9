// What is left of trees in a region, and trees that are put together from pieces.
#include "merge/pieces.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "audit/region.hpp"
#include "merge/box_tree.hpp"
#include "merge/restrict.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "unit/audit/region_samples.hpp"
#include "unit/merge/small_forests.hpp"

namespace espalier::merge_pieces_test {
namespace {

// x > 1 is known: the first tree is its second leaf.
TEST(Restricted, KeepsWhatTheRegionCanTake) {
  const Model forest = sample::majority_of_three();
  const Space space = space_of(forest);
  Region region = everything(space);
  keep_above(region[0], 1, false);
  const Model rest = restricted(forest, space, region);
  ASSERT_EQ(rest.trees[0].nodes.size(), 1U);
  EXPECT_EQ(rest.trees[0].nodes[0].label, 1U);
  EXPECT_EQ(rest.trees[1], forest.trees[1]);
}

TEST(Restricted, DropsTestsBetweenEqualLeaves) {
  Model forest = sample::majority_of_three();
  forest.trees[0].nodes[2].label = 0;
  const Space space = space_of(forest);
  const Model rest = restricted(forest, space, everything(space));
  EXPECT_EQ(rest.trees[0].nodes.size(), 1U);
}

TEST(Restricted, AnswersTheRegionAsBefore) {
  RandomEngine engine(4);
  std::size_t compared = 0;
  for (std::uint32_t turn = 0; turn < 100; ++turn) {
    const sample::ForestKind kind = sample::kForestKinds[turn % 5];
    const Model forest = sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[turn % 4]);
    const Space space = space_of(forest);
    Region region = everything(space);
    for (ColumnValues& values : region) {
      if (uniform_below(engine, 3) == 0) values.missing = false;
      if (!values.categorical && uniform_below(engine, 2) == 0) keep_upto(values, 0, false);
    }
    if (is_empty(region)) continue;
    const Model rest = restricted(forest, space, region);
    const Interpreter before(forest);
    const Interpreter after(rest);
    for (int i = 0; i < 100; ++i) {
      const std::vector<double> row = sample::space_row(forest, space, engine);
      bool is_row = holds(region, row);
      for (std::size_t column = 0; column < row.size(); ++column) {
        const bool word = region[column].categorical && !std::isnan(row[column]);
        if (word && row[column] != std::floor(row[column])) is_row = false;  // no word of the space
      }
      if (!is_row) continue;
      ++compared;
      ASSERT_EQ(before.predict(row).label, after.predict(row).label);
      ASSERT_EQ(before.predict(row).value, after.predict(row).value) << turn;
    }
  }
  EXPECT_GT(compared, 1000U);
}

TEST(Pieces, AnswerAsTheForestDoes) {
  RandomEngine engine(5);
  std::size_t pieces = 0;
  for (int turn = 0; turn < 40; ++turn) {
    const Model forest = sample::small_forest(engine);
    const Space space = space_of(forest);
    PieceOptions options;
    options.most_cells = 1 + uniform_below(engine, 12);
    const PieceTree found = tree_of_pieces(forest, space, options);
    ASSERT_EQ(found.reached, 0U);
    pieces += found.pieces;
    Model single = forest;
    single.combination = Combination::single;
    single.missing = MissingPolicy::own_category;
    single.trees.assign(1, Tree());
    single.trees[0].nodes = without_equal_branches(found.nodes);
    for (Node& node : single.trees[0].nodes) node.counts.assign(3, 0);
    const Interpreter one(single);
    const Interpreter several(forest);
    sample::TriedOut tried(forest);
    sample::TriedOut::for_each_row(
        [&](const std::vector<double>& row) { ASSERT_EQ(one.predict(row).label, several.predict(row).label) << turn; });
    EXPECT_LE(found.least_leaves, tried.leaves(sample::TriedOut::everything(), 16));
  }
  EXPECT_GT(pieces, 40U);
}

TEST(Pieces, EndAtTheBudgetWithTheSizeReached) {
  PieceOptions options;
  options.most_cells = 1;
  options.most_leaves = 3;
  const Model forest = sample::majority_of_three();
  const PieceTree found = tree_of_pieces(forest, space_of(forest), options);
  EXPECT_EQ(found.reached, 4U);
  EXPECT_FALSE(found.time_ran_out);
}

TEST(EqualBranches, GiveWayToOneOfThem) {
  // x <= 1: (y <= 1: 0, else 1), else the same again.
  std::vector<Node> nodes = {sample::at_most(0, 1, {1, 2}, {}),
                             sample::at_most(1, 1, {3, 4}, {}),
                             sample::at_most(1, 1, {5, 6}, {}),
                             sample::several_leaf(0),
                             sample::several_leaf(1),
                             sample::several_leaf(0),
                             sample::several_leaf(1)};
  const std::vector<Node> rest = without_equal_branches(nodes);
  ASSERT_EQ(rest.size(), 3U);
  EXPECT_EQ(rest[0].feature, 1U);
  nodes[6].label = 0;
  EXPECT_EQ(without_equal_branches(nodes).size(), 5U);  // the inner test of the right side goes alone
}

}  // namespace
}  // namespace espalier::merge_pieces_test
