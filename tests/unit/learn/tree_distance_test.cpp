#include "evaluate/tree_distance.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "learn/learn.hpp"
#include "learn/stability.hpp"
#include "model/blend.hpp"
#include "support/random.hpp"
#include "support/sample_models.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier::tree_distance_test {
namespace {

std::vector<std::size_t> every_row(const Dataset& data) {
  std::vector<std::size_t> rows(data.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  return rows;
}

double distance(const Dataset& data, const Model& a, const Model& b) {
  const ValueShares shares(data);
  const std::vector<std::size_t> rows = every_row(data);
  return tree_distance(tree_regions(a, data, rows, shares), tree_regions(b, data, rows, shares), data.weights, shares);
}

// A model for the data with these nodes.
Model model_of(const Dataset& data, std::vector<Node> nodes, MissingPolicy missing = MissingPolicy::majority) {
  Model model;
  for (const FeatureColumn& column : data.features) {
    model.features.push_back(column.kind == ColumnKind::numeric ? sample::real(column.name, 0, 100)
                                                                : sample::categorical(column.name, column.categories));
  }
  model.target = "target";
  model.labels = {"a", "b"};
  model.missing = missing;
  model.trees = {{std::move(nodes)}};
  return model;
}

Model one_cut(const Dataset& data, std::uint32_t feature, double threshold) {
  return model_of(data,
                  {sample::at_most(feature, threshold, {1, 2}, {5, 5}), sample::leaf({5, 0}), sample::leaf({0, 5})});
}

// x = 1 ... 10, y = 10 ... 1 and a color.
Dataset ten_rows() {
  return testing::dataset(
      {testing::numeric("x", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), testing::numeric("y", {10, 9, 8, 7, 6, 5, 4, 3, 2, 1}),
       testing::categorical("color", {"r", "r", "r", "r", "r", "g", "g", "g", "b", "b"})},
      {"a", "a", "a", "a", "a", "b", "b", "b", "b", "b"});
}

TEST(ValueShares, CountsRows) {
  const Dataset data = ten_rows();
  const ValueShares shares(data);
  EXPECT_EQ(shares.up_to(0, 0.5), 0);
  EXPECT_DOUBLE_EQ(shares.up_to(0, 3), 0.3);
  EXPECT_DOUBLE_EQ(shares.up_to(0, 3.9), 0.3);
  EXPECT_DOUBLE_EQ(shares.up_to(0, 99), 1);
  EXPECT_DOUBLE_EQ(shares.of_category(2, 0), 0.2);  // b
  EXPECT_DOUBLE_EQ(shares.of_category(2, 2), 0.5);  // r
  EXPECT_EQ(shares.missing(0), 0);
}

TEST(ValueShares, CountsByWeightAndKeepsMissingValuesApart) {
  Dataset data = testing::dataset({testing::numeric("x", {2, kMissing, 1, 2})}, {"a", "a", "b", "b"});
  data.weights = {1, 4, 2, 1};
  const ValueShares shares(data);
  EXPECT_DOUBLE_EQ(shares.missing(0), 0.5);
  EXPECT_DOUBLE_EQ(shares.known(0), 0.5);
  EXPECT_DOUBLE_EQ(shares.up_to(0, 1), 0.25);
  EXPECT_DOUBLE_EQ(shares.up_to(0, 2), 0.5);
}

// x <= 4.5 against x <= 6.5. Rows 1-4 rule out x > 4.5 (0.6) and x > 6.5 (0.4): 0.2 / 0.6. Rows 5 and 6 rule out
// x <= 4.5 (0.4) in one tree and x > 6.5 (0.4) in the other: nothing in common, 1. Rows 7-10 rule out x <= 4.5 (0.4)
// and x <= 6.5 (0.6): 0.2 / 0.6. Mean: (8 / 3 + 2) / 10.
TEST(TreeDistance, SeesThresholds) {
  const Dataset data = ten_rows();
  EXPECT_NEAR(distance(data, one_cut(data, 0, 4.5), one_cut(data, 0, 6.5)), (8.0 / 3 + 2) / 10, 1e-15);
}

// A smaller move is a smaller distance: x <= 4.5 against x <= 5.5. Rows 1-4: 0.6 and 0.5 ruled out, 0.1 / 0.6; row 5:
// 1; rows 6-10: 0.4 and 0.5, 0.1 / 0.5.
TEST(TreeDistance, GrowsWithTheRowsBetweenThresholds) {
  const Dataset data = ten_rows();
  EXPECT_NEAR(distance(data, one_cut(data, 0, 4.5), one_cut(data, 0, 5.5)), (4.0 / 6 + 1 + 1) / 10, 1e-15);
}

TEST(TreeDistance, ThresholdsThatNoRowTellsApartAreTheSame) {
  const Dataset data = ten_rows();
  EXPECT_EQ(distance(data, one_cut(data, 0, 4.1), one_cut(data, 0, 4.9)), 0);
}

// Different columns rule out different things, whatever rows they separate.
TEST(TreeDistance, OtherColumnsHaveNothingInCommon) {
  const Dataset data = ten_rows();
  EXPECT_EQ(distance(data, one_cut(data, 0, 5.5), one_cut(data, 1, 5.5)), 1);
}

TEST(TreeDistance, FromALeafEverythingIsNew) {
  const Dataset data = ten_rows();
  const Model leaf = model_of(data, {sample::leaf({5, 5})});
  EXPECT_EQ(distance(data, leaf, leaf), 0);
  EXPECT_EQ(distance(data, leaf, one_cut(data, 0, 5.5)), 1);
  // A test that no row fails rules nothing out.
  EXPECT_EQ(distance(data, leaf, one_cut(data, 0, 10)), 0);
}

// One more test below: x <= 5.5 alone, against x <= 5.5 and then y <= 7.5 on the left. Rows 1-5 rule out x > 5.5 (0.5);
// of them rows 1-3 (y > 7.5) also rule out y <= 7.5 (0.7), rows 4 and 5 also y > 7.5 (0.3). Rows 6-10 are the same.
TEST(TreeDistance, SeesASubtreeMore) {
  const Dataset data = ten_rows();
  const Model deeper = model_of(data, {sample::at_most(0, 5.5, {1, 4}, {5, 5}), sample::at_most(1, 7.5, {2, 3}, {5, 0}),
                                       sample::leaf({2, 0}), sample::leaf({3, 0}), sample::leaf({0, 5})});
  const double expected = (3 * 0.7 / 1.2 + 2 * 0.3 / 0.8) / 10;
  EXPECT_NEAR(distance(data, one_cut(data, 0, 5.5), deeper), expected, 1e-15);
}

TEST(TreeDistance, DoesNotSeeTheOrderOfTests) {
  const Dataset data = ten_rows();
  const auto two_tests = [&](std::uint32_t first, double first_cut, std::uint32_t second, double second_cut) {
    const Node below = sample::at_most(second, second_cut, {}, {5, 0});
    Node left = below;
    left.children = {3, 4};
    Node right = below;
    right.children = {5, 6};
    return model_of(data, {sample::at_most(first, first_cut, {1, 2}, {5, 5}), left, right, sample::leaf({1, 0}),
                           sample::leaf({1, 0}), sample::leaf({0, 1}), sample::leaf({0, 1})});
  };
  EXPECT_NEAR(distance(data, two_tests(0, 4.5, 1, 2.5), two_tests(1, 2.5, 0, 4.5)), 0, 1e-15);
}

// color = r against color in {r, b}. Rows r (5): ruled out g b (0.5) and g (0.3): 0.2 / 0.5. Rows g (3): r (0.5) and
// r b (0.7): 0.2 / 0.7. Rows b (2): r (0.5) and g (0.3): 1.
TEST(TreeDistance, SeesSetsOfCategories) {
  const Dataset data = ten_rows();
  const auto member = [&](std::vector<std::uint32_t> categories) {
    Node root = sample::test(TestKind::member, 2, {1, 2}, {5, 5});
    root.categories = std::move(categories);
    return model_of(data, {root, sample::leaf({5, 0}), sample::leaf({0, 5})});
  };
  const double expected = (5 * 0.2 / 0.5 + 3 * 0.2 / 0.7 + 2) / 10;
  EXPECT_NEAR(distance(data, member({2}), member({0, 2})), expected, 1e-15);
  // Not in {b, g} is in {r}.
  EXPECT_EQ(distance(data, member({2}), member({0, 1})), 0);
}

// Rows by weight: as SeesThresholds with rows 5 and 6 counting nothing to speak of would be 1 / 3; with weights 0 not
// allowed, 1 against 3: shares 1..4: 1/12 each, 5, 6: 2/12 each.
TEST(TreeDistance, CountsRowsByWeight) {
  Dataset data = ten_rows();
  data.weights = {1, 1, 1, 1, 2, 2, 1, 1, 1, 1};
  // Ruled out by x <= 4.5: 8/12 and 4/12; by x <= 6.5: 4/12 and 8/12. Rows 1-4: (4/12) / (8/12) = 1/2, rows 5, 6: 1,
  // rows 7-10: 1/2.
  EXPECT_NEAR(distance(data, one_cut(data, 0, 4.5), one_cut(data, 0, 6.5)), (4 * 0.5 + 4 * 1 + 4 * 0.5) / 12, 1e-15);
}

// x is missing in row 3, which goes right: on the left, missing values are ruled out too.
TEST(TreeDistance, MissingValuesAreRuledOutWhereTheyDoNotGo) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, kMissing, 4})}, {"a", "a", "b", "b"});
  Model right = one_cut(data, 0, 2.5);
  right.trees[0].nodes[0].missing_child = 1;
  Model left = right;
  left.trees[0].nodes[0].missing_child = 0;
  // Rows 1, 2: x > 2.5 (1/4), for one tree missing values (1/4) as well: 1/2. Row 3: missing goes right: x <= 2.5
  // (1/2); left: x > 2.5 (1/4): 1. Row 4: x <= 2.5 (1/2), for one missing values as well: (1/4) / (3/4).
  EXPECT_NEAR(distance(data, right, left), (2 * 0.5 + 1 + 1.0 / 3) / 4, 1e-15);
}

// Fractions of row 3 go both ways, most of it to the left: it is described by x <= 2.5. No row rules missing values
// out.
TEST(TreeDistance, FractionsAreDescribedByTheLargest) {
  const Dataset data = testing::dataset({testing::numeric("x", {1, 2, kMissing, 4})}, {"a", "a", "a", "b"});
  const auto cut = [&](double threshold, double left, double right) {
    return model_of(
        data, {sample::at_most(0, threshold, {1, 2}, {left, right}), sample::leaf({left, 0}), sample::leaf({0, right})},
        MissingPolicy::fractional);
  };
  const ValueShares shares(data);
  const TreeRegions regions = tree_regions(cut(2.5, 3, 1), data, every_row(data), shares);
  EXPECT_EQ(regions.of_row[2], regions.of_row[0]);
  EXPECT_TRUE(regions.regions[regions.of_row[0]].columns[0].missing);
  EXPECT_DOUBLE_EQ(regions.regions[regions.of_row[0]].ruled_out, 0.25);
  // x <= 1.5 sends most of row 3 to the right. Row 1: 1/4 and 2/4; row 2: 1/4 and 1/4 of other values; row 3 likewise;
  // row 4: 2/4 and 1/4.
  EXPECT_NEAR(distance(data, cut(2.5, 3, 1), cut(1.5, 1, 3)), (0.5 + 1 + 1 + 0.5) / 4, 1e-15);
}

TEST(TreeDistance, DeepTreesAreDescribedWithoutRecursion) {
  const Model chain = sample::chain(200'000);
  Dataset data;
  data.features = {testing::numeric("x", {1, 50'000, 150'000, 300'000})};
  data.classes = {0, 0, 0, 0};
  data.labels = chain.labels;
  EXPECT_EQ(distance(data, chain, chain), 0);
}

// ---- Against a plainer definition: which values of which rows does a row's way rule out?

std::uint32_t main_leaf(const Model& model, const std::vector<double>& row) {
  if (model.missing == MissingPolicy::fractional) return Blender(model).blend(row).leaf;
  return leaf_reached(model, model.trees[0], row);
}

// [feature][row]
using RuledOut = std::vector<std::vector<bool>>;

RuledOut ruled_out(const Model& model, const Dataset& data, std::size_t of_row) {
  const std::vector<Node>& nodes = model.trees[0].nodes;
  RuledOut out(data.features.size(), std::vector<bool>(data.rows(), false));
  std::uint32_t at = main_leaf(model, testing::row_of(data, of_row));
  while (at != 0) {
    std::uint32_t parent = 0;
    while (std::find(nodes[parent].children.begin(), nodes[parent].children.end(), at) ==
           nodes[parent].children.end()) {
      ++parent;
    }
    const Node& node = nodes[parent];
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const auto branch = branch_if_known(model, node, testing::row_of(data, row));
      const bool anywhere = model.missing == MissingPolicy::fractional || !node.surrogates.empty();
      if (!branch && anywhere) continue;
      if (node.children[branch.value_or(node.missing_child)] != at) out[node.feature][row] = true;
    }
    at = parent;
  }
  return out;
}

double plain_distance(const Dataset& data, const Model& a, const Model& b) {
  double sum = 0;
  double total = 0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const RuledOut in_a = ruled_out(a, data, row);
    const RuledOut in_b = ruled_out(b, data, row);
    double one = 0;
    double either = 0;
    for (std::size_t feature = 0; feature < data.features.size(); ++feature) {
      for (std::size_t other = 0; other < data.rows(); ++other) {
        const double weight = data.weights.empty() ? 1 : data.weights[other];
        if (in_a[feature][other] != in_b[feature][other]) one += weight;
        if (in_a[feature][other] || in_b[feature][other]) either += weight;
      }
    }
    const double weight = data.weights.empty() ? 1 : data.weights[row];
    sum += either == 0 ? 0 : weight * one / either;
    total += weight;
  }
  return sum / total;
}

Dataset random_data(RandomEngine& engine, std::size_t rows, double missing, bool weighted) {
  Dataset data;
  data.target = "y";
  data.labels = {"a", "b", "c"};
  data.features = {testing::numeric("p", {}), testing::numeric("q", {}), testing::categorical("r", {}),
                   testing::ordinal("s", {}, {"low", "mid", "high", "top"})};
  data.features[2].categories = {"blue", "green", "red", "white", "black"};
  for (std::size_t row = 0; row < rows; ++row) {
    std::uint64_t sum = 0;
    for (FeatureColumn& feature : data.features) {
      const std::uint64_t value = uniform_below(engine, feature.categories.empty() ? 9 : feature.categories.size());
      sum += value;
      feature.values.push_back(uniform_unit(engine) < missing ? kMissing : static_cast<double>(value));
    }
    data.classes.push_back(static_cast<std::uint32_t>((sum + uniform_below(engine, 6)) % 12 / 4));
    data.table_rows.push_back(row);
    if (weighted) data.weights.push_back(0.5 + uniform_unit(engine));
  }
  return data;
}

std::vector<GrowOptions> ways_to_grow(MissingPolicy missing) {
  std::vector<GrowOptions> ways;
  for (const CategoricalSplit split : {CategoricalSplit::multiway, CategoricalSplit::equal, CategoricalSplit::subset}) {
    GrowOptions options = preset(split == CategoricalSplit::multiway ? Algorithm::c45 : Algorithm::cart);
    options.categorical = split;
    ways.push_back(options);
  }
  ways.push_back(preset(Algorithm::c45));
  ways.back().group_values = true;
  ways.push_back(preset(Algorithm::id3));
  ways.back().discretization = parse_discretization("equal-width:3");
  for (GrowOptions& options : ways) {
    options.missing = missing;
    options.min_leaf = 3;
    options.max_depth = 5;
  }
  return ways;
}

TEST(TreeDistance, IsWhatThePlainDefinitionSays) {
  RandomEngine engine(71);
  double sum = 0;
  for (const MissingPolicy missing : testing::kPolicies) {
    SCOPED_TRACE(to_string(missing));
    for (const GrowOptions& options : ways_to_grow(missing)) {
      const double gaps = missing == MissingPolicy::refuse ? 0 : 0.15;
      const Dataset data = random_data(engine, 40, gaps, uniform_below(engine, 2) == 0);
      std::vector<Model> models;
      for (std::size_t number = 0; number < 3; ++number) {
        models.push_back(testing::grown(resampled(OrderedParts(data, 1), draw_resample(data, {}, number)), options));
      }
      for (const Model& a : models) {
        for (const Model& b : models) {
          const double found = distance(data, a, b);
          EXPECT_NEAR(found, plain_distance(data, a, b), 1e-12);
          sum += found;
        }
      }
    }
  }
  EXPECT_GT(sum, 50);  // of 270 pairs, 90 of them a tree with itself
}

TEST(TreeDistance, IsAMetric) {
  RandomEngine engine(72);
  for (const MissingPolicy missing : testing::kPolicies) {
    SCOPED_TRACE(to_string(missing));
    const Dataset data = random_data(engine, 50, missing == MissingPolicy::refuse ? 0 : 0.15, true);
    const ValueShares shares(data);
    std::vector<TreeRegions> trees;
    std::size_t number = 0;
    for (const GrowOptions& options : ways_to_grow(missing)) {
      for (int i = 0; i < 3; ++i) {
        const Model model =
            testing::grown(resampled(OrderedParts(data, 1), draw_resample(data, {}, number++)), options);
        trees.push_back(tree_regions(model, data, every_row(data), shares));
      }
    }
    const auto d = tree_distances(trees, data.weights, shares, 2);
    for (std::size_t a = 0; a < trees.size(); ++a) {
      EXPECT_EQ(d[a][a], 0);
      EXPECT_EQ(tree_distance(trees[a], trees[a], data.weights, shares), 0);
      for (std::size_t b = 0; b < trees.size(); ++b) {
        EXPECT_EQ(d[a][b], tree_distance(trees[b], trees[a], data.weights, shares));
        EXPECT_GE(d[a][b], 0);
        EXPECT_LE(d[a][b], 1);
        for (std::size_t c = 0; c < trees.size(); ++c) EXPECT_LE(d[a][c], d[a][b] + d[b][c] + 1e-12);
      }
    }
    EXPECT_EQ(tree_distances(trees, data.weights, shares, 1), d);
  }
}

}  // namespace
}  // namespace espalier::tree_distance_test
