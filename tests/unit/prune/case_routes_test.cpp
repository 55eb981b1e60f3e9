#include "prune/error_based.hpp"

#include <gtest/gtest.h>

#include "unit/prune/routed_trees.hpp"

namespace espalier::case_routes_test {
namespace {

using Weights = std::vector<std::vector<double>>;  // per child and row; rows that do not come have 0

Weights sent(const CaseRoutes& routes, const Node& node, std::size_t rows) {
  Weights weights;
  for (const RoutedRows& child : routes.distribute(node, routes.all())) {
    weights.emplace_back(rows, 0.0);
    for (const RoutedRow& routed : child) weights.back()[routed.row] += routed.weight;
  }
  return weights;
}

// Rows 0 and 1 pass x0 <= 0.5, row 2 does not, row 3 has no x0.
Dataset four_rows() {
  return testing::rows_of({{2, {0}, 0}, {1, {1}, 1}, {1, {kMissing}, 1}});
}

Model model_with(MissingPolicy policy, const Dataset& data, std::uint32_t missing_child) {
  Model model = testing::routed_model(data, {{testing::threshold_test(0, 0.5, {1, 2}), {}, {}}}, policy);
  model.trees[0].nodes[0].missing_child = missing_child;
  return model;
}

TEST(CaseRoutes, BeginWithAllRowsAndTheirWeights) {
  const Dataset data = four_rows();
  const Model model = model_with(MissingPolicy::majority, data, 0);
  const std::vector<double> weights = {1, 2, 3, 4};
  const CaseRoutes routes(data, model, weights);
  EXPECT_EQ(routes.class_weights(routes.all()), (std::vector<double>{3, 7}));
}

TEST(CaseRoutes, MissingValuesGoWhereTheNodeSays) {
  const Dataset data = four_rows();
  const std::vector<double> weights = {1, 2, 3, 4};
  for (const std::uint32_t child : {0U, 1U}) {
    const Model model = model_with(MissingPolicy::majority, data, child);
    const CaseRoutes routes(data, model, weights);
    const Weights expected = child == 0 ? Weights{{1, 2, 0, 4}, {0, 0, 3, 0}} : Weights{{1, 2, 0, 0}, {0, 0, 3, 4}};
    EXPECT_EQ(sent(routes, model.trees[0].nodes[0], 4), expected);
  }
}

TEST(CaseRoutes, FractionsAreSharesOfTheKnownWeightHere) {
  const Dataset data = four_rows();
  const std::vector<double> weights = {1, 2, 1, 4};  // known: 3 against 1
  const Model model = model_with(MissingPolicy::fractional, data, 1);
  const CaseRoutes routes(data, model, weights);
  EXPECT_EQ(sent(routes, model.trees[0].nodes[0], 4), (Weights{{1, 2, 0, 3}, {0, 0, 1, 1}}));
}

TEST(CaseRoutes, WithoutAnyKnownValueMissingOnesStayWhole) {
  const Dataset data = testing::rows_of({{2, {kMissing}, 0}});
  const std::vector<double> weights = {1, 2};
  const Model model = model_with(MissingPolicy::fractional, data, 1);
  const CaseRoutes routes(data, model, weights);
  EXPECT_EQ(sent(routes, model.trees[0].nodes[0], 2), (Weights{{0, 0}, {1, 2}}));
}

TEST(CaseRoutes, BranchesWithoutKnownRowsHaveNoShare) {
  const Dataset data = testing::rows_of({{1, {0}, 0}, {1, {kMissing}, 1}});
  const std::vector<double> weights = {1, 1};
  const Model model = model_with(MissingPolicy::fractional, data, 1);
  const CaseRoutes routes(data, model, weights);
  const auto children = routes.distribute(model.trees[0].nodes[0], routes.all());
  EXPECT_EQ(children[0].size(), 2U);
  EXPECT_TRUE(children[1].empty());
}

}  // namespace
}  // namespace espalier::case_routes_test
