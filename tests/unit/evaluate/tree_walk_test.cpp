// Walking by columns against the interpreter, on random trees, with values and categories that training did not see.
#include "evaluate/tree_walk.hpp"

#include <gtest/gtest.h>

#include <array>

#include "evaluate/mark.hpp"
#include "model/blend.hpp"
#include "unit/learn/random_data.hpp"

namespace espalier::tree_walk_test {
namespace {

using testing::random_data;

GrowOptions random_options(RandomEngine& engine, MissingPolicy missing) {
  GrowOptions options = preset(Algorithm::cart);
  options.missing = missing;
  options.categorical = static_cast<CategoricalSplit>(uniform_below(engine, 4));
  options.group_values = uniform_below(engine, 2) == 0;
  if (uniform_below(engine, 4) == 0) options.discretization = {Discretizer::equal_frequency, 4, 0};
  return options;
}

// What rows of a file may hold that the training rows did not.
void surprise(RandomEngine& engine, Dataset& data) {
  for (FeatureColumn& column : data.features) {
    for (double& value : column.values) {
      if (uniform_below(engine, 20) == 0) value = kUnknownCategory;
      if (uniform_below(engine, 20) == 0) value = kMissing;
    }
  }
}

TEST(TreeWalk, AnswersAsTheInterpreterDoes) {
  RandomEngine engine(53);
  std::size_t divided = 0;
  for (int round = 0; round < 240; ++round) {
    const Task task = round % 2 == 0 ? Task::classification : Task::regression;
    const MissingPolicy missing = testing::kPolicies[static_cast<std::size_t>(round) % 6];
    const double holes = missing == MissingPolicy::refuse ? 0.0 : 0.1;
    const Dataset training = random_data(engine, 100, {task, 0.3, holes, round % 4 == 0});
    const Model model = testing::grown(training, random_options(engine, missing));
    Dataset data = random_data(engine, 60, {task, 0.3, 0, false});
    surprise(engine, data);

    const Interpreter interpreter(model);
    TreeWalk walk(model, only_tree(model), data);
    Answers expected;
    std::vector<double> values;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const Row given = fill_row(data, row, values);
      expected.add(task, interpreter.predict(given));
      std::array<std::uint32_t, 1> leaf{};
      walk.find_leaves(row, leaf);
      if (leaf[0] != TreeWalk::kDivided || missing != MissingPolicy::fractional) {
        ASSERT_EQ(leaf[0], leaf_reached(model, model.trees[0], given)) << "round " << round;
      } else {
        ++divided;
      }
    }
    ASSERT_EQ(answer_rows(model, data), expected) << "round " << round;
    const Metrics marked = mark(model, data);
    ASSERT_EQ(marked.score, score(marking_of(model), right_answers(data), expected).score);
  }
  EXPECT_GT(divided, 100U);
}

TEST(TreeWalk, FindsTheLeavesOfRowsInAnyOrder) {
  RandomEngine engine(54);
  const Dataset data = random_data(engine, 300, {.noise = 0.3});
  const Model model = testing::grown(data, testing::cart());
  TreeWalk walk(model, only_tree(model), data);
  std::vector<std::uint32_t> all(data.rows());
  walk.find_leaves(0, all);
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < 200; ++i) rows.push_back(uniform_below(engine, data.rows()));
  std::vector<std::uint32_t> leaves(rows.size());
  walk.find_leaves(rows, leaves);
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(leaves[i], all[rows[i]]);
}

}  // namespace
}  // namespace espalier::tree_walk_test
