#include "unit/grow/oracle/gradient_tree.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <set>

#include "grow/class_weights.hpp"
#include "grow/gradient_tree.hpp"
#include "grow/threshold.hpp"
#include "grow/training_set.hpp"
#include "support/random.hpp"

namespace espalier::testing {
namespace {

using Rows = std::vector<std::uint32_t>;

struct SimpleTest {
  std::uint32_t feature = 0;
  TestKind kind = TestKind::less_equal;
  Gap gap{0, 0};
  std::vector<std::uint32_t> categories{};
  bool missing_left = false;
  double gain = 0;
  Rows left{};
  Rows right{};
};

class SimpleGrower {
 public:
  SimpleGrower(const Dataset& data, const GrowOptions& options, double l2, double least_bend,
               const std::vector<double>& slopes, const std::vector<double>& bends)
      : data_(data), options_(options), l2_(l2), least_bend_(least_bend), weights_(row_weights(data, options)) {
    const auto magnitude = [](double a, double b) { return std::abs(a) < std::abs(b); };
    units_ = WholeUnits::of(data.rows(), std::abs(*std::ranges::max_element(slopes, magnitude)),
                            *std::ranges::max_element(bends));
    for (std::size_t row = 0; row < data.rows(); ++row) gradients_.push_back(units_.row(slopes[row], bends[row]));
  }

  Tree grow(std::uint64_t key) {
    Rows rows(data_.rows());
    std::iota(rows.begin(), rows.end(), 0U);
    tree_.nodes.emplace_back();
    grow_below(0, rows, 0, key);
    return std::move(tree_);
  }

 private:
  GradientSums sum(const Rows& rows) const {
    GradientSums all;
    for (const std::uint32_t row : rows) all += gradients_[row];
    return all;
  }

  double saved(const Rows& rows) const {
    const GradientSums all = sum(rows);
    return units_.slope_of(all) * units_.slope_of(all) / (units_.bend_of(all) + l2_);
  }

  void grow_below(std::uint32_t at, const Rows& rows, std::size_t depth, std::uint64_t key) {
    for (const std::uint32_t row : rows) tree_.nodes[at].total += weights_[row];
    std::optional<SimpleTest> test;
    const bool deep = options_.max_depth != 0 && depth >= options_.max_depth;
    if (!deep && rows.size() >= 2 && static_cast<double>(rows.size()) >= options_.min_split.value)
      test = find(rows, key);
    if (!test) {
      const GradientSums all = sum(rows);
      const double bend = units_.bend_of(all) + l2_;
      tree_.nodes[at].value = bend > 0 ? -units_.slope_of(all) / bend + 0.0 : 0;
      return;
    }
    const auto first = static_cast<std::uint32_t>(tree_.nodes.size());
    tree_.nodes.resize(first + 2);
    Node& node = tree_.nodes[at];
    node.test = test->kind;
    node.feature = test->feature;
    node.categories = test->categories;
    if (test->kind == TestKind::less_equal) {
      node.gap = test->gap;
      node.threshold = place_threshold(test->gap, options_.threshold, {});
    }
    const bool missing =
        std::ranges::any_of(rows, [&](std::uint32_t row) { return std::isnan(value(test->feature, row)); });
    node.missing_child = test->left.size() >= test->right.size() ? 0 : 1;
    if (options_.missing == MissingPolicy::refuse) node.missing_child = 1;
    if (missing) node.missing_child = test->missing_left ? 0 : 1;
    node.children.assign(2, 0);
    node.children[0] = first;
    node.children[1] = first + 1;
    grow_below(first, test->left, depth + 1, random_at(key, 0));
    grow_below(first + 1, test->right, depth + 1, random_at(key, 1));
  }

  double value(std::uint32_t feature, std::uint32_t row) const { return data_.features[feature].values[row]; }

  // As the engine reads it: with so many columns as are to be tried, and then one at a time.
  std::optional<SimpleTest> find(const Rows& rows, std::uint64_t key) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> columns;
    for (std::uint32_t feature = 0; feature < data_.features.size(); ++feature) {
      const std::uint64_t place = (std::uint64_t{1} << 62U) + feature;
      if (options_.tried_columns == 0 || varies(rows, feature)) columns.emplace_back(random_at(key, place), feature);
    }
    std::ranges::sort(columns);
    for (std::size_t begin = 0; begin < columns.size();) {
      const std::size_t wanted = options_.tried_columns == 0 ? columns.size() : begin == 0 ? options_.tried_columns : 1;
      const std::size_t end = std::min(columns.size(), begin + wanted);
      std::set<std::uint32_t> features;
      for (std::size_t i = begin; i < end; ++i) features.insert(columns[i].second);
      best_.reset();
      best_gain_ = 2 * options_.min_gain;
      for (const std::uint32_t feature : features) try_feature(rows, feature);
      if (best_) return best_;
      begin = end;
    }
    return std::nullopt;
  }

  // Words that are too rare to be asked for are one.
  bool varies(const Rows& rows, std::uint32_t feature) const {
    const std::set<std::uint32_t> tested = tested_words(feature);
    std::set<double> values;
    for (const std::uint32_t row : rows) {
      const double found = value(feature, row);
      const bool rare =
          is_nominal(feature) && !std::isnan(found) && !tested.contains(static_cast<std::uint32_t>(found));
      values.insert(std::isnan(found) ? 1e300 : rare ? -1e300 : found + 0.0);
    }
    return values.size() > 1;
  }

  bool is_nominal(std::uint32_t feature) const { return data_.features[feature].kind == ColumnKind::categorical; }

  std::set<std::uint32_t> tested_words(std::uint32_t feature) const {
    const std::size_t words = data_.features[feature].categories.size();
    const std::size_t least = least_word_rows(options_.categorical, data_.rows(), words);
    std::set<std::uint32_t> tested;
    for (std::uint32_t word = 0; word < words; ++word) {
      const auto rows = std::ranges::count(data_.features[feature].values, static_cast<double>(word));
      if (rows > 0 && static_cast<std::size_t>(rows) >= least) tested.insert(word);
    }
    return tested;
  }

  void try_feature(const Rows& rows, std::uint32_t feature) {
    std::set<double> values;
    for (const std::uint32_t row : rows) {
      if (!std::isnan(value(feature, row))) values.insert(value(feature, row) + 0.0);
    }
    if (!is_nominal(feature)) {
      for (const double cut : values) {
        const auto next = values.upper_bound(cut);
        SimpleTest test{feature};
        if (next != values.end()) test.gap = {cut, *next};
        if (data_.features[feature].kind == ColumnKind::ordinal) {
          test.kind = TestKind::member;
          for (std::uint32_t word = 0; word <= static_cast<std::uint32_t>(cut); ++word) test.categories.push_back(word);
        }
        offer(rows, test, [&](double found) { return found <= cut; });
      }
      return;
    }
    const std::size_t words = data_.features[feature].categories.size();
    const std::set<std::uint32_t> tested = tested_words(feature);
    std::vector<std::uint32_t> here;
    for (const double word : values) {
      if (tested.contains(static_cast<std::uint32_t>(word))) here.push_back(static_cast<std::uint32_t>(word));
    }
    const auto offer_set = [&](std::vector<std::uint32_t> set) {
      std::ranges::sort(set);
      offer(rows, {feature, TestKind::member, {0, 0}, set},
            [&](double found) { return std::ranges::binary_search(set, static_cast<std::uint32_t>(found)); });
    };
    if (split_for(options_.categorical, telling_rows(data_), words) == CategoricalSplit::equal) {
      for (const std::uint32_t word : here) offer_set({word});
      return;
    }
    const auto ratio = [&](std::uint32_t word) {
      Rows of_word;
      std::ranges::copy_if(rows, std::back_inserter(of_word),
                           [&](std::uint32_t row) { return value(feature, row) == static_cast<double>(word); });
      return units_.slope_of(sum(of_word)) / (units_.bend_of(sum(of_word)) + 10);
    };
    std::ranges::stable_sort(here, [&](std::uint32_t a, std::uint32_t b) { return ratio(a) < ratio(b); });
    for (std::size_t end = 1; end <= here.size(); ++end)
      offer_set({here.begin(), here.begin() + static_cast<std::ptrdiff_t>(end)});
    const bool rare =
        std::ranges::any_of(values, [&](double word) { return !tested.contains(static_cast<std::uint32_t>(word)); });
    for (std::size_t begin = here.size(); rare && begin-- > 0;) {
      offer_set({here.begin() + static_cast<std::ptrdiff_t>(begin), here.end()});
    }
  }

  void offer(const Rows& rows, const SimpleTest& test, const std::function<bool(double)>& goes_left) {
    Rows left;
    Rows right;
    Rows missing;
    for (const std::uint32_t row : rows) {
      const double found = value(test.feature, row);
      (std::isnan(found) ? missing : goes_left(found) ? left : right).push_back(row);
    }
    const auto with = [](Rows some, const Rows& more) {
      some.insert(some.end(), more.begin(), more.end());
      return some;
    };
    const bool larger_left = left.size() >= right.size();
    const bool by_size = options_.missing == MissingPolicy::majority && !missing.empty();
    if (!by_size || !larger_left)
      offer_rows(rows, test, left, with(right, missing), false, right.empty() && !missing.empty());
    if (!missing.empty() && (!by_size || larger_left)) offer_rows(rows, test, with(left, missing), right, true, false);
  }

  void offer_rows(const Rows& rows, const SimpleTest& test, const Rows& left, const Rows& right, bool missing_left,
                  bool presence) {
    if (presence && options_.missing != MissingPolicy::own_category) return;
    for (const Rows* const side : {&left, &right}) {
      if (side->empty() || static_cast<double>(side->size()) < options_.min_leaf.value) return;
      const double bend = units_.bend_of(sum(*side));
      if (bend < least_bend_ || bend + l2_ <= 0) return;
    }
    const double both = saved(left) + saved(right);
    const double gain = both - saved(rows);
    if (!(gain > best_gain_) || !(gain > 1e-11 * both)) return;
    best_gain_ = gain;
    best_ = test;
    best_->missing_left = missing_left;
    best_->left = left;
    best_->right = right;
    if (!presence) return;
    best_->kind = TestKind::present;
    best_->categories.clear();
  }

  const Dataset& data_;
  const GrowOptions& options_;
  double l2_;
  double least_bend_;
  std::vector<double> weights_;
  WholeUnits units_;
  std::vector<GradientSums> gradients_;
  Tree tree_;
  std::optional<SimpleTest> best_;
  double best_gain_ = 0;
};

}  // namespace

Tree simple_gradient_tree(const Dataset& data, const GrowOptions& options, double l2, double least_bend,
                          const std::vector<double>& slopes, const std::vector<double>& bends, std::uint64_t key) {
  return SimpleGrower(data, options, l2, least_bend, slopes, bends).grow(key);
}

}  // namespace espalier::testing
