#include "learn/ensemble.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/column_orders.hpp"
#include "evaluate/mark.hpp"
#include "grow/grow.hpp"
#include "learn/learn.hpp"
#include "model/interpret.hpp"
#include "model/model_json.hpp"
#include "model/tree_facts.hpp"
#include "support/random.hpp"
#include "unit/grow/naive.hpp"
#include "unit/grow/random_tables.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::ensemble_test {
namespace {

using testing::dataset;
using testing::Kind;
using testing::numeric;
using testing::random_table;

LearnedEnsemble learned(const Dataset& data, EnsembleOptions options, std::size_t threads = 1,
                        MissingPolicy missing = MissingPolicy::refuse) {
  options.out_of_bag = true;
  GrowOptions grow = preset(Algorithm::cart);
  grow.missing = missing;
  return learn_ensemble(data, grow, {.method = PruneMethod::none}, options, threads);
}

EnsembleOptions few(EnsembleKind kind, Task task, std::size_t trees = 9) {
  EnsembleOptions options = usual_ensemble(kind, task);
  options.trees = trees;
  return options;
}

TEST(ColumnsTried, AreAtLeastOne) {
  using Rule = ColumnsTried::Rule;
  EXPECT_EQ((ColumnsTried{Rule::square_root, 0}.of(17)), 4U);
  EXPECT_EQ((ColumnsTried{Rule::square_root, 0}.of(1)), 1U);
  EXPECT_EQ((ColumnsTried{Rule::third, 0}.of(2)), 1U);
  EXPECT_EQ((ColumnsTried{Rule::third, 0}.of(10)), 3U);
  EXPECT_EQ((ColumnsTried{Rule::all, 0}.of(10)), 10U);
  EXPECT_EQ((ColumnsTried{Rule::number, 7}.of(10)), 7U);
}

// Trees do not depend on who grows them, on how many threads, or on how many there are besides.
TEST(Ensemble, ATreeIsTheSameWhereverItIsGrown) {
  RandomEngine engine(11);
  for (const Task task : {Task::classification, Task::regression}) {
    for (const EnsembleKind kind : {EnsembleKind::bagging, EnsembleKind::forest, EnsembleKind::extra_trees}) {
      for (int round = 0; round < 10; ++round) {
        Dataset data = random_table(engine, {task, MissingPolicy::learned});
        if (round % 2 == 0) testing::add_weights(data, engine);
        const Model model = learned(data, few(kind, task), 1, MissingPolicy::learned).model;
        const Model by_four = learned(data, few(kind, task), 4, MissingPolicy::learned).model;
        EXPECT_EQ(write_model(model), write_model(by_four));
        keep_orders(data, 2);
        EXPECT_EQ(model, learned(data, few(kind, task), 3, MissingPolicy::learned).model);
        if (task == Task::regression) continue;  // whose unit depends on all trees
        const Model fewer = learned(data, few(kind, task, 4), 2, MissingPolicy::learned).model;
        for (std::size_t tree = 0; tree < 4; ++tree) EXPECT_EQ(fewer.trees[tree], model.trees[tree]);
      }
    }
  }
}

// What is learned is a model that the file format takes, and that answers as its own trees do.
TEST(Ensemble, MakesValidModels) {
  RandomEngine engine(12);
  for (const Kind kind : testing::kinds()) {
    if (kind.missing == MissingPolicy::fractional) continue;
    for (int round = 0; round < 8; ++round) {
      Dataset data = random_table(engine, kind);
      EnsembleOptions options = few(static_cast<EnsembleKind>(1 + uniform_below(engine, 3)), kind.task, 5);
      if (kind.task == Task::classification && round % 2 == 0) options.combination = Combination::vote;
      const Model model = learned(data, options, 1, kind.missing).model;
      EXPECT_NO_THROW(validate(model, "the model")) << static_cast<int>(kind.task) << " " << to_string(kind.missing)
                                                    << " round " << round << " " << to_string(options.kind);
      const Answers answers = answer_rows(model, data);
      const Interpreter interpreter(model);
      std::vector<double> row;
      for (std::size_t i = 0; i < data.rows(); ++i) {
        row.clear();
        for (const FeatureColumn& column : data.features) row.push_back(column.values[i]);
        const Prediction prediction = interpreter.predict(row);
        if (kind.task == Task::regression) {
          EXPECT_EQ(answers.values[i], prediction.value);
        } else {
          EXPECT_EQ(answers.labels[i], prediction.label);
          EXPECT_TRUE(std::ranges::equal(answers.distribution(i), prediction.probabilities));
        }
      }
    }
  }
}

// Leaves of three rows, one of each class, have a third of 65,536 each: 21,845.33, and the remainder goes to the first.
TEST(Ensemble, SharesAddUpToTheWhole) {
  const Dataset data = dataset({numeric("x", {1, 1, 1})}, {"a", "b", "c"});
  EnsembleOptions options = few(EnsembleKind::extra_trees, Task::classification, 2);
  const Model model = learned(data, options).model;
  for (const Tree& tree : model.trees) {
    ASSERT_EQ(tree.nodes.size(), 1U);
    const std::vector<double>& shares = tree.nodes[0].shares;
    EXPECT_EQ(shares, (std::vector<double>{21846, 21845, 21845}));
    EXPECT_EQ(tree.nodes[0].total, 3);
  }
  EXPECT_FALSE(learned(data, options).out_of_bag);  // every tree has seen every row
}

// Values become whole multiples of a unit that is so small that nobody notices, and their sum fits 32 bits.
TEST(Ensemble, ValuesAreRoundedByLessThanAFloatIs) {
  RandomEngine engine(13);
  std::vector<double> x;
  std::vector<double> y;
  for (int i = 0; i < 200; ++i) {
    x.push_back(static_cast<double>(i));
    y.push_back(1e6 * uniform_unit(engine) - 3e5);
  }
  const Dataset data = testing::regression({numeric("x", x)}, y);
  const Model model = learned(data, few(EnsembleKind::bagging, Task::regression, 100)).model;
  const double unit = std::ldexp(1.0, -model.sums.exponent);
  double sum = 0;
  for (const Tree& tree : model.trees) {
    double largest = 0;
    for (const Node& node : tree.nodes) {
      EXPECT_EQ(node.value, std::nearbyint(node.value / unit) * unit);
      largest = std::max(largest, std::abs(node.value));
    }
    sum += largest;
  }
  EXPECT_LT(sum / unit, std::ldexp(1.0, 31));
  EXPECT_LT(unit, 1e6 * std::ldexp(1.0, -23));
}

// Out of bag: each row is answered by the trees that were grown without it, and by no others.
TEST(Ensemble, RowsThatWereLeftOutAreAnsweredByThoseTreesAlone) {
  // Rows that are alike, each of a class of its own: only a tree that has seen a row can know its class.
  std::vector<double> x;
  std::vector<std::string> y;
  for (int i = 0; i < 40; ++i) {
    x.push_back(i);
    y.push_back(i % 2 == 0 ? "even" : "odd");
  }
  const Dataset data = dataset({numeric("x", x)}, y);
  const LearnedEnsemble forest = learned(data, few(EnsembleKind::bagging, Task::classification, 30));
  ASSERT_TRUE(forest.out_of_bag);
  const OutOfBag& out = *forest.out_of_bag;
  EXPECT_EQ(out.rows.size(), 40U);  // (1 - 1/e)^30: a row that all trees have seen is unlikely
  // Neighbours have the other class: whoever has not seen a row answers with one of theirs.
  std::size_t right = 0;
  for (std::size_t i = 0; i < out.rows.size(); ++i) {
    right += out.answers.predicted.labels[i] == out.answers.actual.labels[i] ? 1U : 0U;
  }
  EXPECT_LT(right, 10U);
  EXPECT_GT(mark(forest.model, data).score, 0.9);
}

// A share without replacement: each tree has half of the rows, each once.
TEST(Ensemble, DrawsAShareOfTheRows) {
  const Dataset data = dataset({numeric("x", {1, 2, 3, 4, 5, 6, 7, 8})}, {"a", "a", "a", "a", "b", "b", "b", "b"});
  EnsembleOptions options = few(EnsembleKind::bagging, Task::classification, 20);
  options.rows = 0.5;
  options.with_replacement = false;
  for (const Tree& tree : learned(data, options).model.trees) {
    EXPECT_EQ(tree.nodes[0].total, 4);
    double leaves = 0;
    for (const Node& node : tree.nodes) leaves += node.is_leaf() ? node.total : 0;
    EXPECT_EQ(leaves, 4);
  }
}

// Costs are a matter of votes: the label of each leaf is the one that costs least.
TEST(Ensemble, VotesByCost) {
  std::vector<double> x(40, 1);
  std::vector<std::string> y(40, "no");
  for (int i = 0; i < 10; ++i) y[static_cast<std::size_t>(i)] = "yes";
  const Dataset data = dataset({numeric("x", x)}, y);
  GrowOptions grow = preset(Algorithm::cart);
  grow.costs = {{"no", "yes"}, {{0, 1}, {10, 0}}};  // a yes that is missed costs ten times as much
  EnsembleOptions options = few(EnsembleKind::bagging, Task::classification);
  options.combination = Combination::vote;
  const Model model = learn_ensemble(data, grow, {.method = PruneMethod::none}, options, 1).model;
  EXPECT_EQ(model.labels[Interpreter(model).predict(std::vector<double>{1}).label], "yes");
}

TEST(Ensemble, IsRefusedBeforeItTakesAllMemory) {
  std::vector<double> x;
  std::vector<std::string> y;
  for (int i = 0; i < 1000; ++i) {
    x.push_back(i);
    y.push_back(i % 2 == 0 ? "a" : "b");
  }
  const Dataset data = dataset({numeric("x", x)}, y);
  EnsembleOptions options = few(EnsembleKind::bagging, Task::classification, 60'000);
  options.memory_limit = 1'000'000'000;
  try {
    learned(data, options);
    FAIL() << "60,000 trees were grown";
  } catch (const Diagnostic& refusal) {
    EXPECT_NE(refusal.message().find("60,000 trees"), std::string::npos) << refusal.message();
    EXPECT_NE(refusal.hint().find("--min-leaf"), std::string::npos);
  }
}

// More trees answer better than one, on rows that none has seen.
TEST(Ensemble, ManyTreesAnswerBetterThanOne) {
  RandomEngine engine(14);
  std::vector<FeatureColumn> columns;
  for (int column = 0; column < 6; ++column) {
    std::vector<double> values;
    for (int row = 0; row < 600; ++row) values.push_back(uniform_unit(engine));
    columns.push_back(numeric("x" + std::to_string(column), values));
  }
  std::vector<std::string> classes;
  for (std::size_t row = 0; row < 600; ++row) {
    double sum = -3;
    for (const FeatureColumn& column : columns) sum += column.values[row];
    classes.emplace_back(sum + 0.5 * (uniform_unit(engine) - 0.5) > 0 ? "high" : "low");
  }
  const Dataset all = dataset(columns, classes);
  std::vector<std::size_t> first(300);
  std::iota(first.begin(), first.end(), std::size_t{0});
  std::vector<std::size_t> second(300);
  std::iota(second.begin(), second.end(), std::size_t{300});
  const Dataset training = select_rows(all, first);
  const Dataset test = select_rows(all, second);
  Warnings warnings;
  const double one = mark(grow(training, preset(Algorithm::cart), warnings), test).score;
  const LearnedEnsemble forest = learned(training, few(EnsembleKind::forest, Task::classification, 60));
  const double many = mark(forest.model, test).score;
  EXPECT_GT(many, one + 0.03);
  EXPECT_GT(mark(learned(training, few(EnsembleKind::extra_trees, Task::classification, 60)).model, test).score,
            one + 0.03);
  // The rows that were left out tell how good it is without any others.
  const double out_of_bag =
      score(marking_of(forest.model), forest.out_of_bag->answers.actual, forest.out_of_bag->answers.predicted).score;
  EXPECT_NEAR(out_of_bag, many, 0.08);  // 2.5 standard errors of the difference
}

}  // namespace
}  // namespace espalier::ensemble_test
