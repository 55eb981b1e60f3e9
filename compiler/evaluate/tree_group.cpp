#include "evaluate/tree_group.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "evaluate/figures.hpp"
#include "evaluate/statistics.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

double pairs(std::size_t count) {
  return static_cast<double>(count) * (static_cast<double>(count) - 1) / 2;
}

void compare_labels(const Dataset& data, const std::vector<Answers>& answers, const std::vector<double>& weights,
                    AnswerAgreement& agreement) {
  std::vector<double> same;
  std::vector<double> majority;
  std::vector<std::size_t> trees(data.labels.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    std::fill(trees.begin(), trees.end(), 0);
    for (const Answers& tree : answers) ++trees[tree.labels[row]];
    double alike = 0;
    for (const std::size_t count : trees) alike += pairs(count);
    const auto most = std::max_element(trees.begin(), trees.end());
    agreement.rows[row].label = static_cast<std::uint32_t>(most - trees.begin());
    agreement.rows[row].trees = *most;
    same.push_back(alike / pairs(answers.size()));
    majority.push_back(static_cast<double>(*most) / static_cast<double>(answers.size()));
    if (3 * *most < 2 * answers.size()) agreement.rows_in_doubt.push_back(row);
  }
  agreement.same_answer = weighted_mean(same, weights);
  agreement.mean_majority = weighted_mean(majority, weights);
}

double variance(const std::vector<double>& values, const std::vector<double>& weights) {
  const double center = weighted_mean(values, weights);
  std::vector<double> squares;
  squares.reserve(values.size());
  for (const double value : values) squares.push_back((value - center) * (value - center));
  return weighted_mean(squares, weights);
}

void compare_values(const Dataset& data, const std::vector<Answers>& answers, const std::vector<double>& weights,
                    AnswerAgreement& agreement) {
  std::vector<double> deviations;
  std::vector<double> variances;
  std::vector<double> of_row(answers.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    for (std::size_t tree = 0; tree < answers.size(); ++tree) of_row[tree] = answers[tree].values[row];
    const Spread spread = spread_of(of_row);
    agreement.rows[row].mean = spread.mean;
    agreement.rows[row].deviation = spread.deviation.value_or(0);
    deviations.push_back(agreement.rows[row].deviation);
    variances.push_back(deviations.back() * deviations.back());
  }
  agreement.mean_deviation = weighted_mean(deviations, weights);
  // The mean of (a - b)^2 over all pairs is twice the variance.
  const double of_trees = weighted_mean(variances, weights);
  const double of_targets = variance(data.targets, weights);
  agreement.difference = std::sqrt(2 * of_trees);
  agreement.target_deviation = std::sqrt(of_targets);
  agreement.share_of_variance = of_targets > 0 ? of_trees / of_targets : 0;
}

}  // namespace

AnswerAgreement answer_agreement(const Dataset& data, const std::vector<Answers>& answers) {
  AnswerAgreement agreement;
  agreement.trees = answers.size();
  agreement.rows.resize(data.rows());
  const std::vector<double> weights = figure_weights(data.weights, data.rows());
  if (data.task == Task::regression) {
    compare_values(data, answers, weights, agreement);
  } else {
    compare_labels(data, answers, weights, agreement);
  }
  return agreement;
}

namespace {

// Per node, the tests above it.
std::vector<std::size_t> levels_of(const Tree& tree) {
  std::vector<std::size_t> level(tree.nodes.size(), 0);
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    for (const std::uint32_t child : tree.nodes[at].children) level[child] = level[at] + 1;
  }
  return level;
}

std::vector<double> thresholds_of(const Model& model, const Node& node) {
  if (node.test == TestKind::less_equal) return {node.threshold};
  std::vector<double> thresholds;
  if (node.test != TestKind::multiway) return thresholds;
  for (const CutPoint& cut : model.features[node.feature].cuts) thresholds.push_back(cut.threshold);
  return thresholds;
}

// How a test divides the rows of the data.
class Divisions {
 public:
  explicit Divisions(const ValueShares& shares) : shares_(shares) {}

  // Equal for tests that divide the rows alike.
  std::vector<double> signature(const Model& model, const Node& node) const {
    std::vector<double> signature = {static_cast<double>(node.feature)};
    if (node.test == TestKind::present) {
      signature.push_back(-1);
    } else if (shares_.is_numeric(node.feature)) {
      for (const double cut : thresholds_of(model, node)) signature.push_back(shares_.up_to(node.feature, cut));
    } else {
      add_groups(model, node, signature);
    }
    return signature;
  }

 private:
  // Per category that occurs its branch; branches are numbered in the order of their first category.
  void add_groups(const Model& model, const Node& node, std::vector<double>& signature) const {
    std::map<std::int64_t, double> number;
    for (std::uint32_t category = 0; category < shares_.categories(node.feature); ++category) {
      if (shares_.of_category(node.feature, category) <= 0) continue;
      const auto branch = branch_if_known(model.features[node.feature], node, category);
      const auto next = static_cast<double>(number.size());
      signature.push_back(number.emplace(branch ? std::int64_t{*branch} : -1, next).first->second);
    }
  }

  const ValueShares& shares_;
};

std::vector<RootTest> root_tests(const ValueShares& shares, const std::vector<Model>& models) {
  const Divisions divisions(shares);
  std::map<std::vector<double>, std::size_t> places;
  std::vector<RootTest> roots;
  for (const Model& model : models) {
    const Node& root = only_tree(model).nodes.front();
    if (root.is_leaf()) continue;
    const auto [place, is_new] = places.emplace(divisions.signature(model, root), roots.size());
    std::string text = test_text(model, root);
    if (is_new) roots.push_back({root.feature, text, 0});
    RootTest& test = roots[place->second];
    if (text.size() < test.text.size()) test.text = std::move(text);
    ++test.trees;
  }
  std::stable_sort(roots.begin(), roots.end(), [](const RootTest& a, const RootTest& b) { return a.trees > b.trees; });
  return roots;
}

// A tree counts once for a column and a level.
void count_uses(const Tree& tree, std::size_t levels, std::map<std::uint32_t, ColumnUse>& uses) {
  const std::vector<std::size_t> level = levels_of(tree);
  std::set<std::pair<std::uint32_t, std::size_t>> at_levels;
  std::set<std::uint32_t> columns;
  for (std::size_t at = 0; at < tree.nodes.size(); ++at) {
    const Node& node = tree.nodes[at];
    if (node.is_leaf()) continue;
    columns.insert(node.feature);
    if (level[at] < levels) at_levels.emplace(node.feature, level[at]);
  }
  for (const std::uint32_t feature : columns) {
    ColumnUse& use = uses.emplace(feature, ColumnUse{feature, std::vector<std::size_t>(levels, 0), 0}).first->second;
    ++use.anywhere;
  }
  for (const auto& [feature, at_level] : at_levels) ++uses[feature].at_level[at_level];
}

std::vector<ColumnUse> column_uses(const std::vector<Model>& models, std::size_t levels) {
  std::map<std::uint32_t, ColumnUse> uses;
  for (const Model& model : models) count_uses(only_tree(model), levels, uses);
  std::vector<ColumnUse> sorted;
  sorted.reserve(uses.size());
  for (auto& [feature, use] : uses) sorted.push_back(std::move(use));
  std::stable_sort(sorted.begin(), sorted.end(), [](const ColumnUse& a, const ColumnUse& b) {
    return std::tie(a.at_level, a.anywhere) > std::tie(b.at_level, b.anywhere);
  });
  return sorted;
}

// In standard deviations of the column. Everything is divided by its largest value first: squares must not overflow.
double in_deviations(const FeatureColumn& column, double low, double high) {
  std::vector<double> known;
  double largest = 0;
  for (const double value : column.values) {
    if (std::isnan(value)) continue;
    known.push_back(value);
    largest = std::max(largest, std::abs(value));
  }
  if (largest == 0) return 0;
  for (double& value : known) value /= largest;
  const double deviation = spread_of(known).deviation.value_or(0);
  return deviation == 0 ? 0 : (high / largest - low / largest) / deviation;
}

ThresholdSpread threshold_spread(const FeatureColumn& column, const ValueShares& shares, std::uint32_t feature,
                                 bool at_root, const std::vector<double>& thresholds) {
  const std::vector<double> alike(thresholds.size(), 1.0);
  ThresholdSpread found;
  found.feature = feature;
  found.at_root = at_root;
  found.count = thresholds.size();
  found.spread = spread_of(thresholds);
  found.lower_quartile = weighted_quantile(thresholds, alike, 0.25);
  found.median = weighted_quantile(thresholds, alike, 0.5);
  found.upper_quartile = weighted_quantile(thresholds, alike, 0.75);
  found.relative = in_deviations(column, found.lower_quartile, found.upper_quartile);
  found.rows_between = shares.up_to(feature, found.upper_quartile) - shares.up_to(feature, found.lower_quartile);
  return found;
}

std::vector<ThresholdSpread> threshold_spreads(const Dataset& data, const ValueShares& shares,
                                               const std::vector<Model>& models,
                                               const std::vector<ColumnUse>& columns) {
  std::vector<std::vector<double>> at_root(data.features.size());
  std::vector<std::vector<double>> anywhere(data.features.size());
  for (const Model& model : models) {
    const std::vector<Node>& nodes = only_tree(model).nodes;
    for (std::size_t at = 0; at < nodes.size(); ++at) {
      for (const double threshold : thresholds_of(model, nodes[at])) {
        anywhere[nodes[at].feature].push_back(threshold);
        if (at == 0) at_root[nodes[at].feature].push_back(threshold);
      }
    }
  }
  std::vector<ThresholdSpread> spreads;
  for (const bool root : {true, false}) {
    for (const ColumnUse& use : columns) {
      const std::vector<double>& thresholds = (root ? at_root : anywhere)[use.feature];
      if (thresholds.empty()) continue;
      spreads.push_back(threshold_spread(data.features[use.feature], shares, use.feature, root, thresholds));
    }
  }
  return spreads;
}

}  // namespace

TestChoices test_choices(const Dataset& data, const ValueShares& shares, const std::vector<Model>& models,
                         std::size_t levels) {
  TestChoices choices;
  choices.columns = column_uses(models, levels);
  choices.roots = root_tests(shares, models);
  for (const Model& model : models) choices.without_test += only_tree(model).nodes.front().is_leaf() ? 1 : 0;
  choices.thresholds = threshold_spreads(data, shares, models, choices.columns);
  return choices;
}

}  // namespace espalier
