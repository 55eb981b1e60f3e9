#include "unit/grow/oracle/tally.hpp"

#include <gtest/gtest.h>

#include "support/random.hpp"

namespace espalier::tally_test {
namespace {

const WeightScale kScale = WeightScale::of(1e6);

constexpr Criterion kCriteria[] = {Criterion::information_gain, Criterion::gain_ratio, Criterion::gini,
                                   Criterion::error};

Tally tally_of(Criterion criterion, const std::vector<double>& counts) {
  Tally tally(criterion, counts.size(), kScale);
  for (std::uint32_t label = 0; label < counts.size(); ++label) {
    if (counts[label] > 0) tally.add(label, counts[label]);
  }
  return tally;
}

TEST(Tally, PurityIsTheFormula) {
  // 3 log2 3 + 1 log2 1 - 4 log2 4 = 4.754888 - 8
  EXPECT_NEAR(tally_of(Criterion::information_gain, {3, 1}).purity(), -3.245112, 1e-6);
  EXPECT_EQ(tally_of(Criterion::gini, {3, 1}).purity(), 2.5);  // (9 + 1) / 4
  EXPECT_EQ(tally_of(Criterion::error, {3, 1}).purity(), 3);
}

TEST(Tally, NothingHasNoPurity) {
  for (const Criterion criterion : kCriteria) {
    Tally tally(criterion, 2, kScale);
    EXPECT_EQ(tally.purity(), 0);
    tally.add(1, 1);
    tally.remove(1, 1);
    EXPECT_EQ(tally.weight(), 0);
    EXPECT_EQ(tally.purity(), 0) << to_string(criterion);
  }
}

// What makes the row by row search exact: no trace is left of how a tally came about.
TEST(Tally, UpdatedRowByRowEqualsCountedAfresh) {
  RandomEngine engine(7);
  for (const Criterion criterion : kCriteria) {
    Tally moving(criterion, 5, kScale);
    std::vector<double> counts(5, 0.0);
    for (int step = 0; step < 5000; ++step) {
      const auto label = static_cast<std::uint32_t>(uniform_below(engine, 5));
      if (counts[label] > 0 && uniform_below(engine, 3) == 0) {
        moving.remove(label, 1);
        counts[label] -= 1;
      } else {
        moving.add(label, 1);
        counts[label] += 1;
      }
    }
    EXPECT_EQ(moving.purity(), tally_of(criterion, counts).purity()) << to_string(criterion);
    for (std::size_t label = 0; label < counts.size(); ++label) EXPECT_EQ(moving.count(label), counts[label]);
  }
}

TEST(Tally, FractionalWeightsLeaveNothingBehind) {
  Tally tally(Criterion::information_gain, 1, kScale);
  for (const double weight : {0.1, 0.2, 0.3}) tally.add(0, weight);
  for (const double weight : {0.1, 0.2, 0.3}) tally.remove(0, weight);
  EXPECT_EQ(tally.weight(), 0);
  EXPECT_EQ(tally.purity(), 0);
}

TEST(WeightedGain, IsTheDifferenceAndNeverNegative) {
  // (4, 4) into (4, 0) and (0, 4): Gini 8 - 4, that is 8 rows times the impurity of 1/2 that is gone.
  const double whole = tally_of(Criterion::gini, {4, 4}).purity();
  const double parts = tally_of(Criterion::gini, {4, 0}).purity() + tally_of(Criterion::gini, {0, 4}).purity();
  EXPECT_EQ(weighted_gain(whole, parts), 4);
  EXPECT_EQ(weighted_gain(3, 2.5), 0);
}

TEST(WeightedGain, IsExactlyNothingForSplitsThatSayNothing) {
  // (3, 6) into (1, 2) and (2, 4): the same distribution everywhere.
  for (const Criterion criterion : kCriteria) {
    const double whole = tally_of(criterion, {3, 6}).purity();
    const double parts = tally_of(criterion, {1, 2}).purity() + tally_of(criterion, {2, 4}).purity();
    EXPECT_EQ(weighted_gain(whole, parts), 0) << to_string(criterion);
  }
}

}  // namespace
}  // namespace espalier::tally_test
