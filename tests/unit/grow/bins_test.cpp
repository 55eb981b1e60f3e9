// Bins: where their edges are, and what is in them.
#include "data/bins.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "grow/threshold.hpp"
#include "support/random.hpp"

namespace espalier::bins_test {
namespace {

using Codes = std::pmr::vector<std::uint8_t>;
using Values = std::vector<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(Bins, FewValuesKeepABinEach) {
  const BinnedColumn column = bin_values(Values{3, 1, 3, 2, 1}, 3);
  EXPECT_EQ(column.codes, (Codes{2, 0, 2, 1, 0}));
  EXPECT_EQ(column.lowest, (Values{1, 2, 3}));
  EXPECT_EQ(column.highest, (Values{1, 2, 3}));
}

TEST(Bins, ManyValuesAreDividedEvenly) {
  // 10 rows in 4 bins: edges are the values of rank 10/4, 20/4, 30/4, rounded up: 3, 5, 8.
  const BinnedColumn column = bin_values(Values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 4);
  EXPECT_EQ(column.codes, (Codes{0, 0, 0, 1, 1, 2, 2, 2, 3, 3}));
  EXPECT_EQ(column.lowest, (Values{1, 4, 6, 9}));
  EXPECT_EQ(column.highest, (Values{3, 5, 8, 10}));
}

TEST(Bins, AFrequentValueDoesNotTakeTheBinsOfOthers) {
  // 0 holds 6 of 12 rows, more than a third. The other six rows share two bins: 1, 2, 3 and 4, 5, 6.
  const BinnedColumn column = bin_values(Values{0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6}, 3);
  EXPECT_EQ(column.lowest, (Values{0, 1, 4}));
  EXPECT_EQ(column.highest, (Values{0, 3, 6}));
}

TEST(Bins, MissingValuesAreInNone) {
  const BinnedColumn column = bin_values(Values{kNan, 5, kNan, -1}, 255);
  EXPECT_EQ(column.codes, (Codes{kNoBin, 1, kNoBin, 0}));
  EXPECT_EQ(bin_values(Values{kNan, kNan}, 2).codes, (Codes{kNoBin, kNoBin}));
}

TEST(Bins, BothZerosAreOneValue) {
  const BinnedColumn column = bin_values(Values{-0.0, 0.0, -1, -0.0}, 2);
  EXPECT_EQ(column.codes, (Codes{1, 1, 0, 1}));
  EXPECT_FALSE(std::signbit(column.lowest[1]) || std::signbit(column.highest[1]));
}

// The rule as it is written down: ranks among the rows that no frequent value has.
Values edges_by_sorting(Values values, std::size_t most) {
  std::erase_if(values, [](double value) { return std::isnan(value); });
  std::map<double, std::size_t> rows;
  for (const double value : values) ++rows[value];
  Values edges;
  Values others;
  for (const auto& [value, count] : rows) {
    if (rows.size() <= most || count * most >= values.size()) {
      edges.push_back(value);
    } else {
      others.insert(others.end(), count, value);
    }
  }
  const std::size_t bins = rows.size() <= most ? 1 : most - edges.size();
  for (std::size_t part = 1; part < bins; ++part) {
    const std::size_t rank = (part * others.size() + bins - 1) / bins;
    if (rank > 0) edges.push_back(others[rank - 1]);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  if (!edges.empty() && edges.back() == rows.rbegin()->first) edges.pop_back();
  return edges;
}

double hostile_value(RandomEngine& engine, std::uint64_t shape) {
  using Limits = std::numeric_limits<double>;
  const auto number = static_cast<double>(uniform_below(engine, 1000)) - 300;
  const double extremes[] = {-0.0,          0.0,           Limits::denorm_min(), -Limits::denorm_min(),
                             Limits::min(), Limits::max(), Limits::lowest(),     Limits::max() / 2,
                             kNan};
  switch (shape) {
    case 0: return number;
    case 1: return std::ldexp(number, static_cast<int>(uniform_below(engine, 2000)) - 1000);
    case 2: return number * Limits::denorm_min();
    case 3: return 1 + number * Limits::epsilon();
    case 4: return uniform_below(engine, 2) == 0 ? 7 : number / 3;
    case 5: return uniform_below(engine, 3) == 0 ? extremes[uniform_below(engine, 9)] : number;
    default: return extremes[uniform_below(engine, 9)];
  }
}

void expect_faithful(const Values& values, const BinnedColumn& column, std::size_t most) {
  const Values edges = edges_by_sorting(values, most);
  ASSERT_EQ(column.lowest.size(), column.highest.size());
  ASSERT_LE(column.lowest.size(), most);
  Values lowest(column.lowest.size(), std::numeric_limits<double>::infinity());
  Values highest(column.highest.size(), -std::numeric_limits<double>::infinity());
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (std::isnan(values[row])) {
      ASSERT_EQ(column.codes[row], kNoBin);
      continue;
    }
    const auto expected = std::lower_bound(edges.begin(), edges.end(), values[row]) - edges.begin();
    ASSERT_EQ(column.codes[row], expected) << values[row];
    lowest[column.codes[row]] = std::min(lowest[column.codes[row]], values[row]);
    highest[column.codes[row]] = std::max(highest[column.codes[row]], values[row]);
  }
  ASSERT_EQ(column.lowest, lowest);
  ASSERT_EQ(column.highest, highest);
}

// Wherever the threshold is put between two bins, every row goes where its bin goes.
void expect_separable(const Values& values, const BinnedColumn& column) {
  Values observed;
  std::copy_if(values.begin(), values.end(), std::back_inserter(observed), [](double v) { return !std::isnan(v); });
  std::sort(observed.begin(), observed.end());
  for (std::size_t bin = 0; bin + 1 < column.lowest.size(); ++bin) {
    for (const ThresholdPlace place : {ThresholdPlace::midpoint, ThresholdPlace::observed, ThresholdPlace::round}) {
      const double threshold = place_threshold({column.highest[bin], column.lowest[bin + 1]}, place, observed);
      for (std::size_t row = 0; row < values.size(); ++row) {
        if (std::isnan(values[row])) continue;
        ASSERT_EQ(values[row] <= threshold, column.codes[row] <= bin) << values[row] << " at " << threshold;
      }
    }
  }
}

TEST(Bins, AreWhatSortingFindsOnHostileColumns) {
  RandomEngine engine(71);
  for (int round = 0; round < 4000; ++round) {
    const std::uint64_t shape = uniform_below(engine, 7);
    const std::size_t most = round % 2 == 0 ? 2 + uniform_below(engine, 9) : 2 + uniform_below(engine, 254);
    Values values(1 + uniform_below(engine, round % 50 == 0 ? 3000 : 60));
    for (double& value : values) value = hostile_value(engine, shape);
    const BinnedColumn column = bin_values(values, most);
    if (std::all_of(values.begin(), values.end(), [](double value) { return std::isnan(value); })) continue;
    expect_faithful(values, column, most);
    if (round % 5 == 0 && most < 12) expect_separable(values, column);
    if (::testing::Test::HasFatalFailure()) FAIL() << "round " << round;
  }
}

}  // namespace
}  // namespace espalier::bins_test
