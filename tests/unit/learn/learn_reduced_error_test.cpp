// Reduced-error pruning as a part of learning: which rows grow the tree, which judge it, and what the record says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "evaluate/splits.hpp"
#include "grow/class_weights.hpp"
#include "grow/grow.hpp"
#include "learn/learn.hpp"
#include "learn/validation.hpp"
#include "model/tree_facts.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::learn_reduced_error_test {
namespace {

using Options = std::vector<std::pair<std::string, std::string>>;

LearnOptions reduced_error(Algorithm algorithm = Algorithm::cart) {
  LearnOptions options;
  options.grow = preset(algorithm);
  options.prune.method = PruneMethod::reduced_error;
  return options;
}

// x tells the class of four rows in five; z is noise.
Dataset noisy(std::size_t rows, std::uint64_t seed) {
  RandomEngine engine(seed);
  std::vector<double> x;
  std::vector<double> z;
  std::vector<std::string> y;
  for (std::size_t row = 0; row < rows; ++row) {
    x.push_back(static_cast<double>(uniform_below(engine, 100)));
    z.push_back(static_cast<double>(uniform_below(engine, 1000)));
    const bool told = uniform_below(engine, 5) != 0;
    y.emplace_back((x.back() < 50) == told ? "a" : "b");
  }
  return testing::dataset({testing::numeric("x", x), testing::numeric("z", z)}, y);
}

Options prune_options(const Model& model) {
  const Options& all = model.provenance.options;
  const auto first = std::find_if(all.begin(), all.end(), [](const auto& option) { return option.first == "prune"; });
  return {first, all.end()};
}

TEST(LearnReducedError, GrowsFromTheRowsThatAreNotHeldOut) {
  const Dataset data = noisy(300, 1);
  LearnOptions options = reduced_error();
  options.prune.share = 0.25;
  options.prune.seed = 5;
  Warnings warnings;
  const Learned learned = learn(data, options, warnings);
  EXPECT_EQ(learned.rows_judging, 75U);
  EXPECT_EQ(learned.model.trees[0].nodes[0].weight(), 225);

  const std::vector<bool> held = stratified_share(data, 0.25, 5);
  std::vector<std::size_t> growing;
  std::vector<std::size_t> judging;
  for (std::size_t row = 0; row < data.rows(); ++row) (held[row] ? judging : growing).push_back(row);
  const Model grown = grow(select_rows(data, growing), options.grow, warnings);
  EXPECT_EQ(learned.grown, grown.trees[0]);
  const Dataset judges = select_rows(data, judging);
  EXPECT_EQ(learned.model.trees[0], prune_reduced_error(grown, judges, row_weights(judges, options.grow)).tree);
  EXPECT_LT(leaf_count(learned.model.trees[0]), leaf_count(learned.before_pruning()) / 2);  // the noise is found out
  EXPECT_GT(leaf_count(learned.model.trees[0]), 1U);

  EXPECT_EQ(prune_options(learned.model),
            (Options{{"prune", "reduced-error"}, {"prune-share", "0.25"}, {"prune-seed", "5"}}));
  EXPECT_EQ(learned.model.provenance.rows, 300U);  // all of them were learned from
}

TEST(LearnReducedError, AFileJudgesWhatAllRowsGrew) {
  const Dataset data = noisy(200, 2);
  const Dataset judges = noisy(100, 3);
  std::string csv = "z,x," + data.target + "\n";
  for (std::size_t row = 0; row < judges.rows(); ++row) {
    csv += std::to_string(judges.features[1].values[row]) + "," + std::to_string(judges.features[0].values[row]) + "," +
           judges.labels[judges.classes[row]] + "\n";
  }
  Warnings warnings;
  LearnOptions options = reduced_error();
  options.prune_set = std::make_shared<BindableTable>(
      BindableTable{parse_table("judges.csv", csv, {}, warnings), default_missing_tokens(), ""});
  const Learned learned = learn(data, options, warnings);
  EXPECT_EQ(learned.rows_judging, 100U);
  EXPECT_EQ(learned.model.trees[0].nodes[0].weight(), 200);
  const Model grown = grow(data, options.grow, warnings);
  EXPECT_EQ(learned.model.trees[0], prune_reduced_error(grown, judges, row_weights(judges, options.grow)).tree);
  EXPECT_EQ(prune_options(learned.model),
            (Options{{"prune", "reduced-error"}, {"prune-set", options.prune_set->table.sha256}}));
  EXPECT_EQ(options.prune_set->table.sha256.size(), 64U);
  EXPECT_TRUE(warnings.empty());
}

// The pruning rows are part of the training rows of each fold: what is noise stays at chance.
TEST(LearnReducedError, FindsNothingInNoise) {
  RandomEngine engine(9);
  std::vector<double> x;
  std::vector<std::string> y;
  for (int row = 0; row < 400; ++row) {
    x.push_back(static_cast<double>(uniform_below(engine, 1000)));
    y.emplace_back(uniform_below(engine, 2) == 0 ? "a" : "b");
  }
  const Dataset data = testing::dataset({testing::numeric("x", x)}, y);
  const Validation validation = cross_validate(data, k_fold_splits(data, 10, 1, 1), reduced_error());
  EXPECT_NEAR(validation.metrics.score, 0.5, 0.08);  // three standard errors of 400 rows
}

TEST(LearnReducedError, ClassWeightsCountForTheJudges) {
  // Rows of b weigh 20 times as much: cutting off the few b costs more than it saves.
  const Dataset data = noisy(300, 4);
  LearnOptions options = reduced_error();
  options.grow.class_weights = {{"b", 20}};
  Warnings warnings;
  const Learned learned = learn(data, options, warnings);
  EXPECT_EQ(learned.model.trees[0].nodes[0].label, 1U);
  const double of_b = learned.model.trees[0].nodes[0].counts[1];
  EXPECT_EQ(std::fmod(of_b, 20), 0);
}

TEST(LearnReducedError, EveryAlgorithmAndNumbers) {
  Dataset categories = testing::golf();
  categories.features.erase(categories.features.begin() + 1, categories.features.begin() + 3);  // the numbers
  Warnings warnings;
  EXPECT_GE(learn(categories, reduced_error(Algorithm::id3), warnings).rows_judging, 4U);
  EXPECT_GE(learn(testing::golf(), reduced_error(Algorithm::c45), warnings).rows_judging, 4U);

  Dataset numbers = noisy(150, 6);
  numbers.task = Task::regression;
  for (std::size_t row = 0; row < 150; ++row) {
    numbers.targets.push_back(numbers.features[0].values[row] < 50 ? 10.0 : 20.0 + static_cast<double>(row % 3));
  }
  numbers.classes.clear();
  numbers.labels.clear();
  const Learned learned = learn(numbers, reduced_error(), warnings);
  EXPECT_EQ(learned.rows_judging, 50U);
  EXPECT_GE(leaf_count(learned.model.trees[0]), 2U);
  EXPECT_LT(leaf_count(learned.model.trees[0]), leaf_count(learned.before_pruning()));
}

TEST(LearnReducedError, TwoRowsAreDividedAndOneIsNot) {
  Warnings warnings;
  const Dataset two = testing::dataset({testing::numeric("x", {1, 2})}, {"a", "b"});
  EXPECT_EQ(learn(two, reduced_error(), warnings).rows_judging, 1U);
  const Dataset one = testing::dataset({testing::numeric("x", {1})}, {"a"});
  EXPECT_EQ(learn(one, reduced_error(), warnings).rows_judging, 0U);
}

}  // namespace
}  // namespace espalier::learn_reduced_error_test
