#include <gtest/gtest.h>

#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "prune/error_based.hpp"
#include "prune/prune.hpp"
#include "unit/grow/small_data.hpp"
#include "unit/prune/routed_trees.hpp"

namespace espalier::error_based_test {
namespace {

using testing::Alike;
using testing::multiway_test;
using testing::ones;
using testing::routed_model;
using testing::rows_of;
using testing::threshold_test;

PruneOptions error_based() {
  PruneOptions options;
  options.method = PruneMethod::error_based;
  return options;
}

PruneOptions without_raising() {
  PruneOptions options = error_based();
  options.raising = false;
  return options;
}

Pruned pruned(const Model& model, const Dataset& data, const PruneOptions& options = error_based()) {
  const std::vector<double> weights = ones(data);
  return prune(model, options, WeightedRows{data, weights});
}

std::vector<double> counts(const Pruned& result, std::size_t node) {
  return result.tree.nodes[node].counts;
}

using Cells = std::vector<std::string>;

void add(Cells& cells, std::size_t times, const std::string& cell) {
  cells.insert(cells.end(), times, cell);
}

// 168 voters, one of them republican; the last 16 are the subtree that Quinlan (1993) prunes by hand.
Dataset votes() {
  Cells adoption;
  Cells education;
  Cells party;
  add(adoption, 151, "y");
  add(adoption, 1, "n");
  add(adoption, 16, "u");
  add(education, 152 + 6, "n");
  add(education, 9, "y");
  add(education, 1, "u");
  add(party, 167, "democrat");
  add(party, 1, "republican");
  return testing::dataset({testing::categorical("adoption", adoption), testing::categorical("education", education)},
                          party);
}

TEST(ErrorBased, PrunesVotesFromTheLeavesUp) {
  // education: 6 U(0,6) + 9 U(0,9) + 1 U(0,1) = 1.238 + 1.285 + 0.750 = 3.273 as it stands, 16 U(1,16) = 2.507 as a
  // leaf. Then adoption: 151 U(0,151) + 0.750 + 2.507 = 4.637, as a leaf 168 U(1,168) = 2.610.
  const Dataset data = votes();
  const Tree tree{{multiway_test(0, {1, 2, 6}), {}, multiway_test(1, {3, 4, 5}), {}, {}, {}, {}}};
  const Pruned result = pruned(routed_model(data, tree), data);
  ASSERT_EQ(result.tree.nodes.size(), 1U);
  EXPECT_EQ(counts(result, 0), (std::vector<double>{167, 1}));
  ASSERT_EQ(result.cuts.size(), 2U);
  EXPECT_EQ(result.cuts[0].node, 0U);
  EXPECT_EQ(result.cuts[0].leaves_removed, 2U);  // of 3: education is a leaf by then
  EXPECT_NEAR(result.cuts[0].leaf_figure, 2.610, 0.0005);
  EXPECT_NEAR(result.cuts[0].subtree_figure, 4.637, 0.0005);
  EXPECT_FALSE(result.cuts[0].raised);
  EXPECT_TRUE(result.cuts[0].stands);
  EXPECT_EQ(result.cuts[1].node, 2U);
  EXPECT_EQ(result.cuts[1].leaves_removed, 2U);
  EXPECT_NEAR(result.cuts[1].leaf_figure, 2.507, 0.0005);
  EXPECT_NEAR(result.cuts[1].subtree_figure, 3.273, 0.0005);
  EXPECT_FALSE(result.cuts[1].stands);  // the root's cut took it away
}

TEST(ErrorBased, PrunesQuinlansSubtreeAlone) {
  std::vector<std::size_t> undecided(16);
  std::iota(undecided.begin(), undecided.end(), 152U);
  const Dataset data = select_rows(votes(), undecided);
  const Pruned result = pruned(routed_model(data, {{multiway_test(1, {1, 2, 3}), {}, {}, {}}}), data);
  ASSERT_EQ(result.cuts.size(), 1U);
  EXPECT_NEAR(result.cuts[0].leaf_figure, 2.512, 0.006);  // Quinlan's 16 * 0.157
  EXPECT_NEAR(result.cuts[0].subtree_figure, 3.273, 0.0005);
}

TEST(ErrorBased, KeepsGolf) {
  // outlook: overcast; rain: windy false, true; sunny: humidity <= 75
  const Tree tree{
      {multiway_test(0, {1, 2, 5}), {}, multiway_test(3, {3, 4}), {}, {}, threshold_test(2, 75, {6, 7}), {}, {}}};
  const Dataset data = testing::golf();
  const Model model = routed_model(data, tree);
  const Pruned result = pruned(model, data);
  EXPECT_EQ(result.tree, model.trees[0]);
  EXPECT_TRUE(result.cuts.empty());
  double estimate = 0;  // C4.5 prints 38.5 %
  for (const Node& node : result.tree.nodes) {
    if (node.is_leaf()) estimate += added_errors(node.weight(), leaf_errors(node), 0.25, ConfidenceMethod::release8);
  }
  EXPECT_NEAR(estimate / 14, 0.385, 0.0005);
}

// x1 tells a from b; x0, above it, only sets two rows apart.
const std::vector<Alike> kRaising = {{10, {0, 0}, 0}, {10, {0, 1}, 1}, {2, {1, 0}, 0}};
const Tree kRaisingTree{{threshold_test(0, 0.5, {1, 4}), threshold_test(1, 0.5, {2, 3}), {}, {}, {}}};

TEST(ErrorBased, RaisesTheLargestBranch) {
  // As it stands: 2 * 10 (1 - 0.25^(1/10)) + 2 (1 - 1/2) = 2 * 1.294 + 1 = 3.589
  // x1 in its place, for all rows: 12 (1 - 0.25^(1/12)) + 1.294 = 1.309 + 1.294 = 2.604; as a leaf more than 10.
  const Dataset data = rows_of(kRaising);
  const Pruned result = pruned(routed_model(data, kRaisingTree), data);
  EXPECT_EQ(result.tree, routed_model(data, {{threshold_test(1, 0.5, {1, 2}), {}, {}}}).trees[0]);
  ASSERT_EQ(result.cuts.size(), 1U);
  EXPECT_EQ(result.cuts[0].node, 0U);
  EXPECT_EQ(result.cuts[0].leaves_removed, 1U);
  EXPECT_NEAR(result.cuts[0].leaf_figure, 2.604, 0.0005);
  EXPECT_NEAR(result.cuts[0].subtree_figure, 3.589, 0.0005);
  EXPECT_TRUE(result.cuts[0].raised);
}

TEST(ErrorBased, RaisesNothingWhenToldNotTo) {
  const Dataset data = rows_of(kRaising);
  const Model model = routed_model(data, kRaisingTree);
  const Pruned result = pruned(model, data, without_raising());
  EXPECT_EQ(result.tree, model.trees[0]);
  EXPECT_TRUE(result.cuts.empty());
}

TEST(ErrorBased, RaisesNothingWithoutRowsToSend) {
  const Model model = routed_model(rows_of(kRaising), kRaisingTree);
  EXPECT_EQ(prune(model, error_based()).tree, model.trees[0]);
}

TEST(ErrorBased, PrunesVotesFromTheStoredFigures) {
  const Tree tree{{multiway_test(0, {1, 2, 6}), {}, multiway_test(1, {3, 4, 5}), {}, {}, {}, {}}};
  const Pruned result = prune_error_based(routed_model(votes(), tree), error_based());
  EXPECT_EQ(result.tree, (Tree{{routed_model(votes(), {{Node{}}}).trees[0].nodes[0]}}));
  ASSERT_EQ(result.cuts.size(), 2U);
  EXPECT_NEAR(result.cuts[0].leaf_figure, 2.610, 0.0005);
  EXPECT_NEAR(result.cuts[0].subtree_figure, 4.637, 0.0005);
  EXPECT_EQ(result.cuts[0].reason, "estimated to make at most 0.1 errors more as a leaf");
  EXPECT_TRUE(result.cuts[0].stands);
  EXPECT_FALSE(result.cuts[1].stands);
}

TEST(ErrorBased, RaisesUpMoreThanOneLevel) {
  // Another test above, on x2, that sets two more rows apart.
  const Dataset data = rows_of({{10, {0, 0, 0}, 0}, {10, {0, 1, 0}, 1}, {2, {1, 0, 0}, 0}, {2, {0, 1, 1}, 1}});
  Tree tree{
      {threshold_test(2, 0.5, {1, 6}), threshold_test(0, 0.5, {2, 5}), threshold_test(1, 0.5, {3, 4}), {}, {}, {}, {}}};
  const Pruned result = pruned(routed_model(data, tree), data);
  EXPECT_EQ(result.tree, routed_model(data, {{threshold_test(1, 0.5, {1, 2}), {}, {}}}).trees[0]);
  // x0 gave way to x1, and then x2, above, to what was left of x0's subtree: both show.
  ASSERT_EQ(result.cuts.size(), 2U);
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(result.cuts[i].node, i);
    EXPECT_EQ(result.cuts[i].leaves_removed, 1U);
    EXPECT_TRUE(result.cuts[i].raised);
    EXPECT_TRUE(result.cuts[i].stands);
  }
}

TEST(ErrorBased, PrunesARaisedBranchAgainForAllRows) {
  // x1 <= 0.5: a (10); else x2: b (5) or a (1), which is better than b (6/1): 1.211 + 0.750 = 1.961 < 2.326 - 0.1.
  // The root sets three b apart: 1.294 + 1.961 + 1.110 = 4.365. Raised, x1 has 1.294 + 7 (1 - 0.25^(1/7)) + U(2, 1)
  // = 1.294 + 1.258 + 1.796 = 4.348, which is better; but now b (9/1), 2.421, is better than x2 with 3.054.
  const Dataset data =
      rows_of({{10, {0, 0, 0}, 0}, {5, {0, 1, 0}, 1}, {1, {0, 1, 1}, 0}, {2, {1, 1, 0}, 1}, {1, {1, 1, 1}, 1}});
  const Tree tree{
      {threshold_test(0, 0.5, {1, 6}), threshold_test(1, 0.5, {2, 3}), {}, threshold_test(2, 0.5, {4, 5}), {}, {}, {}}};
  const Model model = routed_model(data, tree);
  EXPECT_EQ(pruned(model, data, without_raising()).tree, model.trees[0]);
  const Pruned result = pruned(model, data);
  EXPECT_EQ(result.tree, routed_model(data, {{threshold_test(1, 0.5, {1, 2}), {}, {}}}).trees[0]);
  EXPECT_EQ(counts(result, 2), (std::vector<double>{1, 8}));
  // x2, node 3 of the tree given, is cut after its parent has been raised.
  ASSERT_EQ(result.cuts.size(), 2U);
  EXPECT_EQ(result.cuts[0].node, 0U);
  EXPECT_TRUE(result.cuts[0].raised);
  EXPECT_NEAR(result.cuts[0].leaf_figure, 4.348, 0.0005);
  EXPECT_NEAR(result.cuts[0].subtree_figure, 4.365, 0.0005);
  EXPECT_EQ(result.cuts[1].node, 3U);
  EXPECT_FALSE(result.cuts[1].raised);
  EXPECT_NEAR(result.cuts[1].leaf_figure, 2.421, 0.0005);
  EXPECT_NEAR(result.cuts[1].subtree_figure, 3.054, 0.0005);
  for (const Cut& cut : result.cuts) {
    EXPECT_TRUE(cut.stands);
    EXPECT_EQ(cut.leaves_removed, 1U);
  }
}

TEST(ErrorBased, RaisesTheFirstOfEqualBranches) {
  // Both x1 and x2 tell a from b, in 10 rows each.
  const Tree tree{
      {threshold_test(0, 0.5, {1, 4}), threshold_test(1, 0.5, {2, 3}), {}, {}, threshold_test(2, 0.5, {5, 6}), {}, {}}};
  const std::vector<Alike> equal = {{5, {0, 0, 0}, 0}, {5, {0, 1, 1}, 1}, {5, {1, 0, 0}, 0}, {5, {1, 1, 1}, 1}};
  const Dataset data = rows_of(equal);
  EXPECT_EQ(pruned(routed_model(data, tree), data).tree.nodes[0].feature, 1U);
  std::vector<Alike> one_more = equal;
  one_more[3].rows = 6;
  const Dataset larger = rows_of(one_more);
  EXPECT_EQ(pruned(routed_model(larger, tree), larger).tree.nodes[0].feature, 2U);
}

TEST(ErrorBased, SendsPartsOfRowsThroughARaisedBranch) {
  // As in kRaising, and two rows with a missing value: one b without x0, one a without x1.
  const Dataset data = rows_of(
      {{10, {0, 0}, 0}, {9, {0, 1}, 1}, {2, {1, 0}, 0}, {1, {kMissing, 1}, 1}, {1, {0, kMissing}, 0}, {2, {1, 1}, 1}});
  const Model model = routed_model(data, kRaisingTree, MissingPolicy::fractional);
  EXPECT_NEAR(model.trees[0].nodes[4].counts[1], 2 + 4.0 / 24, 1e-12);  // 4 of the 24 known rows go that way
  const Pruned result = pruned(model, data);
  ASSERT_EQ(result.tree.nodes.size(), 3U);
  ASSERT_TRUE(result.cuts[0].raised);
  // x1 is known of 12 rows on each side: the row without it is halved.
  EXPECT_EQ(counts(result, 0), (std::vector<double>{13, 12}));
  EXPECT_EQ(counts(result, 1), (std::vector<double>{12.5, 0}));
  EXPECT_EQ(counts(result, 2), (std::vector<double>{0.5, 12}));
}

TEST(ErrorBased, ChangesALabelOnlyForABetterOne) {
  const Dataset tie = rows_of({{5, {0}, 0}, {5, {1}, 1}});
  Model model = routed_model(tie, {{Node{}}});
  model.trees[0].nodes[0].label = 1;
  EXPECT_EQ(pruned(model, tie).tree.nodes[0].label, 1U);
  const Dataset better = rows_of({{6, {0}, 0}, {5, {1}, 1}});
  EXPECT_EQ(pruned(model, better).tree.nodes[0].label, 0U);
}

TEST(ErrorBased, LeavesBranchesWithoutRowsAlone) {
  // Nobody is green: the branch says b, adds nothing to the estimate and is not cut by itself.
  Cells color;
  add(color, 10, "blue");
  add(color, 10, "red");
  Cells target;
  add(target, 10, "a");
  add(target, 10, "b");
  const Dataset data =
      testing::dataset({testing::coded("color", color, {"blue", "green", "red"}, ColumnKind::categorical)}, target);
  Model model = routed_model(data, {{multiway_test(0, {1, 2, 3}), {}, {}, {}}});
  model.trees[0].nodes[2].label = 1;
  const Pruned result = pruned(model, data);
  EXPECT_EQ(result.tree, model.trees[0]);
  EXPECT_EQ(result.tree.nodes[2].label, 1U);
  // Figures are those of the rows sent, whatever rows the model was made of.
  model.trees[0].nodes[2].counts = {0, 30};
  EXPECT_EQ(pruned(model, data).tree, result.tree);
}

TEST(ErrorBased, CountsRowsByTheirWeight) {
  // Twice the weight is twice the rows.
  const Dataset once = rows_of(kRaising);
  std::vector<Alike> doubled = kRaising;
  for (Alike& kind : doubled) kind.rows *= 2;
  const Dataset twice = rows_of(doubled);
  const std::vector<double> weights(once.rows(), 2.0);
  const Pruned by_weight = prune_raising(routed_model(once, kRaisingTree), once, weights, error_based());
  const Pruned by_rows = pruned(routed_model(twice, kRaisingTree), twice);
  EXPECT_EQ(by_weight.tree, by_rows.tree);
  EXPECT_EQ(by_weight.cuts, by_rows.cuts);
}

TEST(ErrorBased, AnswersWhatCostsLeast) {
  // Calling one of 4 b an a costs as much as 10 wrong answers the other way: 6 * 1 < 4 * 10.
  const Dataset data = rows_of({{3, {0}, 0}, {3, {1}, 0}, {2, {0}, 1}, {2, {1}, 1}});
  Model model = routed_model(data, {{threshold_test(0, 0.5, {1, 2}), {}, {}}});
  model.costs = {{0, 1}, {10, 0}};
  const Pruned result = pruned(model, data);
  ASSERT_EQ(result.tree.nodes.size(), 1U);
  EXPECT_EQ(result.tree.nodes[0].label, 1U);
  // What is estimated are wrong answers, 6 of 10.
  EXPECT_DOUBLE_EQ(result.cuts[0].leaf_figure, 6 + added_errors(10, 6, 0.25, ConfidenceMethod::release8));
}

TEST(ErrorBased, EstimatesByTheMethodChosen) {
  const Dataset data = rows_of({{5, {0}, 0}, {4, {1}, 0}, {1, {1}, 1}});
  const Model model = routed_model(data, {{threshold_test(0, 0.5, {1, 2}), {}, {}}});
  for (const ConfidenceMethod method :
       {ConfidenceMethod::release8, ConfidenceMethod::exact, ConfidenceMethod::normal}) {
    PruneOptions options = error_based();
    options.confidence_method = method;
    options.confidence = 0.1;
    const Pruned result = pruned(model, data, options);
    ASSERT_EQ(result.cuts.size(), 1U);
    EXPECT_DOUBLE_EQ(result.cuts[0].leaf_figure, 1 + added_errors(10, 1, 0.1, method));
    EXPECT_DOUBLE_EQ(result.cuts[0].subtree_figure,
                     added_errors(5, 0, 0.1, method) + 1 + added_errors(5, 1, 0.1, method));
  }
}

TEST(ErrorBased, ASimplerTreeMayBeATenthOfAnErrorWorse) {
  // At a confidence of 1 the limit adds 1/2 to what has errors and nothing to what has none.
  const Dataset data = rows_of({{1, {0}, 0}, {1, {1}, 0}, {1, {1}, 1}});
  const auto leaves_left = [&](double saved) {
    // Right side: 1 + saved of b, 1 of a; left 10 of a. Subtree: 1 + 1/2 errors; leaf: 1 + saved + 1/2.
    const std::vector<double> weights = {10, 1, 1 + saved};
    const Model model = routed_model(data, {{threshold_test(0, 0.5, {1, 2}), {}, {}}}, MissingPolicy::refuse, weights);
    PruneOptions options = error_based();
    options.confidence = 1;
    return leaf_count(prune_raising(model, data, weights, options).tree);
  };
  EXPECT_EQ(leaves_left(0.09), 1U);
  EXPECT_EQ(leaves_left(0.11), 2U);
}

TEST(ErrorBased, ALeafThatIsATenthOfAnErrorWorseIsMadeFirst) {
  // One row in all, a tenth of it wrong: release 8 adds 0.1 * 0.67 * (1 - 1) = 0 to a leaf's errors, and at a
  // confidence of 1 nothing to what has none. The larger branch in the test's place would be the same leaf.
  const Dataset data = rows_of({{1, {0}, 0}, {1, {1}, 1}});
  const std::vector<double> weights = {0.9, 0.1};
  const Model model = routed_model(data, {{threshold_test(0, 0.5, {1, 2}), {}, {}}}, MissingPolicy::refuse, weights);
  PruneOptions options = error_based();
  options.confidence = 1;
  const Pruned result = prune_raising(model, data, weights, options);
  EXPECT_EQ(result.tree.nodes.size(), 1U);
  ASSERT_EQ(result.cuts.size(), 1U);
  EXPECT_EQ(result.cuts[0].leaf_figure, 0.1);
  EXPECT_EQ(result.cuts[0].subtree_figure, 0);
  EXPECT_FALSE(result.cuts[0].raised);
}

// Each test sets one row apart, a and b in turn; at a confidence of 1 that saves errors all the way down.
Model chain_of(std::uint32_t tests, Dataset& data) {
  data = rows_of({{tests + 1, {0}, 0}});
  Tree tree;
  for (std::uint32_t i = 0; i < tests; ++i) {
    const std::uint32_t left = tests + 1 - i;  // rows i, i + 1, ..., of which the even ones are a
    const double of_a = i % 2 == 0 ? (left + 1) / 2 : left / 2;
    tree.nodes.push_back(threshold_test(0, i + 0.5, {2 * i + 1, 2 * i + 2}));
    tree.nodes.back().counts = {of_a, left - of_a};
    tree.nodes.back().label = of_a * 2 >= left ? 0 : 1;
    tree.nodes.emplace_back();
    tree.nodes.back().counts = i % 2 == 0 ? std::vector<double>{1, 0} : std::vector<double>{0, 1};
    tree.nodes.back().label = i % 2;
    data.features[0].values[i + 1] = i + 1;
    data.classes[i + 1] = (i + 1) % 2;
  }
  tree.nodes.emplace_back();
  tree.nodes.back().counts = tests % 2 == 0 ? std::vector<double>{1, 0} : std::vector<double>{0, 1};
  tree.nodes.back().label = tests % 2;
  Model model = routed_model(data, {{Node{}}});
  model.trees[0] = std::move(tree);
  return model;
}

TEST(ErrorBased, ManagesChains) {
  PruneOptions options = error_based();
  options.confidence = 1;
  Dataset data;
  // From the stored figures, far deeper than any call stack.
  const Model deep = chain_of(100000, data);
  EXPECT_EQ(prune_error_based(deep, options).tree.nodes.size(), 200001U);
  // Held once for every level, the rows would take half a gigabyte; sent through all that is below at every level, a
  // minute.
  const Model model = chain_of(2000, data);
  const Pruned raising = pruned(model, data, options);
  EXPECT_EQ(raising.tree, model.trees[0]);
  EXPECT_EQ(raising.tree, prune_error_based(model, options).tree);
}

}  // namespace
}  // namespace espalier::error_based_test
