// One tree from several: the smallest, and the same for every input.
#include "merge/merge.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "audit/diff.hpp"
#include "audit/region.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/diagnostic.hpp"
#include "unit/audit/region_samples.hpp"
#include "unit/merge/small_forests.hpp"

namespace espalier::merge_test {
namespace {

using ::testing::HasSubstr;

constexpr MergeObjective kObjectives[] = {MergeObjective::leaves, MergeObjective::depth, MergeObjective::depth_leaves};

Merged merged_for(const Model& model, MergeObjective objective) {
  MergeOptions options;
  options.objective = objective;
  return merge_trees(model, options);
}

std::size_t leaves(const Merged& merged) {
  return leaf_count(merged.model);
}
std::size_t depth_of(const Merged& merged) {
  return depth(only_tree(merged.model));
}

// Ask x; where y agrees, that is the answer, and where not, z decides: 2 * (1 + 2) leaves, depth 3. Each of the three
// columns has a threshold that matters, and no tree of depth 2 has room for three different tests on one path.
TEST(Merge, FindsTheTreeOfAMajority) {
  const Model forest = sample::majority_of_three();
  for (const MergeObjective objective : kObjectives) {
    const Merged merged = merged_for(forest, objective);
    EXPECT_EQ(leaves(merged), 6U) << to_string(objective);
    EXPECT_EQ(depth_of(merged), 3U);
    EXPECT_TRUE(merged.smallest);
    EXPECT_EQ(merged.way, MergeWay::grid);
    EXPECT_EQ(merged.cells, 8U);
    EXPECT_EQ(merged.least_leaves, objective == MergeObjective::depth ? merged.least_leaves : 6U);
    EXPECT_EQ(merged.model.combination, Combination::single);
    EXPECT_EQ(merged.model.missing, MissingPolicy::refuse);  // a missing value still fails its test
    EXPECT_GT(merged.vectors, 0U);
    EXPECT_NO_THROW(validate(merged.model, "merged"));
  }
}

// Two trees that always outvote the third: its thresholds are idle, one test is left.
TEST(Merge, LeavesOutWhatNeverMatters) {
  Model forest = sample::majority_of_three();
  forest.trees[1] = forest.trees[0];
  const Merged merged = merged_for(forest, MergeObjective::leaves);
  EXPECT_EQ(leaves(merged), 2U);
  EXPECT_EQ(merged.cells, 2U);
  forest.trees[0].nodes = {sample::several_leaf(1)};
  forest.trees[1].nodes = {sample::several_leaf(1)};
  EXPECT_EQ(leaves(merged_for(forest, MergeObjective::leaves)), 1U);
}

// The leaves are certain of the forest's label: there are no counts that could say anything else.
TEST(Merge, GivesCertainProbabilities) {
  const Model forest = sample::majority_of_three();
  const Merged merged = merged_for(forest, MergeObjective::leaves);
  const Prediction answer = Interpreter(merged.model).predict(std::vector<double>{2, 0, 2});
  EXPECT_EQ(answer.label, 1U);
  EXPECT_THAT(answer.probabilities, ::testing::ElementsAre(0, 1));
}

TEST(Merge, IsTheSmallestOfAllTrees) {
  RandomEngine engine(1);
  std::size_t apart = 0;
  for (int turn = 0; turn < 60; ++turn) {
    const Model forest = sample::small_forest(engine);
    sample::TriedOut tried(forest);
    const std::uint32_t depth_needed = tried.depth();
    const std::uint32_t deep = depth_needed + 8;  // more leaves than the deepest tree without idle tests has room for
    const Merged by_leaves = merged_for(forest, MergeObjective::leaves);
    const Merged by_depth = merged_for(forest, MergeObjective::depth);
    const Merged by_both = merged_for(forest, MergeObjective::depth_leaves);
    ASSERT_EQ(leaves(by_leaves), tried.leaves(sample::TriedOut::everything(), deep)) << turn;
    ASSERT_EQ(depth_of(by_depth), depth_needed) << turn;
    ASSERT_EQ(depth_of(by_both), depth_needed) << turn;
    ASSERT_EQ(leaves(by_both), tried.leaves(sample::TriedOut::everything(), depth_needed)) << turn;
    ASSERT_TRUE(by_leaves.smallest && by_depth.smallest && by_both.smallest);
    ASSERT_GE(leaves(by_depth), leaves(by_both));
    if (leaves(by_both) > leaves(by_leaves)) ++apart;
    const Interpreter several(forest);
    for (const Merged* merged : {&by_leaves, &by_depth, &by_both}) {
      const Interpreter single(merged->model);
      sample::TriedOut::for_each_row(
          [&](const std::vector<double>& row) { ASSERT_EQ(single.predict(row).label, several.predict(row).label); });
    }
  }
  EXPECT_GT(apart, 0U);  // otherwise the two objectives were never told apart
}

// Every combination and policy, with every kind of test: the answers are those of the model, row by row.
TEST(Merge, AnswersAsForestsOfEveryKindDo) {
  RandomEngine engine(2);
  std::size_t merged_models = 0;
  for (std::uint32_t turn = 0; turn < 200; ++turn) {
    const sample::ForestKind kind = sample::kForestKinds[turn % 5];
    const MissingPolicy policy = sample::kForestPolicies[turn / 5 % 4];  // without surrogates
    Model forest = sample::random_forest(engine, kind.task, kind.combination, policy);
    if (turn % 3 == 0) forest = sample::with_small_whole_numbers(std::move(forest), engine);
    MergeOptions options;
    options.objective = kObjectives[turn % 3];
    options.seconds = 5;
    if (turn % 7 == 0) options.bytes = 4096;  // no room for a grid: pieces
    Merged merged;
    try {
      merged = merge_trees(forest, options);
    } catch (const Diagnostic& refused) {
      ASSERT_THAT(refused.message(), HasSubstr("not finite")) << turn;  // e^score
      continue;
    }
    ++merged_models;
    ASSERT_NO_THROW(validate(merged.model, "merged"));
    const Interpreter single(merged.model);
    const Interpreter several(forest);
    const Space space = space_of(forest);
    for (int i = 0; i < 300; ++i) {
      const std::vector<double> row = sample::space_row(forest, space, engine);
      ASSERT_EQ(single.predict(row).label, several.predict(row).label) << turn;
      ASSERT_EQ(single.predict(row).value, several.predict(row).value) << turn;
    }
  }
  EXPECT_GT(merged_models, 150U);
}

TEST(Merge, KeepsMissingValuesApartWhereTheForestDoes) {
  // Missing x is answered b, everything else a.
  Model forest = sample::vote_model({sample::real("x", 0, 2)}, {"a", "b"}, MissingPolicy::own_category);
  Tree tree;
  Node node = sample::test(TestKind::present, 0, {1, 2}, {});
  node.missing_child = 1;
  tree.nodes = {node, sample::several_leaf(0), sample::several_leaf(1)};
  forest.trees = {tree, tree};
  const Merged merged = merged_for(forest, MergeObjective::leaves);
  ASSERT_EQ(leaves(merged), 2U);
  EXPECT_EQ(only_tree(merged.model).nodes[0].test, TestKind::present);
  EXPECT_EQ(merged.model.missing, MissingPolicy::own_category);
}

// x <= 1 sends missing values left, x <= 2 right: below 1 and missing is a; from 1 to 2 the votes of a and b are equal
// and a wins; above 2 it is b. So missing values are answered as 1.5 is, by the rule of those below.
TEST(Merge, FindsTheSideOfMissingValues) {
  Model forest = sample::vote_model({sample::real("x", 0, 3)}, {"a", "b"}, MissingPolicy::learned);
  for (const double threshold : {1.0, 2.0}) {
    Tree tree;
    tree.nodes = {sample::several_test(sample::at_most(0, threshold, {1, 2}, {})), sample::several_leaf(0),
                  sample::several_leaf(1)};
    tree.nodes[0].missing_child = threshold == 1.0 ? 0 : 1;
    forest.trees.push_back(tree);
  }
  const Merged merged = merged_for(forest, MergeObjective::leaves);
  ASSERT_EQ(leaves(merged), 2U);
  const Node& root = only_tree(merged.model).nodes[0];
  EXPECT_EQ(root.threshold, 2);
  EXPECT_EQ(root.missing_child, 0U);
  EXPECT_EQ(merged.model.missing, MissingPolicy::learned);
}

// Of whole numbers, 2 and 2.5 are the same threshold.
TEST(Merge, KnowsWholeNumbers) {
  Model forest = sample::vote_model({sample::numeric("n", 0, 9)}, {"a", "b"}, MissingPolicy::refuse);
  for (const double threshold : {2.0, 2.5, 2.25}) {
    Tree tree;
    tree.nodes = {sample::several_test(sample::at_most(0, threshold, {1, 2}, {})), sample::several_leaf(0),
                  sample::several_leaf(1)};
    forest.trees.push_back(tree);
  }
  EXPECT_EQ(leaves(merged_for(forest, MergeObjective::leaves)), 2U);
  EXPECT_EQ(merged_for(forest, MergeObjective::leaves).cells, 2U);
}

// The mean of two numbers: (1 or 3) and (10 or 30) make four different values, and one tree needs a leaf for each.
TEST(Merge, AnswersNumbers) {
  Model forest;
  forest.task = Task::regression;
  forest.target = "n";
  forest.features = {sample::real("x", 0, 2), sample::real("y", 0, 2)};
  forest.combination = Combination::mean;
  forest.provenance.tool = "by hand";
  for (std::uint32_t feature = 0; feature < 2; ++feature) {
    Tree tree;
    tree.nodes = {sample::several_test(sample::at_most(feature, 1, {1, 2}, {})), Node(), Node()};
    tree.nodes[1].value = feature == 0 ? 1 : 10;
    tree.nodes[2].value = feature == 0 ? 3 : 30;
    forest.trees.push_back(tree);
  }
  const Merged merged = merged_for(forest, MergeObjective::leaves);
  EXPECT_EQ(leaves(merged), 4U);
  EXPECT_EQ(Interpreter(merged.model).predict(std::vector<double>{2, 0}).value, 6.5);
}

TEST(Merge, RefusesWhatItCannotDo) {
  EXPECT_THROW(merge_trees(sample::golf(), {}), Diagnostic);
  MergeOptions options;
  options.most_leaves = 5;
  try {
    merge_trees(sample::majority_of_three(), options);
    ADD_FAILURE() << "a tree of 6 leaves was allowed";
  } catch (const Diagnostic& refused) {
    EXPECT_EQ(refused.code(), ExitCode::check_failed);
    EXPECT_THAT(refused.message(), HasSubstr("more than 5 leaves: 6 were reached"));
    EXPECT_THAT(refused.hint(), HasSubstr("no tree has less than 6 leaves"));
  }
  Model forest = sample::majority_of_three();
  forest.missing = MissingPolicy::surrogate;
  forest.trees[0].nodes[0].surrogates = std::vector<Surrogate>{sample::at_most_instead(1, 1)};
  try {
    merge_trees(forest, {});
    ADD_FAILURE() << "surrogates were taken";
  } catch (const Diagnostic& refused) {
    EXPECT_THAT(refused.message(), HasSubstr("surrogates"));
  }
}

// A tree that is not the model's is found out, whatever made it.
TEST(Merge, ChecksWhatItMade) {
  const Model forest = sample::majority_of_three();
  Merged merged = merged_for(forest, MergeObjective::leaves);
  Tree& tree = only_tree(merged.model);
  for (Node& node : tree.nodes) {
    if (node.is_leaf()) {
      node.label = 1 - node.label;
      break;
    }
  }
  try {
    check_merged(forest, merged, 10);
    ADD_FAILURE() << "a wrong leaf passed";
  } catch (const Diagnostic& refused) {
    EXPECT_THAT(refused.message(), HasSubstr("answers differently in"));
  }
}

// Without time or memory for a search there is a tree all the same; it is only not known to be the smallest.
TEST(Merge, SaysWhenItIsNotProven) {
  RandomEngine engine(3);
  std::size_t unproven = 0;
  for (int turn = 0; turn < 20; ++turn) {
    const Model forest = sample::small_forest(engine);
    const Merged smallest = merged_for(forest, MergeObjective::leaves);
    MergeOptions options;
    options.bytes = 2500;
    const Merged pieces = merge_trees(forest, options);
    EXPECT_GE(leaves(pieces), leaves(smallest));
    EXPECT_LE(pieces.least_leaves, leaves(smallest));
    if (pieces.way == MergeWay::pieces) ++unproven;
    EXPECT_EQ(pieces.smallest, pieces.way == MergeWay::grid && !pieces.memory_ran_out);
  }
  EXPECT_GT(unproven, 0U);
}

}  // namespace
}  // namespace espalier::merge_test
