// Whole paths of the sample data as scikit-learn and rpart find them. tests/unit/learn/references has the recordings
// and the scripts that made them, record_paths.py and record_paths.R.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "grow/grow.hpp"
#include "learn/select_alpha.hpp"
#include "support/number_text.hpp"

namespace espalier::path_reference_test {
namespace {

constexpr double kClose = 1e-9;

// Rows without missing cells, columns of numbers: what both references are given.
Dataset complete_numbers(const std::string& name, const std::string& target) {
  Warnings warnings;
  Table table = read_table(std::string(ESPALIER_SOURCE_DIR) + "/data/" + name + ".csv", {}, warnings);
  SchemaOverrides overrides;
  if (name == "stagec") overrides.ignore = {"ploidy"};
  std::optional<Task> task;
  if (name == "stagec") task = Task::classification;
  const Dataset data = take_dataset(table, infer_schema(table, overrides, warnings), {target, task, ""}, warnings);
  std::vector<std::size_t> complete;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    bool missing = false;
    for (const auto& feature : data.features) missing = missing || std::isnan(feature.values[row]);
    if (!missing) complete.push_back(row);
  }
  return select_rows(data, complete);
}

// The lines of a recording below its comment and its header.
std::vector<std::vector<double>> recorded(const std::string& name) {
  std::ifstream file(std::string(ESPALIER_SOURCE_DIR) + "/tests/unit/learn/references/" + name + ".csv");
  std::string line;
  std::getline(file, line);
  EXPECT_TRUE(line.starts_with("# ")) << name;
  std::getline(file, line);
  std::vector<std::vector<double>> lines;
  while (std::getline(file, line)) {
    std::istringstream cells(line);
    std::vector<double>& numbers = lines.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) numbers.push_back(parse_number(cell).value());
  }
  EXPECT_GE(lines.size(), 3U) << name;
  return lines;
}

struct Set {
  const char* name;  // of the recording
  const char* file;
  const char* target;
  double min_split = 2;
  double min_leaf = 1;
};

void PrintTo(const Set& set, std::ostream* out) {
  *out << set.name;
}

LearnOptions options_of(const Set& set, RiskMeasure risk) {
  LearnOptions options;
  options.grow = preset(Algorithm::cart);
  options.grow.ties = TieRule::first_column;  // rpart's rule
  options.grow.min_split = set.min_split;
  options.grow.min_leaf = set.min_leaf;
  options.prune.method = PruneMethod::cost_complexity;
  options.prune.risk = risk;
  return options;
}

// The variance of the targets: scikit-learn's alphas are in the targets' unit, Espalier's are shares of the root's
// deviation.
double root_impurity(const Dataset& data, const AlphaPath& path) {
  if (data.task == Task::classification) return 1;
  return std::pow(path.scores.back().training_score, 2);
}

class ScikitLearnPath : public ::testing::TestWithParam<Set> {};

TEST_P(ScikitLearnPath, HasTheSameAlphasImpuritiesAndLeaves) {
  const Dataset data = complete_numbers(GetParam().file, GetParam().target);
  LearnOptions options = options_of(GetParam(), RiskMeasure::gini);
  if (data.task == Task::regression) options.grow.criterion = Criterion::variance;
  Warnings warnings;
  const AlphaPath path = score_alphas(data, grow(data, options.grow, warnings), options);
  const auto lines = recorded(std::string("sklearn_") + GetParam().name);
  const double unit = root_impurity(data, path);
  ASSERT_EQ(path.steps.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    EXPECT_NEAR(path.steps[i].alpha, lines[i][0] / unit, kClose) << i;
    EXPECT_NEAR(path.steps[i].risk, lines[i][1] / unit, kClose) << i;
    EXPECT_EQ(static_cast<double>(path.steps[i].leaves), lines[i][2]) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, ScikitLearnPath,
                         ::testing::Values(Set{"iris", "iris", "species"}, Set{"wine", "wine", "cultivar"},
                                           Set{"kyphosis", "kyphosis", "Kyphosis"},
                                           Set{"stagec", "stagec", "pgstat", 2, 3},
                                           Set{"diabetes", "diabetes", "progression", 2, 5}));

class RpartPath : public ::testing::TestWithParam<Set> {};

// rpart's figures are shares of the root's risk, and its table begins with the smallest tree.
TEST_P(RpartPath, HasTheSameTable) {
  const Dataset data = complete_numbers(GetParam().file, GetParam().target);
  LearnOptions options = options_of(GetParam(), RiskMeasure::errors);
  if (data.task == Task::regression) options.grow.criterion = Criterion::variance;
  Warnings warnings;
  const AlphaPath path = score_alphas(data, grow(data, options.grow, warnings), options);
  const auto lines = recorded(std::string("rpart_") + GetParam().name);
  const double root = path.steps.back().risk;
  const double root_error = path.scores.back().training_error;
  ASSERT_EQ(path.steps.size(), lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const AlphaStep& step = path.steps[lines.size() - 1 - i];
    EXPECT_NEAR(step.alpha / root, lines[i][0], kClose) << i;
    EXPECT_EQ(static_cast<double>(step.leaves), lines[i][1] + 1) << i;
    EXPECT_NEAR(step.risk / root, lines[i][2], kClose) << i;
    if (lines[i].size() > 3) {
      EXPECT_NEAR(step.error / root_error, lines[i][3], kClose) << i;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, RpartPath,
                         ::testing::Values(Set{"iris", "iris", "species"}, Set{"wine", "wine", "cultivar"},
                                           Set{"wine_20_7", "wine", "cultivar", 20, 7},
                                           Set{"kyphosis", "kyphosis", "Kyphosis"},
                                           Set{"kyphosis_20_7", "kyphosis", "Kyphosis", 20, 7},
                                           Set{"stagec", "stagec", "pgstat", 20, 7},
                                           Set{"diabetes", "diabetes", "progression", 10, 5}));

}  // namespace
}  // namespace espalier::path_reference_test
