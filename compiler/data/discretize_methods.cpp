// Intervals of equal width and of equal frequency.
#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <numeric>
#include <optional>
#include <queue>
#include <tuple>

#include "data/discretize.hpp"

namespace espalier {
namespace {

// Borders may fall into one gap.
void add_cut(std::vector<std::size_t>& cuts, std::size_t gap) {
  if (cuts.empty() || cuts.back() != gap) cuts.push_back(gap);
}

double border(double low, double high, std::size_t i, std::size_t intervals) {
  const double steps = (high - low) * static_cast<double>(i);
  const auto count = static_cast<double>(intervals);
  // The range of two large numbers may not be a number.
  return std::isfinite(steps) ? low + steps / count : std::lerp(low, high, static_cast<double>(i) / count);
}

}  // namespace

std::vector<std::size_t> equal_width_cuts(const ValueBlocks& blocks, std::size_t intervals) {
  std::vector<std::size_t> cuts;
  const std::vector<double>& values = blocks.values;
  for (std::size_t i = 1; i < intervals; ++i) {
    const auto above =
        std::upper_bound(values.begin(), values.end(), border(values.front(), values.back(), i, intervals));
    // Rounding may put the border on an end of the range.
    if (above == values.begin() || above == values.end()) continue;
    add_cut(cuts, static_cast<std::size_t>(above - values.begin()) - 1);
  }
  return cuts;
}

std::vector<std::size_t> equal_frequency_cuts(const ValueBlocks& blocks, std::size_t intervals) {
  std::vector<double> below;  // per value: the weight up to and with it
  std::partial_sum(blocks.weights.begin(), blocks.weights.end(), std::back_inserter(below));
  const std::size_t last_gap = blocks.size() - 2;
  std::vector<std::size_t> cuts;
  std::size_t gap = 0;
  for (std::size_t i = 1; i < intervals; ++i) {
    const double share = below.back() * static_cast<double>(i) / static_cast<double>(intervals);
    while (gap < last_gap && below[gap + 1] <= share) ++gap;
    // The share lies between this gap and the next one, or before the first or after the last.
    const bool next = gap < last_gap && below[gap + 1] - share < share - below[gap];
    add_cut(cuts, next ? gap + 1 : gap);
  }
  return cuts;
}

// Recursive entropy minimisation with the minimum description length criterion of Fayyad and Irani.

namespace {

// Values [begin, end) of the column.
struct Range {
  std::size_t begin;
  std::size_t end;
};

// The class distribution of a range.
struct Distribution {
  std::vector<double> weights;  // per class
  double total = 0;

  explicit Distribution(std::size_t labels) : weights(labels) {}

  void add(const ValueBlocks& blocks, std::size_t value) {
    for (const ClassWeight& entry : blocks.classes_of(value)) weights[entry.label] += entry.weight;
    total += blocks.weights[value];
  }

  double present() const {  // classes
    return static_cast<double>(std::count_if(weights.begin(), weights.end(), [](double w) { return w > 0; }));
  }
};

Distribution distribution(const ValueBlocks& blocks, Range range) {
  Distribution sum(blocks.labels);
  for (std::size_t value = range.begin; value < range.end; ++value) sum.add(blocks, value);
  return sum;
}

double weight_of_information(double weight) {
  return weight > 0 ? weight * std::log2(weight) : 0;
}

// Entropy in bits times the weight: total log total - sum of w log w.
double information(const Distribution& part) {
  double sum = weight_of_information(part.total);
  for (const double weight : part.weights) sum -= weight_of_information(weight);
  return std::max(0.0, sum);
}

double entropy(const Distribution& part) {
  return information(part) / part.total;
}

// The distribution of what a part leaves of the whole. Differences of weights may miss 0 by a rounding.
double information_left(const Distribution& whole, const Distribution& part) {
  double sum = weight_of_information(whole.total - part.total);
  for (std::size_t label = 0; label < whole.weights.size(); ++label) {
    sum -= weight_of_information(whole.weights[label] - part.weights[label]);
  }
  return std::max(0.0, sum);
}

// Only a gap between two values whose rows are not all of one class can be the best cut (theorem 1 of the paper).
bool is_boundary(const ValueBlocks& blocks, std::size_t gap) {
  const auto below = blocks.classes_of(gap);
  const auto above = blocks.classes_of(gap + 1);
  return below.size() > 1 || above.size() > 1 || below[0].label != above[0].label;
}

// The gap of least class information entropy, the lowest one of several.
std::optional<std::size_t> best_gap(const ValueBlocks& blocks, Range range, const Distribution& whole) {
  std::optional<std::size_t> best;
  double least = 0;
  Distribution below(blocks.labels);
  for (std::size_t gap = range.begin; gap + 1 < range.end; ++gap) {
    below.add(blocks, gap);
    if (!is_boundary(blocks, gap)) continue;
    const double sum = information(below) + information_left(whole, below);
    if (best && sum >= least) continue;
    best = gap;
    least = sum;
  }
  return best;
}

// log2(3^k - 2) without overflow.
double log2_of_partitions(double classes) {
  return classes * std::log2(3.0) + std::log1p(-2 * std::pow(3.0, -classes)) / std::log(2.0);
}

// Gain > (log2(N - 1) + log2(3^k - 2) - (k Ent - k1 Ent1 - k2 Ent2)) / N. Weights may make N less than 2; log2(N - 1)
// counts at least 0.
bool pays(const Distribution& whole, const Distribution& below, const Distribution& above) {
  const double gain = (information(whole) - information(below) - information(above)) / whole.total;
  const double spread =
      whole.present() * entropy(whole) - below.present() * entropy(below) - above.present() * entropy(above);
  const double cut = std::log2(std::max(1.0, whole.total - 1));
  return gain > (cut + log2_of_partitions(whole.present()) - spread) / whole.total;
}

}  // namespace

std::vector<std::size_t> mdlp_cuts(const ValueBlocks& blocks) {
  std::vector<std::size_t> cuts;
  std::vector<Range> open{{0, blocks.size()}};
  while (!open.empty()) {
    const Range range = open.back();
    open.pop_back();
    const Distribution whole = distribution(blocks, range);
    const auto gap = best_gap(blocks, range, whole);
    if (!gap) continue;
    const Range lower{range.begin, *gap + 1};
    const Range upper{*gap + 1, range.end};
    if (!pays(whole, distribution(blocks, lower), distribution(blocks, upper))) continue;
    cuts.push_back(*gap);
    open.push_back(lower);
    open.push_back(upper);
  }
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

// Kerber's ChiMerge, with a heap of the pairs of neighbours.

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
