#include "evaluate/tree_group.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "unit/grow/small_data.hpp"

namespace espalier::answer_agreement_test {
namespace {

Dataset three_rows() {
  return testing::dataset({testing::numeric("x", {1, 2, 3})}, {"a", "b", "c"});
}

std::vector<Answers> labels(const std::vector<std::vector<std::uint32_t>>& trees) {
  std::vector<Answers> answers;
  for (const auto& tree : trees) answers.push_back({tree, {}, {}});
  return answers;
}

std::vector<Answers> values(const std::vector<std::vector<double>>& trees) {
  std::vector<Answers> answers;
  for (const auto& tree : trees) answers.push_back({{}, tree, {}});
  return answers;
}

// Four trees, six pairs. Row 1: a a a a, 6 pairs alike; row 2: b b b a, 3; row 3: c c a b, 1. Mean (6 + 3 + 1) / 18.
TEST(AnswerAgreement, SharesOfPairsAndOfTrees) {
  const AnswerAgreement found = answer_agreement(three_rows(), labels({{0, 1, 2}, {0, 1, 2}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_DOUBLE_EQ(found.same_answer, 10.0 / 18);
  EXPECT_DOUBLE_EQ(found.mean_majority, (1 + 0.75 + 0.5) / 3);
  EXPECT_EQ(found.rows[1].label, 1U);
  EXPECT_EQ(found.rows[1].trees, 3U);
  EXPECT_EQ(found.rows_in_doubt, (std::vector<std::size_t>{2}));
}

TEST(AnswerAgreement, TwoThirdsAreEnough) {
  const AnswerAgreement found = answer_agreement(three_rows(), labels({{0, 1, 2}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(found.rows_in_doubt, (std::vector<std::size_t>{2}));  // not row 1, where two of three agree
}

TEST(AnswerAgreement, CountsRowsByWeight) {
  Dataset data = three_rows();
  data.weights = {1, 1, 2};
  // Two trees: alike in rows 1 and 3.
  EXPECT_DOUBLE_EQ(answer_agreement(data, labels({{0, 1, 2}, {0, 0, 2}})).same_answer, 3.0 / 4);
}

// Answers 1 2 3 for the first row (variance 1) and 5 5 5 for the second. Differences of pairs: 1, 1, 2: mean square 2,
// and 0: root mean square sqrt(1). The targets 0 and 4 have the variance 4.
TEST(AnswerAgreement, DifferencesOfNumbers) {
  const Dataset data = testing::regression({testing::numeric("x", {1, 2})}, {0, 4});
  const AnswerAgreement found = answer_agreement(data, values({{1, 5}, {2, 5}, {3, 5}}));
  EXPECT_DOUBLE_EQ(found.rows[0].mean, 2);
  EXPECT_DOUBLE_EQ(found.rows[0].deviation, 1);
  EXPECT_DOUBLE_EQ(found.rows[1].deviation, 0);
  EXPECT_DOUBLE_EQ(found.mean_deviation, 0.5);
  EXPECT_DOUBLE_EQ(found.difference, 1);
  EXPECT_DOUBLE_EQ(found.target_deviation, 2);
  EXPECT_DOUBLE_EQ(found.share_of_variance, 0.5 / 4);
}

TEST(AnswerAgreement, EqualTargetsHaveNoVarianceToShare) {
  const Dataset data = testing::regression({testing::numeric("x", {1, 2})}, {3, 3});
  EXPECT_EQ(answer_agreement(data, values({{3, 3}, {3, 3}})).share_of_variance, 0);
}

}  // namespace
}  // namespace espalier::answer_agreement_test
