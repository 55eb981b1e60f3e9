#include "evaluate/ranking.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.hpp"

namespace espalier::ranking_test {
namespace {

using Labels = std::vector<std::uint32_t>;
using Numbers = std::vector<double>;
using Splits = std::vector<std::size_t>;
using Area = std::optional<double>;

// Two classes; `probabilities` are those of the second one.
Area area(const Labels& actual, const Numbers& probabilities, Numbers weights = {}, const Splits& splits = {}) {
  if (weights.empty()) weights.assign(actual.size(), 1.0);
  Answers answers;
  for (const double probability : probabilities) {
    answers.labels.push_back(0);
    answers.probabilities.insert(answers.probabilities.end(), {1 - probability, probability});
  }
  return areas_under_curve(2, actual, answers, weights, splits)[1];
}

TEST(AreaUnderCurve, CountsPairsByHand) {
  // Of the class: 0.9, 0.4; others: 0.1, 0.4, 0.6. In order: 0.9 before all three, 0.4 before 0.1 and half before 0.4.
  EXPECT_DOUBLE_EQ(*area({1, 1, 0, 0, 0}, {0.9, 0.4, 0.1, 0.4, 0.6}), 4.5 / 6);
}

TEST(AreaUnderCurve, WeighsPairsByHand) {
  // The same with weights: 0.9 (2): 1 + 2 + 3 in order, times 2; 0.4 (1): 1 and half of 2. All: 3 * 6.
  EXPECT_DOUBLE_EQ(*area({1, 1, 0, 0, 0}, {0.9, 0.4, 0.1, 0.4, 0.6}, {2, 1, 1, 2, 3}), 14.0 / 18);
}

TEST(AreaUnderCurve, PerfectReversedAndBlind) {
  EXPECT_EQ(area({0, 0, 1, 1}, {0.1, 0.2, 0.3, 0.9}), 1);
  EXPECT_EQ(area({1, 1, 0, 0}, {0.1, 0.2, 0.3, 0.9}), 0);
  EXPECT_EQ(area({1, 0, 1, 0, 0}, {0.5, 0.5, 0.5, 0.5, 0.5}), 0.5);
}

TEST(AreaUnderCurve, IsUndefinedWithoutPairs) {
  EXPECT_EQ(area({1, 1}, {0.1, 0.2}), std::nullopt);
  EXPECT_EQ(area({0, 0}, {0.1, 0.2}), std::nullopt);
  EXPECT_EQ(area({}, {}), std::nullopt);
  EXPECT_EQ(area({0, 1}, {0.1, 0.2}, {}, {0, 1}), std::nullopt);  // never answered by the same tree
}

// Leaves learned without the row that they answer: the others of its class are fewer there, so that rows of the class
// have the lower probability throughout. Within a tree nothing is in order.
TEST(AreaUnderCurve, ComparesAnswersOfOneTreeOnly) {
  const Labels actual{1, 1, 0, 1, 0, 0};
  const Numbers probabilities{0.4, 0.4, 0.4, 0.6, 0.6, 0.6};
  // All together: 0.4 twice against 0.4 0.6 0.6 is 1/2 each, 0.6 against them is 1 + 1/2 + 1/2.
  EXPECT_DOUBLE_EQ(*area(actual, probabilities), 3.0 / 9);
  EXPECT_EQ(area(actual, probabilities, {}, {7, 7, 7, 2, 2, 2}), 0.5);
  // Split 7 has 2 pairs, split 2 has 1 * 2: of the first tree both are in order, of the second none.
  EXPECT_EQ(area(actual, {0.4, 0.5, 0.3, 0.1, 0.2, 0.9}, {}, {7, 7, 7, 2, 2, 2}), 0.5);
}

// Every pair looked at by itself.
Area naive_area(std::uint32_t label, const Labels& actual, const Answers& answers, const Numbers& weights,
                const Splits& splits) {
  double in_order = 0;
  double pairs = 0;
  for (std::size_t one = 0; one < actual.size(); ++one) {
    for (std::size_t other = 0; other < actual.size(); ++other) {
      if (actual[one] != label || actual[other] == label || splits[one] != splits[other]) continue;
      const double above = answers.distribution(one)[label] - answers.distribution(other)[label];
      pairs += weights[one] * weights[other];
      if (above >= 0) in_order += weights[one] * weights[other] * (above == 0 ? 0.5 : 1);
    }
  }
  if (pairs == 0) return std::nullopt;
  return in_order / pairs;
}

TEST(AreaUnderCurve, EqualsTheCountOfAllPairs) {
  RandomEngine engine(5);
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t rows = uniform_below(engine, 40);
    const std::size_t labels = 2 + uniform_below(engine, 4);
    Labels actual;
    Answers answers;
    Numbers weights;
    Splits splits;
    for (std::size_t row = 0; row < rows; ++row) {
      actual.push_back(static_cast<std::uint32_t>(uniform_below(engine, labels)));
      answers.labels.push_back(0);
      for (std::size_t label = 0; label < labels; ++label) {
        answers.probabilities.push_back(static_cast<double>(uniform_below(engine, 6)) / 5);  // with ties
      }
      weights.push_back(0.5 + uniform_unit(engine));
      splits.push_back(uniform_below(engine, 3));
    }
    const std::vector<Area> areas = areas_under_curve(labels, actual, answers, weights, splits);
    for (std::uint32_t label = 0; label < labels; ++label) {
      const Area expected = naive_area(label, actual, answers, weights, splits);
      ASSERT_EQ(areas[label].has_value(), expected.has_value());
      EXPECT_NEAR(areas[label].value_or(0), expected.value_or(0), 1e-12);
    }
  }
}

TEST(MeanArea, IsOverTheClassesThatHaveOne) {
  EXPECT_DOUBLE_EQ(*mean_area(std::vector<Area>{0.5, std::nullopt, 0.75}), 0.625);
  EXPECT_EQ(mean_area(std::vector<Area>{std::nullopt}), std::nullopt);
}

// Two classes; `probabilities` are those of the second one.
Area error(const Labels& actual, const Numbers& probabilities, Numbers weights = {}, const Splits& splits = {}) {
  if (weights.empty()) weights.assign(actual.size(), 1.0);
  Answers answers;
  for (const double probability : probabilities) {
    answers.labels.push_back(0);
    answers.probabilities.insert(answers.probabilities.end(), {1 - probability, probability});
  }
  return area_standard_error(1, actual, answers, weights, splits);
}

// Of the class 0.9 precedes all three others, 0.4 half of them: their mean is the area, 3/4, from which they are off by
// 1/4 each. Of the others 0.1, 0.4 and 0.6 are preceded by 2, 1.5 and 1 of two: off by 1/4, 0 and 1/4. The variance is
// (1/16 + 1/16) / 2^2 + (1/16 + 1/16) / 3^2.
TEST(AreaStandardError, IsThatOfDeLongByHand) {
  EXPECT_DOUBLE_EQ(*error({1, 1, 0, 0, 0}, {0.9, 0.4, 0.1, 0.4, 0.6}), std::sqrt(1.0 / 32 + 1.0 / 72));
}

TEST(AreaStandardError, IsUndefinedWithoutPairs) {
  EXPECT_EQ(error({1, 1}, {0.1, 0.2}), std::nullopt);
  EXPECT_EQ(error({0, 1}, {0.1, 0.2}, {}, {0, 1}), std::nullopt);
}

// Two splits of the same rows say the same as one does, and half of the rows' squares are left: the error shrinks by
// the root of 2.
TEST(AreaStandardError, OfTwoSplitsOfTheSameRows) {
  const double once = *error({1, 1, 0, 0, 0}, {0.9, 0.4, 0.1, 0.4, 0.6});
  const double twice = *error({1, 1, 0, 0, 0, 1, 1, 0, 0, 0}, {0.9, 0.4, 0.1, 0.4, 0.6, 0.9, 0.4, 0.1, 0.4, 0.6}, {},
                              {0, 0, 0, 0, 0, 1, 1, 1, 1, 1});
  EXPECT_NEAR(twice, once / std::sqrt(2), 1e-12);
}

// How much areas of samples differ is what the error of one of them says, within a tenth.
TEST(AreaStandardError, IsHowMuchSamplesDiffer) {
  RandomEngine engine(7);
  constexpr int kSamples = 2000;
  double sum = 0;
  double squares = 0;
  double variances = 0;
  for (int sample = 0; sample < kSamples; ++sample) {
    Labels actual;
    Numbers probabilities;
    for (int row = 0; row < 60; ++row) {
      actual.push_back(row % 3 == 0 ? 1 : 0);
      const double drawn = static_cast<double>(uniform_below(engine, 8)) / 16;
      probabilities.push_back(drawn + (actual.back() == 1 ? 0.125 : 0));
    }
    const double found = *area(actual, probabilities);
    sum += found;
    squares += found * found;
    const double estimated = *error(actual, probabilities);
    variances += estimated * estimated;
  }
  const double variance = squares / kSamples - (sum / kSamples) * (sum / kSamples);
  EXPECT_NEAR(std::sqrt(variances / kSamples / variance), 1, 0.1);
}

}  // namespace
}  // namespace espalier::ranking_test
