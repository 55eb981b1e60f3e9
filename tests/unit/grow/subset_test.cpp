// Sets of values: found by ordering where that is as good as trying all of them, and the same as trying all of them.
#include <gtest/gtest.h>

#include "unit/grow/naive.hpp"

namespace espalier::subset_test {
namespace {

using testing::Branch;
using testing::categorical;
using testing::dataset;
using testing::test_at_root;
using Codes = std::vector<std::uint32_t>;

GrowOptions subsets(Criterion criterion) {
  GrowOptions options;
  options.criterion = criterion;
  options.categorical = CategoricalSplit::subset;
  return options;
}

TEST(Subset, ByHand) {
  // w a a, x b b, y a b, z b b. {w} | {x, y, z}: Gini 15/32 - 6/8 * 10/36. {w, y} | {x, z}: 15/32 - 4/8 * 6/16.
  const Dataset data =
      dataset({categorical("c", {"w", "w", "x", "x", "y", "y", "z", "z"})}, {"a", "a", "b", "b", "a", "b", "b", "b"});
  const auto test = test_at_root(data, subsets(Criterion::gini));
  ASSERT_TRUE(test);
  EXPECT_EQ(test->test, TestKind::member);
  EXPECT_EQ(test->categories, (Codes{0, 2}));  // as heavy as x and z: the side of the lowest code
  EXPECT_NEAR(test->gain, 15.0 / 32 - 6.0 / 32, 1e-6);
}

TEST(Subset, NamesTheLighterSide) {
  // {x, y} has 4 rows, {z} has 2: the test asks for z.
  const Dataset data = dataset({categorical("c", {"x", "x", "y", "y", "z", "z"})}, {"a", "a", "a", "a", "b", "b"});
  EXPECT_EQ(test_at_root(data, subsets(Criterion::gini))->categories, (Codes{2}));
}

TEST(Subset, CategoriesWithoutRowsAtTheNodeGoWithTheHeavierSide) {
  const Dataset data = dataset({categorical("c", {"v", "w", "w", "x", "x", "x"})}, {"a", "b", "b", "a", "a", "a"});
  const GrowOptions options = subsets(Criterion::gini);
  const TrainingSet training = make_training_set(data, options);
  const auto test = testing::test_on(training, options, 0, {1, 2, 3, 4, 5});  // no row with v
  EXPECT_EQ(test->categories, (Codes{1}));
}

TEST(Subset, LeavesMinLeafOnBothSides) {
  const Dataset data = dataset({categorical("c", {"x", "y", "y", "z", "z"})}, {"a", "b", "b", "b", "b"});
  GrowOptions options = subsets(Criterion::gini);
  EXPECT_EQ(test_at_root(data, options)->categories, (Codes{0}));
  options.min_leaf = 2;
  const auto test = test_at_root(data, options);
  ASSERT_TRUE(test);
  EXPECT_EQ(test->categories, (Codes{2}));  // by share of b, then by code: x, y | z
}

// One column of `values` values, every one of which occurs.
Dataset random_column_of(RandomEngine& engine, std::size_t values, std::size_t labels, bool numbers) {
  FeatureColumn column;
  column.name = "c";
  column.kind = ColumnKind::categorical;
  std::vector<std::string> classes;
  std::vector<double> targets;
  for (std::size_t value = 0; value < values; ++value) column.categories.push_back("v" + std::to_string(value));
  for (std::size_t row = 0; row < 4 * values; ++row) {
    column.values.push_back(static_cast<double>(row < values ? row : uniform_below(engine, values)));
    classes.emplace_back(1, static_cast<char>('a' + uniform_below(engine, labels)));
    targets.push_back(static_cast<double>(uniform_below(engine, 10)));
  }
  return numbers ? testing::regression({column}, targets) : dataset({column}, classes);
}

double best_of_all_sets(const Dataset& data, Criterion criterion) {
  const FeatureColumn& column = data.features[0];
  double best = 0;
  for (std::size_t set = 1; set < (std::size_t{1} << (column.categories.size() - 1)); ++set) {
    std::vector<Branch> branches(2);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      branches[(set >> static_cast<std::size_t>(column.values[row])) % 2].push_back(row);
    }
    const double whole = testing::naive_weight(data, branches[0]) + testing::naive_weight(data, branches[1]);
    best = std::max(best, testing::naive_gain(criterion, data, branches, whole));
  }
  return best;
}

void expect_the_best(const Dataset& data, Criterion criterion, int round) {
  const TrainingSet training = make_training_set(data, subsets(criterion));
  const auto test = testing::test_on(training, subsets(criterion), 0, testing::all_rows(data));
  // Numbers are scaled by a power of two while growing.
  const double unit = std::ldexp(1.0, training.level_exponent * (criterion == Criterion::variance ? 2 : 1));
  ASSERT_NEAR(test ? test->gain * unit : 0, best_of_all_sets(data, criterion), 1e-5)
      << to_string(criterion) << " round " << round;
}

TEST(Subset, OrderingTwoClassesIsAsGoodAsTryingEverySet) {
  RandomEngine engine(11);
  for (int round = 0; round < 60; ++round) {
    for (const Criterion criterion :
         {Criterion::information_gain, Criterion::gain_ratio, Criterion::gini, Criterion::error}) {
      Dataset data = random_column_of(engine, 2 + uniform_below(engine, 7), 2, false);
      if (round % 2 == 1) testing::add_weights(data, engine);
      expect_the_best(data, criterion, round);
    }
  }
}

TEST(Subset, OrderingNumbersByTheirMeanIsAsGoodAsTryingEverySet) {
  RandomEngine engine(12);
  for (int round = 0; round < 100; ++round) {
    Dataset data = random_column_of(engine, 2 + uniform_below(engine, 7), 1, true);
    if (round % 2 == 1) testing::add_weights(data, engine);
    expect_the_best(data, Criterion::variance, round);
  }
}

TEST(Subset, AbsoluteDeviationsTryEverySet) {
  RandomEngine engine(13);
  for (int round = 0; round < 60; ++round) {
    Dataset data = random_column_of(engine, 2 + uniform_below(engine, 6), 1, true);
    if (round % 2 == 1) testing::add_weights(data, engine);
    expect_the_best(data, Criterion::absolute_deviation, round);
  }
}

TEST(Subset, MoreClassesTryEverySetOfUpToTenValues) {
  RandomEngine engine(14);
  for (int round = 0; round < 12; ++round) {
    for (const Criterion criterion : {Criterion::information_gain, Criterion::gini, Criterion::error}) {
      expect_the_best(random_column_of(engine, 3 + uniform_below(engine, 6), 3, false), criterion, round);
    }
  }
  expect_the_best(random_column_of(engine, 10, 4, false), Criterion::gini, 0);
}

// The best cut of the values ordered by the share of each class in turn.
double best_of_class_orders(const Dataset& data, Criterion criterion) {
  const FeatureColumn& column = data.features[0];
  double best = 0;
  for (std::uint32_t label = 0; label < data.labels.size(); ++label) {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t value = 0; value < column.categories.size(); ++value) {
      double inside = 0;
      double all = 0;
      for (std::size_t row = 0; row < data.rows(); ++row) {
        if (column.values[row] != static_cast<double>(value)) continue;
        all += 1;
        inside += data.classes[row] == label ? 1 : 0;
      }
      order.emplace_back(inside / all, value);
    }
    std::sort(order.begin(), order.end());
    for (std::size_t cut = 1; cut < order.size(); ++cut) {
      std::vector<Branch> branches(2);
      for (std::size_t row = 0; row < data.rows(); ++row) {
        const bool left = std::any_of(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(cut), [&](auto& item) {
          return static_cast<double>(item.second) == column.values[row];
        });
        branches[left ? 0 : 1].push_back(row);
      }
      best = std::max(best, testing::naive_gain(criterion, data, branches, static_cast<double>(data.rows())));
    }
  }
  return best;
}

TEST(Subset, BeyondTenValuesClassesAreOrderedOneAgainstTheRest) {
  RandomEngine engine(15);
  for (int round = 0; round < 10; ++round) {
    const Dataset data = random_column_of(engine, 11 + uniform_below(engine, 4), 3, false);
    const auto test = test_at_root(data, subsets(Criterion::gini));
    ASSERT_TRUE(test);
    EXPECT_NEAR(test->gain, best_of_class_orders(data, Criterion::gini), 1e-5) << "round " << round;
  }
}

TEST(Subset, MissingValuesMayJoinEitherSideButNotStandAlone) {
  // x is mostly a, y mostly b, missing ones all c: alone they would gain most, and under `learned` they may not.
  const Dataset data = dataset({categorical("c", {"x", "x", "x", "y", "y", "y", "?", "?", "?"})},
                               {"a", "a", "b", "b", "b", "a", "c", "c", "c"});
  GrowOptions options = subsets(Criterion::gini);
  options.missing = MissingPolicy::learned;
  const auto learned = test_at_root(data, options);
  ASSERT_TRUE(learned);
  EXPECT_EQ(learned->test, TestKind::member);
  // {x} | {y, missing}: 1 - 27/81 - 1/3 * 4/9 - 2/3 * (1 - (1 + 4 + 9) / 36)
  EXPECT_NEAR(learned->gain, 2.0 / 3 - 4.0 / 27 - 2.0 / 3 * 22 / 36, 1e-6);
  options.missing = MissingPolicy::own_category;
  EXPECT_EQ(test_at_root(data, options)->test, TestKind::present);
}

}  // namespace
}  // namespace espalier::subset_test
