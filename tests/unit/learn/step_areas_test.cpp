#include "learn/fold_judge.hpp"

#include <gtest/gtest.h>

namespace espalier::step_areas_test {
namespace {

// Two leaves that become one: 3 of 4 rows on the left are yes, 1 of 4 on the right.
TEST(StepAreas, OfTwoLeavesByHand) {
  const std::vector<AnswerGroup> groups = {
      {0, 1, {0.25, 0.75}, {1, 3}}, {0, 1, {0.75, 0.25}, {3, 1}}, {1, 2, {0.5, 0.5}, {4, 4}}};
  // 16 pairs. In order: 3 yes before 3 no = 9; tied: 3 x 1 and 1 x 3, by half = 3. 12 / 16.
  const std::vector<double> missed = missed_areas(groups, 2, 2);
  ASSERT_EQ(missed.size(), 2U);
  EXPECT_DOUBLE_EQ(missed[0], 0.25);
  EXPECT_DOUBLE_EQ(missed[1], 0.5);
}

TEST(StepAreas, EqualProbabilitiesOfDifferentLeavesAreTied) {
  const std::vector<AnswerGroup> groups = {{0, 1, {0.5, 0.5}, {2, 0}}, {0, 1, {0.5, 0.5}, {0, 2}}};
  EXPECT_DOUBLE_EQ(missed_areas(groups, 1, 2).at(0), 0.5);
}

TEST(StepAreas, RowsOfOneLabelTellNothing) {
  EXPECT_TRUE(missed_areas({{0, 1, {0.5, 0.5}, {4, 0}}}, 1, 2).empty());
  EXPECT_TRUE(missed_areas({}, 1, 2).empty());
}

TEST(StepAreas, LabelsWithoutRowsAreLeftOut) {
  // Of three labels two have rows, perfectly apart.
  const std::vector<AnswerGroup> groups = {{0, 1, {1, 0, 0}, {2, 0, 0}}, {0, 1, {0, 1, 0}, {0, 2, 0}}};
  EXPECT_DOUBLE_EQ(missed_areas(groups, 1, 3).at(0), 0.0);
}

}  // namespace
}  // namespace espalier::step_areas_test
