// What must not change a tree: the order of the rows and of the columns, and whether a row is there twice or weighs
// twice.
#include <gtest/gtest.h>

#include <string>

#include "unit/grow/naive.hpp"

namespace espalier::invariance_test {
namespace {

using testing::grown;

Dataset random_table(RandomEngine& engine, Task task, bool weighted) {
  const std::size_t rows = 8 + uniform_below(engine, 20);
  std::vector<FeatureColumn> columns;
  for (const char* name : {"f0", "f1", "f2", "f3"}) columns.push_back(testing::random_column(engine, rows, name));
  std::vector<std::string> classes;
  std::vector<double> numbers;
  for (std::size_t row = 0; row < rows; ++row) {
    classes.emplace_back(1, static_cast<char>('a' + uniform_below(engine, 3)));
    numbers.push_back(0.1 * static_cast<double>(uniform_below(engine, 20)));
  }
  Dataset data = task == Task::regression ? testing::regression(columns, numbers) : testing::dataset(columns, classes);
  // Tenths, whose sums depend on their order in the last digit.
  for (std::size_t row = 0; row < rows && weighted; ++row) {
    data.weights.push_back(0.1 * static_cast<double>(5 + uniform_below(engine, 20)));
  }
  return data;
}

GrowOptions random_options(RandomEngine& engine, MissingPolicy policy, Task task) {
  GrowOptions options = preset(uniform_below(engine, 2) == 0 ? Algorithm::c45 : Algorithm::cart);
  options.missing = policy;
  options.categorical = static_cast<CategoricalSplit>(uniform_below(engine, 4));
  options.group_values = uniform_below(engine, 2) == 0;
  options.collapse = false;
  options.min_leaf = static_cast<double>(1 + uniform_below(engine, 2));
  options.max_leaves = uniform_below(engine, 3) == 0 ? 6 : 0;
  options.validate = uniform_below(engine, 6) == 0 ? 0.3 : 0;
  options.balanced_classes = uniform_below(engine, 3) == 0;
  if (task == Task::regression && uniform_below(engine, 2) == 0) options.criterion = Criterion::absolute_deviation;
  if (uniform_below(engine, 4) == 0) options.discretization = {Discretizer::equal_frequency, 3, 0};
  return options;
}

class Invariance : public ::testing::TestWithParam<MissingPolicy> {};

TEST_P(Invariance, TheOrderOfTheRowsNeverMatters) {
  RandomEngine engine(70 + static_cast<std::uint64_t>(GetParam()));
  std::size_t nodes = 0;
  for (int round = 0; round < 300; ++round) {
    const Task task = round % 3 == 0 ? Task::regression : Task::classification;
    const Dataset data = random_table(engine, task, round % 2 == 0);
    const GrowOptions options = random_options(engine, GetParam(), task);
    std::vector<std::size_t> order(data.rows());
    for (std::size_t row = 0; row < order.size(); ++row) order[row] = row;
    shuffle(order, engine);
    const Model model = grown(data, options);
    ASSERT_EQ(write_model(model), write_model(grown(select_rows(data, order), options))) << "round " << round;
    nodes += model.trees[0].nodes.size();
  }
  EXPECT_GT(nodes, 600U);
}

// The same model with its features in the order of `order`: a feature's place there is its new number.
Model renumbered(Model model, const std::vector<std::size_t>& order) {
  std::vector<Feature> features;
  std::vector<std::uint32_t> number(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    features.push_back(model.features[order[i]]);
    number[order[i]] = static_cast<std::uint32_t>(i);
  }
  model.features = std::move(features);
  for (Node& node : model.trees[0].nodes) {
    if (!node.is_leaf()) node.feature = number[node.feature];
    for (Surrogate& surrogate : node.surrogates) surrogate.feature = number[surrogate.feature];
  }
  return model;
}

TEST_P(Invariance, TheOrderOfTheColumnsMattersOnlyIfAskedFor) {
  RandomEngine engine(90 + static_cast<std::uint64_t>(GetParam()));
  std::size_t nodes = 0;
  for (int round = 0; round < 400; ++round) {
    const Task task = round % 3 == 0 ? Task::regression : Task::classification;
    const Dataset data = random_table(engine, task, round % 2 == 0);
    GrowOptions options = random_options(engine, GetParam(), task);
    options.ties = TieRule::margin;
    std::vector<std::size_t> order(data.features.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    shuffle(order, engine);
    Dataset shuffled = data;
    for (std::size_t i = 0; i < order.size(); ++i) shuffled.features[i] = data.features[order[i]];
    const Model model = grown(data, options);
    ASSERT_EQ(write_model(renumbered(model, order)), write_model(grown(shuffled, options))) << "round " << round;
    nodes += model.trees[0].nodes.size();
  }
  EXPECT_GT(nodes, 800U);
}

void expect_alike(const Tree& a, const Tree& b) {
  ASSERT_EQ(a.nodes.size(), b.nodes.size());
  for (std::size_t i = 0; i < a.nodes.size(); ++i) {
    ASSERT_EQ(a.nodes[i].test, b.nodes[i].test);
    ASSERT_EQ(a.nodes[i].feature, b.nodes[i].feature);
    ASSERT_EQ(a.nodes[i].threshold, b.nodes[i].threshold);
    ASSERT_EQ(a.nodes[i].categories, b.nodes[i].categories);
    ASSERT_EQ(a.nodes[i].groups, b.nodes[i].groups);
    ASSERT_EQ(a.nodes[i].children, b.nodes[i].children);
    ASSERT_EQ(a.nodes[i].missing_child, b.nodes[i].missing_child);
    ASSERT_EQ(a.nodes[i].label, b.nodes[i].label);
    ASSERT_NEAR(a.nodes[i].value, b.nodes[i].value, 1e-9);
    ASSERT_NEAR(a.nodes[i].deviation, b.nodes[i].deviation, 1e-9);
    ASSERT_NEAR(a.nodes[i].weight(), b.nodes[i].weight(), 1e-9);
  }
}

// The rows of `data`, some of them twice, and the same with weights.
struct Twice {
  Dataset weighted;
  Dataset repeated;
};

Twice some_rows_twice(const Dataset& data, RandomEngine& engine) {
  Twice twice{data, {}};
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const std::size_t times = 1 + uniform_below(engine, 2);
    rows.insert(rows.end(), times, row);
    twice.weighted.weights.push_back(static_cast<double>(times));
  }
  twice.repeated = select_rows(data, rows);
  return twice;
}

TEST_P(Invariance, ARowOfWeightTwoIsTheRowTwice) {
  RandomEngine engine(80 + static_cast<std::uint64_t>(GetParam()));
  for (int round = 0; round < 300; ++round) {
    const Task task = round % 3 == 0 ? Task::regression : Task::classification;
    const Twice twice = some_rows_twice(random_table(engine, task, false), engine);
    GrowOptions options = random_options(engine, GetParam(), task);
    options.validate = 0;    // rows are held out, not weight
    options.surrogates = 0;  // they need two rows on each side, whatever these weigh
    expect_alike(grown(twice.weighted, options).trees[0], grown(twice.repeated, options).trees[0]);
    ASSERT_FALSE(HasFatalFailure()) << "round " << round;
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, Invariance,
                         ::testing::Values(MissingPolicy::majority, MissingPolicy::learned, MissingPolicy::own_category,
                                           MissingPolicy::surrogate, MissingPolicy::fractional),
                         [](const auto& instance) {
                           std::string name(to_string(instance.param));
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace espalier::invariance_test
