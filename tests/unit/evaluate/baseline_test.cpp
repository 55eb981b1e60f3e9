#include "evaluate/mark.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace espalier::baseline_test {
namespace {

Dataset classes(std::vector<std::uint32_t> labels) {
  Dataset data;
  data.labels = {"a", "b", "c"};
  data.classes = std::move(labels);
  data.table_rows.resize(data.classes.size());
  return data;
}

TEST(Baseline, IsTheMostFrequentClass) {
  const Dataset data = classes({2, 1, 1, 0, 1});
  EXPECT_EQ(baseline_of(data).label, 1U);
  EXPECT_DOUBLE_EQ(baseline_score(data), 0.6);
  EXPECT_EQ(baseline_of(classes({2, 1})).label, 1U) << "of equal ones the first";
}

TEST(Baseline, CountsByWeight) {
  Dataset data = classes({2, 1, 1});
  data.weights = {6, 1, 1};
  EXPECT_EQ(baseline_of(data).label, 2U);
  EXPECT_DOUBLE_EQ(baseline_score(data), 0.75);
}

TEST(Baseline, OfOtherRows) {
  const Baseline baseline = baseline_of(classes({1, 1, 0}));
  EXPECT_DOUBLE_EQ(baseline_score(baseline, Task::classification, {{0, 0, 0, 1}, {}}), 0.25);
}

TEST(Baseline, IsTheMeanOfNumbers) {
  Dataset data;
  data.task = Task::regression;
  data.targets = {1, 2, 6};
  data.table_rows.resize(3);
  EXPECT_DOUBLE_EQ(baseline_of(data).value, 3);
  EXPECT_DOUBLE_EQ(baseline_score(data), std::sqrt((4 + 1 + 9) / 3.0));
}

}  // namespace
}  // namespace espalier::baseline_test
