// Data that no one would choose under every algorithm, missing policy and task: a valid model or a refusal.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "unit/grow/small_data.hpp"

namespace espalier::degenerate_grid_test {
namespace {

using testing::categorical;
using testing::numeric;

constexpr double kTiny = std::numeric_limits<double>::denorm_min();
constexpr double kHuge = std::numeric_limits<double>::max();

struct Table {
  std::string name;
  std::vector<FeatureColumn> features;
  std::vector<std::string> classes;
  std::vector<double> targets;

  bool has_gaps() const {
    for (const FeatureColumn& column : features) {
      for (const double value : column.values) {
        if (std::isnan(value)) return true;
      }
    }
    return false;
  }
};

Table alternating(std::string name, std::vector<FeatureColumn> features) {
  Table table{std::move(name), std::move(features), {}, {}};
  for (std::size_t row = 0; row < table.features[0].values.size(); ++row) {
    table.classes.emplace_back(row % 2 == 0 ? "a" : "b");
    table.targets.push_back(row % 2 == 0 ? 1 : -2.5);
  }
  return table;
}

std::vector<Table> tables() {
  std::vector<Table> all;
  all.push_back(alternating("one row", {numeric("x", {1}), categorical("c", {"p"})}));
  all.push_back({"one class", {numeric("x", {1, 2, 3, 4})}, {"a", "a", "a", "a"}, {7, 7, 7, 7}});
  all.push_back(alternating("constant", {numeric("x", {1, 1, 1, 1}), categorical("c", {"q", "q", "q", "q"})}));
  all.push_back(alternating("identical rows",
                            {numeric("x", {1, 1, 1, 2, 2, 2}), categorical("c", {"q", "q", "q", "r", "r", "r"})}));
  all.push_back(alternating("a value per row",
                            {categorical("c", {"p", "q", "r", "s", "t", "u"}), numeric("x", {1, 2, 3, 4, 5, 6})}));
  all.push_back(alternating("huge and tiny", {numeric("x", {-kHuge, -1e300, -kTiny, kTiny, 1e300, kHuge})}));
  const double next = std::nextafter(1.0, 2.0);
  all.push_back(alternating("adjacent", {numeric("x", {1, next, 1, next, std::nextafter(next, 2.0), 1})}));
  all.push_back(alternating(
      "gaps",
      {numeric("x", {1, kMissing, 2, 3, kMissing, 4, 2, 1}), categorical("c", {"?", "p", "q", "?", "r", "p", "q", "?"}),
       testing::ordinal("o", {"lo", "?", "hi", "lo", "hi", "?", "lo", "hi"}, {"lo", "mid", "hi"})}));
  all.push_back(alternating("known in one class only", {numeric("x", {1, kMissing, 1, kMissing, 1, kMissing}),
                                                        categorical("c", {"?", "p", "?", "p", "?", "p"})}));
  all.push_back(alternating("a column without values",
                            {numeric("none", {kMissing, kMissing, kMissing, kMissing}), numeric("x", {1, 2, 1, 2})}));
  return all;
}

GrowOptions options_for(Algorithm algorithm, MissingPolicy policy) {
  GrowOptions options = preset(algorithm);
  options.missing = policy;
  options.min_leaf = 1;
  options.min_split = 2;
  if (algorithm == Algorithm::id3) options.discretization = {Discretizer::equal_frequency, 3, 0};
  return options;
}

// Valid, and it has an answer for every row it was grown from.
void expect_sound(const Dataset& data, const GrowOptions& options, const std::string& what) {
  SCOPED_TRACE(what);
  const Model model = testing::grown(data, options);
  const Interpreter interpreter(model);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const Prediction prediction = interpreter.predict(testing::row_of(data, row));
    EXPECT_TRUE(std::isfinite(prediction.value));
    EXPECT_LT(prediction.label, std::max<std::size_t>(1, data.labels.size()));
  }
}

class DegenerateGrid : public ::testing::TestWithParam<MissingPolicy> {};

TEST_P(DegenerateGrid, IsAValidModel) {
  for (const Table& table : tables()) {
    for (const Algorithm algorithm : testing::kAlgorithms) {
      for (const CategoricalSplit split :
           {CategoricalSplit::multiway, CategoricalSplit::equal, CategoricalSplit::subset}) {
        for (const bool grouping : {false, true}) {
          GrowOptions options = options_for(algorithm, GetParam());
          options.categorical = split;
          options.group_values = grouping;
          const Dataset classes = testing::dataset(table.features, table.classes);
          const Dataset numbers = testing::regression(table.features, table.targets);
          const std::string what = table.name + ", " + std::string(to_string(algorithm)) + ", " +
                                   std::string(to_string(split)) + (grouping ? ", grouped" : "");
          if (GetParam() == MissingPolicy::refuse && table.has_gaps() && table.name != "a column without values") {
            EXPECT_THROW(testing::grown(classes, options), Diagnostic) << what;
            EXPECT_THROW(testing::grown(numbers, options), Diagnostic) << what;
            continue;
          }
          expect_sound(classes, options, what);
          expect_sound(numbers, options, what + ", variance");
          options.criterion = Criterion::absolute_deviation;
          expect_sound(numbers, options, what + ", absolute deviation");
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, DegenerateGrid, ::testing::ValuesIn(testing::kPolicies), [](const auto& instance) {
  std::string name(to_string(instance.param));
  std::erase(name, '-');
  return name;
});

Table many_categories(std::size_t categories) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < categories; ++i) {
    cells.push_back("v" + std::to_string(100000 + i));
    cells.push_back(cells.back());
  }
  Table table{"many categories", {categorical("c", cells)}, {}, {}};
  for (std::size_t row = 0; row < cells.size(); ++row) {
    table.classes.emplace_back(row % 3 == 0 ? "a" : "b");
    table.targets.push_back(static_cast<double>(row % 7));
  }
  return table;
}

TEST(DegenerateSize, TenThousandCategories) {
  const Table table = many_categories(10000);
  const Dataset classes = testing::dataset(table.features, table.classes);
  const Dataset numbers = testing::regression(table.features, table.targets);
  for (const CategoricalSplit split : {CategoricalSplit::multiway, CategoricalSplit::equal, CategoricalSplit::subset}) {
    GrowOptions options;
    options.categorical = split;
    options.max_depth = 2;
    expect_sound(classes, options, std::string(to_string(split)));
    expect_sound(numbers, options, std::string(to_string(split)) + " of numbers");
  }
}

TEST(DegenerateSize, ThousandsOfCategoriesInGroups) {
  const Table table = many_categories(2000);
  GrowOptions options;
  options.categorical = CategoricalSplit::multiway;
  options.group_values = true;
  options.max_depth = 1;
  expect_sound(testing::dataset(table.features, table.classes), options, "classes");
  expect_sound(testing::regression(table.features, table.targets), options, "numbers");
}

TEST(DegenerateSize, FiveThousandColumns) {
  std::vector<FeatureColumn> columns;
  for (int i = 0; i < 5000; ++i) {
    const double last = i == 4321 ? 2 : 1;
    columns.push_back(numeric("x" + std::to_string(i), {1, last, 1, last, kMissing, 1}));
  }
  const Table table = alternating("wide", columns);
  for (const MissingPolicy policy : testing::kPolicies) {
    if (policy == MissingPolicy::refuse) continue;
    GrowOptions options;
    options.missing = policy;
    const Model model = testing::grown(testing::dataset(table.features, table.classes), options);
    // Under own-category the first column's presence says something, too, but less.
    EXPECT_EQ(model.trees[0].nodes[0].feature, 4321U) << to_string(policy);
  }
}

}  // namespace
}  // namespace espalier::degenerate_grid_test
