// Recursive entropy minimisation with the minimum description length criterion of Fayyad and Irani.
#include <algorithm>
#include <cmath>
#include <optional>

#include "data/discretizers.hpp"

namespace espalier {

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

// Gain > (log2(N - 1) + log2(3^k - 2) - (k Ent - k1 Ent1 - k2 Ent2)) / N. Weights may make N less than two rows; such a
// cut is not paid for less than nothing.
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

}  // namespace espalier
