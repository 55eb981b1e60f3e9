// What holds of error-based pruning whatever the tree and the rows.
#include <gtest/gtest.h>

#include <algorithm>

#include "model/model_json.hpp"
#include "unit/prune/random_rounds.hpp"

namespace espalier::error_based_property_test {
namespace {

using testing::class_sums;
using testing::pruned;
using testing::random_round;
using testing::Round;

constexpr int kRounds = 1500;

TEST(ErrorBasedProperties, ModelsStayValidAndCountWhatArrives) {
  RandomEngine engine(32);
  for (int i = 0; i < kRounds && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const Round round = random_round(engine);
    Model model = round.model;
    model.trees[0] = pruned(round).tree;
    EXPECT_NO_THROW(validate(model, "pruned"));
    const auto arrived = testing::arrivals(model, round.data, round.weights);
    for (std::size_t at = 0; at < arrived.size(); ++at) {
      const std::vector<double> counts = class_sums(round.data, arrived[at]);
      for (std::size_t label = 0; label < counts.size(); ++label) {
        EXPECT_NEAR(model.trees[0].nodes[at].counts[label], counts[label], 1e-9);
      }
    }
  }
}

// What is kept was kept for the rows and branches that it ends up with, so there is nothing left to prune.
TEST(ErrorBasedProperties, PruningAgainChangesNothing) {
  RandomEngine engine(33);
  for (int i = 0; i < kRounds && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    Round round = random_round(engine);
    round.model.trees[0] = pruned(round).tree;
    const Pruned again = pruned(round);
    EXPECT_EQ(again.tree, round.model.trees[0]);
    EXPECT_TRUE(again.cuts.empty());
  }
}

TEST(ErrorBasedProperties, CutsAreForSimplerTreesThatAreAboutAsGood) {
  RandomEngine engine(34);
  for (int i = 0; i < kRounds && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const Round round = random_round(engine);
    const Pruned result = pruned(round);
    EXPECT_EQ(result.cuts.empty(), result.tree.nodes.size() == round.model.trees[0].nodes.size());
    std::size_t removed = 0;
    for (const Cut& cut : result.cuts) {
      removed += cut.leaves_removed;
      EXPECT_LE(cut.leaf_figure, cut.subtree_figure + 0.1);
      EXPECT_GT(cut.leaves_removed, 0U);
      EXPECT_TRUE(round.options.raising || !cut.raised);
      EXPECT_FALSE(cut.reason.empty());
    }
    EXPECT_EQ(leaf_count(result.tree) + removed, leaf_count(round.model.trees[0]));
    for (std::size_t j = 1; j < result.cuts.size(); ++j) EXPECT_LT(result.cuts[j - 1].node, result.cuts[j].node);
  }
}

// Leaf against subtree, both from the figures in the tree, is what sending the rows through comes to.
TEST(ErrorBasedProperties, StoredFiguresSayWhatTheRowsSay) {
  RandomEngine engine(37);
  for (int i = 0; i < kRounds && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    Round round = random_round(engine);
    round.options.raising = false;
    Model counted = round.model;
    const auto arrived = testing::arrivals(counted, round.data, round.weights);
    for (std::size_t at = 0; at < arrived.size(); ++at) {
      counted.trees[0].nodes[at].counts = class_sums(round.data, arrived[at]);
    }
    const Pruned result = prune_error_based(round.model, round.options);
    EXPECT_EQ(result.tree, prune_error_based(counted, round.options).tree);
    EXPECT_EQ(result.tree, pruned(round).tree);
    round.model.trees[0] = result.tree;
    EXPECT_EQ(prune_error_based(round.model, round.options).tree, result.tree);
  }
}

// A cut stands if its node, or what took its place, can still be found; those that do account for the tree.
TEST(ErrorBasedProperties, CutsThatStandAreThoseThatNoOtherTookAway) {
  RandomEngine engine(38);
  std::size_t fallen = 0;
  for (int i = 0; i < kRounds && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const Round round = random_round(engine);
    const Tree& before = round.model.trees[0];
    const Pruned result = pruned(round);
    if (std::any_of(result.cuts.begin(), result.cuts.end(), [](const Cut& cut) { return cut.raised; })) continue;
    std::vector<bool> below_a_cut(before.nodes.size(), false);
    std::vector<bool> cut_at(before.nodes.size(), false);
    for (const Cut& cut : result.cuts) cut_at[cut.node] = true;
    for (std::size_t at = 0; at < before.nodes.size(); ++at) {
      for (const std::uint32_t child : before.nodes[at].children) below_a_cut[child] = below_a_cut[at] || cut_at[at];
    }
    for (const Cut& cut : result.cuts) {
      EXPECT_EQ(cut.stands, !below_a_cut[cut.node]);
      fallen += cut.stands ? 0 : 1;
    }
  }
  EXPECT_GT(fallen, 100U);
}

// A test that tells all classes apart saves every error, and at a confidence of 1 a leaf without errors is free.
TEST(ErrorBasedProperties, FullConfidenceKeepsWhatTellsTheClassesApart) {
  RandomEngine engine(35);
  for (int i = 0; i < 300; ++i) {
    Round round;
    round.data = testing::random_data(engine, false);
    for (std::size_t row = 0; row < round.data.rows(); ++row) {
      round.data.classes[row] = round.data.features[0].values[row] <= 3.5 ? 0 : 1;
    }
    round.weights = testing::ones(round.data);
    round.model = testing::routed_model(round.data, {{testing::threshold_test(0, 3.5, {1, 2}), {}, {}}});
    round.options = {.method = PruneMethod::error_based, .confidence = 1};
    const bool apart = leaf_errors(round.model.trees[0].nodes[0]) > 0;
    EXPECT_EQ(pruned(round).tree.nodes.size(), apart ? 3U : 1U);
  }
}

// Not a theorem for each tree: what a lower confidence raises can be larger than what a higher one keeps (about one in
// a thousand of these). On the whole, lower confidence prunes more.
TEST(ErrorBasedProperties, LessConfidenceLeavesFewerLeavesOnTheWhole) {
  RandomEngine engine(36);
  std::vector<Round> rounds;
  for (int i = 0; i < 300; ++i) rounds.push_back(random_round(engine));
  std::size_t last = 0;
  for (const double confidence : {0.001, 0.01, 0.1, 0.25, 0.5}) {
    std::size_t leaves = 0;
    for (Round& round : rounds) {
      round.options.confidence = confidence;
      leaves += leaf_count(pruned(round).tree);
    }
    EXPECT_GT(leaves, last) << confidence;
    last = leaves;
  }
}

}  // namespace
}  // namespace espalier::error_based_property_test
