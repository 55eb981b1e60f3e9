// Trees whose nodes try few columns: the grower that sorts where somebody asks against the engine, and how it sorts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "grow/drawn_grower.hpp"
#include "grow/engine.hpp"
#include "grow/grow.hpp"
#include "grow/key_sort.hpp"
#include "unit/grow/naive.hpp"
#include "unit/grow/random_tables.hpp"

namespace espalier::drawn_grower_test {
namespace {

using testing::categorical;
using testing::dataset;
using testing::Kind;
using testing::numeric;
using testing::random_options;
using testing::random_table;
using testing::regression;

// Keys of all sizes of lists, of ranks close together and far apart: what std::sort makes of them.
template <typename Rank>
void expect_sorted(std::uint64_t seed, std::uint32_t most) {
  using Key = KeyOf<Rank>;
  RandomEngine engine(seed);
  KeySorter<Key> sorter;
  for (const std::size_t count :
       {1U, 2U, 3U, 7U, 8U, 9U, 31U, 32U, 33U, 64U, 100U, 255U, 256U, 257U, 1000U, 5000U, 65'536U}) {
    for (std::uint32_t span = 1; span <= most && span > 0; span *= 7) {
      const auto lowest = static_cast<std::uint32_t>(uniform_below(engine, std::uint64_t{most} - span + 1));
      std::vector<Key> keys;
      std::uint32_t least = most;
      std::uint32_t largest = 0;
      for (std::size_t row = 0; row < count; ++row) {
        const auto rank = static_cast<std::uint32_t>(lowest + uniform_below(engine, span));
        least = std::min(least, rank);
        largest = std::max(largest, rank);
        keys.push_back(static_cast<Key>(static_cast<Key>(rank) << kRankShift<Key>) | static_cast<Key>(row));
      }
      std::vector<Key> expected = keys;
      std::ranges::sort(expected);
      keys.resize(count + KeySorter<Key>::kSpare);
      sorter.sort(keys, count, least, largest);
      keys.resize(count);
      ASSERT_EQ(keys, expected) << count << " keys of " << span << " ranks";
    }
  }
}

TEST(KeySorter, SortsNarrowKeys) {
  expect_sorted<std::uint16_t>(11, 65'535);
}
TEST(KeySorter, SortsWideKeys) {
  expect_sorted<std::uint32_t>(12, 2'000'000);
}

// What both growers make of rows that were drawn.
struct BothTrees {
  std::string drawn;
  std::string engine;
  std::size_t nodes;
};

BothTrees grow_both(const Dataset& data, const GrowOptions& options, const SearchPlan& plan,
                    const std::vector<std::uint32_t>& copies, std::uint64_t key) {
  Cases cases;
  for (const Case& item : all_cases(plan.training, plan.case_order())) {
    cases.insert(cases.end(), copies[item.row], item);
  }
  const Tree tree = grow_tree(plan, {{cases, {}}, key}, {});
  EXPECT_EQ(data.rows(), copies.size());
  return {write_model(model_of(plan.training, options, DrawnGrower(plan, 1).grow(copies, key))),
          write_model(model_of(plan.training, options, tree)), tree.nodes.size()};
}

// The grower that puts nothing in order before somebody asks makes the same trees.
class DrawnGrowerOfTrees : public ::testing::TestWithParam<Kind> {};

TEST_P(DrawnGrowerOfTrees, GrowsWhatTheEngineGrows) {
  RandomEngine engine(4300 + 10 * static_cast<std::uint64_t>(GetParam().missing) +
                      static_cast<std::uint64_t>(GetParam().task));
  std::size_t nodes = 0;
  std::size_t tables = 0;
  for (int round = 0; round < 1000; ++round) {
    const Dataset data = random_table(engine, GetParam());
    GrowOptions options = random_options(engine, GetParam());
    options.validate = options.min_gain = options.chi_square = 0;
    options.max_leaves = options.max_nodes = 0;
    options.charge_cuts = options.min_cut_share = options.group_values = options.random_cuts = false;
    options.attribute_costs.clear();
    options.categorical = CategoricalSplit::subset;
    options.discretization = {};
    const bool classes = data.task == Task::classification;
    options.criterion = !classes ? Criterion::variance : round % 2 == 0 ? Criterion::gini : Criterion::information_gain;
    options.tried_columns = 1 + uniform_below(engine, data.features.size());
    const GrowOptions in_effect = for_task(options, data.task);
    TrainingSet training = make_training_set(data, in_effect);
    training.scale = WeightScale::of(64 * training.total_weight);
    const SearchPlan plan(training, in_effect);
    if (!DrawnGrower::grows(plan)) continue;
    ++tables;
    const std::uint64_t key = engine();
    std::vector<std::uint32_t> copies(data.rows(), 0);
    const std::size_t draws = 1 + uniform_below(engine, data.rows());
    for (std::size_t i = 0; i < draws; ++i) ++copies[uniform_below(engine, data.rows())];
    const BothTrees both = grow_both(data, in_effect, plan, copies, key);
    ASSERT_EQ(both.drawn, both.engine) << "round " << round;
    nodes += both.nodes;
  }
  if (GetParam().missing == MissingPolicy::learned) {
    EXPECT_GT(tables, 500U);
    EXPECT_GT(nodes, 2500U);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, DrawnGrowerOfTrees, ::testing::ValuesIn(testing::kinds()), testing::name_of);

// More rows than a small plot holds, than a narrow one holds, and more values of a column than there are narrow ranks.
class DrawnGrowerOfLargeTables : public ::testing::TestWithParam<std::size_t> {};

TEST_P(DrawnGrowerOfLargeTables, GrowsWhatTheEngineGrows) {
  const std::size_t rows = GetParam();
  for (const std::size_t labels : {0U, 2U, 3U}) {
    RandomEngine engine(4400 + rows + labels);
    std::vector<std::vector<double>> numbers(3);
    std::vector<std::string> cells;
    std::vector<std::string> classes;
    std::vector<double> targets;
    for (std::size_t row = 0; row < rows; ++row) {
      numbers[0].push_back(uniform_unit(engine));  // nearly all different
      numbers[1].push_back(static_cast<double>(uniform_below(engine, 9)));
      numbers[2].push_back(uniform_below(engine, 10) == 0 ? kMissing
                                                          : static_cast<double>(uniform_below(engine, 3000)));
      const std::uint64_t word = uniform_below(engine, 40);
      cells.push_back("w" + std::to_string(word));
      const double sum = numbers[0][row] + (word % 3 == 0 ? 0.4 : 0) + 0.3 * uniform_unit(engine);
      classes.push_back(sum > 1 ? "a" : sum > 0.6 || labels == 2 ? "b" : "c");
      targets.push_back(std::floor(sum * 8));
    }
    std::vector<FeatureColumn> columns = {numeric("x", numbers[0]), numeric("y", numbers[1]), numeric("z", numbers[2]),
                                          categorical("w", cells)};
    const Dataset data = labels == 0 ? regression(columns, targets) : dataset(columns, classes);
    GrowOptions options = usual_options(Algorithm::cart, data.task);
    options.missing = MissingPolicy::learned;
    options.categorical = CategoricalSplit::subset;
    options.tried_columns = 2;
    TrainingSet training = make_training_set(data, options);
    training.scale = WeightScale::of(64 * training.total_weight);
    const SearchPlan plan(training, options);
    ASSERT_TRUE(DrawnGrower::grows(plan));
    std::vector<std::uint32_t> copies(rows, 0);
    for (std::size_t i = 0; i < rows * 2; ++i) ++copies[uniform_below(engine, rows)];
    const BothTrees both = grow_both(data, options, plan, copies, engine());
    ASSERT_TRUE(both.drawn == both.engine) << labels << " labels";
    EXPECT_GT(both.nodes, rows / 20);
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, DrawnGrowerOfLargeTables, ::testing::Values(3000, 20'000, 90'000));

}  // namespace
}  // namespace espalier::drawn_grower_test
