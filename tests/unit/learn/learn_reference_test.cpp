// Trees and figures that the reference implementations publish or print for the sample data.
#include <gtest/gtest.h>

#include <string>

#include "grow/grow.hpp"
#include "learn/learn.hpp"
#include "learn/select_alpha.hpp"
#include "model/tree_facts.hpp"
#include "prune/error_based.hpp"

namespace espalier::learn_reference_test {
namespace {

Dataset sample(const std::string& name, const std::string& target) {
  Warnings warnings;
  Table table = read_table(std::string(ESPALIER_SOURCE_DIR) + "/data/" + name, {}, warnings);
  return take_dataset(table, infer_schema(table, {}, warnings), {.target = target}, warnings);
}

LearnOptions c45() {
  LearnOptions options;
  options.grow = preset(Algorithm::c45);
  options.prune.method = PruneMethod::error_based;
  return options;
}

LearnOptions cart(double min_split, double min_leaf) {
  LearnOptions options;
  options.grow = preset(Algorithm::cart);
  options.grow.ties = TieRule::first_column;  // rpart's rule
  options.grow.min_split = min_split;
  options.grow.min_leaf = min_leaf;
  options.prune.method = PruneMethod::cost_complexity;
  return options;
}

std::string outline(const Model& model) {
  return outline_text(model, model.trees[0], 100);
}

AlphaPath path_of(const Dataset& data, const LearnOptions& options) {
  Warnings warnings;
  return select_alpha(data, grow(data, options.grow, warnings), options);
}

// C4.5 Release 8's output for its own example: size 8, 0 errors, estimate 38.5 %; nothing is pruned.
TEST(LearnReference, GolfOfC45) {
  Warnings warnings;
  const Learned learned = learn(sample("golf.csv", "play"), c45(), warnings);
  EXPECT_EQ(outline(learned.model),
            "outlook = overcast: Play (4)\n"
            "outlook = rain\n"
            "|   windy = false: Play (3)\n"
            "|   windy = true: Don't Play (2)\n"
            "outlook = sunny\n"
            "|   humidity <= 75: Play (2)\n"
            "|   humidity > 75: Don't Play (3)\n");
  EXPECT_EQ(learned.model.trees[0].nodes.size(), 8U);
  EXPECT_EQ(learned.before_pruning().nodes.size(), 8U);
  EXPECT_TRUE(learned.cuts.empty());
  EXPECT_EQ(learned.model.provenance.training_score, 1.0);
  double estimate = 0;
  for (const Node& node : learned.model.trees[0].nodes) {
    if (!node.is_leaf()) continue;
    estimate += leaf_errors(node) + added_errors(node.weight(), leaf_errors(node), 0.25, ConfidenceMethod::release8);
  }
  EXPECT_NEAR(estimate / 14, 0.385, 0.0005);
}

// rpart(Kyphosis ~ ., kyphosis): the tree, and the improvement of its first split.
TEST(LearnReference, KyphosisOfRpart) {
  Warnings warnings;
  const Dataset data = sample("kyphosis.csv", "Kyphosis");
  const Model model = grow(data, cart(20, 7).grow, warnings);
  EXPECT_EQ(outline(model),
            "Start <= 8.5: present (19/8)\n"
            "Start > 8.5\n"
            "|   Start <= 14.5\n"
            "|   |   Age <= 55: absent (12)\n"
            "|   |   Age > 55\n"
            "|   |   |   Age <= 111: present (7/3)\n"
            "|   |   |   Age > 111: absent (14/2)\n"
            "|   Start > 14.5: absent (29)\n");
  // Rows times the loss of Gini impurity: N - sum of squares / N before, less the same of both sides.
  const auto impurity = [&](std::uint32_t at) {
    const std::vector<double>& counts = model.trees[0].nodes[at].counts;
    const double rows = counts[0] + counts[1];
    return rows - (counts[0] * counts[0] + counts[1] * counts[1]) / rows;
  };
  const Node& root = model.trees[0].nodes[0];
  EXPECT_NEAR(impurity(0) - impurity(root.children[0]) - impurity(root.children[1]), 6.762330, 5e-7);
}

// One line of rpart's cptable.
struct Complexity {
  double cp;
  std::size_t splits;
  double relative_error;
};

// rpart's CP and errors are shares of the root's risk. Its table begins with the smallest tree.
void expect_table(const AlphaPath& path, double root_risk, const std::vector<Complexity>& table) {
  ASSERT_EQ(path.steps.size(), table.size());
  for (std::size_t i = 0; i < table.size(); ++i) {
    const AlphaStep& step = path.steps[table.size() - 1 - i];
    EXPECT_NEAR(step.alpha / root_risk, table[i].cp, 1e-10) << i;
    EXPECT_EQ(step.leaves, table[i].splits + 1) << i;
    EXPECT_NEAR(step.risk / root_risk, table[i].relative_error, 1e-10) << i;
  }
}

// Rscript -e 'library(rpart); print(rpart(Kyphosis ~ ., kyphosis, control = rpart.control(cp = 0))$cptable, digits =
// 10)'
TEST(LearnReference, KyphosisPathOfRpart) {
  const AlphaPath path = path_of(sample("kyphosis.csv", "Kyphosis"), cart(20, 7));
  expect_table(path, 17.0 / 81, {{0.17647058824, 0, 1}, {0.01960784314, 1, 0.8235294118}, {0, 4, 0.7647058824}});
}

// The same with minsplit = 2, minbucket = 1.
TEST(LearnReference, KyphosisPathOfRpartGrownFully) {
  const AlphaPath path = path_of(sample("kyphosis.csv", "Kyphosis"), cart(2, 1));
  expect_table(path, 17.0 / 81,
               {{0.17647058824, 0, 1},
                {0.11764705882, 1, 0.8235294118},
                {0.07843137255, 2, 0.7058823529},
                {0.05882352941, 5, 0.4705882353},
                {0.02941176471, 10, 0.1764705882},
                {0, 16, 0}});
}

// rpart's xerror * 17 / 81 with `xval` set to stratified_folds() of seeds 1 to 10, one after the other, and averaged.
TEST(LearnReference, KyphosisErrorsOfRpartForTheSameFolds) {
  const AlphaPath path = path_of(sample("kyphosis.csv", "Kyphosis"), cart(20, 7));
  ASSERT_EQ(path.steps.size(), 3U);
  EXPECT_NEAR(path.steps[0].error, 0.2172839506, 1e-10);
  EXPECT_NEAR(path.steps[1].error, 0.2148148148, 1e-10);
  EXPECT_NEAR(path.steps[2].error, 0.2098765432, 1e-10);
  EXPECT_EQ(path.chosen, 2U);
}

// rpart(progression ~ ., read.csv("data/diabetes.csv"), control = rpart.control(cp = 0, minsplit = 40, minbucket =
// 20)); scikit-learn 1.2.1 finds the same alphas:
//   path = DecisionTreeRegressor(min_samples_split=40, min_samples_leaf=20).cost_complexity_pruning_path(X, y)
//   path.ccp_alphas / path.impurities[-1]
TEST(LearnReference, DiabetesPathOfRpartAndScikitLearn) {
  const AlphaPath path = path_of(sample("diabetes.csv", "progression"), cart(40, 20));
  expect_table(path, 1,
               {{0.29154165062206, 0, 1},
                {0.08522755748623, 1, 0.708458349378},
                {0.05660089011631, 2, 0.623230791892},
                {0.03066112720561, 3, 0.566629901775},
                {0.02030800088847, 4, 0.535968774570},
                {0.01568768801811, 5, 0.515660773681},
                {0.01054911833649, 6, 0.499973085663},
                {0.00761328472095, 7, 0.489423967327},
                {0.00662346774269, 8, 0.481810682606},
                {0.00609062671169, 9, 0.475187214863},
                {0.00506064197698, 10, 0.469096588151},
                {0.00294957839325, 11, 0.464035946174},
                {0.00289720587369, 12, 0.461086367781},
                {0.00233465553636, 13, 0.458189161907},
                {0.00219938552295, 14, 0.455854506371},
                {0.00181866217645, 15, 0.453655120848},
                {0, 16, 0.451836458672}});
}

// print(prune(fit, cp = 0.04)) of the tree above, node by node.
TEST(LearnReference, DiabetesPrunedAtAnAlpha) {
  LearnOptions options = cart(40, 20);
  options.prune.alpha = 0.04;
  Warnings warnings;
  const Learned learned = learn(sample("diabetes.csv", "progression"), options, warnings);
  EXPECT_EQ(leaf_count(learned.before_pruning()), 17U);
  const std::vector<Node>& nodes = learned.model.trees[0].nodes;
  const double values[] = {152.13350, 109.98620, 96.30994, 159.74470, 193.15180, 162.68100, 225.87960};
  const double deviations[] = {2621009.0, 706499.0, 366618.6, 191528.9, 1150377.0, 475117.2, 451877.4};
  ASSERT_EQ(nodes.size(), 7U);
  for (std::size_t at = 0; at < nodes.size(); ++at) {
    EXPECT_NEAR(nodes[at].value, values[at], 5e-5) << at;
    EXPECT_NEAR(nodes[at].deviation / deviations[at], 1, 1e-6) << at;
  }
  EXPECT_NEAR(nodes[0].threshold, 4.60015, 1e-9);
  EXPECT_NEAR(nodes[1].threshold, 26.95, 1e-9);
  EXPECT_NEAR(nodes[4].threshold, 27.75, 1e-9);
}

}  // namespace
}  // namespace espalier::learn_reference_test
