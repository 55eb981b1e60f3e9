// Kerber's ChiMerge, with a heap of the pairs of neighbours.
#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <queue>
#include <tuple>

#include "data/discretizers.hpp"

namespace espalier {

namespace {

constexpr double kExpectedNone = 0.1;  // of a class that neither interval has, as the paper sets it

// A run of values; the intervals that are left are linked in ascending order.
struct Interval {
  std::vector<ClassWeight> classes;  // ascending
  double total = 0;
  std::size_t previous = 0;
  std::size_t next = 0;
  std::size_t version = 0;  // counts the merges into it
  bool merged = false;      // into its predecessor
};

// Calls `take(label, weight in a, weight in b)` for each class of either.
template <typename Take>
void for_each_class(const std::vector<ClassWeight>& a, const std::vector<ClassWeight>& b, const Take& take) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const bool from_a = j == b.size() || (i < a.size() && a[i].label <= b[j].label);
    const bool from_b = i == a.size() || (j < b.size() && b[j].label <= a[i].label);
    const std::uint32_t label = from_a ? a[i].label : b[j].label;
    take(label, from_a ? a[i].weight : 0.0, from_b ? b[j].weight : 0.0);
    i += from_a ? 1U : 0U;
    j += from_b ? 1U : 0U;
  }
}

class Merger {
 public:
  explicit Merger(const ValueBlocks& blocks) : last_(blocks.size() - 1) {
    std::vector<bool> seen(blocks.labels);
    for (const ClassWeight& entry : blocks.classes) seen[entry.label] = true;
    classes_ = static_cast<std::size_t>(std::count(seen.begin(), seen.end(), true));
    for (std::size_t value = 0; value < blocks.size(); ++value) {
      const auto classes = blocks.classes_of(value);
      intervals_.push_back({{classes.begin(), classes.end()},
                            blocks.weights[value],
                            value - (value > 0 ? 1U : 0U),
                            value + 1,
                            0,
                            false});
    }
    for (std::size_t value = 0; value < last_; ++value) push(value);
  }

  std::size_t classes() const { return classes_; }

  void merge_up_to(double threshold) {
    while (!pairs_.empty() && pairs_.top().chi_square <= threshold) {
      const Pair pair = pairs_.top();
      pairs_.pop();
      if (!is_outdated(pair)) merge(pair.lower);
    }
  }

  std::vector<std::size_t> cuts() const {
    std::vector<std::size_t> cuts;
    for (std::size_t value = intervals_[0].next; value <= last_; value = intervals_[value].next) {
      cuts.push_back(value - 1);
    }
    return cuts;
  }

 private:
  // Two neighbours, as they were when their chi-square was computed.
  struct Pair {
    double chi_square;
    std::size_t lower;
    std::size_t upper;
    std::size_t lower_version;
    std::size_t upper_version;
    // The least is on top; of equal ones, the lowest values.
    bool operator<(const Pair& other) const {
      return std::tie(other.chi_square, other.lower) < std::tie(chi_square, lower);
    }
  };

  bool is_outdated(const Pair& pair) const {
    return intervals_[pair.lower].merged || intervals_[pair.upper].merged ||
           intervals_[pair.lower].version != pair.lower_version || intervals_[pair.upper].version != pair.upper_version;
  }

  double chi_square(const Interval& a, const Interval& b) const {
    const double total = a.total + b.total;
    std::size_t present = 0;
    double sum = 0;
    for_each_class(a.classes, b.classes, [&](std::uint32_t, double in_a, double in_b) {
      const double share = (in_a + in_b) / total;
      const double expected_a = a.total * share;
      const double expected_b = b.total * share;
      sum += (in_a - expected_a) * (in_a - expected_a) / expected_a;
      sum += (in_b - expected_b) * (in_b - expected_b) / expected_b;
      ++present;
    });
    // (0 - E)^2 / E = E, for both intervals.
    return sum + 2 * kExpectedNone * static_cast<double>(classes_ - present);
  }

  void push(std::size_t lower) {
    const std::size_t upper = intervals_[lower].next;
    const Interval& a = intervals_[lower];
    const Interval& b = intervals_[upper];
    pairs_.push({chi_square(a, b), lower, upper, a.version, b.version});
  }

  void merge(std::size_t lower) {
    Interval& a = intervals_[lower];
    Interval& b = intervals_[a.next];
    std::vector<ClassWeight> classes;
    for_each_class(a.classes, b.classes, [&](std::uint32_t label, double in_a, double in_b) {
      classes.push_back({label, in_a + in_b});
    });
    a.classes = std::move(classes);
    a.total += b.total;
    a.next = b.next;
    ++a.version;
    b.merged = true;
    b.classes.clear();
    if (a.next <= last_) {
      intervals_[a.next].previous = lower;
      push(lower);
    }
    if (lower > 0) push(a.previous);
  }

  std::size_t last_;         // value
  std::size_t classes_ = 0;  // that any value has
  std::vector<Interval> intervals_;
  std::priority_queue<Pair> pairs_;
};

}  // namespace

std::vector<std::size_t> chimerge_cuts(const ValueBlocks& blocks, double significance) {
  Merger merger(blocks);
  if (merger.classes() < 2) return {};
  const boost::math::chi_squared distribution(static_cast<double>(merger.classes() - 1));
  merger.merge_up_to(boost::math::quantile(boost::math::complement(distribution, significance)));
  return merger.cuts();
}

}  // namespace espalier
