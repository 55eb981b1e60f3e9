// The search against an even simpler one: on small random tables, every possible test is applied to every row, and the
// gains are computed from the definition.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "grow/grow.hpp"
#include "model/tree_facts.hpp"
#include "support/random.hpp"
#include "unit/grow/small_data.hpp"

namespace espalier {
namespace {

using Branch = std::vector<std::size_t>;  // rows

struct NaiveTest {
  std::uint32_t feature = 0;
  TestKind kind = TestKind::leaf;
  double key = 0;  // the largest value that goes left; the one category; 0 for multiway
  double gain = 0;
  double split_info = 0;
};

double naive_impurity(Criterion criterion, const Dataset& data, const Branch& rows) {
  std::map<std::uint32_t, double> counts;
  for (const std::size_t row : rows) counts[data.classes[row]] += 1;
  double entropy = 0;
  double squares = 0;
  double most = 0;
  for (const auto& [label, count] : counts) {
    const double share = count / static_cast<double>(rows.size());
    entropy -= share * std::log2(share);
    squares += share * share;
    most = std::max(most, share);
  }
  if (criterion == Criterion::gini) return 1 - squares;
  if (criterion == Criterion::error) return 1 - most;
  return entropy;
}

// Gain and split information of a partition of the rows with a known value; nothing if it is not allowed.
std::optional<NaiveTest> judge(const Dataset& data, const GrowOptions& options, const std::vector<Branch>& branches,
                               double least, bool all_branches) {
  const auto rows = static_cast<double>(data.rows());
  Branch known;
  double after = 0;
  double info = 0;
  std::size_t large = 0;
  std::size_t used = 0;
  for (const Branch& branch : branches) {
    if (branch.empty()) continue;
    ++used;
    const auto size = static_cast<double>(branch.size());
    if (size >= least) ++large;
    known.insert(known.end(), branch.begin(), branch.end());
    after += size * naive_impurity(options.criterion, data, branch);
    info -= size / rows * std::log2(size / rows);
  }
  if (used < 2 || large < 2 || (all_branches && large < used)) return std::nullopt;
  const double known_share = static_cast<double>(known.size()) / rows;
  if (known_share < 1) info -= (1 - known_share) * std::log2(1 - known_share);
  NaiveTest test;
  test.gain =
      known_share * (naive_impurity(options.criterion, data, known) - after / static_cast<double>(known.size()));
  test.split_info = info;
  return test;
}

// Numbers that are equal on paper differ by rounding; those that differ on paper differ by much more on tables this
// small.
constexpr double kSame = 1e-7;

std::vector<double> values_of(const FeatureColumn& column) {
  std::set<double> values;
  for (const double value : column.values) {
    if (!std::isnan(value)) values.insert(value);
  }
  return {values.begin(), values.end()};
}

template <typename Goes>
std::vector<Branch> branches_by(const FeatureColumn& column, std::size_t count, const Goes& goes) {
  std::vector<Branch> branches(count);
  for (std::size_t row = 0; row < column.values.size(); ++row) {
    if (!std::isnan(column.values[row])) branches[goes(column.values[row])].push_back(row);
  }
  return branches;
}

double naive_least(const Dataset& data, const GrowOptions& options, const FeatureColumn& column) {
  if (!options.min_cut_share || column.kind == ColumnKind::categorical) return options.min_leaf.value;
  double known = 0;
  for (const double value : column.values) known += std::isnan(value) ? 0 : 1;
  return std::max(options.min_leaf.value, std::min(25.0, 0.1 * known / static_cast<double>(data.labels.size())));
}

std::optional<NaiveTest> best_of_feature(const Dataset& data, const GrowOptions& options, std::uint32_t feature) {
  const FeatureColumn& column = data.features[feature];
  const bool category = column.kind == ColumnKind::categorical;
  const bool multiway = category && options.categorical == CategoricalSplit::multiway;
  const std::vector<double> values = values_of(column);
  const double least = naive_least(data, options, column);
  std::optional<NaiveTest> best;
  double tried = 0;
  for (std::size_t i = 0; i < (multiway ? std::min<std::size_t>(1, values.size()) : values.size()); ++i) {
    const double key = values[i];
    auto test = multiway ? judge(data, options,
                                 branches_by(column, column.categories.size(),
                                             [](double value) { return static_cast<std::size_t>(value); }),
                                 least, false)
                         : judge(data, options,
                                 branches_by(column, 2,
                                             [&](double value) {
                                               return static_cast<std::size_t>(category ? value != key : value > key);
                                             }),
                                 least, true);
    if (!test) continue;
    tried += 1;
    if (best && test->gain < best->gain + kSame) continue;
    test->feature = feature;
    test->kind =
        multiway ? TestKind::multiway : (column.kind == ColumnKind::numeric ? TestKind::less_equal : TestKind::member);
    test->key = multiway ? 0 : key;
    best = test;
  }
  const bool bits = options.criterion == Criterion::information_gain || options.criterion == Criterion::gain_ratio;
  if (best && options.charge_cuts && bits && !category)
    best->gain -= std::log2(tried) / static_cast<double>(data.rows());
  if (!best || best->gain < kSame) return std::nullopt;
  return best;
}

std::optional<NaiveTest> naive_choice(const Dataset& data, const GrowOptions& options) {
  std::vector<NaiveTest> offers;
  double sum = 0;
  double counted = 0;
  std::size_t ordinary = 0;
  const auto many_valued = [&](std::uint32_t feature) {
    const FeatureColumn& column = data.features[feature];
    return options.categorical == CategoricalSplit::multiway && column.kind == ColumnKind::categorical &&
           static_cast<double>(column.categories.size()) >= 0.3 * static_cast<double>(data.rows());
  };
  for (std::uint32_t feature = 0; feature < data.features.size(); ++feature) ordinary += many_valued(feature) ? 0 : 1;
  for (std::uint32_t feature = 0; feature < data.features.size(); ++feature) {
    const auto offer = best_of_feature(data, options, feature);
    if (!offer) continue;
    offers.push_back(*offer);
    if (ordinary > 0 && many_valued(feature)) continue;
    sum += offer->gain;
    counted += 1;
  }
  const bool ratio = options.criterion == Criterion::gain_ratio;
  if (ratio && counted == 0) return std::nullopt;
  std::optional<NaiveTest> best;
  double best_merit = 0;
  for (const NaiveTest& offer : offers) {
    if (ratio && (offer.gain < sum / counted - 1e-3 || offer.split_info <= 1e-3)) continue;
    const double merit = ratio ? offer.gain / offer.split_info : offer.gain;
    if (merit > best_merit + kSame) {
      best_merit = merit;
      best = offer;
    }
  }
  return best;
}

FeatureColumn random_column(RandomEngine& engine, std::size_t rows, const std::string& name) {
  const auto kind = uniform_below(engine, 3);
  const auto levels = 2 + uniform_below(engine, 4);
  const bool gaps = uniform_below(engine, 3) == 0;
  FeatureColumn column;
  column.name = name;
  column.kind = kind == 0 ? ColumnKind::numeric : (kind == 1 ? ColumnKind::categorical : ColumnKind::ordinal);
  for (std::uint64_t level = 0; level < levels && kind != 0; ++level) {
    column.categories.push_back("v" + std::to_string(level));
  }
  for (std::size_t row = 0; row < rows; ++row) {
    const auto value = static_cast<double>(uniform_below(engine, levels));
    column.values.push_back(gaps && uniform_below(engine, 4) == 0 ? kMissing : value);
  }
  return column;
}

Dataset random_data(RandomEngine& engine) {
  const std::size_t rows = 2 + uniform_below(engine, 11);
  const std::size_t labels = 2 + uniform_below(engine, 2);
  std::vector<FeatureColumn> columns;
  const std::size_t width = 1 + uniform_below(engine, 3);
  for (std::size_t i = 0; i < width; ++i) columns.push_back(random_column(engine, rows, "f" + std::to_string(i)));
  std::vector<std::string> target;
  for (std::size_t row = 0; row < rows; ++row)
    target.push_back(std::string(1, static_cast<char>('a' + uniform_below(engine, labels))));
  return testing::dataset(std::move(columns), target);
}

GrowOptions stump_options(RandomEngine& engine, Criterion criterion) {
  GrowOptions options;
  options.criterion = criterion;
  options.categorical = uniform_below(engine, 2) == 0 ? CategoricalSplit::multiway : CategoricalSplit::equal;
  options.charge_cuts = uniform_below(engine, 2) == 0;
  options.min_cut_share = uniform_below(engine, 2) == 0;
  options.min_leaf = static_cast<double>(1 + uniform_below(engine, 2));
  options.missing = MissingPolicy::majority;
  options.max_depth = 1;
  return options;
}

class Oracle : public ::testing::TestWithParam<Criterion> {};

TEST_P(Oracle, FindsTheSameTest) {
  RandomEngine engine(20261100 + static_cast<std::uint64_t>(GetParam()));
  int splits = 0;
  for (int round = 0; round < 4000; ++round) {
    const Dataset data = random_data(engine);
    const GrowOptions options = stump_options(engine, GetParam());
    Warnings warnings;
    const Node root = grow(data, options, warnings).trees[0].nodes[0];
    const auto expected = naive_choice(data, options);
    ASSERT_EQ(!root.is_leaf(), expected.has_value()) << "round " << round;
    if (!expected) continue;
    ++splits;
    ASSERT_EQ(root.feature, expected->feature) << "round " << round;
    ASSERT_EQ(root.test, expected->kind) << "round " << round;
    if (root.test == TestKind::less_equal) {
      ASSERT_EQ(root.gap->below, expected->key) << "round " << round;
    } else if (root.test == TestKind::member) {
      ASSERT_EQ(root.categories.back(), static_cast<std::uint32_t>(expected->key)) << "round " << round;
    }
  }
  EXPECT_GT(splits, 1000);
}

INSTANTIATE_TEST_SUITE_P(Criteria, Oracle,
                         ::testing::Values(Criterion::information_gain, Criterion::gain_ratio, Criterion::gini,
                                           Criterion::error),
                         [](const auto& instance) {
                           std::string name(to_string(instance.param));
                           std::erase(name, '-');
                           return name;
                         });

// Whole trees: the statistics on the nodes are those of the rows that the interpreter sends there.
TEST(OracleTree, NodesHoldTheRowsThatReachThem) {
  RandomEngine engine(5);
  for (int round = 0; round < 300; ++round) {
    const Dataset data = random_data(engine);
    GrowOptions options = preset(round % 2 == 0 ? Algorithm::cart : Algorithm::c45);
    options.missing = MissingPolicy::majority;
    Warnings warnings;
    const Model model = grow(data, options, warnings);
    const Tree& tree = model.trees[0];
    std::vector<std::vector<double>> counts(tree.nodes.size(), std::vector<double>(data.labels.size(), 0.0));
    for (std::size_t row = 0; row < data.rows(); ++row) {
      std::vector<double> values;
      for (const FeatureColumn& column : data.features) values.push_back(column.values[row]);
      for (std::uint32_t at = 0;;) {
        counts[at][data.classes[row]] += 1;
        if (tree.nodes[at].is_leaf()) break;
        at = tree.nodes[at].children[branch_taken(model, tree.nodes[at], values)];
      }
    }
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      EXPECT_EQ(tree.nodes[i].counts, counts[i]) << "round " << round << " node " << i;
      EXPECT_TRUE(tree.nodes[i].weight() <= 0 || tree.nodes[i].label == majority_label(counts[i]));
    }
  }
}

}  // namespace
}  // namespace espalier
