// The sides of tests on classes: see grow/sides.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/criteria.hpp"
#include "grow/side_facts.hpp"

namespace espalier {

// Gini's purity sum c^2 / n of two classes: the gain of a cut is 2 (l n - t nl)^2 / (n nl nr), with l of the t cases of
// the second class below.
class PairSides {
 public:
  using Number = std::uint32_t;
  using Label = std::uint8_t;
  static constexpr bool kUnitWeights = true;
  static constexpr bool kRows = true;

  PairSides(const SideFacts& facts, const Number* whole, SideScratch<Number>&)
      : labels_(facts.labels), whole_(std::int64_t{whole[0]} + whole[1]), whole_second_(whole[1]) {
    whole_purity_ = purity_of(whole_, whole_second_);
  }

  void move(std::size_t item) {
    below_ += 1;
    below_second_ += labels_[item];
  }
  template <int Sign>
  void change(std::size_t label, Number count) {
    below_ += Sign * std::int64_t{count};
    below_second_ += Sign * std::int64_t{count} * static_cast<std::int64_t>(label);
  }
  template <int Sign>
  void shift(const Number* row) {
    below_ += Sign * (std::int64_t{row[0]} + row[1]);
    below_second_ += Sign * std::int64_t{row[1]};
  }
  // The distance is farthest if one class comes first, and nl nr is least at one of the ends.
  template <typename Id>
  bool skim(std::span<const Id> stretch, double limit) {
    std::int64_t second = 0;
    for (const Id entry : stretch) second += labels_[CaseLists<Id>::case_of(entry)];
    const auto all = static_cast<std::int64_t>(stretch.size());
    const std::int64_t highest = distance() + second * (whole_ - whole_second_);
    const std::int64_t lowest = distance() - (all - second) * whole_second_;
    if (beats(std::max(highest, -lowest), std::min(product(below_), product(below_ + all)), limit)) return true;
    below_ += all;
    below_second_ += second;
    return false;
  }
  double below() const { return static_cast<double>(below_); }
  double above() const { return static_cast<double>(whole_ - below_); }
  bool beats(double limit) const { return beats(distance(), product(below_), limit); }
  double gained() const {
    return gain_of(purity_of(below_, below_second_) + purity_of(whole_ - below_, whole_second_ - below_second_));
  }
  double gain_of(double purity) const { return weighted_gain(whole_purity_, purity); }
  double purity(const Number* row) const { return purity_of(std::int64_t{row[0]} + row[1], row[1]); }
  double weight(const Number* row) const { return static_cast<double>(std::int64_t{row[0]} + row[1]); }
  double weight_of_class(const Number* row, std::size_t label) const { return static_cast<double>(row[label]); }

 private:
  std::int64_t distance() const { return below_second_ * whole_ - whole_second_ * below_; }
  double product(std::int64_t below) const { return static_cast<double>(below) * static_cast<double>(whole_ - below); }
  bool beats(std::int64_t distance, double product, double limit) const {
    const auto farthest = static_cast<double>(distance);
    return 2 * farthest * farthest > limit * static_cast<double>(whole_) * product * (1 - kRounding);
  }
  static double purity_of(std::int64_t all, std::int64_t second) {
    const auto a = static_cast<double>(all - second);
    const auto b = static_cast<double>(second);
    return a + b > 0 ? (a * a + b * b) / (a + b) : 0;
  }

  const std::uint8_t* labels_;
  std::int64_t whole_;
  std::int64_t whole_second_;
  std::int64_t below_ = 0;
  std::int64_t below_second_ = 0;
  double whole_purity_;
};

// The same for cases that weigh what they weigh, times the factors of their classes. Whether a cut is worth judging is
// said in parts of the whole: with f and s of its first and second class, d = l f - s (nl - l), and the gain is
// 2 d^2 / (nl nr) of the whole.
class WeighedPairSides {
 public:
  using Number = std::int64_t;
  using Label = std::uint8_t;
  static constexpr bool kUnitWeights = false;
  static constexpr bool kRows = true;

  WeighedPairSides(const SideFacts& facts, const Number* whole, SideScratch<Number>&)
      : facts_(&facts), pairs_(facts.pairs), whole_(whole[0] + whole[1], whole[1]) {
    const double first = counted(0, whole[0]);
    const double second = counted(1, whole[1]);
    const double all = first + second;
    whole_purity_ = purity_of(whole_);
    if (all <= 0) return;
    part_of_first_ = counted(0, 1) / all;
    part_of_second_ = counted(1, 1) / all;
    ahead_ = part_of_second_ * (first / all);
    behind_ = part_of_first_ * (second / all);
    per_whole_ = (1 - kRounding) / all;
  }

  void move(std::size_t item) { below_ += pairs_[item]; }
  template <int Sign>
  void shift(const Number* row) {
    below_ += PairAmount{Sign * (row[0] + row[1]), Sign * row[1]};
  }
  // As PairSides does.
  template <typename Id>
  bool skim(std::span<const Id> stretch, double limit) {
    PairAmount more;
    for (const Id entry : stretch) more += pairs_[CaseLists<Id>::case_of(entry)];
    const double distance = this->distance();
    const double highest = distance + static_cast<double>(more.second()) * ahead_;
    const double lowest = distance - static_cast<double>(more.first()) * behind_;
    const PairAmount end = below_ + more;
    if (beats(std::max(highest, -lowest), std::min(product(below_), product(end)), limit)) return true;
    below_ = end;
    return false;
  }
  double below() const { return facts_->scale.weight(below_.all()); }
  double above() const { return facts_->scale.weight((whole_ - below_).all()); }
  bool beats(double limit) const { return beats(std::abs(distance()), product(below_), limit); }
  double gained() const { return gain_of(purity_of(below_) + purity_of(whole_ - below_)); }
  double gain_of(double purity) const { return weighted_gain(whole_purity_, purity); }
  double purity(const Number* row) const { return purity_of({row[0] + row[1], row[1]}); }
  double weight(const Number* row) const { return facts_->scale.weight(row[0] + row[1]); }
  double weight_of_class(const Number* row, std::size_t label) const { return facts_->scale.weight(row[label]); }

 private:
  static constexpr double kSlack = 0x1p-50;  // of a distance

  double counted(int label, std::int64_t units) const {
    const double weight = facts_->scale.weight(units);
    return facts_->factors == nullptr ? weight : weight * facts_->factors[label];
  }
  double distance() const {
    return static_cast<double>(below_.second()) * ahead_ - static_cast<double>(below_.first()) * behind_;
  }
  double product(const PairAmount& below) const {
    const double part =
        static_cast<double>(below.first()) * part_of_first_ + static_cast<double>(below.second()) * part_of_second_;
    return part * (1 - part);
  }
  bool beats(double distance, double product, double limit) const {
    const double farthest = distance + kSlack;
    return 2 * farthest * farthest > limit * per_whole_ * product;
  }
  double purity_of(const PairAmount& side) const {
    const double a = counted(0, side.first());
    const double b = counted(1, side.second());
    return a + b > 0 ? (a * a + b * b) / (a + b) : 0;
  }

  const SideFacts* facts_;
  const PairAmount* pairs_;
  PairAmount whole_;
  PairAmount below_;
  double whole_purity_ = 0;
  double part_of_first_ = 0;   // what a unit of the first class is of the whole,
  double part_of_second_ = 0;  // and of the second,
  double ahead_ = 0;           // and what it adds to the distance,
  double behind_ = 0;          // and what one of the first takes off
  double per_whole_ = 0;
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

}  // namespace espalier
