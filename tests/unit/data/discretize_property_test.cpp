// Seeded random columns: what holds for every cut, and the searches against naive ones.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "support/random.hpp"
#include "unit/data/columns.hpp"
#include "unit/data/fixtures.hpp"

namespace espalier::test::discretize_property_test {
namespace {

const char* const kMethods[] = {
    "equal-width:2",     "equal-width:7", "equal-width:1000", "equal-frequency:2", "equal-frequency:5",
    "equal-frequency:9", "mdlp",          "chimerge",         "chimerge:0.5",      "chimerge:0.001"};

std::size_t below(RandomEngine& engine, std::size_t bound) {
  return static_cast<std::size_t>(uniform_below(engine, bound));
}

// Ties, missing values, classes that follow the value more or less, weights of 1 to 3 or none.
Dataset random_column(RandomEngine& engine, bool fractional_weights = false) {
  const std::size_t rows = 1 + below(engine, 60);
  const std::size_t distinct = 1 + below(engine, 40);
  const std::size_t noise = 1 + below(engine, 6);
  Dataset data = column_of({}, "");
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t value = below(engine, distinct);
    const std::size_t label = below(engine, noise) == 0 ? below(engine, 4) : 4 * value / distinct;
    data.features[0].values.push_back(below(engine, 10) == 0 ? kUnknown : static_cast<double>(value * value) / 8);
    data.classes.push_back(static_cast<std::uint32_t>(label));
    data.weights.push_back(fractional_weights ? uniform_unit(engine) + 0.01
                                              : 1.0 + static_cast<double>(below(engine, 3)));
  }
  return data;
}

TEST(DiscretizeProperty, CutsLieBetweenNeighboursInAscendingOrder) {
  RandomEngine engine(1);
  for (int round = 0; round < 300; ++round) {
    const Dataset data = random_column(engine, round % 2 == 0);
    std::set<double> known;
    for (const double value : data.features[0].values) {
      if (!std::isnan(value)) known.insert(value);
    }
    for (const char* method : kMethods) {
      double last = -1;
      for (const ValueGap& gap : cuts_of(data, method)) {
        ASSERT_TRUE(known.contains(gap.below)) << method;
        ASSERT_EQ(*known.upper_bound(gap.below), gap.above) << method << ": no value lies between";
        ASSERT_LT(last, gap.below) << method << ": ascending, each once";
        last = gap.below;
      }
    }
  }
}

TEST(DiscretizeProperty, OrderOfRowsDoesNotMatter) {
  RandomEngine engine(2);
  for (int round = 0; round < 200; ++round) {
    const Dataset data = random_column(engine, true);
    std::vector<std::size_t> order(data.rows());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    shuffle(order, engine);
    const Dataset shuffled = select_rows(data, order);
    for (const char* method : kMethods) ASSERT_EQ(cuts_of(shuffled, method), cuts_of(data, method)) << method;
  }
}

TEST(DiscretizeProperty, WeightTwoIsTheRowTwice) {
  RandomEngine engine(3);
  for (int round = 0; round < 200; ++round) {
    const Dataset data = random_column(engine);
    std::vector<std::size_t> copies;
    for (std::size_t row = 0; row < data.rows(); ++row) {
      copies.insert(copies.end(), static_cast<std::size_t>(data.weights[row]), row);
    }
    Dataset repeated = select_rows(data, copies);
    repeated.weights.clear();
    for (const char* method : kMethods) ASSERT_EQ(cuts_of(repeated, method), cuts_of(data, method)) << method;
  }
}

TEST(DiscretizeProperty, NoMoreIntervalsThanAskedFor) {
  RandomEngine engine(4);
  for (int round = 0; round < 100; ++round) {
    const Dataset data = random_column(engine);
    EXPECT_LE(cuts_of(data, "equal-width:3").size(), 2U);
    EXPECT_LE(cuts_of(data, "equal-frequency:3").size(), 2U);
  }
}

// --- naive forms of the searches

using Counts = std::map<std::uint32_t, double>;
using Blocks = std::vector<std::pair<double, Counts>>;  // ascending values

Blocks blocks_of(const Dataset& data) {
  std::map<double, Counts> blocks;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const double value = data.features[0].values[row];
    if (!std::isnan(value)) blocks[value][data.classes[row]] += data.weights[row];
  }
  return {blocks.begin(), blocks.end()};
}

double total(const Counts& counts) {
  double sum = 0;
  for (const auto& [label, count] : counts) sum += count;
  return sum;
}

Counts joined(Counts a, const Counts& b) {
  for (const auto& [label, count] : b) a[label] += count;
  return a;
}

double chi_square(const Counts& a, const Counts& b, std::size_t classes) {
  const Counts both = joined(a, b);
  double sum = 0;
  for (const auto& [label, count] : both) {
    for (const Counts* row : {&a, &b}) {
      const double expected = total(*row) * (count / total(both));
      const double actual = row->contains(label) ? row->at(label) : 0;
      sum += (actual - expected) * (actual - expected) / expected;
    }
  }
  return sum + 0.2 * static_cast<double>(classes - both.size());
}

std::vector<double> naive_chimerge(const Dataset& data, double threshold) {
  const Blocks blocks = blocks_of(data);
  Counts all;
  for (const auto& block : blocks) all = joined(all, block.second);
  std::vector<std::pair<double, Counts>> intervals = blocks;  // with the largest value of each
  while (intervals.size() > 1) {
    std::size_t best = 0;
    double least = INFINITY;
    for (std::size_t i = 0; i + 1 < intervals.size(); ++i) {
      const double chi = chi_square(intervals[i].second, intervals[i + 1].second, all.size());
      if (chi < least) {
        best = i;
        least = chi;
      }
    }
    if (least > threshold) break;
    intervals[best] = {intervals[best + 1].first, joined(intervals[best].second, intervals[best + 1].second)};
    intervals.erase(intervals.begin() + static_cast<std::ptrdiff_t>(best) + 1);
  }
  std::vector<double> cuts;
  for (std::size_t i = 0; i + 1 < intervals.size(); ++i) cuts.push_back(intervals[i].first);
  return cuts;
}

std::vector<double> below_of(const std::vector<ValueGap>& gaps) {
  std::vector<double> values;
  for (const ValueGap& gap : gaps) values.push_back(gap.below);
  return values;
}

TEST(DiscretizeProperty, HeapMergesWhatANaiveSearchMerges) {
  RandomEngine engine(5);
  std::size_t cut = 0;
  for (int round = 0; round < 300; ++round) {
    const Dataset data = random_column(engine);
    Counts all;
    for (const auto& block : blocks_of(data)) all = joined(all, block.second);
    // Quantiles of chi-square for 5 % and 1, 2, 3 degrees of freedom.
    const double threshold[] = {INFINITY, INFINITY, 3.841458820694124, 5.991464547107979, 7.814727903251179};
    const auto expected = naive_chimerge(data, threshold[all.size()]);
    ASSERT_EQ(below_of(cuts_of(data, "chimerge")), expected);
    cut += expected.size();
  }
  EXPECT_GT(cut, 100U) << "the columns must be cut often enough to test it";
}

double entropy(const Counts& counts) {
  double sum = 0;
  for (const auto& [label, count] : counts) sum -= count / total(counts) * std::log2(count / total(counts));
  return sum;
}

// Over all gaps, not only boundary points. Skips a column where two cuts are nearly as good.
bool naive_mdlp(const Blocks& blocks, std::size_t begin, std::size_t end, std::set<double>& cuts) {
  Counts whole;
  for (std::size_t i = begin; i < end; ++i) whole = joined(whole, blocks[i].second);
  const double n = total(whole);
  std::map<double, std::pair<std::size_t, double>>
      by_entropy;  // class information entropy, cut, right side of the test
  double least = INFINITY;
  for (std::size_t gap = begin; gap + 1 < end; ++gap) {
    Counts low;
    Counts high;
    for (std::size_t i = begin; i < end; ++i) (i <= gap ? low : high) = joined(i <= gap ? low : high, blocks[i].second);
    const double e = total(low) / n * entropy(low) + total(high) / n * entropy(high);
    if (std::fabs(e - least) < 1e-9) return false;
    least = std::min(least, e);
    const auto k = static_cast<double>(whole.size());
    const double delta =
        std::log2(std::pow(3, k) - 2) - (k * entropy(whole) - static_cast<double>(low.size()) * entropy(low) -
                                         static_cast<double>(high.size()) * entropy(high));
    by_entropy[e] = {gap, (std::log2(n - 1) + delta) / n};
  }
  if (by_entropy.empty()) return true;
  const auto [gap, charge] = by_entropy.begin()->second;
  if (entropy(whole) - least <= charge) return true;
  cuts.insert(blocks[gap].first);
  return naive_mdlp(blocks, begin, gap + 1, cuts) && naive_mdlp(blocks, gap + 1, end, cuts);
}

TEST(DiscretizeProperty, BoundaryPointsHoldTheBestCuts) {
  RandomEngine engine(6);
  std::size_t cut = 0;
  std::size_t compared = 0;
  for (int round = 0; round < 600; ++round) {
    const Dataset data = random_column(engine);
    const Blocks blocks = blocks_of(data);
    std::set<double> expected;
    if (!naive_mdlp(blocks, 0, blocks.size(), expected)) continue;
    ASSERT_EQ(below_of(cuts_of(data, "mdlp")), std::vector<double>(expected.begin(), expected.end()));
    cut += expected.size();
    ++compared;
  }
  EXPECT_GT(compared, 100U);
  EXPECT_GT(cut, 100U) << "the columns must be cut often enough to test it";
}

}  // namespace
}  // namespace espalier::test::discretize_property_test
