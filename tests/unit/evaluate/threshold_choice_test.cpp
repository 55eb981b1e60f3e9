// Thresholds by hand, and against trying every one.
#include "evaluate/threshold_choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "support/random.hpp"

namespace espalier::threshold_choice_test {
namespace {

using Costs = std::vector<std::vector<double>>;

constexpr std::uint32_t kNo = 0;
constexpr std::uint32_t kYes = 1;

struct Table {
  std::vector<double> probabilities;
  std::vector<std::uint32_t> actual;
  std::vector<double> weights;

  void add(double probability, std::uint32_t label, double weight = 1) {
    probabilities.push_back(probability);
    actual.push_back(label);
    weights.push_back(weight);
  }
  ThresholdRows rows() const { return {probabilities, actual, weights}; }
};

// Five rows of yes among ten. From the top: 0.9 yes; 0.7 yes, no; 0.4 yes, yes, no; 0.1 yes, no, no, no.
//   from 0.9 on: precision 1/1, recall 1/5, F1 2/6
//   from 0.7 on: precision 2/3, recall 2/5, F1 4/8
//   from 0.4 on: precision 4/6, recall 4/5, F1 8/11
//   from 0.1 on: precision 5/10, recall 5/5, F1 10/15
Table ten_rows() {
  Table table;
  table.add(0.1, kNo);
  table.add(0.9, kYes);
  table.add(0.4, kYes);
  table.add(0.7, kNo);
  table.add(0.4, kNo);
  table.add(0.1, kYes);
  table.add(0.7, kYes);
  table.add(0.1, kNo);
  table.add(0.4, kYes);
  table.add(0.1, kNo);
  return table;
}

ThresholdChoice choose(const Table& table, ThresholdAim aim, double figure = 0, const Costs& costs = {}) {
  return choose_threshold({kYes, aim, figure}, table.rows(), costs);
}

TEST(ThresholdChoice, KeepsTheRecallWithTheBestPrecision) {
  const ThresholdChoice most = choose(ten_rows(), ThresholdAim::recall, 0.8);
  EXPECT_EQ(most.probability, 0.2) << "0.25, the middle of 0.1 and 0.4, with one digit: within 0.175 and 0.325";
  EXPECT_TRUE(most.reached);
  EXPECT_DOUBLE_EQ(most.figures.precision.value(), 4.0 / 6);
  EXPECT_DOUBLE_EQ(most.figures.recall.value(), 0.8) << "exactly what was asked for is enough";
  EXPECT_DOUBLE_EQ(most.figures.f1.value(), 8.0 / 11);
  EXPECT_FALSE(most.figures.mean_cost.has_value());

  EXPECT_DOUBLE_EQ(choose(ten_rows(), ThresholdAim::recall, 0.81).figures.recall.value(), 1);
  // From 0.7 and from 0.4 on precision is 2/3: of equally precise ones the larger recall.
  EXPECT_DOUBLE_EQ(choose(ten_rows(), ThresholdAim::recall, 0.3).figures.recall.value(), 0.8);
  EXPECT_EQ(choose(ten_rows(), ThresholdAim::recall, 0.2).probability, 0.8) << "between 0.7 and 0.9";
}

TEST(ThresholdChoice, PrefersMorePreciseAnswersThatFindMore) {
  Table table;  // the largest threshold of recall 1/3 has precision 1/2, the one below it finds everything: 3/4
  table.add(0.9, kYes);
  table.add(0.9, kNo);
  table.add(0.5, kYes);
  table.add(0.5, kYes);
  table.add(0.1, kNo);
  const ThresholdChoice choice = choose(table, ThresholdAim::recall, 1.0 / 3);
  EXPECT_DOUBLE_EQ(choice.figures.recall.value(), 1);
  EXPECT_DOUBLE_EQ(choice.figures.precision.value(), 0.75);
}

TEST(ThresholdChoice, KeepsThePrecisionWithTheLargestRecall) {
  const ThresholdChoice choice = choose(ten_rows(), ThresholdAim::precision, 0.6);
  EXPECT_EQ(choice.probability, 0.2);
  EXPECT_DOUBLE_EQ(choice.figures.precision.value(), 4.0 / 6);
  EXPECT_DOUBLE_EQ(choose(ten_rows(), ThresholdAim::precision, 0.9).figures.recall.value(), 0.2);
  EXPECT_DOUBLE_EQ(choose(ten_rows(), ThresholdAim::precision, 0.5).figures.recall.value(), 1);
}

TEST(ThresholdChoice, SaysSoWhereNoThresholdIsPreciseEnough) {
  Table table;
  table.add(0.8, kYes);
  table.add(0.8, kNo);
  table.add(0.2, kNo);
  const ThresholdChoice choice = choose(table, ThresholdAim::precision, 0.75);
  EXPECT_FALSE(choice.reached);
  EXPECT_DOUBLE_EQ(choice.figures.precision.value(), 0.5) << "the best that there is";
  EXPECT_EQ(choice.probability, 0.5);
}

TEST(ThresholdChoice, CannotFindWhatHasNoProbability) {
  Table table;  // a row of yes in a pure leaf of no: no threshold is 0 or below
  table.add(0.0, kYes);
  table.add(0.0, kNo);
  table.add(0.5, kYes);
  const ThresholdChoice choice = choose(table, ThresholdAim::recall, 0.8);
  EXPECT_FALSE(choice.reached);
  EXPECT_DOUBLE_EQ(choice.figures.recall.value(), 0.5);
  EXPECT_GT(choice.probability, 0);
}

TEST(ThresholdChoice, TakesTheLargestF1) {
  EXPECT_EQ(choose(ten_rows(), ThresholdAim::f1).probability, 0.2) << "8/11 is more than 10/15";
}

TEST(ThresholdChoice, TakesTheLeastCost) {
  // costs[actual][answered]: a yes that is missed costs 4, a no that is taken 1. Of the ten rows:
  //   none 20; from 0.9: 16; from 0.7: 12 + 1; from 0.4: 4 + 2 = 6; from 0.1: 5.
  const ThresholdChoice dear = choose(ten_rows(), ThresholdAim::cost, 0, {{0, 1}, {4, 0}});
  EXPECT_EQ(dear.probability, 0.05) << "everything is yes: the middle of 0 and 0.1";
  EXPECT_DOUBLE_EQ(dear.figures.mean_cost.value(), 0.5);
  // A no that is taken costs 3: none 5; from 0.9: 4; from 0.7: 3 + 3.
  const ThresholdChoice careful = choose(ten_rows(), ThresholdAim::cost, 0, {{0, 3}, {1, 0}});
  EXPECT_EQ(careful.probability, 0.8);
  // It costs 100, and the row of 0.9 is a no: nothing is taken.
  Table table = ten_rows();
  table.actual[1] = kNo;
  const ThresholdChoice never = choose(table, ThresholdAim::cost, 0, {{0, 100}, {1, 0}});
  EXPECT_EQ(never.probability, 0.95) << "0.95 has two digits; 0.9 and 1 are not in the middle half of 0.9 and 1";
  EXPECT_FALSE(never.figures.precision.has_value());
}

TEST(ThresholdChoice, CountsRowsByTheirWeight) {
  Table table = ten_rows();
  for (std::size_t row = 0; row < 10; ++row) table.weights[row] = table.probabilities[row] == 0.1 ? 0.25 : 1;
  // Yes weighs 4.25: from 0.4 on recall is 4/4.25 = 0.94, from 0.7 on 2/4.25.
  EXPECT_EQ(choose(table, ThresholdAim::recall, 0.9).probability, 0.2);
  EXPECT_DOUBLE_EQ(choose(table, ThresholdAim::recall, 0.9).figures.recall.value(), 4 / 4.25);
}

TEST(ThresholdChoice, IsForEitherLabel) {
  Table table = ten_rows();
  for (double& probability : table.probabilities) probability = 1 - probability;
  // No from 0.9 on: 3 of 4 are no, recall 3/5.
  const ThresholdChoice choice = choose_threshold({kNo, ThresholdAim::precision, 0.7}, table.rows(), {});
  EXPECT_DOUBLE_EQ(choice.figures.precision.value(), 0.75);
  EXPECT_DOUBLE_EQ(choice.figures.recall.value(), 0.6);
}

TEST(ThresholdChoice, WithoutRowsOfTheLabelIsAHalf) {
  Table table;
  table.add(0.3, kNo);
  EXPECT_EQ(choose(table, ThresholdAim::recall, 0.8).probability, 0.5);
  EXPECT_FALSE(choose(table, ThresholdAim::recall, 0.8).reached);
  EXPECT_FALSE(choose({}, ThresholdAim::f1).reached);
}

TEST(BetweenProbabilities, HasFewDigitsAndIsFarFromBoth) {
  EXPECT_EQ(between_probabilities(0, 1), 0.5);
  EXPECT_EQ(between_probabilities(0.121, 0.134), 0.13) << "0.1275; 0.1 is outside of 0.12425 and 0.13075";
  EXPECT_EQ(between_probabilities(0.0612, 0.0613), 0.06125);
  EXPECT_EQ(between_probabilities(0, 4e-9), 2e-9);
}

TEST(BetweenProbabilities, OfNeighboursIsTheUpperOne) {
  const double below = 0.3;
  const double above = std::nextafter(below, 1.0);
  EXPECT_EQ(between_probabilities(below, above), above);
  EXPECT_EQ(between_probabilities(std::nextafter(1.0, 0.0), 1), 1);
}

TEST(BetweenProbabilities, AnswersAsBothEndsAsk) {
  RandomEngine engine(4);
  for (int i = 0; i < 2000; ++i) {
    double below = uniform_unit(engine);
    double above = uniform_below(engine, 2) == 0 ? uniform_unit(engine) : below * (1 + 1e-15 * uniform_unit(engine));
    if (below > above) std::swap(below, above);
    if (below == above) continue;
    const double between = between_probabilities(below, above);
    EXPECT_GT(between, below);
    EXPECT_LE(between, above);
  }
}

// Sums over all rows at one threshold, as anybody would write them.
struct Plain {
  double precision = -1;
  double recall = -1;
  double f1 = -1;
  double cost = 0;
};

Plain plain_figures(const Table& table, double threshold, const Costs& costs) {
  double found = 0;
  double taken = 0;
  double label = 0;
  double all = 0;
  Plain plain;
  for (std::size_t row = 0; row < table.actual.size(); ++row) {
    const bool yes = table.actual[row] == kYes;
    const bool answered = table.probabilities[row] >= threshold;
    found += yes && answered ? table.weights[row] : 0;
    taken += !yes && answered ? table.weights[row] : 0;
    label += yes ? table.weights[row] : 0;
    all += table.weights[row];
    plain.cost += table.weights[row] * costs[table.actual[row]][answered ? kYes : kNo];
  }
  if (found + taken > 0) plain.precision = found / (found + taken);
  plain.recall = found / label;
  plain.f1 = 2 * found / (found + taken + label);
  plain.cost /= all;
  return plain;
}

// Weights are quarters: sums of them are exact in any order.
Table random_table(RandomEngine& engine) {
  Table table;
  const std::uint64_t rows = 1 + uniform_below(engine, 30);
  for (std::uint64_t row = 0; row < rows; ++row) {
    const double probability = static_cast<double>(uniform_below(engine, 9)) / 8;
    table.add(probability, uniform_below(engine, 3) == 0 ? kYes : kNo,
              static_cast<double>(1 + uniform_below(engine, 6)) / 4);
  }
  return table;
}

TEST(ThresholdChoice, IsTheBestOfAllThresholds) {
  RandomEngine engine(11);
  const Costs costs = {{0, 1}, {3, 0}};
  std::set<bool> reached;
  for (int i = 0; i < 3000 && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const Table table = random_table(engine);
    if (std::count(table.actual.begin(), table.actual.end(), kYes) == 0) continue;
    const double share = static_cast<double>(1 + uniform_below(engine, 20)) / 20;
    const Plain recall = plain_figures(table, choose(table, ThresholdAim::recall, share, costs).probability, costs);
    const Plain precise = plain_figures(table, choose(table, ThresholdAim::precision, share, costs).probability, costs);
    const Plain f1 = plain_figures(table, choose(table, ThresholdAim::f1, 0, costs).probability, costs);
    const Plain cost = plain_figures(table, choose(table, ThresholdAim::cost, 0, costs).probability, costs);
    const ThresholdChoice choice = choose(table, ThresholdAim::precision, share, costs);
    EXPECT_EQ(choice.figures.precision.value_or(-1), precise.precision) << "the figures are those of the threshold";
    EXPECT_EQ(choice.figures.recall.value(), precise.recall);
    EXPECT_EQ(choice.reached, precise.precision >= share - 1e-9);
    reached.insert(choice.reached);
    for (int step = 1; step <= 16; ++step) {
      const Plain other = plain_figures(table, step / 16.0, costs);
      if (other.recall >= share - 1e-9) {
        EXPECT_GE(recall.recall, share - 1e-9);
        EXPECT_GE(recall.precision, other.precision);
      }
      if (other.precision >= share - 1e-9) {
        EXPECT_GE(precise.precision, share - 1e-9);
        EXPECT_GE(precise.recall, other.recall);
      }
      EXPECT_GE(f1.f1, other.f1);
      EXPECT_LE(cost.cost, other.cost);
    }
  }
  EXPECT_EQ(reached.size(), 2U);
}

}  // namespace
}  // namespace espalier::threshold_choice_test
