// Several trees as packed nodes: where they stand, how wide they are, and that walks answer as the programs do.
#include "lower/packed_trees.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lower/pipeline.hpp"
#include "support/sample_models.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::packed_trees_test {
namespace {

Lowered as_tables(const Model& model, Goal goal = Goal::readable) {
  LowerOptions options;
  options.goal = goal;
  options.shape = Shape::table;
  return lower(model, options);
}

// What the field holds of a value.
double as_stored(const Field& field, double value) {
  if (field.type == InputType::float32) return static_cast<float>(value);
  return is_integer(field.type) && !std::isnan(value) ? floor_to(field.type, value) : value;
}

// x <= 10: a, else b. The test, and its two leaves behind all trees.
TEST(PackedTrees, StandWithTheNodesOfATestSideBySide) {
  const Lowered lowered = as_tables(sample::voting_forest());
  ASSERT_TRUE(lowered.forest);
  const PackedTrees& trees = lowered.forest->answers;
  const PackedNode& first = trees.nodes[trees.starts[0]];
  EXPECT_EQ(first.threshold, 10);
  const PackedNode& yes = trees.nodes[trees.starts[0] + first.next];
  const PackedNode& no = trees.nodes[trees.starts[0] + first.next + 1];
  const auto leaf_input = static_cast<std::uint32_t>(lowered.forest->inputs.size());
  EXPECT_EQ(yes, (PackedNode{0, 0, leaf_input}));  // label a
  EXPECT_EQ(no, (PackedNode{1, 0, leaf_input}));   // label b
}

// y <= 0.5 of tree 2 has the leaves a and b, too: the same ones.
TEST(PackedTrees, HavePairsOfLeavesOnce) {
  const Lowered lowered = as_tables(sample::voting_forest());
  const PackedTrees& trees = lowered.forest->answers;
  const auto pair_behind = [&](std::size_t at) { return at + trees.nodes[at].next; };
  const std::size_t below_red = pair_behind(trees.starts[1]) + 1;
  EXPECT_EQ(pair_behind(below_red), pair_behind(trees.starts[0]));
  for (std::size_t i = 1; i < trees.starts.size(); ++i) EXPECT_LT(trees.starts[i - 1], trees.starts[i]);
}

TEST(PackedTrees, SayWhatFitsBesideTheThresholds) {
  EXPECT_EQ(as_tables(sample::voting_forest()).forest->says, LeafSays::label);
  const Lowered shares = as_tables(sample::averaging_forest());
  EXPECT_EQ(shares.forest->says, LeafSays::addend);
  EXPECT_EQ(shares.forest->addends.size(), 8U);                            // all are different
  EXPECT_EQ(amount_type(*shares.forest, shares.verdict->type).bytes, 4U);  // 65,536 is one too many for two bytes
  const Lowered numbers = as_tables(sample::number_forest());
  EXPECT_EQ(numbers.forest->says, LeafSays::amount);
  EXPECT_TRUE(numbers.forest->addends.empty());
  Model floats = sample::number_forest();
  floats.sums = {Arithmetic::float32, 0, {}, ScoreLink::identity};
  EXPECT_EQ(as_tables(floats).forest->says, LeafSays::addend);
}

// Thresholds of one byte leave no room for amounts of two.
TEST(PackedTrees, AreNotWidenedByAmounts) {
  Model model = sample::number_forest();
  for (Tree& tree : model.trees) tree.nodes = {at_most(0, 5, {1, 2}, {}), tree.nodes.back(), tree.nodes.back()};
  model.trees[0].nodes[1].value = 100;  // 1600 sixteenths
  const Lowered lowered = as_tables(model);
  EXPECT_EQ(lowered.forest->says, LeafSays::addend);
  EXPECT_EQ(lowered.forest->answers.threshold_bytes, 1U);
  EXPECT_EQ(lowered.forest->answers.node_bytes(), 3U);
}

// What a walk comes to is what the programs answer, on random rows.
TEST(PackedTrees, AnswerAsThePrograms) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    RandomEngine engine(seed);
    const sample::ForestKind kind = sample::kForestKinds[seed % 5];
    const Model model = sample::random_forest(engine, kind.task, kind.combination, sample::kForestPolicies[seed % 3]);
    const Lowered lowered = as_tables(model, static_cast<Goal>(seed % 3));
    if (!lowered.forest) continue;
    for (int i = 0; i < 50; ++i) {
      std::vector<double> row = sample::random_row(model, engine);
      for (const Field& field : lowered.fields) row[field.feature] = as_stored(field, row[field.feature]);
      const std::vector<std::int64_t> keys = keys_of(lowered.trees.front().answers, lowered.forest->inputs, row);
      for (std::size_t t = 0; t < lowered.trees.size(); ++t) {
        const Addend& expected = lowered.trees[t].answers.addends[run(lowered.trees[t].answers, row)];
        const Addend given = addend_said(*lowered.forest, t, walk(lowered.forest->answers, t, keys));
        ASSERT_EQ(given.first, expected.first);
        ASSERT_EQ(given.amounts, expected.amounts);
        ASSERT_EQ(walk(lowered.forest->rules, t, keys), run(lowered.trees[t].rules, row));
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 10'000U);
}

// Even trees are walked to the end; of a chain, most rows leave early: a half after the first test, a quarter after
// two.
TEST(PackedTrees, AreWalkedAsFarAsMostRowsGo) {
  const Lowered even = as_tables(sample::voting_forest());
  EXPECT_EQ(even.forest->answers.steps[0], 1U);
  Model model = sample::chain(40);
  model.combination = Combination::vote;
  for (Node& node : model.trees.front().nodes) node.counts.clear();
  model.trees.push_back(model.trees.front());
  const Lowered chain = as_tables(model);
  EXPECT_LE(chain.forest->answers.steps[0], 3U);  // 1 + the sum of i / 2^i, which is 2 at most
}

TEST(Shape, OfSeveralTreesForSpeedIsTheTable) {
  LowerOptions options;
  options.goal = Goal::speed;
  EXPECT_EQ(lower(sample::voting_forest(), options).shape.shape, Shape::table);
  options.goal = Goal::readable;
  EXPECT_EQ(lower(sample::voting_forest(), options).shape.shape, Shape::branches);
  options.goal = Goal::size;
  const Lowered small = lower(sample::voting_forest(), options);
  ASSERT_TRUE(small.shape.sizes);
  const ShapeSizes sizes = sizes_on(*small.shape.sizes, kDecidingChip);
  EXPECT_EQ(small.shape.shape, sizes.table < sizes.branches ? Shape::table : Shape::branches);
}

}  // namespace
}  // namespace espalier::packed_trees_test
