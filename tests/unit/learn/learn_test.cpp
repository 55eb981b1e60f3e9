#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "evaluate/mark.hpp"
#include "grow/grow.hpp"
#include "learn/learn.hpp"
#include "learn/select_alpha.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"
#include "unit/learn/random_data.hpp"
#include "version.hpp"

namespace espalier::learn_test {
namespace {

using testing::golf;

LearnOptions c45(PruneMethod method) {
  LearnOptions options;
  options.grow = preset(Algorithm::c45);
  options.prune.method = method;
  return options;
}

TEST(Learn, RecordsWhereTheModelComesFrom) {
  Dataset data = golf();
  data.data_sha256 = std::string(64, 'a');
  Warnings warnings;
  const Provenance provenance = learn(data, c45(PruneMethod::none), warnings).model.provenance;
  EXPECT_EQ(provenance.tool, std::string("espalier ") + kVersion);
  EXPECT_EQ(provenance.data_sha256, data.data_sha256);
  EXPECT_EQ(provenance.rows, 14U);
  EXPECT_EQ(provenance.training_score, 1.0);
  EXPECT_FALSE(provenance.evaluation);
  auto expected = describe(preset(Algorithm::c45));
  expected.emplace_back("prune", "none");
  EXPECT_EQ(provenance.options, expected);
  EXPECT_TRUE(warnings.empty());
}

TEST(Learn, CountsBeforeAndAfterPruning) {
  Warnings warnings;
  const Learned whole = learn(golf(), c45(PruneMethod::none), warnings);
  EXPECT_EQ(whole.before_pruning().nodes.size(), 8U);
  EXPECT_EQ(leaf_count(whole.before_pruning()), 5U);
  EXPECT_EQ(depth(whole.before_pruning()), 2U);
  EXPECT_EQ(whole.model.trees[0].nodes.size(), 8U);
  EXPECT_TRUE(whole.cuts.empty());

  // At 1/7 a leaf has to save 2 of the 14 rows. Both inner subtrees save exactly 2, the root 5 - 4 = 1 of two more
  // leaves.
  LearnOptions options = c45(PruneMethod::cost_complexity);
  options.prune.alpha = 1.0 / 7;
  const Learned pruned = learn(golf(), options, warnings);
  EXPECT_EQ(pruned.before_pruning().nodes.size(), 8U);
  EXPECT_EQ(pruned.model.trees[0].nodes.size(), 1U);
  EXPECT_DOUBLE_EQ(*pruned.model.provenance.training_score, 9.0 / 14.0);
  EXPECT_EQ(pruned.grown, whole.model.trees[0]);
  ASSERT_EQ(pruned.cuts.size(), 3U);
  EXPECT_EQ(pruned.cuts[0].leaves_removed, 2U);  // the root, with three leaves by then
  EXPECT_TRUE(pruned.cuts[0].stands);
  EXPECT_FALSE(pruned.cuts[1].stands || pruned.cuts[2].stands);
}

TEST(Learn, PassesWarningsOn) {
  Warnings warnings;
  learn(testing::dataset({testing::numeric("x", {1, 1})}, {"a", "b"}), c45(PruneMethod::none), warnings);
  EXPECT_EQ(warnings.size(), 1U);
}

using Options = std::vector<std::pair<std::string, std::string>>;

// The options after those of growing.
Options prune_options(const Model& model) {
  const Options& all = model.provenance.options;
  const auto first = std::find_if(all.begin(), all.end(), [](const auto& option) { return option.first == "prune"; });
  return {first, all.end()};
}

// Twelve rows of which x tells the class but for one, and z nothing.
Dataset nearly_told() {
  return testing::dataset({testing::numeric("x", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
                           testing::numeric("z", {1, 3, 2, 1, 3, 2, 1, 3, 2, 1, 3, 2})},
                          {"a", "a", "a", "b", "a", "a", "b", "b", "b", "b", "b", "b"});
}

LearnOptions cart() {
  LearnOptions options;
  options.grow = preset(Algorithm::cart);
  options.prune.method = PruneMethod::cost_complexity;
  return options;
}

TEST(Learn, RecordsTheAlphaThatItChose) {
  const Dataset data = nearly_told();
  const LearnOptions options = cart();
  Warnings warnings;
  const AlphaPath path = select_alpha(data, grow(data, options.grow, warnings), options);
  const AlphaStep& chosen = path.steps[path.chosen];
  ASSERT_GT(chosen.alpha, 0);
  const Learned learned = learn(data, options, warnings);
  EXPECT_EQ(prune_options(learned.model), (Options{{"prune", "cost-complexity"},
                                                   {"alpha", shortest(chosen.alpha)},
                                                   {"prune-folds", "10"},
                                                   {"se-margin", "0.3"},
                                                   {"prune-seed", "1"}}));
  EXPECT_EQ(leaf_count(learned.model.trees[0]), chosen.leaves);
  EXPECT_DOUBLE_EQ(*learned.model.provenance.training_score, 1 - chosen.risk);
}

TEST(Learn, TakesTheAlphaThatItIsGiven) {
  LearnOptions options = cart();
  options.prune.alpha = 0.25;
  options.prune.folds = 0;  // nobody asks for folds
  Warnings warnings;
  EXPECT_EQ(prune_options(learn(nearly_told(), options, warnings).model),
            (Options{{"prune", "cost-complexity"}, {"alpha", "0.25"}}));
}

TEST(Learn, RecordsTheOptionsOfErrorBasedPruning) {
  LearnOptions options = c45(PruneMethod::error_based);
  options.prune.confidence = 0.1;
  options.prune.raising = false;
  Warnings warnings;
  EXPECT_EQ(
      prune_options(learn(golf(), options, warnings).model),
      (Options{{"prune", "error-based"}, {"confidence", "0.1"}, {"confidence-method", "release8"}, {"raising", "no"}}));
}

TEST(Learn, ScoresByTheWeightsOfTheRows) {
  // One leaf that says a: right for rows of weight 5 of 8.
  Dataset data = testing::dataset({testing::numeric("x", {1, 2, 3})}, {"a", "b", "a"});
  data.weights = {4, 3, 1};
  LearnOptions options = cart();
  options.grow.min_split = 100;
  Warnings warnings;
  EXPECT_DOUBLE_EQ(*learn(data, options, warnings).model.provenance.training_score, 5.0 / 8);
}

Dataset numbers(std::vector<double> x, std::vector<double> y) {
  Dataset data;
  data.task = Task::regression;
  data.target = "y";
  data.features = {testing::numeric("x", std::move(x))};
  for (std::size_t row = 0; row < y.size(); ++row) data.table_rows.push_back(row);
  data.targets = std::move(y);
  return data;
}

TEST(Learn, ScoresRegressionByRootMeanSquaredError) {
  // Split between 2 and 3: 1, 3 -> 2 and 9, 13 -> 11. RMSE = sqrt((1 + 1 + 4 + 4) / 4).
  Dataset data = numbers({1, 2, 3, 4}, {1, 3, 9, 13});
  LearnOptions options = cart();
  options.grow.max_depth = 1;
  options.prune.method = PruneMethod::none;
  Warnings warnings;
  EXPECT_DOUBLE_EQ(*learn(data, options, warnings).model.provenance.training_score, std::sqrt(10.0 / 4));
  // With weights 3 and 1 on the left: mean 1.5, errors 3 * 0.25 + 2.25; right as before: sqrt((3 + 8) / 6).
  data.weights = {3, 1, 1, 1};
  EXPECT_DOUBLE_EQ(*learn(data, options, warnings).model.provenance.training_score, std::sqrt(11.0 / 6));
}

TEST(Learn, PrunesRegressionAtTheAlphaChosen) {
  // Two levels and a little noise: more than the first split is not worth its leaves.
  std::vector<double> x;
  std::vector<double> y;
  RandomEngine engine(61);
  for (int i = 0; i < 100; ++i) {
    x.push_back(i);
    y.push_back((i < 50 ? 10 : 20) + uniform_unit(engine));
  }
  LearnOptions options = cart();
  options.prune.margin = 1;
  Warnings warnings;
  const Learned learned = learn(numbers(x, y), options, warnings);
  EXPECT_GT(leaf_count(learned.before_pruning()), 50U);
  ASSERT_EQ(learned.model.trees[0].nodes.size(), 3U);
  EXPECT_EQ(learned.model.trees[0].nodes[0].threshold, 49.5);
  EXPECT_EQ(std::count_if(learned.cuts.begin(), learned.cuts.end(), [](const Cut& cut) { return cut.stands; }), 2);
  std::size_t removed = 0;
  for (const Cut& cut : learned.cuts) removed += cut.leaves_removed;
  EXPECT_EQ(removed, leaf_count(learned.before_pruning()) - 2);
}

TEST(Learn, PrunesByTheWeightsThatClassesAreGiven) {
  // The last row of 21 is b. Of one row, b is not worth a leaf at 0.1; of ten, it is.
  std::vector<double> x;
  std::vector<std::string> y;
  for (int i = 1; i <= 21; ++i) {
    x.push_back(i);
    y.emplace_back(i == 21 ? "b" : "a");
  }
  const Dataset data = testing::dataset({testing::numeric("x", x)}, y);
  LearnOptions options = cart();
  options.prune.alpha = 0.1;
  Warnings warnings;
  EXPECT_EQ(learn(data, options, warnings).model.trees[0].nodes.size(), 1U);
  options.grow.class_weights = {{"b", 10}};
  EXPECT_EQ(learn(data, options, warnings).model.trees[0].nodes.size(), 3U);
  options.prune = {.method = PruneMethod::error_based};
  const Learned error_based = learn(data, options, warnings);
  EXPECT_EQ(error_based.model.trees[0].nodes[0].counts, (std::vector<double>{20, 10}));
}

TEST(Learn, AnswersByCost) {
  // A b that is called a costs 10: a leaf of 6 a and 4 b says b. The score counts right answers.
  Dataset data = testing::dataset({testing::numeric("x", std::vector<double>(10, 1.0))},
                                  {"a", "a", "a", "a", "a", "a", "b", "b", "b", "b"});
  LearnOptions options = cart();
  options.grow.costs = {{"a", "b"}, {{0, 1}, {10, 0}}};
  Warnings warnings;
  const Model model = learn(data, options, warnings).model;
  EXPECT_EQ(model.trees[0].nodes[0].label, 1U);
  EXPECT_DOUBLE_EQ(*model.provenance.training_score, 0.4);
}

// Counted by the leaves where that is enough, by answering every row elsewhere.
TEST(Learn, TrainingScoreIsThatOfTheAnswers) {
  RandomEngine engine(81);
  for (int round = 0; round < 24; ++round) {
    testing::DataKind kind;
    kind.noise = 0.4;
    kind.task = round % 4 == 1 ? Task::regression : Task::classification;
    kind.missing = round % 3 == 0 ? 0.1 : 0;
    kind.weighted = round % 5 == 0;
    const Dataset data = testing::random_data(engine, 120, kind);
    LearnOptions options = testing::cart();
    options.grow.missing = kind.missing > 0 ? MissingPolicy::surrogate : MissingPolicy::refuse;
    if (round % 4 == 2) options.grow.class_weights = {{"a", 3}};
    if (round % 4 == 3) options.grow.costs = testing::dear_b();
    if (round >= 12) options.prune.method = PruneMethod::none;
    Warnings warnings;
    const Model model = learn(data, options, warnings).model;
    EXPECT_EQ(model.provenance.training_score, mark(model, data).score) << "round " << round;
  }
}

}  // namespace
}  // namespace espalier::learn_test
