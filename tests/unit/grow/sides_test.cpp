// The sides of two-way tests: gains by hand, and no trace of what went below and back.
#include "grow/sides.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "support/random.hpp"

namespace espalier::sides_test {
namespace {

constexpr std::size_t kManyCases = 1000;

using WeighedGini = WeighedSides<GiniTerms, std::uint8_t>;
using WeighedEntropy = WeighedSides<EntropyTerms, std::uint8_t>;
using Error = WeighedSides<void, std::uint8_t>;

struct Facts : SideFacts {
  Facts() {
    scale = WeightScale::of(kManyCases);
    for (std::size_t n = 0; n <= kManyCases; ++n) table.push_back(weight_log_weight(static_cast<double>(n)));
    logs = table.data();
  }
  std::int64_t weighing(double weight) const { return scale.units(weight); }
  std::vector<double> table;
};

template <typename Sides>
double gained(const Facts& facts, const std::vector<typename Sides::Number>& whole,
              const std::vector<typename Sides::Number>& below) {
  std::vector<typename Sides::Number> scratch;
  Sides sides(facts, whole.data(), scratch);
  sides.template shift<1>(below.data());
  return sides.gained();
}

TEST(Sides, GiniOfTwoClassesByHand) {
  // (16 + 0) / 4 + (0 + 16) / 4 - (16 + 16) / 8
  EXPECT_EQ(gained<PairSides>({}, {4, 4}, {4, 0}), 4);
  // (1 + 4) / 3 + (9 + 0) / 3 - (16 + 4) / 6 = 4/3, on the grid of gains
  EXPECT_NEAR(gained<PairSides>({}, {4, 2}, {1, 2}), 4.0 / 3, kGainGrid);
}

TEST(Sides, GiniOfTwoClassesWithWeightsAndFactors) {
  Facts facts;
  facts.classes = 2;
  // 2 rows of weight 1 and 4 of weight 0.5: 2 and 2. (4 + 0) / 2 + (0 + 4) / 2 - (4 + 4) / 4 = 2
  const std::vector<std::int64_t> whole{facts.weighing(2), facts.weighing(2)};
  EXPECT_EQ(gained<WeighedPairSides>(facts, whole, {facts.weighing(2), 0}), 2);
  // The second class counts three times: 2 and 6. 4 / 2 + 36 / 6 - (4 + 36) / 8 = 3
  const double factors[] = {1, 3};
  facts.factors = factors;
  EXPECT_EQ(gained<WeighedPairSides>(facts, whole, {facts.weighing(2), 0}), 3);
  EXPECT_EQ(gained<WeighedGini>(facts, whole, {facts.weighing(2), 0}), 3);
}

TEST(Sides, GiniOfThreeClassesByHand) {
  Facts facts;
  facts.classes = 3;
  // 4 / 2 + (4 + 4) / 4 - 12 / 6
  EXPECT_EQ(gained<GiniSides<std::uint8_t>>(facts, {2, 2, 2}, {2, 0, 0}), 2);
}

TEST(Sides, EntropyByHand) {
  Facts facts;
  facts.classes = 2;
  // 0 + 0 - (2 log2 2 + 2 log2 2 - 4 log2 4)
  EXPECT_EQ(gained<EntropySides<std::uint8_t>>(facts, {2, 2}, {2, 0}), 4);
  const std::vector<std::int64_t> whole{facts.weighing(2), facts.weighing(2)};
  EXPECT_EQ(gained<WeighedEntropy>(facts, whole, {facts.weighing(2), 0}), 4);
}

TEST(Sides, ErrorByHand) {
  Facts facts;
  facts.classes = 2;
  // max(1, 2) + max(2, 0) - max(3, 2)
  const std::vector<std::int64_t> whole{facts.weighing(3), facts.weighing(2)};
  EXPECT_EQ(gained<Error>(facts, whole, {facts.weighing(1), facts.weighing(2)}), 1);
}

TEST(Sides, VarianceByHand) {
  Facts facts;
  facts.level = {5, 0, 100, 0x1p-20};  // 0, 0, 10, 10
  // (-10)^2 / 2 + 10^2 / 2 - 0
  EXPECT_EQ(gained<VarianceSides<false>>(facts, {{0, 4}}, {{-10, 2}}), 100);
}

TEST(Sides, AbsoluteDeviationByHand) {
  // 0, 0, 10, 10 around their median 0: 20; apart: nothing.
  Facts facts;
  facts.level.grid = 0x1p-20;
  const std::vector<double> levels{0, 10};
  const std::vector<std::uint32_t> ranks{0, 0, 1, 1};
  const MedianSums none(std::make_shared<const std::vector<std::uint32_t>>(std::vector<std::uint32_t>{0, 1}), levels);
  facts.responses = ranks.data();
  facts.no_targets = &none;
  const std::vector<std::uint16_t> cases{0, 1, 2, 3};
  MedianSides sides(facts, std::span<const std::uint16_t>(cases));
  sides.move(0);
  sides.move(1);
  EXPECT_EQ(sides.gained(), 20);
}

// Rows go below and back in any order; single cases do what their row does; and nobody says no to a gain that is there.
template <typename Sides>
void check_moves(Facts& facts, RandomEngine& engine) {
  using Number = typename Sides::Number;
  constexpr std::size_t kRows = 6;
  facts.classes =
      2 + (std::is_same_v<Sides, PairSides> || std::is_same_v<Sides, WeighedPairSides> ? 0 : uniform_below(engine, 3));
  std::vector<std::uint8_t> labels;
  std::vector<std::int64_t> units;
  std::vector<std::vector<std::uint32_t>> items(kRows);
  std::vector<Number> whole(facts.classes, 0);
  std::vector<std::vector<Number>> rows(kRows, std::vector<Number>(facts.classes, 0));
  facts.units = nullptr;
  for (std::uint32_t item = 0; item < 30; ++item) {
    labels.push_back(static_cast<std::uint8_t>(uniform_below(engine, facts.classes)));
    units.push_back(facts.weighing(0.1 * static_cast<double>(1 + uniform_below(engine, 20))));
    items[uniform_below(engine, kRows)].push_back(item);
  }
  facts.labels = labels.data();
  if (!Sides::kUnitWeights) facts.units = units.data();
  std::vector<PairAmount> pairs;
  for (std::size_t item = 0; item < units.size(); ++item) pairs.emplace_back(units[item], units[item] * labels[item]);
  facts.pairs = pairs.data();
  for (std::size_t row = 0; row < kRows; ++row) {
    for (const std::uint32_t item : items[row]) {
      rows[row][labels[item]] += amount_of<Number>(facts, item);
      whole[labels[item]] += amount_of<Number>(facts, item);
    }
  }
  std::vector<Number> scratch;
  std::vector<Number> other_scratch;
  Sides wandering(facts, whole.data(), scratch);
  std::vector<bool> below(kRows, false);
  for (int step = 0; step < 40; ++step) {
    const std::size_t row = uniform_below(engine, kRows);
    if (below[row]) {
      wandering.template shift<-1>(rows[row].data());
    } else {
      wandering.template shift<1>(rows[row].data());
    }
    below[row] = !below[row];
    Sides direct(facts, whole.data(), other_scratch);
    for (std::size_t i = 0; i < kRows; ++i) {
      for (std::size_t place = 0; below[i] && place < items[i].size(); ++place) direct.move(items[i][place]);
    }
    ASSERT_EQ(wandering.below(), direct.below());
    ASSERT_EQ(wandering.above(), direct.above());
    if (direct.below() == 0 || direct.above() == 0) continue;
    ASSERT_EQ(wandering.gained(), direct.gained());
    ASSERT_TRUE(direct.gained() <= 0 || direct.beats(direct.gained() - 0.51 * kGainGrid));
  }
}

TEST(Sides, KeepNoTraceOfWhatWentBelowAndBack) {
  RandomEngine engine(11);
  Facts facts;
  const std::vector<double> factors{1, 2.5, 0.3, 1.7};
  for (int round = 0; round < 100; ++round) {
    facts.factors = nullptr;
    check_moves<PairSides>(facts, engine);
    check_moves<GiniSides<std::uint8_t>>(facts, engine);
    check_moves<EntropySides<std::uint8_t>>(facts, engine);
    facts.factors = round % 2 == 0 ? factors.data() : nullptr;
    check_moves<WeighedPairSides>(facts, engine);
    check_moves<WeighedGini>(facts, engine);
    check_moves<WeighedEntropy>(facts, engine);
    check_moves<Error>(facts, engine);
  }
}

}  // namespace
}  // namespace espalier::sides_test
