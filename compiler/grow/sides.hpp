// The two sides of a two-way test, for every criterion. All cases that take part are above at first; single cases, or
// the cases of whole values, go below and back. Each type offers
//   move(item)       a case goes below
//   shift<S>(row)    the cases of a value go below (S = 1), or back (S = -1)
//   below(), above() weights
//   beats(limit)     whether the gain, times the weight, can exceed the limit: never wrongly no
//   gained()         the gain, times the weight, as note [equal gains] in grow/criteria.hpp wants it
//   gain_of(purity)  the same, where the branches are more than two: of their purities, added up
//   purity(row), weight(row)  of the cases of a value, as a branch of their own
//   skim(entries, limit)  whether any cut in a stretch of cases, the one before it included, can exceed the limit; if
//                    none can, the stretch goes below (some types only)
// The cases of a value are a row of sums where those are few, and otherwise a list of cases.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/criteria.hpp"
#include "grow/search_plan.hpp"
#include "support/median_sums.hpp"

namespace espalier {

// What a regression measures its targets against at a node.
struct LevelFacts {
  double center = 0;
  double sum = 0;        // of weight * (level - center)
  double deviation = 0;  // of weight * (level - center)^2
  double grid = 0;       // of gains
};

struct LevelSums {
  double sum = 0;  // of weight * (level - center)
  double weight = 0;
};

// What there is to know of the cases of a node and of the criterion.
struct SideFacts {
  const std::uint8_t* labels = nullptr;      // per case: its class, where there are at most 256
  const std::uint32_t* responses = nullptr;  // per case: its class of more, or the rank of its target
  const std::int64_t* units = nullptr;       // per case: its weight; none: all weigh 1
  const double* levels = nullptr;            // per case: its target
  std::size_t classes = 0;                   //
  const double* factors = nullptr;           // per class: what it counts in the criterion; none: what it weighs
  const double* logs = nullptr;              // n log2 n of whole numbers
  WeightScale scale;                         // of units
  LevelFacts level;                          // of a regression
  const MedianSums* no_targets = nullptr;    // of an absolute deviation: to begin from
};

template <typename Label>
const Label* labels_of(const SideFacts& facts) {
  if constexpr (std::is_same_v<Label, std::uint8_t>)
    return facts.labels;
  else
    return facts.responses;
}

// What rounding may have taken off a gain, as a part of the weight that is involved.
inline constexpr double kRounding = 0x1p-44;

// Room for the counts of both sides, one after the other: searches are too many to ask for memory each.
template <typename Number>
using SideScratch = std::vector<Number>;

// A case of weight 1 in whole numbers, or what it weighs in units.
template <typename Number>
Number amount_of(const SideFacts& facts, std::size_t item) {
  if constexpr (std::is_same_v<Number, std::uint32_t>)
    return 1;
  else
    return facts.units != nullptr ? facts.units[item] : static_cast<Number>(facts.scale.per_unit);
}

// Sums over the cases of `entries`.
template <typename Number, typename Label, typename Id>
void add_cases(const SideFacts& facts, std::span<const Id> entries, Number* row) {
  const Label* const labels = labels_of<Label>(facts);
  for (const Id entry : entries) {
    const std::size_t item = CaseLists<Id>::case_of(entry);
    row[labels[item]] += amount_of<Number>(facts, item);
  }
}

// Gini's purity sum c^2 / n of two classes: the gain of a cut is 2 (l n - t nl)^2 / (n nl nr), with l of the t cases of
// the second class below. Cases of weight 1 are counted, and l n - t nl is exact; others weigh what they weigh, times
// the factors of their classes.
template <bool kWeighed>
class PairSides {
 public:
  using Number = std::conditional_t<kWeighed, std::int64_t, std::uint32_t>;
  using Label = std::uint8_t;
  static constexpr bool kUnitWeights = !kWeighed;
  static constexpr bool kRows = true;

  PairSides(const SideFacts& facts, const Number* whole, SideScratch<Number>&)
      : facts_(&facts), labels_(facts.labels), whole_(std::int64_t{whole[0]} + whole[1]), whole_second_(whole[1]) {
    first_ = counted(0, whole_ - whole_second_);
    second_ = counted(1, whole_second_);
    whole_purity_ = purity_of(whole_, whole_second_);
  }

  void move(std::size_t item) {
    const std::int64_t amount = amount_of<Number>(*facts_, item);
    below_ += amount;
    below_second_ += amount & -std::int64_t{labels_[item]};
  }
  template <int Sign>
  void shift(const Number* row) {
    below_ += Sign * (std::int64_t{row[0]} + row[1]);
    below_second_ += Sign * std::int64_t{row[1]};
  }
  // The distance is farthest if one class comes first, and nl nr is least at one of the ends.
  template <typename Id>
  bool skim(std::span<const Id> stretch, double limit) {
    const double distance = this->distance();
    std::int64_t all = 0;
    std::int64_t second = 0;
    for (const Id entry : stretch) {
      const std::size_t item = CaseLists<Id>::case_of(entry);
      const std::int64_t amount = amount_of<Number>(*facts_, item);
      all += amount;
      second += amount & -std::int64_t{labels_[item]};
    }
    const double highest = distance + counted(1, second) * first_;
    const double lowest = distance - counted(0, all - second) * second_;
    const double least = std::min(product(below_, below_second_), product(below_ + all, below_second_ + second));
    if (beats(std::max(highest, -lowest), least, limit)) return true;
    below_ += all;
    below_second_ += second;
    return false;
  }
  double below() const { return in_rows(below_); }
  double above() const { return in_rows(whole_ - below_); }
  bool beats(double limit) const { return beats(std::abs(distance()), product(below_, below_second_), limit); }
  double gained() const {
    return gain_of(purity_of(below_, below_second_) + purity_of(whole_ - below_, whole_second_ - below_second_));
  }
  double gain_of(double purity) const { return weighted_gain(whole_purity_, purity); }
  double purity(const Number* row) const { return purity_of(std::int64_t{row[0]} + row[1], row[1]); }
  double weight(const Number* row) const { return in_rows(std::int64_t{row[0]} + row[1]); }
  double weight_of_class(const Number* row, std::size_t label) const { return in_rows(row[label]); }

 private:
  double in_rows(std::int64_t amount) const {
    return kWeighed ? facts_->scale.weight(amount) : static_cast<double>(amount);
  }
  double counted(int label, std::int64_t amount) const {
    return !kWeighed || facts_->factors == nullptr ? in_rows(amount) : in_rows(amount) * facts_->factors[label];
  }
  double distance() const {
    if constexpr (!kWeighed) return static_cast<double>(below_second_ * whole_ - whole_second_ * below_);
    const double l = counted(1, below_second_);
    return l * (first_ + second_) - second_ * (counted(0, below_ - below_second_) + l);
  }
  double product(std::int64_t below, std::int64_t second) const {
    const double counts = counted(0, below - second) + counted(1, second);
    return counts * (first_ + second_ - counts);
  }
  bool beats(double distance, double product, double limit) const {
    const double all = first_ + second_;
    const double farthest = kWeighed ? distance + all * all * 0x1p-50 : distance;
    return 2 * farthest * farthest > limit * all * product * (1 - kRounding);
  }
  double purity_of(std::int64_t all, std::int64_t second) const {
    const double a = counted(0, all - second);
    const double b = counted(1, second);
    return a + b > 0 ? (a * a + b * b) / (a + b) : 0;
  }

  const SideFacts* facts_;
  const std::uint8_t* labels_;
  std::int64_t whole_;
  std::int64_t whole_second_;
  std::int64_t below_ = 0;
  std::int64_t below_second_ = 0;
  double first_;  // of the whole, as they count
  double second_;
  double whole_purity_;
};

// What sides of any number of classes have in common: rows of sums where there are few classes, and lists of cases
// where a row would be mostly empty.
template <typename Derived, typename NumberT, typename LabelT>
class ClassSides {
 public:
  using Number = NumberT;
  using Label = LabelT;
  static constexpr bool kRows = std::is_same_v<Label, std::uint8_t>;

  void move(std::size_t item) { self().template change<1>(labels_[item], amount_of<Number>(*facts_, item)); }
  template <int Sign>
  void shift(const Number* row) {
    for (std::size_t label = 0; label < facts_->classes; ++label) {
      if (row[label] != 0) self().template change<Sign>(label, row[label]);
    }
  }
  template <int Sign, typename Id>
  void shift(std::span<const Id> entries) {
    for (const Id entry : entries) {
      const std::size_t item = CaseLists<Id>::case_of(entry);
      self().template change<Sign>(labels_[item], amount_of<Number>(*facts_, item));
    }
  }
  double gain_of(double purity) const { return weighted_gain(whole_purity_, purity); }
  double weight(const Number* row) const {
    Number all = 0;
    for (std::size_t label = 0; label < facts_->classes; ++label) all += row[label];
    return in_rows(all);
  }
  template <typename Id>
  double weight(std::span<const Id> entries) const {
    Number all = 0;
    for (const Id entry : entries) all += amount_of<Number>(*facts_, CaseLists<Id>::case_of(entry));
    return in_rows(all);
  }
  double weight_of_class(const Number* row, std::size_t label) const { return in_rows(row[label]); }
  template <typename Id>
  double weight_of_class(std::span<const Id> entries, std::size_t label) const {
    Number all = 0;
    for (const Id entry : entries) {
      const std::size_t item = CaseLists<Id>::case_of(entry);
      if (labels_[item] == label) all += amount_of<Number>(*facts_, item);
    }
    return in_rows(all);
  }
  // Of the classes that there are, in their order.
  template <typename Id>
  double purity(std::span<const Id> entries) const {
    std::vector<std::pair<Label, Number>> there;
    for (const Id entry : entries) {
      const std::size_t item = CaseLists<Id>::case_of(entry);
      there.emplace_back(labels_[item], amount_of<Number>(*facts_, item));
    }
    std::sort(there.begin(), there.end());
    typename Derived::Purity purity(*facts_);
    for (std::size_t i = 0; i < there.size();) {
      Number count = 0;
      const Label label = there[i].first;
      for (; i < there.size() && there[i].first == label; ++i) count += there[i].second;
      purity.add(label, count);
    }
    return purity.value();
  }
  double purity(const Number* row) const {
    typename Derived::Purity purity(*facts_);
    for (std::size_t label = 0; label < facts_->classes; ++label) purity.add(label, row[label]);
    return purity.value();
  }

 protected:
  explicit ClassSides(const SideFacts& facts) : facts_(&facts), labels_(labels_of<Label>(facts)) {}

  double in_rows(Number amount) const {
    if constexpr (std::is_same_v<Number, std::uint32_t>)
      return static_cast<double>(amount);
    else
      return facts_->scale.weight(amount);
  }

  const SideFacts* facts_;
  const Label* labels_;
  double whole_purity_ = 0;

 private:
  Derived& self() { return static_cast<Derived&>(*this); }
};

// Gini's purity of any number of classes, weights of 1, by the sums of squares on both sides.
template <typename LabelT>
class GiniSides : public ClassSides<GiniSides<LabelT>, std::uint32_t, LabelT> {
  using Base = ClassSides<GiniSides<LabelT>, std::uint32_t, LabelT>;

 public:
  static constexpr bool kUnitWeights = true;
  using Number = std::uint32_t;

  struct Purity {
    explicit Purity(const SideFacts&) {}
    void add(std::size_t, Number count) {
      squares += std::int64_t{count} * count;
      cases += count;
    }
    double value() const { return over(squares, cases); }
    std::int64_t squares = 0;
    std::int64_t cases = 0;
  };

  GiniSides(const SideFacts& facts, const Number* whole, SideScratch<Number>& scratch)
      : Base(facts), whole_counts_(whole) {
    scratch.assign(facts.classes, 0);
    below_counts_ = scratch.data();
    for (std::size_t label = 0; label < facts.classes; ++label) {
      squares_ += std::int64_t{whole[label]} * whole[label];
      whole_ += whole[label];
    }
    this->whole_purity_ = over(squares_, whole_);
  }

  template <int Sign>
  void change(std::size_t label, Number count) {
    const std::int64_t by = std::int64_t{count};
    squares_below_ += by * (Sign * 2 * std::int64_t{below_counts_[label]} + by);
    products_ += Sign * by * whole_counts_[label];
    below_counts_[label] += static_cast<Number>(Sign * by);
    below_ += Sign * by;
  }
  double below() const { return static_cast<double>(below_); }
  double above() const { return static_cast<double>(whole_ - below_); }
  bool beats(double limit) const {
    const double nl = below();
    const double nr = above();
    return static_cast<double>(squares_below_) * nr + static_cast<double>(squares_above()) * nl >
           (this->whole_purity_ * (1 - kRounding) + limit) * (nl * nr);
  }
  double gained() const { return this->gain_of(over(squares_below_, below_) + over(squares_above(), whole_ - below_)); }

 private:
  static double over(std::int64_t squares, std::int64_t cases) {
    return cases > 0 ? static_cast<double>(squares) / static_cast<double>(cases) : 0;
  }
  // (c - l)^2 = c^2 - 2 c l + l^2
  std::int64_t squares_above() const { return squares_ - 2 * products_ + squares_below_; }

  const Number* whole_counts_;
  Number* below_counts_ = nullptr;
  std::int64_t below_ = 0;
  std::int64_t whole_ = 0;
  std::int64_t squares_ = 0;  // of counts: of the whole
  std::int64_t squares_below_ = 0;
  std::int64_t products_ = 0;  // of counts below and of the whole
};

// Entropy's purity sum c log2 c - n log2 n, of numbers from a table: sums and differences of its entries are exact.
template <typename LabelT>
class EntropySides : public ClassSides<EntropySides<LabelT>, std::uint32_t, LabelT> {
  using Base = ClassSides<EntropySides<LabelT>, std::uint32_t, LabelT>;

 public:
  static constexpr bool kUnitWeights = true;
  using Number = std::uint32_t;

  struct Purity {
    explicit Purity(const SideFacts& facts) : logs(facts.logs) {}
    void add(std::size_t, Number count) {
      terms += logs[count];
      cases += count;
    }
    double value() const { return terms - logs[cases]; }
    const double* logs;
    double terms = 0;
    std::size_t cases = 0;
  };

  EntropySides(const SideFacts& facts, const Number* whole, SideScratch<Number>& scratch)
      : Base(facts), logs_(facts.logs) {
    scratch.assign(2 * facts.classes, 0);
    below_counts_ = scratch.data();
    above_counts_ = below_counts_ + facts.classes;
    std::copy_n(whole, facts.classes, above_counts_);
    for (std::size_t label = 0; label < facts.classes; ++label) {
      terms_ += logs_[whole[label]];
      above_ += whole[label];
    }
    this->whole_purity_ = terms_ - logs_[above_];
  }

  template <int Sign>
  void change(std::size_t label, Number count) {
    const Number below = below_counts_[label];
    const Number above = above_counts_[label];
    const Number by = Sign > 0 ? count : Number{0} - count;
    below_counts_[label] = below + by;
    above_counts_[label] = above - by;
    terms_ += (logs_[below_counts_[label]] - logs_[below]) + (logs_[above_counts_[label]] - logs_[above]);
    below_ += by;
    above_ -= by;
  }
  double below() const { return below_; }
  double above() const { return above_; }
  bool beats(double limit) const { return both() - this->whole_purity_ > limit; }
  double gained() const { return this->gain_of(both()); }

 private:
  double both() const { return terms_ - logs_[below_] - logs_[above_]; }

  const double* logs_;
  Number* below_counts_ = nullptr;
  Number* above_counts_ = nullptr;
  Number below_ = 0;
  Number above_ = 0;
  double terms_ = 0;  // of both sides
};

// Criteria of classes with weights and factors: what a class counts, and what all of them come to.
struct GiniTerms {
  static double of(double count) { return count * count; }
  static double quick(double count) { return count * count; }
  static double purity(double terms, double total) { return total > 0 ? terms / total : 0; }
  static double quick_purity(double terms, double total) { return purity(terms, total); }
};
struct EntropyTerms {
  static double of(double count) { return weight_log_weight(count); }
  static double quick(double count) { return count > 0 ? count * quick_log2(count) : 0; }
  static double purity(double terms, double total) { return terms - weight_log_weight(total); }
  static double quick_purity(double terms, double total) { return terms - quick(total); }
};

// `Terms` are added up; the most frequent class is what counts where there are none.
template <typename Terms, typename LabelT>
class WeighedSides : public ClassSides<WeighedSides<Terms, LabelT>, std::int64_t, LabelT> {
  using Base = ClassSides<WeighedSides<Terms, LabelT>, std::int64_t, LabelT>;
  static constexpr bool kMaximum = std::is_void_v<Terms>;

 public:
  static constexpr bool kUnitWeights = false;
  using Number = std::int64_t;

  struct Purity {
    explicit Purity(const SideFacts& from) : facts(from) {}
    void add(std::size_t label, Number units) {
      const double weight = facts.scale.weight(units);
      const double count = facts.factors == nullptr ? weight : weight * facts.factors[label];
      total += count;
      if constexpr (kMaximum)
        terms = std::max(terms, count);
      else
        terms += Terms::of(count);
    }
    double value() const {
      if constexpr (kMaximum)
        return terms;
      else
        return total > 0 ? Terms::purity(terms, total) : 0;
    }
    const SideFacts& facts;
    double total = 0;
    double terms = 0;
  };

  WeighedSides(const SideFacts& facts, const Number* whole, SideScratch<Number>& scratch)
      : Base(facts), whole_counts_(whole) {
    scratch.assign(facts.classes, 0);
    below_counts_ = scratch.data();
    for (std::size_t label = 0; label < facts.classes; ++label) whole_ += whole[label];
    this->whole_purity_ = Base::purity(whole);
  }

  template <int Sign>
  void change(std::size_t label, Number units) {
    below_counts_[label] += Sign * units;
    below_ += Sign * units;
  }
  double below() const { return this->in_rows(below_); }
  double above() const { return this->in_rows(whole_ - below_); }
  bool beats(double limit) const {
    if constexpr (kMaximum) {
      return true;
    } else {
      const SideFacts& facts = *this->facts_;
      double below = 0;
      double above = 0;
      double terms_below = 0;
      double terms_above = 0;
      for (std::size_t label = 0; label < facts.classes; ++label) {
        const double factor = facts.factors == nullptr ? facts.scale.unit : facts.scale.unit * facts.factors[label];
        const double l = static_cast<double>(below_counts_[label]) * factor;
        const double r = static_cast<double>(whole_counts_[label] - below_counts_[label]) * factor;
        below += l;
        above += r;
        terms_below += Terms::quick(l);
        terms_above += Terms::quick(r);
      }
      const double both = Terms::quick_purity(terms_below, below) + Terms::quick_purity(terms_above, above);
      return both - this->whole_purity_ + (below + above) * kQuickRounding > limit;
    }
  }
  double gained() const {
    Purity below(*this->facts_);
    Purity above(*this->facts_);
    for (std::size_t label = 0; label < this->facts_->classes; ++label) {
      below.add(label, below_counts_[label]);
      above.add(label, whole_counts_[label] - below_counts_[label]);
    }
    return this->gain_of(below.value() + above.value());
  }

 private:
  static constexpr double kQuickRounding = 0x1p-36;

  const Number* whole_counts_;
  Number* below_counts_ = nullptr;
  Number below_ = 0;
  Number whole_ = 0;
};

// Squared sums of the distances from the node's center.
template <bool kWeighed>
class VarianceSides {
 public:
  using Number = LevelSums;
  static constexpr bool kUnitWeights = !kWeighed;
  static constexpr bool kRows = true;

  VarianceSides(const SideFacts& facts, const LevelSums* whole, SideScratch<LevelSums>&)
      : facts_(&facts),
        levels_(facts.levels),
        center_(facts.level.center),
        sum_above_(whole->sum),
        whole_(whole->weight) {
    whole_purity_ = purity(whole);
  }

  void move(std::size_t item) {
    const double distance = distance_of(item);
    sum_below_ += distance;
    sum_above_ -= distance;
    below_ += weight_of(item);
  }
  template <int Sign>
  void shift(const LevelSums* row) {
    sum_below_ += Sign * row->sum;
    sum_above_ -= Sign * row->sum;
    below_ += Sign * row->weight;
  }
  // The sums are farthest from their mean if the cases on one side of the center come first.
  template <typename Id>
  requires(!kWeighed) bool skim(std::span<const Id> stretch, double limit) {
    const double mean = sum_below_ + sum_above_;  // of the whole, times its cases: nearly nothing
    double highest = sum_below_;
    double lowest = sum_below_;
    double sum_below = sum_below_;
    double sum_above = sum_above_;
    for (const Id entry : stretch) {
      const double distance = levels_[CaseLists<Id>::case_of(entry)] - center_;
      highest += std::max(distance, 0.0);
      lowest += std::min(distance, 0.0);
      sum_below += distance;
      sum_above -= distance;
    }
    const double after = below_ + static_cast<double>(stretch.size());
    const double farthest = std::max(std::abs(highest), std::abs(lowest)) + std::abs(mean);
    const double product = std::min(below_ * (whole_ - below_), after * (whole_ - after));
    if (farthest * farthest * whole_ * (1 + 0x1p-30) > limit * product) return true;
    sum_below_ = sum_below;
    sum_above_ = sum_above;
    below_ = after;
    return false;
  }
  double below() const { return below_; }
  double above() const { return whole_ - below_; }
  bool beats(double limit) const {
    const double nl = below();
    const double nr = above();
    return sum_below_ * sum_below_ * nr + sum_above_ * sum_above_ * nl > (whole_purity_ + limit) * (nl * nr);
  }
  double gained() const { return gain_of(sum_below_ * sum_below_ / below() + sum_above_ * sum_above_ / above()); }
  double gain_of(double purity) const { return weighted_gain(whole_purity_, purity, facts_->level.grid); }
  double purity(const LevelSums* row) const { return row->weight > 0 ? row->sum * row->sum / row->weight : 0; }
  double weight(const LevelSums* row) const { return row->weight; }
  // From the center. Sums may differ in their last digits, and values of equal means are in the order of their codes.
  double mean(const LevelSums* row, double grid) const {
    return row->weight > 0 ? std::nearbyint(row->sum / row->weight / grid) * grid : 0;
  }

 private:
  double weight_of(std::size_t item) const { return kWeighed ? facts_->scale.weight(facts_->units[item]) : 1; }
  double distance_of(std::size_t item) const {
    const double distance = levels_[item] - center_;
    return kWeighed ? weight_of(item) * distance : distance;
  }

  const SideFacts* facts_;
  const double* levels_;
  double center_;
  double sum_below_ = 0;
  double sum_above_;
  double below_ = 0;
  double whole_;
  double whole_purity_;
};

// Absolute distances from the medians: of cases alone, there are no sums.
class MedianSides {
 public:
  using Number = std::int64_t;
  static constexpr bool kUnitWeights = false;
  static constexpr bool kRows = false;

  template <typename Id>
  MedianSides(const SideFacts& facts, std::span<const Id> whole)
      : facts_(&facts), below_(*facts.no_targets), above_(sums_of(whole)) {
    whole_purity_ = -above_.deviation();
    whole_units_ = units(whole);
  }

  void move(std::size_t item) { change<1>(item); }
  template <int Sign, typename Id>
  void shift(std::span<const Id> entries) {
    for (const Id entry : entries) change<Sign>(CaseLists<Id>::case_of(entry));
  }
  double below() const { return facts_->scale.weight(below_units_); }
  double above() const { return facts_->scale.weight(whole_units_ - below_units_); }
  bool beats(double) const { return true; }
  double gained() const { return gain_of(-below_.deviation() - above_.deviation()); }
  double gain_of(double purity) const { return weighted_gain(whole_purity_, purity, facts_->level.grid); }
  template <typename Id>
  double purity(std::span<const Id> entries) const {
    return -sums_of(entries).deviation();
  }
  template <typename Id>
  double weight(std::span<const Id> entries) const {
    return facts_->scale.weight(units(entries));
  }
  template <typename Id>
  double mean(std::span<const Id> entries, double) const {
    return sums_of(entries).median();
  }

 private:
  std::uint32_t rank(std::size_t item) const { return facts_->responses[item]; }
  Number amount(std::size_t item) const { return amount_of<Number>(*facts_, item); }
  template <typename Id>
  MedianSums sums_of(std::span<const Id> entries) const {
    MedianSums sums = *facts_->no_targets;
    for (const Id entry : entries) {
      const std::size_t item = CaseLists<Id>::case_of(entry);
      sums.change(rank(item), facts_->scale.weight(amount(item)));
    }
    return sums;
  }
  template <typename Id>
  Number units(std::span<const Id> entries) const {
    Number all = 0;
    for (const Id entry : entries) all += amount(CaseLists<Id>::case_of(entry));
    return all;
  }
  template <int Sign>
  void change(std::size_t item) {
    const double weight = facts_->scale.weight(amount(item));
    below_.change(rank(item), Sign * weight);
    above_.change(rank(item), -Sign * weight);
    below_units_ += Sign * amount(item);
  }

  const SideFacts* facts_;
  MedianSums below_;
  MedianSums above_;
  Number below_units_ = 0;
  Number whole_units_ = 0;
  double whole_purity_;
};

// The one place where a criterion is told from another.
// Calls use(std::type_identity<Sides>) with the sides that serve the criterion, the weights and the number of classes.
template <typename Use>
decltype(auto) with_sides(const SearchPlan& plan, Use&& use) {
  const auto by_classes = [&]<typename Few, typename Many>(std::type_identity<Few> few, std::type_identity<Many> many) {
    return plan.many_classes ? use(many) : use(few);
  };
  using Byte = std::uint8_t;
  using Word = std::uint32_t;
  switch (plan.measure) {
    case Measure::two_classes: return use(std::type_identity<PairSides<false>>{});
    case Measure::weighed_pair: return use(std::type_identity<PairSides<true>>{});
    case Measure::gini: return by_classes(std::type_identity<GiniSides<Byte>>{}, std::type_identity<GiniSides<Word>>{});
    case Measure::entropy:
      return by_classes(std::type_identity<EntropySides<Byte>>{}, std::type_identity<EntropySides<Word>>{});
    case Measure::weighed_gini:
      return by_classes(std::type_identity<WeighedSides<GiniTerms, Byte>>{},
                        std::type_identity<WeighedSides<GiniTerms, Word>>{});
    case Measure::weighed_entropy:
      return by_classes(std::type_identity<WeighedSides<EntropyTerms, Byte>>{},
                        std::type_identity<WeighedSides<EntropyTerms, Word>>{});
    case Measure::error:
      return by_classes(std::type_identity<WeighedSides<void, Byte>>{}, std::type_identity<WeighedSides<void, Word>>{});
    case Measure::variance: return use(std::type_identity<VarianceSides<false>>{});
    case Measure::weighed_variance: return use(std::type_identity<VarianceSides<true>>{});
    case Measure::absolute_deviation: break;
  }
  return use(std::type_identity<MedianSides>{});
}

}  // namespace espalier
