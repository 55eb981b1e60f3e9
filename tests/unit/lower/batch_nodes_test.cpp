// A single tree as packed nodes for its batches: where they stand, that walks answer as the program does, and which
// models have them.
#include <gtest/gtest.h>

#include <cmath>

#include "lower/batch_gain.hpp"
#include "lower/pipeline.hpp"
#include "support/sample_models.hpp"
#include "unit/lower/small_programs.hpp"

namespace espalier::batch_nodes_test {
namespace {

Lowered lowered_for(const Model& model, Goal goal, Shape shape = Shape::branches,
                    BatchForm batches = BatchForm::faster) {
  LowerOptions options;
  options.goal = goal;
  options.shape = shape;
  options.batches = batches;
  return lower(model, options);
}

// An even tree of so many levels over as many real columns; `weight` comes to each leaf whose last test holds, and
// `other` to each of the others.
Model even_tree(std::size_t levels, std::size_t columns, double weight = 1, double other = 1) {
  std::vector<Feature> features;
  for (std::size_t i = 0; i < columns; ++i) features.push_back(sample::real("x" + std::to_string(i), -100, 100));
  const std::size_t tests = (std::size_t{1} << levels) - 1;
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < tests; ++i) {
    const auto child = static_cast<std::uint32_t>(2 * i + 1);
    nodes.push_back(
        at_most(static_cast<std::uint32_t>(i % columns), static_cast<double>(i % 50), {child, child + 1}, {1, 1}));
  }
  for (std::size_t i = tests; i <= 2 * tests; ++i) nodes.push_back(i % 2 == 1 ? yes(weight) : no(other));
  for (std::size_t i = tests; i-- > 0;) {
    for (std::size_t label = 0; label < 2; ++label) {
      nodes[i].counts[label] = nodes[2 * i + 1].counts[label] + nodes[2 * i + 2].counts[label];
    }
  }
  return model_of(std::move(features), std::move(nodes));
}

// x <= 2.5: yes, else no; the leaves stand side by side, one node further on.
TEST(BatchNodes, StandWithTheNodesOfATestSideBySide) {
  const Lowered lowered = lowered_for(over_x({at_most(0, 2.5, {1, 2}, {1, 1}), yes(), no()}), Goal::speed,
                                      Shape::branches, BatchForm::nodes);
  ASSERT_TRUE(lowered.tree().batches);
  const BatchNodes& batches = *lowered.tree().batches;
  EXPECT_EQ(batches.inputs, (std::vector<TableInput>{{0, MissingSide::above}}));
  EXPECT_EQ(batches.tree.steps, (std::vector<std::uint32_t>{1}));
  ASSERT_EQ(batches.tree.nodes.size(), 3U);
  EXPECT_EQ(batches.tree.nodes[0], (PackedNode{0x4004000000000000, 1, 0}));  // the bits of 2.5, a double
  EXPECT_EQ(batches.tree.nodes[1], (PackedNode{1, 0, 1}));
  EXPECT_EQ(batches.tree.nodes[2], (PackedNode{0, 0, 1}));
}

// Of ten columns that are read alike two are tested: the others need no key.
TEST(BatchNodes, HaveTheInputsThatAreTested) {
  Model model = even_tree(2, 10);
  model.trees.front().nodes[0].feature = 7;
  LowerOptions options;
  options.fields = FieldSelection::all;
  options.batches = BatchForm::nodes;
  const Lowered lowered = lower(model, options);
  ASSERT_EQ(lowered.fields.size(), 10U);
  EXPECT_EQ(lowered.tree().batches->inputs.size(), 3U);  // x7, x1 and x2
}

TEST(BatchNodes, AnswerAsTheProgram) {
  std::size_t compared = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    RandomEngine engine(seed);
    const MissingPolicy policies[] = {MissingPolicy::refuse, MissingPolicy::majority, MissingPolicy::own_category,
                                      MissingPolicy::surrogate};
    const Model model =
        sample::random_model(engine, seed % 2 == 0 ? Task::classification : Task::regression, policies[seed % 4]);
    const Lowered lowered = lowered_for(model, static_cast<Goal>(seed % 3),
                                        seed % 5 == 0 ? Shape::table : Shape::branches, BatchForm::nodes);
    if (!lowered.tree().batches) continue;
    const Program& program = lowered.tree().answers;
    const Program again = unpacked(*lowered.tree().batches, program);
    for (int i = 0; i < 50; ++i) {
      std::vector<double> row = sample::random_row(model, engine);
      for (const Field& field : lowered.fields) {
        double& value = row[field.feature];
        if (field.type == InputType::float32) value = static_cast<float>(value);
        if (is_integer(field.type) && !std::isnan(value)) value = floor_to(field.type, value);
      }
      ASSERT_EQ(run(program, *lowered.tree().batches, row), run(program, row));
      ASSERT_EQ(run(again, row), run(program, row));
      ++compared;
    }
  }
  EXPECT_GT(compared, 5'000U);
}

TEST(BatchNodes, AreForTablesAndForSpeed) {
  const Model model = even_tree(6, 4);
  EXPECT_TRUE(lowered_for(model, Goal::speed).tree().batches);
  EXPECT_TRUE(lowered_for(model, Goal::readable, Shape::table).tree().batches);
  EXPECT_FALSE(lowered_for(model, Goal::readable).tree().batches);
  EXPECT_FALSE(lowered_for(model, Goal::size).tree().batches);
  EXPECT_FALSE(lowered_for(model, Goal::speed, Shape::branches, BatchForm::loop).tree().batches);
  LowerOptions misra;
  misra.goal = Goal::speed;
  misra.form = BodyForm::single_exit;
  EXPECT_FALSE(lower(model, misra).tree().batches);
}

TEST(BatchNodes, AreNotForBlendsSurrogatesAndSingleLeaves) {
  EXPECT_FALSE(lowered_for(sample::fractional_golf(), Goal::speed, Shape::table, BatchForm::nodes).tree().batches);
  EXPECT_FALSE(lowered_for(sample::single_leaf(), Goal::speed, Shape::table, BatchForm::nodes).tree().batches);
  Model model = even_tree(6, 4);
  model.missing = MissingPolicy::surrogate;
  model.trees.front().nodes[0].surrogates = {sample::at_most_instead(1, 5)};
  EXPECT_FALSE(lowered_for(model, Goal::speed).tree().batches);
}

// Three rules are two tests: 0.5 + 0.25 * 1.5 + 6.8 * 0.5 ns of branches are less than 1.25 times 2 + 2 * 0.25 + 2 *
// 0.5.
TEST(BatchGain, IsNotSeenInSmallTrees) {
  const Model model =
      model_of({sample::real("x", 0, 10), sample::real("y", 0, 10)},
               {at_most(0, 2.5, {1, 2}, {2, 2}), yes(2), at_most(1, 3.5, {3, 4}, {0, 2}), no(1), yes(1)});
  const Lowered lowered = lowered_for(model, Goal::speed, Shape::branches, BatchForm::nodes);
  const BatchTimes times = estimate_batch_times(lowered.tree().answers, *lowered.tree().batches, Shape::branches);
  EXPECT_DOUBLE_EQ(times.loop, 0.5 + 0.25 * 1.5 + 6.8 * 0.5);
  EXPECT_NEAR(times.nodes, 2 + 2 * 0.25 + 2 * 0.5, 1e-4);  // all but one of 65,536 sixteens have a row that goes on
  EXPECT_FALSE(lowered_for(model, Goal::speed).tree().batches);
}

// A key takes time for each column, whatever the row then reads.
TEST(BatchGain, IsNotSeenWhereManyColumnsAreRead) {
  EXPECT_TRUE(lowered_for(even_tree(6, 4), Goal::speed).tree().batches);
  EXPECT_FALSE(lowered_for(even_tree(6, 60), Goal::speed).tree().batches);
}

// Of a chain most rows leave late, and the processor knows: each test sends one row in a hundred away.
TEST(BatchGain, IsNotSeenWhereBranchesAreForeseen) {
  std::vector<Node> nodes;
  constexpr std::uint32_t kTests = 40;
  for (std::uint32_t i = 0; i < kTests; ++i) {
    nodes.push_back(at_most(0, i, {2 * i + 1, 2 * i + 2}, {0, 0}));
    nodes.push_back(i % 2 == 0 ? yes(1) : no(1));
  }
  nodes.push_back(no(60));
  for (std::size_t i = nodes.size() - 1; i >= 2; i -= 2) {
    for (std::size_t label = 0; label < 2; ++label) {
      nodes[i - 2].counts[label] = nodes[i - 1].counts[label] + nodes[i].counts[label];
    }
  }
  EXPECT_FALSE(lowered_for(over_x(nodes), Goal::speed).tree().batches);
}

}  // namespace
}  // namespace espalier::batch_nodes_test
