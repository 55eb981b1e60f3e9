#include <gtest/gtest.h>

#include "evaluate/evaluate.hpp"

namespace espalier {
namespace {

TEST(Score, CountsByHand) {
  // actual:    a a a b b c
  // predicted: a a b b a b
  const Metrics metrics = score({0, 0, 0, 1, 1, 2}, {0, 0, 1, 1, 0, 1}, 3);
  EXPECT_EQ(metrics.rows, 6U);
  EXPECT_EQ(metrics.correct, 3U);
  EXPECT_DOUBLE_EQ(metrics.accuracy(), 0.5);
  EXPECT_EQ(metrics.confusion, (std::vector<std::vector<std::size_t>>{{2, 1, 0}, {1, 1, 0}, {0, 1, 0}}));
  // a: 2 right of 3 answered, 2 of 3 there
  EXPECT_EQ(metrics.classes[0].support, 3U);
  EXPECT_DOUBLE_EQ(metrics.classes[0].precision, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(metrics.classes[0].recall, 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(metrics.classes[0].f1, 2.0 / 3.0);
  // b: 1 right of 3 answered, 1 of 2 there; F1 = 2 (1/3)(1/2) / (1/3 + 1/2)
  EXPECT_DOUBLE_EQ(metrics.classes[1].precision, 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(metrics.classes[1].recall, 0.5);
  EXPECT_DOUBLE_EQ(metrics.classes[1].f1, 0.4);
}

TEST(Score, UndefinedFiguresAreZero) {
  const Metrics metrics = score({0, 1}, {0, 0}, 3);
  EXPECT_EQ(metrics.classes[1].precision, 0);  // never answered
  EXPECT_EQ(metrics.classes[1].recall, 0);
  EXPECT_EQ(metrics.classes[2].recall, 0);  // never there
  EXPECT_EQ(metrics.classes[2].f1, 0);
}

TEST(Score, NothingIsNothing) {
  EXPECT_EQ(score({}, {}, 2).accuracy(), 0);
}

}  // namespace
}  // namespace espalier
