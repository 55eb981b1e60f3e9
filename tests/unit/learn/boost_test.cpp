#include "learn/boost.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "evaluate/mark.hpp"
#include "learn/learn.hpp"
#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "support/sha256.hpp"
#include "unit/grow/random_tables.hpp"
#include "unit/grow/small_data.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::boost_test {
namespace {

using testing::DataKind;
using testing::dataset;
using testing::numeric;
using testing::random_data;
using testing::regression;

EnsembleOptions rounds(std::size_t trees) {
  EnsembleOptions options = usual_ensemble(EnsembleKind::boost, Task::classification);
  options.trees = trees;
  options.rows = 1;
  options.columns = {};
  return options;
}

LearnedEnsemble boosted(const Dataset& data, const EnsembleOptions& options, std::size_t threads = 1,
                        MissingPolicy missing = MissingPolicy::refuse) {
  GrowOptions grow = boosting_options(preset(Algorithm::cart));
  grow.missing = missing;
  return learn_ensemble(data, grow, {.method = PruneMethod::none}, options, threads);
}

double score_of(const Model& model, const std::vector<double>& row) {
  return Interpreter(model).predict(row).scores.front();
}

// The mean of the targets is 5. Both sides are off by 4: the steps are 8 / (2 + 1), and a tenth of them is taken.
TEST(Boost, MendsWhatIsLeft) {
  const Dataset data = regression({numeric("x", {1, 2, 3, 4})}, std::vector<double>{1, 1, 9, 9});
  const Model one = boosted(data, rounds(1)).model;
  EXPECT_EQ(one.combination, Combination::sum);
  EXPECT_EQ(one.sums.link, ScoreLink::identity);
  EXPECT_NEAR(one.sums.base[0], 5, 1e-8);
  EXPECT_NEAR(score_of(one, {1}), 5 - 0.1 * 8 / 3, 1e-7);
  EXPECT_NEAR(score_of(one, {4}), 5 + 0.1 * 8 / 3, 1e-7);
  const double left = 4 - 0.1 * 8 / 3;  // the second step is against what the first one left
  EXPECT_NEAR(score_of(boosted(data, rounds(2)).model, {4}), 9 - left + 0.1 * 2 * left / 3, 1e-7);
  EXPECT_NEAR(score_of(boosted(data, rounds(500)).model, {4}), 9, 1e-4);
}

// One of four is "yes": with half a row more of each, log(1.5 / 3.5). p = 0.3: slopes 0.3, and -0.7 for "yes". Bends
// are 0.21 each, which is less than a branch needs.
TEST(Boost, AddsUpLogOdds) {
  const Dataset data = dataset({numeric("x", {1, 2, 3, 4})}, std::vector<std::string>{"no", "no", "no", "yes"});
  const LearnedEnsemble heavy = boosted(data, rounds(3));
  EXPECT_TRUE(heavy.rounds->nothing_left);
  ASSERT_EQ(heavy.model.trees.size(), 1U);  // a leaf that adds nothing
  EXPECT_NEAR(score_of(heavy.model, {4}), std::log(1.5 / 3.5), 1e-7);
  EnsembleOptions options = rounds(1);
  options.boost.least_bend = 0;
  options.boost.learning_rate = 1;
  const Model light = boosted(data, options).model;
  EXPECT_EQ(light.sums.link, ScoreLink::logistic);
  EXPECT_NEAR(score_of(light, {4}), std::log(1.5 / 3.5) + 0.7 / 1.21, 1e-7);
  EXPECT_NEAR(score_of(light, {1}), std::log(1.5 / 3.5) - 0.9 / 1.63, 1e-7);
}

TEST(Boost, HasATreePerClassOfMoreThanTwo) {
  RandomEngine engine(8);
  const Dataset data = random_data(engine, 120, {});
  const Model model = boosted(data, rounds(10)).model;
  EXPECT_EQ(model.sums.link, ScoreLink::softmax);
  EXPECT_EQ(model.sums.base.size(), 3U);
  for (std::size_t i = 0; i < model.trees.size(); ++i) EXPECT_LT(model.trees[i].output, 3U);
  EXPECT_GT(model.trees.size(), 20U);
}

// What was learned is a valid model, and the same on any number of threads, written and read.
TEST(Boost, IsTheSameOnAnyNumberOfThreads) {
  RandomEngine engine(9);
  for (const Task task : {Task::classification, Task::regression}) {
    const Dataset data = random_data(engine, 300, {task, 0.2, 0.1, true});
    EnsembleOptions options = rounds(12);
    options.rows = 0.6;
    options.columns = {ColumnsTried::Rule::number, 2};
    options.boost.held_out = 0.2;
    Model one = boosted(data, options, 1, MissingPolicy::learned).model;
    validate(one, "one");
    EXPECT_EQ(boosted(data, options, 3, MissingPolicy::learned).model, one);
    EXPECT_EQ(boosted(data, options, 8, MissingPolicy::learned).model, one);
    EXPECT_EQ(read_model(write_model(one), "one"), one);
  }
}

// Models of fewer rounds are what learning so many makes, though their steps have units of their own.
TEST(Boost, MakesTheModelsOfAllStagesAtOnce) {
  RandomEngine engine(10);
  for (const Task task : {Task::classification, Task::regression}) {
    const Dataset data = random_data(engine, 200, {task, 0.2, 0.1, true});
    for (const double rows : {0.5, 1.0}) {
      GrowOptions grow = boosting_options(preset(Algorithm::cart));
      grow.missing = MissingPolicy::learned;
      EnsembleOptions options = rounds(1);
      options.rows = rows;
      const std::vector<std::size_t> stages = {1, 2, 6, 6, 40};
      const std::vector<Model> models = boosted_stages(data, grow, options, stages, 2);
      ASSERT_EQ(models.size(), stages.size());
      for (std::size_t i = 0; i < stages.size(); ++i) {
        options.trees = stages[i];
        EXPECT_EQ(models[i], boosted(data, options, 1, MissingPolicy::learned).model) << stages[i];
      }
    }
  }
}

// With nothing left to learn after a round, more of them are the same model.
TEST(Boost, HasAllStagesWhereNothingIsLeft) {
  const Dataset data = regression({numeric("x", {1, 2, 3})}, {5, 5, 5});
  const std::vector<Model> models =
      boosted_stages(data, boosting_options(preset(Algorithm::cart)), rounds(1), {1, 9}, 1);
  ASSERT_EQ(models.size(), 2U);
  EXPECT_EQ(models[0], models[1]);
}

// Sums of whole numbers: all of them fit 32 bits.
TEST(Boost, SumsFitInto32Bits) {
  RandomEngine engine(10);
  for (const Task task : {Task::classification, Task::regression}) {
    Dataset data = random_data(engine, 200, {task, 0.2, 0, false});
    for (double& target : data.targets) target = target * 1e6 - 3e6;
    const Model model = boosted(data, rounds(50)).model;
    std::vector<double> sums;
    for (const double base : model.sums.base) sums.push_back(std::abs(base));
    for (const Tree& tree : model.trees) {
      double largest = 0;
      for (const Node& node : tree.nodes) largest = std::max(largest, std::abs(node.value));
      sums[tree.output] += largest;
    }
    EXPECT_LT(std::ldexp(*std::ranges::max_element(sums), model.sums.exponent), 0x1p31);
  }
}

TEST(Boost, GetsNearerToItsRowsWithEachRound) {
  RandomEngine engine(12);
  const Dataset data = random_data(engine, 300, {Task::regression, 0.1, 0, false});
  double before = INFINITY;
  for (const std::size_t trees : {1U, 3U, 10U, 30U, 100U}) {
    const double rmse = mark(boosted(data, rounds(trees)).model, data).score;
    EXPECT_LT(rmse, before);
    before = rmse;
  }
}

// Noise alone: the rows held out are helped by few rounds, if any.
TEST(Boost, EndsWhereRowsHeldOutAreNotHelped) {
  RandomEngine engine(13);
  EnsembleOptions options = rounds(400);
  options.boost.held_out = 0.3;
  options.boost.patience = 10;
  const Dataset data = random_data(engine, 300, {Task::classification, 1, 0, false});
  const LearnedEnsemble learned = boosted(data, options);
  EXPECT_TRUE(learned.rounds->ended_early);
  EXPECT_EQ(learned.rounds->rows_held_out, 90U);
  EXPECT_EQ(learned.rounds->grown, learned.rounds->kept + 10);
  EXPECT_LE(learned.model.trees.size(), std::max<std::size_t>(1, 3 * learned.rounds->kept));
  options.trees = std::max<std::size_t>(1, learned.rounds->kept);
  if (learned.rounds->kept > 0) {
    EXPECT_EQ(boosted(data, options).model, learned.model);  // the rounds kept are the first ones
  }
}

// A row of weight two counts as two of them.
TEST(Boost, WeighsRows) {
  Dataset weighed = regression({numeric("x", {1, 2, 3, 4, 5})}, std::vector<double>{1, 3, 2, 9, 8});
  weighed.weights = {1, 2, 1, 1, 2};
  const Dataset repeated = regression({numeric("x", {1, 2, 2, 3, 4, 5, 5})}, std::vector<double>{1, 3, 3, 2, 9, 8, 8});
  const Model a = boosted(weighed, rounds(20)).model;
  const Model b = boosted(repeated, rounds(20)).model;
  for (double x = 0.5; x < 6; ++x) EXPECT_NEAR(score_of(a, {x}), score_of(b, {x}), 1e-6) << x;
}

// For every input, not only for rows of the table: the answer never falls with x, whatever the rest.
TEST(Boost, KeepsColumnsMonotone) {
  RandomEngine engine(14);
  for (int round = 0; round < 20; ++round) {
    const Task task = round % 2 == 0 ? Task::regression : Task::classification;
    Dataset data = random_data(engine, 150, {task, 0.5, 0.1, false});
    GrowOptions grow = boosting_options(preset(Algorithm::cart));
    grow.missing = MissingPolicy::learned;
    grow.monotone = {{"p", round % 4 < 2 ? Direction::up : Direction::down, task == Task::regression ? "" : "c"}};
    const Model model = learn_ensemble(data, grow, {.method = PruneMethod::none}, rounds(15), 1).model;
    const Interpreter interpreter(model);
    const double sign = round % 4 < 2 ? 1 : -1;
    for (double q = -0.5; q < 10; ++q) {
      for (double r = 0; r < 3; ++r) {
        double before = -INFINITY;
        for (double p = -0.5; p < 10; ++p) {
          const Prediction prediction = interpreter.predict(std::vector<double>{p, q, r});
          const double figure = sign * (task == Task::regression ? prediction.value : prediction.probabilities[2]);
          ASSERT_GE(figure, before - 1e-12) << round << " at " << p << ", " << q << ", " << r;
          before = figure;
        }
      }
    }
  }
}

TEST(Boost, RefusesTreesThatDoNotFitIntoMemory) {
  RandomEngine engine(15);
  EnsembleOptions options = rounds(60'000 / 3);
  options.memory_limit = 1'000'000;
  EXPECT_THROW(boosted(random_data(engine, 200, {}), options), Diagnostic);
}

TEST(Boost, TakesTablesWithNothingToLearn) {
  const Dataset one_class = dataset({numeric("x", {1, 2, 3})}, std::vector<std::string>{"a", "a", "a"});
  EXPECT_EQ(Interpreter(boosted(one_class, rounds(3)).model).predict(std::vector<double>{1}).label, 0U);
  const Dataset flat = regression({numeric("x", {1, 1, 1})}, std::vector<double>{4, 5, 6});
  EXPECT_NEAR(score_of(boosted(flat, rounds(3)).model, {1}), 5, 1e-8);
  const Dataset zero = regression({numeric("x", {1, 2, 3})}, std::vector<double>{0, 0, 0});
  EXPECT_EQ(score_of(boosted(zero, rounds(3)).model, {1}), 0);
}

// Written down once: every machine and compiler has to learn the same models, byte for byte.
TEST(Ensembles, HaveTheBytesThatTheyHadElsewhere) {
  const std::pair<EnsembleKind, const char*> expected[] = {
      {EnsembleKind::bagging, "8b066570b87db1a033974cec98869750041713e9d6f8a7eb8862050694baeb2b"},
      {EnsembleKind::forest, "022bc58213034ae245c1de0956e51d4e73e97d23e12aa776a0494d46aaaa2632"},
      {EnsembleKind::extra_trees, "c81d858660b5fadb41963afe5c981718ae371622c14862a07f1ba972e2ce3af4"},
      {EnsembleKind::boost, "c3580bc3970bd29830705118bc47adce7d1c3a8bb6cf23effc1fd68e6b5e6264"}};
  for (const auto& [kind, sha256] : expected) {
    std::string text;
    RandomEngine engine(16);
    for (const Task task : {Task::classification, Task::regression}) {
      const Dataset data = random_data(engine, 400, {task, 0.3, 0.1, true});
      EnsembleOptions options = usual_ensemble(kind, task);
      options.trees = 8;
      GrowOptions grow = usual_options(Algorithm::cart, task);
      grow.smoothing = {};
      grow.missing = MissingPolicy::learned;
      if (kind == EnsembleKind::boost) grow = boosting_options(grow);
      text += write_model(learn_ensemble(data, grow, {.method = PruneMethod::none}, options, 1).model);
    }
    EXPECT_EQ(sha256_hex(text), sha256) << to_string(kind);
  }
}

}  // namespace
}  // namespace espalier::boost_test
