#include "evaluate/ranking.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.hpp"

namespace espalier::class_curve_test {
namespace {

using Labels = std::vector<std::uint32_t>;
using Numbers = std::vector<double>;
using Splits = std::vector<std::size_t>;
using Points = std::vector<CurvePoint>;

// Two classes; `probabilities` are those of the second one.
Answers answers_of(const Numbers& probabilities) {
  Answers answers;
  for (const double probability : probabilities) {
    answers.labels.push_back(0);
    answers.probabilities.insert(answers.probabilities.end(), {1 - probability, probability});
  }
  return answers;
}

// By trapezoids.
double area_below(const Points& curve) {
  double area = 0;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    area += (curve[i].x - curve[i - 1].x) * (curve[i].y + curve[i - 1].y) / 2;
  }
  return area;
}

Points curve(const Labels& actual, const Numbers& probabilities, Numbers weights = {}, const Splits& splits = {}) {
  if (weights.empty()) weights.assign(actual.size(), 1.0);
  return roc_curve(1, actual, answers_of(probabilities), weights, splits);
}

TEST(RocCurve, GoesUpWithTheClassAndRightWithTheOthers) {
  // In order: 0.9 of the class, 0.8 another, 0.7 of the class, 0.1 another.
  EXPECT_EQ(curve({1, 0, 1, 0}, {0.9, 0.8, 0.7, 0.1}), (Points{{0, 0}, {0, 0.5}, {0.5, 0.5}, {0.5, 1}, {1, 1}}));
}

TEST(RocCurve, GoesStraightThroughRowsThatAreEquallyProbable) {
  EXPECT_EQ(curve({1, 0, 1, 0}, {0.5, 0.5, 0.5, 0.5}), (Points{{0, 0}, {1, 1}}));
}

TEST(RocCurve, WeighsRows) {
  // 3 of 4 of the class first, then 1 of 2 of the others.
  EXPECT_EQ(curve({1, 0, 1, 0}, {0.9, 0.8, 0.7, 0.1}, {3, 1, 1, 1}),
            (Points{{0, 0}, {0, 0.75}, {0.5, 0.75}, {0.5, 1}, {1, 1}}));
}

// A split of 1 x 2 pairs that is right and one of 1 x 1 that is wrong: up to 2/3 at 0, and from there to 1 at 1, where
// the wrong one goes up. Pairs across the splits do not count.
TEST(RocCurve, IsTheMeanOfTheSplitsByTheirPairs) {
  const Points mean = curve({1, 0, 0, 1, 0}, {0.3, 0.2, 0.1, 0.8, 0.9}, {}, {0, 0, 0, 1, 1});
  EXPECT_EQ(mean, (Points{{0, 0}, {0, 2.0 / 3}, {0.5, 2.0 / 3}, {1, 2.0 / 3}, {1, 1}}));
  EXPECT_DOUBLE_EQ(area_below(mean), 2.0 / 3);
}

TEST(RocCurve, IsEmptyWithoutPairs) {
  EXPECT_TRUE(curve({1, 1}, {0.1, 0.2}).empty());
  EXPECT_TRUE(curve({0, 0}, {0.1, 0.2}).empty());
  EXPECT_TRUE(curve({0, 1}, {0.1, 0.2}, {}, {0, 1}).empty());
  EXPECT_TRUE(curve({}, {}).empty());
}

// Whatever the ties, weights and splits: what is drawn has the area that is reported.
TEST(RocCurve, HasTheAreaThatIsReported) {
  RandomEngine random(7);
  for (int round = 0; round < 200; ++round) {
    Labels actual;
    Numbers probabilities;
    Numbers weights;
    Splits splits;
    for (int row = 0; row < 40; ++row) {
      actual.push_back(static_cast<std::uint32_t>(uniform_below(random, 2)));
      probabilities.push_back(static_cast<double>(uniform_below(random, 8)) / 8);
      weights.push_back(static_cast<double>(1 + uniform_below(random, 4)) / 2);
      splits.push_back(uniform_below(random, 5));
    }
    const auto area = areas_under_curve(2, actual, answers_of(probabilities), weights, splits)[1];
    const Points drawn = curve(actual, probabilities, weights, splits);
    ASSERT_EQ(area.has_value(), !drawn.empty());
    if (!area) continue;
    EXPECT_NEAR(area_below(drawn), *area, 1e-12);
    EXPECT_EQ(drawn.front(), (CurvePoint{0, 0}));
    EXPECT_EQ(drawn.back(), (CurvePoint{1, 1}));
  }
}

TEST(RocCurve, OfManyRowsKeepsEnoughCornersForItsArea) {
  RandomEngine random(8);
  Labels actual;
  Numbers probabilities;
  for (int row = 0; row < 20'000; ++row) {
    actual.push_back(static_cast<std::uint32_t>(uniform_below(random, 2)));
    probabilities.push_back(static_cast<double>(uniform_below(random, 1'000'000)) / 2e6 + 0.3 * actual.back());
  }
  const Points drawn = curve(actual, probabilities);
  EXPECT_LE(drawn.size(), 4000U);
  const Numbers weights(actual.size(), 1);
  EXPECT_NEAR(area_below(drawn), *areas_under_curve(2, actual, answers_of(probabilities), weights, {})[1], 1e-4);
}

TEST(PrecisionRecall, ByHand) {
  // 2 of 4 rows are of the class. Found 1 of 1, then 1 of 2, 2 of 3, 2 of 4.
  const Points points = precision_recall(curve({1, 0, 1, 0}, {0.9, 0.8, 0.7, 0.1}), 0.5);
  EXPECT_EQ(points.front(), (CurvePoint{0, 1}));
  EXPECT_EQ(points.back(), (CurvePoint{1, 0.5}));
  const auto has = [&](double recall, double precision) {
    for (const CurvePoint& point : points) {
      if (std::abs(point.x - recall) < 1e-12 && std::abs(point.y - precision) < 1e-12) return true;
    }
    return false;
  };
  EXPECT_TRUE(has(0.5, 1));
  EXPECT_TRUE(has(0.5, 0.5));
  EXPECT_TRUE(has(1, 2.0 / 3));
}

TEST(PrecisionRecall, IsTheShareOfTheClassWhereNothingIsKnown) {
  for (const CurvePoint& point : precision_recall(Points{{0, 0}, {1, 1}}, 0.2)) EXPECT_NEAR(point.y, 0.2, 1e-12);
}

// From recall 0.5 and none of the others to all of both: at the middle 0.75 found and half of the others, which is
// 0.15 of 0.15 + 0.4; a straight line would say (1 + 0.2) / 2.
TEST(PrecisionRecall, IsBentWhereTheOtherIsStraight) {
  const Points points = precision_recall(Points{{0, 0}, {0, 0.5}, {1, 1}}, 0.2);
  double nearest = 1;
  for (const CurvePoint& point : points) {
    if (std::abs(point.x - 0.75) < 1e-9) nearest = point.y;
  }
  EXPECT_NEAR(nearest, 0.15 / 0.55, 1e-9);
}

TEST(PrecisionRecall, BeginsAtNothingIfTheFirstRowsAreOthers) {
  const Points points = precision_recall(curve({0, 1}, {0.9, 0.1}), 0.5);
  EXPECT_EQ(points.front(), (CurvePoint{0, 0}));
  EXPECT_TRUE(precision_recall({}, 0.5).empty());
}

}  // namespace
}  // namespace espalier::class_curve_test
