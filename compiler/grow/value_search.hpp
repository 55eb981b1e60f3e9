// Tests on the values of a nominal attribute, from what its values hold at a node: a value has a row, in the order of
// the codes, and missing values, where they take part, have the last one. Tests are told by rows.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "grow/cut_scan.hpp"
#include "grow/search_plan.hpp"
#include "grow/sides.hpp"
#include "support/random.hpp"

namespace espalier {

// Rows of sums: of classes, or of levels (one number of its own kind each).
template <typename Number>
class SumRows {
 public:
  using Merged = std::vector<Number>;

  // Makes room for so many rows; there are none yet.
  void clear(std::size_t width, std::size_t most) {
    width_ = width;
    size_ = 0;
    if (rows_.size() < most) rows_.resize(most);
    if (numbers_.size() < width * most) numbers_.resize(width * most);
  }
  Number* add() {
    Number* const row = numbers_.data() + width_ * size_;
    std::fill_n(row, width_, Number{});
    rows_[size_++] = row;
    return row;
  }
  void drop() { --size_; }
  void refer_to(const Number* row) { rows_[size_++] = row; }
  std::size_t size() const { return size_; }
  const Number* operator[](std::size_t row) const { return rows_[row]; }

  Merged merged(std::size_t row) const { return Merged(operator[](row), operator[](row) + width_); }
  const Number* row_of(const Merged& merged) const { return merged.data(); }
  void merge(std::size_t row, Merged& into) const { merge(merged(row), into); }
  void merge(const Merged& from, Merged& into) const {
    for (std::size_t i = 0; i < width_; ++i) {
      if constexpr (std::is_same_v<Number, LevelSums>) {
        into[i].sum += from[i].sum;
        into[i].weight += from[i].weight;
      } else {
        into[i] += from[i];
      }
    }
  }

 private:
  std::size_t width_ = 0;
  std::size_t size_ = 0;
  std::vector<const Number*> rows_;
  std::vector<Number> numbers_;
};

// Rows of cases, where there are no sums or too many of them.
template <typename Id>
class CaseRows {
 public:
  using Merged = std::vector<Id>;

  void clear() { rows_.clear(); }
  void add(std::span<const Id> entries) { rows_.push_back(entries); }
  std::size_t size() const { return rows_.size(); }
  std::span<const Id> operator[](std::size_t row) const { return rows_[row]; }

  Merged merged(std::size_t row) const { return Merged(rows_[row].begin(), rows_[row].end()); }
  std::span<const Id> row_of(const Merged& merged) const { return merged; }
  void merge(std::size_t row, Merged& into) const { into.insert(into.end(), rows_[row].begin(), rows_[row].end()); }
  void merge(const Merged& from, Merged& into) const { into.insert(into.end(), from.begin(), from.end()); }

 private:
  std::vector<std::span<const Id>> rows_;
};

// What a search among values must know beside the rows.
struct ValueRules {
  const SearchPlan& plan;
  CategoricalSplit split;                 // of this column
  double grid;                            // of gains
  double mean_grid;                       // of means, by which the values of a regression are ordered
  std::span<const double> class_weights;  // of the cases that take part
  bool missing_last;                      // the last row is that of missing values
  double unknown_weight;                  // of the cases that have no row
  double floor;                           // gains that are no larger are of no use
  double least_word;                      // weight of a value that may be tested alone
  std::uint64_t key;                      // of what is drawn: note [draws] in grow/drawn_columns.hpp

  MissingPolicy policy() const { return plan.options.missing; }
  bool joins_missing() const { return missing_last && policy() == MissingPolicy::learned; }
};

struct ValueTest {
  TestKind test = TestKind::leaf;                  // none was found
  double gained = 0;                               // times the weight of the cases that take part
  std::vector<std::uint32_t> branches;             // per row, of two-way tests and groups
  std::optional<std::size_t> home = std::nullopt;  // multiway: the row whose branch missing values join
  double split_terms = 0;                          // sum of w log2 w over the branches' weights; gain ratio only
};

template <typename Sides>
inline constexpr bool kOfClasses = requires(const Sides& sides, const typename Sides::Number* row) {
  sides.weight_of_class(row, std::size_t{0});
};

template <typename Sides, typename Rows>
class ValueSearch {
 public:
  ValueSearch(const ValueRules& rules, const Rows& rows, const Sides& sides)
      : rules_(rules), rows_(rows), sides_(sides), values_(rows.size() - (rules.missing_last ? 1 : 0)) {}

  // One value left: nothing to test. This is also what keeps a multiway attribute from being tested twice on a path.
  ValueTest best(bool intervals) {
    if (rows_.size() < 2) return {};
    const GrowOptions& options = rules_.plan.options;
    if (intervals) return multiway();
    if (options.random_cuts && rules_.split != CategoricalSplit::multiway) return random_set();
    switch (rules_.split) {
      case CategoricalSplit::equal: return equal();
      case CategoricalSplit::automatic:
      case CategoricalSplit::subset: return subset();
      case CategoricalSplit::multiway: break;
    }
    return options.group_values ? grouped() : multiway();
  }

 private:
  // Beyond so many values only neighbours by mean response are merged: all pairs of thousands take too long.
  static constexpr std::size_t kMostValuesPairedFreely = 150;
  static constexpr std::size_t kMostValuesTriedExhaustively = 10;

  double least() const { return rules_.plan.training.min_leaf; }
  std::size_t missing_row() const { return values_; }

  // ---- Two-way tests: values go below and back, and the best set that was met is kept.

  ValueTest equal() {
    begin();
    const bool joins = rules_.joins_missing();
    const std::size_t values = joins ? values_ : rows_.size();
    for (std::size_t row = 0; row < values; ++row) {
      if (row < values_ && sides_.weight(rows_[row]) < rules_.least_word) continue;
      put<1>(row);
      judge();
      if (joins) {
        put<1>(missing_row());
        judge();
        put<-1>(missing_row());
      }
      put<-1>(row);
    }
    return two_way(false);
  }

  // With two classes, or squared distances from a mean, the best set is found by ordering the values by their mean
  // response and searching as if they were numbers (Fisher 1958; Breiman et al. 1984). That is not so for more classes,
  // for absolute distances, nor where a set is not allowed because it would only tell missing values from known ones:
  // then every set is tried while the values are few; beyond that, the ordering by response, or those by each class
  // against the rest.
  ValueTest subset() {
    begin();
    const bool regression = rules_.plan.training.is_regression();
    const std::vector<std::uint32_t> classes = classes_present();
    const bool in_order = !rules_.joins_missing() &&
                          (regression ? rules_.plan.options.criterion == Criterion::variance : classes.size() <= 2);
    if (!in_order && rows_.size() <= kMostValuesTriedExhaustively) {
      try_all();
    } else if (regression) {
      try_order(means());
    } else if (classes.size() <= 2) {
      try_order(shares_of(classes.back()));
    } else {
      for (const std::uint32_t label : classes) try_order(shares_of(label));
    }
    return two_way(true);
  }

  // One value, or any set of them, that is drawn; missing values join either side.
  ValueTest random_set() {
    begin();
    if (values_ < 2) return {};
    const bool alone = rules_.split == CategoricalSplit::equal;
    const auto any = [&](std::uint64_t place, std::size_t values) {
      return static_cast<std::size_t>(random_below_at(rules_.key, place, values));
    };
    if (alone) {
      std::vector<std::size_t> testable;
      for (std::size_t row = 0; row < values_; ++row) {
        if (sides_.weight(rows_[row]) >= rules_.least_word) testable.push_back(row);
      }
      if (testable.empty()) return {};
      put<1>(testable[any(values_, testable.size())]);
    } else {
      for (std::size_t row = 0; row < values_; ++row) {
        if (any(row, 2) == 0) put<1>(row);
      }
      if (values_below_ == 0) put<1>(any(values_, values_));
      if (values_below_ == values_) put<-1>(any(values_, values_));
    }
    judge();
    if (rules_.missing_last) {
      put<1>(missing_row());
      judge();
    }
    return two_way(!alone);
  }

  void begin() {
    below_.assign(rows_.size(), false);
    values_below_ = 0;
    gained_ = rules_.floor;
    found_ = false;
  }

  template <int Sign>
  void put(std::size_t row) {
    sides_.template shift<Sign>(rows_[row]);
    below_[row] = Sign > 0;
    if (row < values_) values_below_ += static_cast<std::size_t>(Sign);
  }

  // A test that only asks whether the value is known is one under MissingPolicy::own_category, and none under others.
  bool tells_values_apart() const { return values_below_ > 0 && values_below_ < values_; }

  void judge() {
    if (sides_.below() < least() || sides_.above() < least()) return;
    if (!sides_.beats(limit_above(gained_, rules_.grid))) return;
    const double gained = sides_.gained();
    if (gained <= gained_) return;
    if (!tells_values_apart() && rules_.policy() != MissingPolicy::own_category) return;
    gained_ = gained;
    found_ = true;
    best_ = below_;
    best_weights_[0] = sides_.below();
    best_weights_[1] = sides_.above();
  }

  // By Gray code: each set differs from the one before by a single value. The last value stays above, since swapping
  // the sides makes no other test.
  void try_all() {
    const std::size_t sets = std::size_t{1} << (rows_.size() - 1);
    for (std::size_t i = 1; i < sets; ++i) {
      const auto changed = static_cast<std::size_t>(std::countr_zero(i));
      if (below_[changed]) {
        put<-1>(changed);
      } else {
        put<1>(changed);
      }
      judge();
    }
  }

  // Cuts of the values by a figure of each; equal ones by code.
  void try_order(const std::vector<double>& figures) {
    order_.clear();
    for (std::uint32_t row = 0; row < figures.size(); ++row) order_.emplace_back(figures[row], row);
    std::sort(order_.begin(), order_.end());
    for (std::size_t i = 0; i + 1 < order_.size(); ++i) {
      put<1>(order_[i].second);
      judge();
    }
    for (std::size_t i = 0; i + 1 < order_.size(); ++i) put<-1>(order_[i].second);
  }

  // The best test: the values below are named; with `name_lighter_side`, those of the side with less weight, so that
  // values without rows here go with the heavier (of equal ones the side of the lowest code).
  ValueTest two_way(bool name_lighter_side) {
    ValueTest test;
    if (!found_) return test;
    if (name_lighter_side) {
      const std::vector<double> sides = on_common_grid({best_weights_[0], best_weights_[1]});
      if (sides[0] > sides[1] || (sides[0] == sides[1] && !best_.front())) best_.flip();
    }
    test.test = TestKind::member;
    test.gained = gained_;
    for (const bool below : best_) test.branches.push_back(below ? 0 : 1);
    test.split_terms = weight_log_weight(best_weights_[0]) + weight_log_weight(best_weights_[1]);
    return test;
  }

  // Of the node, whether or not they have a value here: those without take no part in any order.
  std::vector<std::uint32_t> classes_present() const {
    std::vector<std::uint32_t> present;
    for (std::uint32_t label = 0; label < rules_.class_weights.size(); ++label) {
      if (rules_.class_weights[label] > 0) present.push_back(label);
    }
    return present;
  }

  std::vector<double> shares_of(std::uint32_t label) const {
    std::vector<double> shares(rows_.size(), 0.0);
    if constexpr (kOfClasses<Sides>) {
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        const double inside = sides_.weight_of_class(rows_[row], label);
        shares[row] = share_of(inside, sides_.weight(rows_[row]) - inside);
      }
    }
    return shares;
  }

  std::vector<double> means() const {
    std::vector<double> means(rows_.size(), 0.0);
    if constexpr (!kOfClasses<Sides>) {
      for (std::size_t row = 0; row < rows_.size(); ++row) means[row] = sides_.mean(rows_[row], rules_.mean_grid);
    }
    return means;
  }

  // The values by a figure that tells their answers apart: the mean, or the share of the most frequent class.
  std::vector<double> responses() const {
    if constexpr (kOfClasses<Sides>) {
      const std::span<const double> weights = rules_.class_weights;
      const auto majority =
          static_cast<std::size_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
      std::vector<double> figures;
      for (std::size_t row = 0; row < rows_.size(); ++row) {
        const double weight = sides_.weight(rows_[row]);
        figures.push_back(weight > 0 ? sides_.weight_of_class(rows_[row], majority) / weight : 0);
      }
      return figures;
    } else {
      return means();
    }
  }

  // ---- A branch for each value. Values without rows here add neither gain nor split information.

  ValueTest multiway() const {
    const bool joins = rules_.joins_missing();
    const std::size_t values = joins ? values_ : rows_.size();
    if (values < 2) return {};
    ValueTest test;
    if (joins) test.home = best_home_for_missing();
    double purity = 0;
    std::size_t large_enough = 0;
    for (std::size_t row = 0; row < values; ++row) {
      double weight = 0;
      if (row == test.home) {
        auto both = rows_.merged(row);
        rows_.merge(missing_row(), both);
        purity += sides_.purity(rows_.row_of(both));
        weight = sides_.weight(rows_.row_of(both));
      } else {
        purity += sides_.purity(rows_[row]);
        weight = sides_.weight(rows_[row]);
      }
      test.split_terms += weight_log_weight(weight);
      if (weight >= least()) ++large_enough;
    }
    test.gained = sides_.gain_of(purity);
    if (large_enough < 2 || test.gained <= rules_.floor) return {};
    test.test = TestKind::multiway;
    return test;
  }

  // The branch that gets purest, or loses least, by taking the missing cases in; of equal ones the first.
  std::size_t best_home_for_missing() const {
    double purity_without = 0;
    std::vector<double> changes;
    for (std::size_t row = 0; row < values_; ++row) {
      const double before = sides_.purity(rows_[row]);
      auto both = rows_.merged(row);
      rows_.merge(missing_row(), both);
      purity_without += before;
      changes.push_back(sides_.purity(rows_.row_of(both)) - before);
    }
    std::size_t best = 0;
    double most = 0;
    for (std::size_t row = 0; row < values_; ++row) {
      const double gained = sides_.gain_of(purity_without + changes[row]);
      if (gained <= most) continue;
      most = gained;
      best = row;
    }
    return best;
  }

  // ---- C4.5's grouping of values: a branch per value at first; then, again and again, the two branches whose union
  // gives the best gain ratio become one, as long as that is no worse than leaving them apart.

  struct Branch {
    std::vector<std::uint32_t> rows;
    typename Rows::Merged sums;
    double purity = 0;
    double split_term = 0;  // weight * log2 weight

    // Where only neighbours are merged: the same of the union with the branch after it.
    double next_purity = 0;
    double next_split_term = 0;
  };
  struct Pair {
    double worth;
    std::size_t first;
    std::size_t second;
  };

  void measure(Branch& branch) const {
    branch.purity = sides_.purity(rows_.row_of(branch.sums));
    branch.split_term = weight_log_weight(sides_.weight(rows_.row_of(branch.sums)));
  }

  Branch united(const Branch& a, const Branch& b) const {
    Branch both = a;
    both.rows.insert(both.rows.end(), b.rows.begin(), b.rows.end());
    rows_.merge(b.sums, both.sums);
    measure(both);
    return both;
  }

  // Purities and split terms of all branches, and what is the same for all divisions.
  struct Division {
    double purity = 0;
    double split_terms = 0;
    double all_terms = 0;  // of the whole node and of the cases that take no part
  };

  double ratio(const Division& division) const {
    const double info = division.all_terms - division.split_terms;
    return info > 0 ? sides_.gain_of(division.purity) / info : 0;
  }

  void look_at_next(std::vector<Branch>& branches, std::size_t i) const {
    if (i + 1 >= branches.size()) return;
    const Branch both = united(branches[i], branches[i + 1]);
    branches[i].next_purity = both.purity;
    branches[i].next_split_term = both.split_term;
  }

  void order_by_response(std::vector<Branch>& branches) const {
    const std::vector<double> figures = responses();
    std::stable_sort(branches.begin(), branches.end(), [&](const Branch& a, const Branch& b) {
      return figures[a.rows.front()] < figures[b.rows.front()];
    });
  }

  Pair best_pair(const std::vector<Branch>& branches, const Division& now, bool neighbours_only) const {
    Pair best{-1, 0, 0};
    const auto consider = [&](std::size_t i, std::size_t j, double purity, double split_term) {
      Division then = now;
      then.purity = now.purity - branches[i].purity - branches[j].purity + purity;
      then.split_terms = now.split_terms - branches[i].split_term - branches[j].split_term + split_term;
      const double worth = ratio(then);
      if (worth > best.worth) best = {worth, i, j};
    };
    for (std::size_t i = 0; i + 1 < branches.size(); ++i) {
      if (neighbours_only) {
        consider(i, i + 1, branches[i].next_purity, branches[i].next_split_term);
        continue;
      }
      for (std::size_t j = i + 1; j < branches.size(); ++j) {
        const Branch both = united(branches[i], branches[j]);
        consider(i, j, both.purity, both.split_term);
      }
    }
    return best;
  }

  std::vector<Branch> merged_branches(Division& division) const {
    std::vector<Branch> branches;
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
      Branch branch;
      branch.rows = {row};
      branch.sums = rows_.merged(row);
      measure(branch);
      division.purity += branch.purity;
      division.split_terms += branch.split_term;
      branches.push_back(std::move(branch));
    }
    const bool neighbours_only = branches.size() > kMostValuesPairedFreely;
    if (neighbours_only) {
      order_by_response(branches);
      for (std::size_t i = 0; i < branches.size(); ++i) look_at_next(branches, i);
    }
    double current = ratio(division);
    while (branches.size() > 2) {
      const auto [worth, first, second] = best_pair(branches, division, neighbours_only);
      if (worth < current) break;
      current = worth;
      Branch both = united(branches[first], branches[second]);
      division.purity += both.purity - branches[first].purity - branches[second].purity;
      division.split_terms += both.split_term - branches[first].split_term - branches[second].split_term;
      branches[first] = std::move(both);
      branches.erase(branches.begin() + static_cast<std::ptrdiff_t>(second));
      // Only the unions next to a merger change: remembering the others keeps thousands of values from taking minutes.
      if (neighbours_only) look_at_next(branches, first);
      if (neighbours_only && first > 0) look_at_next(branches, first - 1);
    }
    return branches;
  }

  ValueTest grouped() const {
    double weight = rules_.unknown_weight;
    for (std::size_t row = 0; row < rows_.size(); ++row) weight += sides_.weight(rows_[row]);
    Division division;
    division.all_terms = weight_log_weight(weight) - weight_log_weight(rules_.unknown_weight);
    std::vector<Branch> branches = merged_branches(division);
    // In order of their lowest codes, so that the branches read in the order of the values.
    for (Branch& branch : branches) std::sort(branch.rows.begin(), branch.rows.end());
    std::sort(branches.begin(), branches.end(),
              [](const Branch& a, const Branch& b) { return a.rows.front() < b.rows.front(); });
    ValueTest test;
    test.test = TestKind::grouped;
    test.branches.resize(rows_.size());
    double purity = 0;
    std::size_t large_enough = 0;
    for (std::uint32_t branch = 0; branch < branches.size(); ++branch) {
      // Missing values alone are no branch: groups are of categories.
      if (rules_.missing_last && branches[branch].rows.front() == missing_row()) return multiway_if_large(branches);
      for (const std::uint32_t row : branches[branch].rows) test.branches[row] = branch;
      purity += branches[branch].purity;
      const double there = sides_.weight(rows_.row_of(branches[branch].sums));
      test.split_terms += weight_log_weight(there);
      if (there >= least()) ++large_enough;
    }
    test.gained = sides_.gain_of(purity);
    if (large_enough < 2 || test.gained <= rules_.floor) return {};
    return test;
  }

  ValueTest multiway_if_large(const std::vector<Branch>& branches) const {
    std::size_t large_enough = 0;
    for (const Branch& branch : branches) {
      if (sides_.weight(rows_.row_of(branch.sums)) >= least()) ++large_enough;
    }
    return large_enough < 2 ? ValueTest{} : multiway();
  }

  const ValueRules& rules_;
  const Rows& rows_;
  Sides sides_;
  std::size_t values_;

  std::vector<bool> below_;
  std::size_t values_below_ = 0;
  double gained_ = 0;
  bool found_ = false;
  std::vector<bool> best_;
  double best_weights_[2] = {0, 0};
  std::vector<std::pair<double, std::uint32_t>> order_;
};

}  // namespace espalier
