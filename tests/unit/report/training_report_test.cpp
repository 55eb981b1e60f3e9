// What is told about a tree that was learned or pruned.
#include "report/training_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace espalier {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// x <= 1.5 divides 6 rows of two classes, 3 and 3, into leaves of 3, 0 and 0, 3.
Model stump() {
  Model model;
  model.target = "y";
  model.labels = {"no", "yes"};
  model.features.push_back({});
  model.features.back().name = "x";
  Node root;
  root.test = TestKind::less_equal;
  root.threshold = 1.5;
  root.children = {1, 2};
  root.counts = {3, 3};
  Node left;
  left.counts = {3, 0};
  Node right;
  right.label = 1;
  right.counts = {0, 3};
  model.trees = {Tree{{root, left, right}}};
  return model;
}

TEST(TreeSize, IsToldInWordsAndKeys) {
  const TreeSize size = tree_size(stump());
  EXPECT_EQ(to_text(size), "3 nodes, 2 leaves, depth 1");
  EXPECT_EQ(to_json(size).dump(), R"({"nodes":3,"leaves":2,"depth":1})");
}

TEST(CutFacts, AreATableOfWhatWasCompared) {
  const Model model = stump();
  Cut cut;
  cut.leaves_removed = 1;
  cut.leaf_figure = 3.5;
  cut.subtree_figure = 3.25;
  cut.reason = "not better";
  const std::vector<CutFacts> cuts = cut_facts(model, only_tree(model), {cut});
  EXPECT_EQ(to_text(cuts),
            "cuts        node  test        weight  leaves     instead     subtree  why\n"
            "               0  x <= 1.5         6       1         3.5        3.25  not better\n");
  EXPECT_EQ(to_json(cuts).dump(),
            R"([{"node":0,"test":"x <= 1.5","weight":6.0,"leaves_removed":1,"instead":"leaf","instead_figure":3.5,)"
            R"("subtree_figure":3.25,"reason":"not better","stands":true}])");
  EXPECT_EQ(to_text(std::vector<CutFacts>{}), "cuts      none\n");
}

TEST(CutFacts, AreCutShortInTheTextAlone) {
  std::vector<CutFacts> cuts(103);
  EXPECT_THAT(to_text(cuts), HasSubstr("          ... 3 more cuts\n"));
  EXPECT_EQ(to_json(cuts).size(), 103U);
}

TrainingFacts trained() {
  TrainingFacts facts;
  facts.tree.algorithm = "cart";
  facts.tree.method = PruneMethod::cost_complexity;
  facts.tree.grown = {5, 3, 2};
  facts.tree.pruned = {3, 2, 1};
  facts.tree.alpha = 0.125;
  facts.training_score = 1;
  facts.baseline = {0, "no", 0};
  facts.baseline_score = 0.5;
  return facts;
}

TEST(TrainingFacts, AreToldInOrder) {
  EXPECT_EQ(to_text(trained(), false),
            "tree      grown with cart: 5 nodes, 3 leaves, depth 2\n"
            "          pruned with cost-complexity, alpha 0.125: 3 nodes, 2 leaves, depth 1\n"
            "accuracy  100.0 % on the training rows (always 'no': 50.0 %)\n");
  EXPECT_EQ(to_json(trained()).dump(),
            R"({"grown":{"nodes":5,"leaves":3,"depth":2},"pruned":{"nodes":3,"leaves":2,"depth":1,"alpha":0.125},)"
            R"("baseline":0.5,"training_accuracy":1.0})");
}

TEST(TrainingFacts, HaveDetailsForThoseWhoAsk) {
  TrainingFacts facts = trained();
  facts.tree.details = TreeDetails{{}, "x <= 1.5: no (3)\n", ""};
  EXPECT_THAT(to_text(facts, false), Not(HasSubstr("cuts")));
  EXPECT_THAT(to_text(facts, true), HasSubstr("depth 1\ncuts      none\nx <= 1.5: no (3)\naccuracy"));
  EXPECT_EQ(to_json(facts)["pruned"].dump(), R"({"nodes":3,"leaves":2,"depth":1,"cuts":[],"alpha":0.125})");
  facts.tree.method = PruneMethod::none;
  EXPECT_THAT(to_text(facts, true), Not(HasSubstr("cuts"))) << "nothing was to be cut";
}

// F1 of precision 0.5 and recall 1 is 2 * 0.5 * 1 / (0.5 + 1) = 2/3.
TEST(TrainingFacts, HaveAnEstimateWithWhatItStandsOn) {
  TrainingFacts facts = trained();
  EstimateFacts estimate;
  estimate.evaluation = {"2-fold cross-validation", 0.75, 0.2, 0.7, 0.8, 0.5, 1.0};
  estimate.threshold_label = "yes";
  estimate.nested = false;
  estimate.note = "shared";
  facts.estimate = estimate;
  EXPECT_THAT(to_text(facts, false),
              HasSubstr("          75.0 % ± 20.0 by 2-fold cross-validation (always 'no': 50.0 %)\n"
                        "          balanced accuracy 70.0 %, AUC 0.800\n"
                        "          'yes': precision 0.500, recall 1.000, F1 0.667\n"
                        "          (shared)\n"));
  const nlohmann::ordered_json json = to_json(facts)["cross_validation"];
  EXPECT_DOUBLE_EQ(json["f1"].get<double>(), 2.0 / 3);
  EXPECT_EQ(json["nested"], false);
  EXPECT_EQ(json["note"], "shared");
  estimate.nested.reset();
  facts.estimate = estimate;
  EXPECT_FALSE(to_json(facts)["cross_validation"].contains("nested")) << "nothing was chosen by folds";
}

TEST(ThresholdFacts, SayWhatAThresholdWasChosenFor) {
  const ThresholdFacts given{"yes", 0.25, "0.25", true, true, "", {}};
  EXPECT_EQ(to_text(given), "threshold 'yes' from a probability of 0.25 on, as given\n");
  EXPECT_EQ(to_json(given).dump(), R"({"label":"yes","probability":0.25,"goal":"0.25"})");
  const ThresholdFacts chosen{"yes", 0.25, "recall:0.8", false, true, "folds", {0.5, 0.8, std::nullopt, 1.5}};
  EXPECT_EQ(to_text(chosen),
            "threshold 'yes' from a probability of 0.25 on, for recall:0.8 by folds\n"
            "          there: precision 0.500, recall 0.800, F1 undefined, mean cost 1.5\n");
  EXPECT_EQ(to_json(chosen)["f1"], nullptr);
}

TEST(PruningFacts, SayWhatIsLeftAndWhatIsNoLongerKnown) {
  Model before = stump();
  before.provenance.training_score = 1;
  before.provenance.evaluation = Evaluation{"2-fold cross-validation", 0.75};
  Model after = stump();
  after.trees.front().nodes.resize(1);
  after.trees.front().nodes.front() = only_tree(before).nodes[1];
  PruneOptions options;
  options.method = PruneMethod::error_based;
  options.raising = false;
  const PruningFacts facts = pruning_facts(before, after, options, {}, std::nullopt, true);
  EXPECT_EQ(to_text(facts, false),
            "model     predicts 'y': 3 nodes, 2 leaves, depth 1\n"
            "pruned    with error-based: 1 node, 1 leaf, depth 0\n"
            "          branches are not raised: that takes the training rows (--data FILE)\n"
            "accuracy  unknown on the training rows: the stored figures do not tell\n"
            "          75.0 % by 2-fold cross-validation was of the tree before, and is left out\n");
  EXPECT_EQ(to_json(facts)["pruned"].dump(), R"({"nodes":1,"leaves":1,"depth":0,"cuts":[],"raising":false})");
}

}  // namespace
}  // namespace espalier
