// The search against an even simpler one: on small random tables, every possible test is applied to every row, and the
// gains are computed from the definition.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <tuple>

#include "grow/grow.hpp"
#include "model/tree_facts.hpp"
#include "support/random.hpp"
#include "unit/grow/naive.hpp"

namespace espalier::oracle_test {
namespace {

using testing::Branch;
using testing::kSame;
using testing::naive_weight;

struct NaiveTest {
  std::uint32_t feature = 0;
  TestKind kind = TestKind::leaf;
  double key = 0;                      // the largest value that goes left; the one category; 0 for others
  std::optional<std::size_t> missing;  // branch of the rows without a value, where they take part
  std::vector<Branch> branches;
  double gain = 0;
  double split_info = 0;
};

bool missing_takes_part(MissingPolicy policy) {
  return policy == MissingPolicy::learned || policy == MissingPolicy::own_category;
}

double split_information(const Dataset& data, const std::vector<Branch>& branches, double whole) {
  double info = 0;
  double rest = whole;
  for (const Branch& branch : branches) {
    const double share = naive_weight(data, branch) / whole;
    rest -= share * whole;
    if (share > 0) info -= share * std::log2(share);
  }
  return rest / whole > 1e-9 ? info - rest / whole * std::log2(rest / whole) : info;
}

Branch all_rows(const Dataset& data) {
  Branch rows(data.rows());
  for (std::size_t row = 0; row < rows.size(); ++row) rows[row] = row;
  return rows;
}

// Everything one attribute offers, in the order in which the first of equals wins.
class Offers {
 public:
  Offers(const Dataset& data, const GrowOptions& options, std::uint32_t feature)
      : data_(data), options_(options), feature_(feature), column_(data.features[feature]) {
    std::set<double> values;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      if (std::isnan(column_.values[row])) {
        missing_.push_back(row);
      } else {
        values.insert(column_.values[row]);
      }
    }
    values_.assign(values.begin(), values.end());
    counts_ = missing_takes_part(options.missing) && !missing_.empty();
    whole_ = naive_weight(data, all_rows(data));
  }

  std::optional<NaiveTest> best() {
    if (column_.kind != ColumnKind::categorical) return best_cut();
    switch (options_.categorical) {
      case CategoricalSplit::multiway: offer_multiway(); break;
      case CategoricalSplit::equal: offer_equal(); break;
      case CategoricalSplit::automatic:
      case CategoricalSplit::subset: offer_subsets(); break;
    }
    return worth_it(best_);
  }

 private:
  static std::optional<NaiveTest> worth_it(std::optional<NaiveTest> test) {
    if (test && test->gain < kSame) return std::nullopt;
    return test;
  }

  template <typename Goes>
  std::vector<Branch> split(std::size_t count, std::optional<std::size_t> missing, const Goes& goes) const {
    std::vector<Branch> branches(count);
    for (std::size_t row = 0; row < data_.rows(); ++row) {
      if (!std::isnan(column_.values[row])) branches[goes(column_.values[row])].push_back(row);
    }
    if (missing) branches[*missing].insert(branches[*missing].end(), missing_.begin(), missing_.end());
    return branches;
  }

  // Whether it has the weight it needs in its branches.
  bool consider(TestKind kind, double key, std::optional<std::size_t> missing, std::vector<Branch> branches,
                double least, bool all_branches) {
    std::size_t large = 0;
    std::size_t used = 0;
    for (const Branch& branch : branches) {
      used += branch.empty() ? 0 : 1;
      large += !branch.empty() && naive_weight(data_, branch) >= least ? 1 : 0;
    }
    if (used < 2 || large < 2 || (all_branches && large < used)) return false;
    NaiveTest test{feature_, kind, key, missing, std::move(branches), 0, 0};
    test.gain = testing::naive_gain(options_.criterion, data_, test.branches, whole_);
    test.split_info = split_information(data_, test.branches, whole_);
    if (!best_ || test.gain >= best_->gain + kSame) best_ = std::move(test);
    return true;
  }

  double least_of_a_cut() const {
    if (!options_.min_cut_share || data_.task == Task::regression) return options_.min_leaf.value;
    const double known = whole_ - naive_weight(data_, missing_);
    return std::max(options_.min_leaf.value, std::min(25.0, 0.1 * known / static_cast<double>(data_.labels.size())));
  }

  // Returns the number of cuts tried.
  double offer_cuts(std::optional<std::size_t> missing) {
    const TestKind kind = column_.kind == ColumnKind::numeric ? TestKind::less_equal : TestKind::member;
    double tried = 0;
    for (std::size_t i = 0; i + 1 < values_.size(); ++i) {
      const double key = values_[i];
      tried += consider(kind, key, missing,
                        split(2, missing, [&](double value) { return static_cast<std::size_t>(value > key); }),
                        least_of_a_cut(), true)
                   ? 1
                   : 0;
    }
    return tried;
  }

  std::optional<NaiveTest> best_cut() {
    double tried = offer_cuts(counts_ ? std::optional<std::size_t>(1) : std::nullopt);
    if (counts_) {
      const std::optional<NaiveTest> above = best_;
      const double others = offer_cuts(0);
      if (best_ && (!above || best_->gain > above->gain)) tried = others;
    }
    const bool bits = options_.criterion == Criterion::information_gain || options_.criterion == Criterion::gain_ratio;
    if (best_ && options_.charge_cuts && bits) best_->gain -= std::log2(tried) / whole_;
    best_ = worth_it(best_);
    if (counts_ && options_.missing == MissingPolicy::own_category) {
      consider(TestKind::present, 0, 1, split(2, 1, [](double) { return std::size_t{0}; }), options_.min_leaf.value,
               true);
    }
    return worth_it(best_);
  }

  void offer_multiway() {
    const std::size_t outcomes = column_.categories.size();
    const auto by_value = [](double value) { return static_cast<std::size_t>(value); };
    const double least = options_.min_leaf.value;
    if (!counts_) {
      consider(TestKind::multiway, 0, std::nullopt, split(outcomes, std::nullopt, by_value), least, false);
    } else if (options_.missing == MissingPolicy::own_category) {
      consider(TestKind::multiway, 0, outcomes, split(outcomes + 1, outcomes, by_value), least, false);
    } else if (values_.size() >= 2) {
      // Missing values have one home, the one that gains most; only then is the weight of the branches looked at.
      std::optional<std::size_t> home;
      double most = 0;
      for (const double value : values_) {
        const auto branch = static_cast<std::size_t>(value);
        const double gain = testing::naive_gain(options_.criterion, data_, split(outcomes, branch, by_value), whole_);
        if (home && gain < most + kSame) continue;
        home = branch;
        most = gain;
      }
      consider(TestKind::multiway, 0, home, split(outcomes, home, by_value), least, false);
    }
  }

  void offer_equal() {
    const double least = options_.min_leaf.value;
    const bool learned = counts_ && options_.missing == MissingPolicy::learned;
    for (const double key : values_) {
      const auto differs = [&](double value) { return static_cast<std::size_t>(value != key); };
      // One value and missing ones: all there is to ask is whether it is known.
      const TestKind kind = values_.size() == 1 ? TestKind::present : TestKind::member;
      if (learned && values_.size() == 1) continue;
      const auto side = counts_ ? std::optional<std::size_t>(1) : std::nullopt;
      consider(kind, key, side, split(2, side, differs), least, true);
      if (learned) consider(TestKind::member, key, 0, split(2, 0, differs), least, true);
    }
    if (counts_ && !learned) {
      consider(TestKind::present, 0, 1, split(2, 1, [](double) { return std::size_t{0}; }), least, true);
    }
  }

  void offer_subsets() {
    const std::size_t values = values_.size();
    for (std::size_t set = 1; set + 1 < (std::size_t{1} << values); ++set) {
      const auto outside = [&](double value) {
        const auto position =
            static_cast<std::size_t>(std::find(values_.begin(), values_.end(), value) - values_.begin());
        return (set >> position) % 2 == 0 ? std::size_t{1} : std::size_t{0};
      };
      const auto side = counts_ ? std::optional<std::size_t>(1) : std::nullopt;
      consider(TestKind::member, 0, side, split(2, side, outside), options_.min_leaf.value, true);
    }
    if (counts_ && options_.missing == MissingPolicy::own_category) {
      consider(TestKind::present, 0, 1, split(2, 1, [](double) { return std::size_t{0}; }), options_.min_leaf.value,
               true);
    }
  }

  const Dataset& data_;
  const GrowOptions& options_;
  std::uint32_t feature_;
  const FeatureColumn& column_;
  std::vector<double> values_;
  Branch missing_;
  bool counts_ = false;
  double whole_ = 0;
  std::optional<NaiveTest> best_;
};

bool has_many_values(const Dataset& data, const GrowOptions& options, std::uint32_t feature) {
  const FeatureColumn& column = data.features[feature];
  return options.categorical == CategoricalSplit::multiway && column.kind == ColumnKind::categorical &&
         static_cast<double>(column.categories.size()) >= 0.3 * naive_weight(data, all_rows(data));
}

std::optional<NaiveTest> naive_choice(const Dataset& data, const GrowOptions& options) {
  std::vector<NaiveTest> offers;
  double sum = 0;
  double counted = 0;
  std::size_t ordinary = 0;
  for (std::uint32_t feature = 0; feature < data.features.size(); ++feature) {
    ordinary += has_many_values(data, options, feature) ? 0 : 1;
  }
  for (std::uint32_t feature = 0; feature < data.features.size(); ++feature) {
    const auto offer = Offers(data, options, feature).best();
    if (!offer) continue;
    offers.push_back(*offer);
    if (ordinary > 0 && has_many_values(data, options, feature)) continue;
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

GrowOptions stump_options(RandomEngine& engine, Criterion criterion, MissingPolicy policy) {
  GrowOptions options;
  options.ties = TieRule::first_column;
  options.criterion = criterion;
  options.categorical = static_cast<CategoricalSplit>(1 + uniform_below(engine, 3));
  options.charge_cuts = uniform_below(engine, 2) == 0;
  options.min_cut_share = uniform_below(engine, 2) == 0;
  // An ordering of values finds the best set only if none is forbidden for its size.
  const bool sized = options.categorical != CategoricalSplit::subset;
  options.min_leaf = static_cast<double>(1 + (sized ? uniform_below(engine, 2) : 0));
  options.missing = policy;
  options.max_depth = 1;
  return options;
}

// The rows in each branch as the interpreter sends them; rows whose value the search left out are left out.
std::vector<Branch> branches_taken(const Model& model, const Dataset& data) {
  const Node& root = model.trees[0].nodes[0];
  std::vector<Branch> branches(root.children.size());
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const std::vector<double> values = testing::row_of(data, row);
    if (const auto branch = branch_if_known(model, root, values)) {
      branches[*branch].push_back(row);
    } else if (missing_takes_part(model.missing)) {
      branches[root.missing_child].push_back(row);
    }
  }
  return branches;
}

void expect_same(const Model& model, const Dataset& data, const GrowOptions& options, const NaiveTest& expected) {
  const Node& root = model.trees[0].nodes[0];
  ASSERT_EQ(root.feature, expected.feature);
  ASSERT_EQ(root.test, expected.kind);
  const bool set =
      data.features[root.feature].kind == ColumnKind::categorical && options.categorical == CategoricalSplit::subset;
  if (root.test == TestKind::less_equal) {
    ASSERT_EQ(root.gap->below, expected.key);
  } else if (root.test == TestKind::member && !set) {
    ASSERT_EQ(root.categories.back(), static_cast<std::uint32_t>(expected.key));
  }
  if (set) {  // of equally good sets any may be found
    const double whole = naive_weight(data, all_rows(data));
    ASSERT_NEAR(testing::naive_gain(options.criterion, data, branches_taken(model, data), whole), expected.gain, kSame);
  } else {
    ASSERT_EQ(branches_taken(model, data).size(), root.children.size());
    if (expected.missing) {
      ASSERT_EQ(root.missing_child, *expected.missing);
    }
  }
}

class Oracle : public ::testing::TestWithParam<std::tuple<Criterion, MissingPolicy>> {};

TEST_P(Oracle, FindsTheSameTest) {
  const auto [criterion, policy] = GetParam();
  const bool numbers = criterion == Criterion::variance || criterion == Criterion::absolute_deviation;
  RandomEngine engine(20261100 + static_cast<std::uint64_t>(criterion) * 10 + static_cast<std::uint64_t>(policy));
  int splits = 0;
  for (int round = 0; round < 1500; ++round) {
    Dataset data = testing::random_data(engine, numbers ? Task::regression : Task::classification);
    if (round % 2 == 1) testing::add_weights(data, engine);
    const GrowOptions options = stump_options(engine, criterion, policy);
    const Model model = testing::grown(data, options);
    const auto expected = naive_choice(data, options);
    ASSERT_EQ(!model.trees[0].nodes[0].is_leaf(), expected.has_value()) << "round " << round;
    if (!expected) continue;
    ++splits;
    expect_same(model, data, options, *expected);
    ASSERT_FALSE(HasFatalFailure()) << "round " << round;
  }
  EXPECT_GT(splits, 400);
}

std::string without_dashes(std::string_view text) {
  std::string name(text);
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    Criteria, Oracle,
    ::testing::Combine(::testing::Values(Criterion::information_gain, Criterion::gain_ratio, Criterion::gini,
                                         Criterion::error, Criterion::variance, Criterion::absolute_deviation),
                       ::testing::Values(MissingPolicy::majority, MissingPolicy::learned, MissingPolicy::own_category,
                                         MissingPolicy::surrogate, MissingPolicy::fractional)),
    [](const auto& instance) {
      return without_dashes(to_string(std::get<0>(instance.param))) + "_" +
             without_dashes(to_string(std::get<1>(instance.param)));
    });

// The weight that reaches each node when the interpreter's rules are applied to the training rows one by one.
class Arrivals {
 public:
  Arrivals(const Model& model, const Dataset& data) : model_(model), data_(data), tree_(model.trees[0]) {
    weight.assign(tree_.nodes.size(), 0.0);
    counts.assign(tree_.nodes.size(), std::vector<double>(data.labels.size(), 0.0));
    for (std::size_t row = 0; row < data.rows(); ++row) send(row);
  }

  std::vector<double> weight;
  std::vector<std::vector<double>> counts;

 private:
  void send(std::size_t row) {
    const std::vector<double> values = testing::row_of(data_, row);
    std::vector<std::pair<std::uint32_t, double>> pending{{0, 1.0}};
    while (!pending.empty()) {
      const auto [at, part] = pending.back();
      pending.pop_back();
      weight[at] += part;
      if (data_.task == Task::classification) counts[at][data_.classes[row]] += part;
      const Node& node = tree_.nodes[at];
      if (node.is_leaf()) continue;
      if (model_.missing != MissingPolicy::fractional || branch_if_known(model_, node, values)) {
        pending.push_back({node.children[branch_taken(model_, node, values)], part});
        continue;
      }
      double all = 0;
      for (const std::uint32_t child : node.children) all += tree_.nodes[child].weight();
      for (const std::uint32_t child : node.children) {
        pending.push_back({child, part * tree_.nodes[child].weight() / all});
      }
    }
  }

  const Model& model_;
  const Dataset& data_;
  const Tree& tree_;
};

// Whole trees: the statistics on the nodes are those of the rows that the interpreter sends there.
class OracleTree : public ::testing::TestWithParam<MissingPolicy> {};

TEST_P(OracleTree, NodesHoldTheRowsThatReachThem) {
  RandomEngine engine(5 + static_cast<std::uint64_t>(GetParam()));
  for (int round = 0; round < 300; ++round) {
    const Task task = round % 3 == 0 ? Task::regression : Task::classification;
    const Dataset data = testing::random_data(engine, task);
    GrowOptions options = preset(round % 2 == 0 ? Algorithm::cart : Algorithm::c45);
    options.categorical = static_cast<CategoricalSplit>(1 + uniform_below(engine, 3));
    options.group_values = uniform_below(engine, 2) == 0;
    options.missing = GetParam();
    const Model model = testing::grown(data, options);
    const Arrivals arrivals(model, data);
    for (std::size_t i = 0; i < model.trees[0].nodes.size(); ++i) {
      const Node& node = model.trees[0].nodes[i];
      ASSERT_NEAR(node.weight(), arrivals.weight[i], 1e-9) << "round " << round << " node " << i;
      for (std::size_t label = 0; label < node.counts.size(); ++label) {
        ASSERT_NEAR(node.counts[label], arrivals.counts[i][label], 1e-9) << "round " << round << " node " << i;
      }
      if (task == Task::classification) {
        EXPECT_TRUE(node.weight() <= 0 || node.label == majority_label(node.counts));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Policies, OracleTree,
                         ::testing::Values(MissingPolicy::majority, MissingPolicy::learned, MissingPolicy::own_category,
                                           MissingPolicy::surrogate, MissingPolicy::fractional),
                         [](const auto& instance) { return without_dashes(to_string(instance.param)); });

}  // namespace
}  // namespace espalier::oracle_test
