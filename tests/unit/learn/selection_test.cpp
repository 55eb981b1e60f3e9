#include "learn/path_judge.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::selection_test {
namespace {

// Four rows of two classes; one answer is wrong.
const Marking kMarking{Task::classification, 2, {{0, 1}, {5, 0}}};
const Answers kActual{{0, 0, 1, 1}, {}, {}};
const Answers kPredicted{{0, 0, 1, 0}, {}, {0.9, 0.1, 0.6, 0.4, 0.2, 0.8, 0.7, 0.3}};

TEST(Selection, ByHand) {
  EXPECT_DOUBLE_EQ(selection_error(SelectBy::accuracy, kMarking, kActual, kPredicted).mean, 0.25);
  EXPECT_DOUBLE_EQ(selection_error(SelectBy::cost, kMarking, kActual, kPredicted).mean, 1.25);
  // 2 (0.1^2 + 0.4^2 + 0.2^2 + 0.7^2) / 4
  EXPECT_DOUBLE_EQ(selection_error(SelectBy::brier, kMarking, kActual, kPredicted).mean, 0.35);
  EXPECT_DOUBLE_EQ(selection_error(SelectBy::log_loss, kMarking, kActual, kPredicted).mean,
                   -(std::log(0.9) + std::log(0.6) + std::log(0.8) + std::log(0.3)) / 4);
  // Of four pairs, 0.3 before 0.4 is the wrong way round.
  EXPECT_DOUBLE_EQ(selection_error(SelectBy::auc, kMarking, kActual, kPredicted).mean, 0.25);
}

TEST(Selection, StandardErrors) {
  // sqrt(p (1 - p) / n)
  EXPECT_DOUBLE_EQ(selection_error(SelectBy::accuracy, kMarking, kActual, kPredicted).standard_error,
                   std::sqrt(0.25 * 0.75 / 4));
  // Hanley and McNeil with A = 0.75 and two rows each: A (1 - A) + (A / (2 - A) - A^2) + (2 A^2 / (1 + A) - A^2),
  // over 4.
  const double q1 = 0.75 / 1.25;
  const double q2 = 2 * 0.5625 / 1.75;
  EXPECT_DOUBLE_EQ(selection_error(SelectBy::auc, kMarking, kActual, kPredicted).standard_error,
                   std::sqrt((0.1875 + (q1 - 0.5625) + (q2 - 0.5625)) / 4));
}

TEST(Selection, ByWeight) {
  EXPECT_DOUBLE_EQ(selection_error(SelectBy::accuracy, kMarking, kActual, kPredicted, {1, 1, 1, 5}).mean, 5.0 / 8);
}

TEST(Selection, OneClassRanksNothing) {
  const Answers actual{{0, 0}, {}, {}};
  const Answers predicted{{0, 1}, {}, {0.9, 0.1, 0.4, 0.6}};
  EXPECT_DOUBLE_EQ(selection_error(SelectBy::auc, kMarking, actual, predicted).mean, 0.5);
}

}  // namespace
}  // namespace espalier::selection_test
