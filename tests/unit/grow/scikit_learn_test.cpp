// CART beside scikit-learn 1.2.1 on the sample data. The figures are those of
//   t = DecisionTreeClassifier(random_state=s, max_depth=d).fit(X, y).tree_   (Regressor for diabetes)
//   leaves = t.children_left < 0; w = t.weighted_n_node_samples[leaves]
//   (t.impurity[leaves] * w).sum() / w.sum(), leaves.sum()
// which are the same for s = 0 .. 9 unless noted. A tie is two cuts that gain the same on paper: scikit-learn then
// takes the column that its random order shows first, we take the first column.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "data/dataset.hpp"
#include "data/schema.hpp"
#include "data/table.hpp"
#include "grow/grow.hpp"
#include "model/tree_facts.hpp"

namespace espalier::scikit_learn_test {
namespace {

struct Reference {
  std::string file;
  std::string target;
  Task task;
  std::size_t depth;  // 0: no limit
  double impurity;
  std::size_t fewest_leaves;
  std::size_t most_leaves;
};

Model grown(const Reference& reference) {
  Warnings warnings;
  Table table = read_table(std::string(ESPALIER_SOURCE_DIR) + "/data/" + reference.file, {}, warnings);
  const Schema schema = infer_schema(table, {}, warnings);
  const Dataset data = take_dataset(table, schema, {reference.target, reference.task, ""}, warnings);
  GrowOptions options = preset(Algorithm::cart);
  options.max_depth = reference.depth;
  return grow(data, options, warnings);
}

double gini(const std::vector<double>& counts) {
  double squares = 0;
  double all = 0;
  for (const double count : counts) {
    squares += count * count;
    all += count;
  }
  return 1 - squares / (all * all);
}

double leaf_impurity(const Model& model) {
  double impure = 0;
  double weight = 0;
  for (const Node& node : model.trees.front().nodes) {
    if (!node.is_leaf()) continue;
    weight += node.weight();
    impure += model.task == Task::regression ? node.deviation : node.weight() * gini(node.counts);
  }
  return impure / weight;
}

class ScikitLearn : public ::testing::TestWithParam<Reference> {};

TEST_P(ScikitLearn, HasTheSameImpurityAndLeaves) {
  const Reference& reference = GetParam();
  const Model model = grown(reference);
  EXPECT_NEAR(leaf_impurity(model), reference.impurity, 1e-9 * std::max(1.0, reference.impurity));
  const std::size_t leaves = leaf_count(model.trees.front());
  EXPECT_GE(leaves, reference.fewest_leaves);
  EXPECT_LE(leaves, reference.most_leaves);
}

INSTANTIATE_TEST_SUITE_P(
    Samples, ScikitLearn,
    ::testing::Values(Reference{"iris.csv", "species", Task::classification, 0, 0, 9, 9},
                      Reference{"iris.csv", "species", Task::classification, 2, 0.0735373054213634, 3, 3},
                      Reference{"iris.csv", "species", Task::classification, 3, 0.039722222222222235, 5, 5},
                      Reference{"iris.csv", "species", Task::classification, 4, 0.008888888888888889, 8, 8},
                      Reference{"wine.csv", "cultivar", Task::classification, 0, 0, 12, 12},
                      Reference{"wine.csv", "cultivar", Task::classification, 2, 0.14005594729846008, 4, 4},
                      Reference{"wine.csv", "cultivar", Task::classification, 3, 0.042076868200463684, 8, 8},
                      Reference{"wine.csv", "cultivar", Task::classification, 4, 0.01348314606741573, 11, 11},
                      Reference{"kyphosis.csv", "Kyphosis", Task::classification, 0, 0, 17, 17},
                      Reference{"kyphosis.csv", "Kyphosis", Task::classification, 2, 0.21707268766092294, 4, 4},
                      Reference{"kyphosis.csv", "Kyphosis", Task::classification, 3, 0.17989417989417988, 6, 6},
                      Reference{"kyphosis.csv", "Kyphosis", Task::classification, 4, 0.1222222222222222, 8, 8},
                      Reference{"diabetes.csv", "progression", Task::regression, 0, 0, 432, 433},
                      Reference{"diabetes.csv", "progression", Task::regression, 2, 3360.0500966757377, 4, 4},
                      Reference{"diabetes.csv", "progression", Task::regression, 3, 2960.957474067145, 8, 8},
                      Reference{"diabetes.csv", "progression", Task::regression, 4, 2516.5744443402627, 16, 16}),
    [](const auto& parameter) {
      const Reference& reference = parameter.param;
      const std::string name = reference.file.substr(0, reference.file.find('.'));
      return name + (reference.depth == 0 ? "Full" : "Depth" + std::to_string(reference.depth));
    });

}  // namespace
}  // namespace espalier::scikit_learn_test
