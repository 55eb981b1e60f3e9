#include "evaluate/group_figures.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "evaluate/ranking.hpp"
#include "support/random.hpp"

namespace espalier::group_figures_test {
namespace {

using ::testing::ElementsAre;

const Marking kTwo{Task::classification, 2, {}};

std::vector<std::size_t> places(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

Grouping grouped(std::vector<std::uint32_t> of_row, std::size_t groups = 2) {
  Grouping grouping;
  grouping.column = "g";
  for (std::size_t i = 0; i < groups; ++i) grouping.groups.push_back({std::string(1, char('A' + i)), false, {}, {}});
  grouping.of_row = std::move(of_row);
  return grouping;
}

// Four rows of A and four of B; label 1 is the one looked for.
AnsweredRows eight() {
  AnsweredRows rows;
  rows.actual.labels = {1, 1, 0, 0, 1, 0, 0, 0};
  rows.predicted.labels = {1, 0, 0, 0, 1, 1, 1, 0};
  for (const double share : {.8, .4, .3, .1, .9, .6, .7, .2}) {
    rows.predicted.probabilities.insert(rows.predicted.probabilities.end(), {1 - share, share});
  }
  return rows;
}

GroupComparison compare(const AnsweredRows& rows, double level = 0.95) {
  return compare_groups(kTwo, rows, places(8), grouped({0, 0, 0, 0, 1, 1, 1, 1}), {1}, level);
}

std::size_t key_of(const GroupComparison& comparison, GroupFigure figure, std::optional<std::uint32_t> label = {}) {
  const auto found = std::find(comparison.keys.begin(), comparison.keys.end(), FigureKey{figure, label});
  return static_cast<std::size_t>(found - comparison.keys.begin());
}

const Estimate& rate(const GroupComparison& comparison, std::size_t group, GroupFigure figure) {
  return comparison.groups[group].estimates[key_of(comparison, figure, 1)];
}

const GroupGap& gap(const GroupComparison& comparison, const FigureKey& key) {
  for (const GroupGap& one : comparison.gaps) {
    if (comparison.keys[one.key] == key) return one;
  }
  throw std::out_of_range("no such gap");
}

TEST(GroupFigures, AreWorkedOutByHand) {
  const GroupComparison found = compare(eight());
  ASSERT_EQ(found.groups.size(), 2U);
  const struct {
    GroupFigure figure;
    double of_a, rows_a, of_b, rows_b;
  } expected[] = {
      {GroupFigure::base_rate, 2 / 4.0, 4, 1 / 4.0, 4},
      {GroupFigure::selection_rate, 1 / 4.0, 4, 3 / 4.0, 4},
      {GroupFigure::recall, 1 / 2.0, 2, 1 / 1.0, 1},
      {GroupFigure::false_negative_rate, 1 / 2.0, 2, 0, 1},
      {GroupFigure::false_positive_rate, 0, 2, 2 / 3.0, 3},
      {GroupFigure::precision, 1, 1, 1 / 3.0, 3},
      {GroupFigure::mean_probability, 1.6 / 4, 4, 2.4 / 4, 4},
      {GroupFigure::calibration, 1.6 / 4 - 0.5, 4, 2.4 / 4 - 0.25, 4},
      {GroupFigure::auc, 1, 2, 1, 1},
  };
  for (const auto& one : expected) {
    EXPECT_NEAR(*rate(found, 0, one.figure).value, one.of_a, 1e-12) << to_string(one.figure);
    EXPECT_NEAR(*rate(found, 1, one.figure).value, one.of_b, 1e-12) << to_string(one.figure);
    EXPECT_NEAR(rate(found, 0, one.figure).rows, one.rows_a, 1e-12) << to_string(one.figure);
    EXPECT_NEAR(rate(found, 1, one.figure).rows, one.rows_b, 1e-12) << to_string(one.figure);
  }
  const std::size_t accuracy = key_of(found, GroupFigure::accuracy);
  EXPECT_EQ(found.groups[0].estimates[accuracy].value, 0.75);
  EXPECT_EQ(found.groups[1].estimates[accuracy].value, 0.5);
  EXPECT_EQ(found.all.estimates[accuracy].value, 0.625);
  EXPECT_EQ(found.groups[0].share, 0.5);
  EXPECT_EQ(found.groups[0].rows, 4U);
  EXPECT_EQ(found.all.rows, 8U);
  // Probabilities .8 .4 .3 .1 about their mean .4 have squares .16 0 .01 .09: the error is sqrt(.26 / 4 / 4).
  EXPECT_NEAR(rate(found, 0, GroupFigure::mean_probability).standard_error, std::sqrt(.26) / 4, 1e-12);
}

TEST(GroupFigures, GapsAreTheLargestDifferences) {
  const GroupComparison found = compare(eight());
  const GroupGap& accuracy = gap(found, {GroupFigure::accuracy, {}});
  EXPECT_EQ(accuracy.highest, 0U);
  EXPECT_EQ(accuracy.lowest, 1U);
  EXPECT_EQ(accuracy.difference, 0.25);
  const Interval expected =
      difference_interval({0.75, wilson_interval(0.75, 4, 0.95)}, {0.5, wilson_interval(0.5, 4, 0.95)});
  EXPECT_EQ(accuracy.interval, expected);
  EXPECT_FALSE(accuracy.ratio);
  const GroupGap& selection = gap(found, {GroupFigure::selection_rate, 1});
  EXPECT_EQ(selection.highest, 1U);
  EXPECT_EQ(selection.difference, 0.5);
  EXPECT_DOUBLE_EQ(*selection.ratio, 1.0 / 3);
  EXPECT_EQ(selection.ratio_interval,
            ratio_interval({0.25, wilson_interval(0.25, 4, 0.95)}, {0.75, wilson_interval(0.75, 4, 0.95)}));
  // B has one row of the label: its AUC has no interval, and neither has the gap.
  EXPECT_FALSE(gap(found, {GroupFigure::auc, 1}).interval);
}

// Three groups make three pairs: each gets the level 1 - 0.05 / 3.
TEST(GroupFigures, IntervalsHoldForAllPairsOfGroupsAtOnce) {
  const GroupComparison found =
      compare_groups(kTwo, eight(), places(8), grouped({0, 0, 0, 0, 1, 1, 2, 2}, 3), {1}, 0.95);
  const GroupGap& accuracy = gap(found, {GroupFigure::accuracy, {}});
  EXPECT_EQ(accuracy.highest, 0U);  // 3 of 4; 1 of 2, 1 of 2
  EXPECT_EQ(accuracy.lowest, 1U);
  const double level = 1 - 0.05 / 3;
  EXPECT_EQ(accuracy.interval,
            difference_interval({0.75, wilson_interval(0.75, 4, level)}, {0.5, wilson_interval(0.5, 2, level)}));
}

TEST(GroupFigures, OfEqualGroupsHaveNoGap) {
  const GroupComparison found =
      compare_groups(kTwo, eight(), places(8), grouped({0, 2, 2, 2, 1, 2, 2, 2}, 3), {1}, 0.95);
  const GroupGap& recall = gap(found, {GroupFigure::recall, 1});
  EXPECT_EQ(recall.highest, 0U);  // 1 of 1; 1 of 1, 0 of 1
  EXPECT_EQ(recall.lowest, 2U);
  const GroupComparison same = compare_groups(kTwo, eight(), places(8), grouped({0, 0, 0, 0, 1, 1, 1, 1}), {0}, 0.95);
  const GroupGap& auc = gap(same, {GroupFigure::auc, 0});
  EXPECT_EQ(auc.difference, 0);
  EXPECT_NE(auc.highest, auc.lowest);
}

TEST(GroupFigures, WhatIsUndefinedTakesNoPart) {
  AnsweredRows rows = eight();
  rows.actual.labels = {0, 0, 0, 0, 1, 0, 0, 0};
  const GroupComparison found = compare(rows);
  EXPECT_FALSE(rate(found, 0, GroupFigure::recall).value);
  EXPECT_FALSE(interval_of(GroupFigure::recall, rate(found, 0, GroupFigure::recall), 0.95));
  EXPECT_THROW(gap(found, {GroupFigure::recall, 1}), std::out_of_range);
  EXPECT_NO_THROW(gap(found, {GroupFigure::selection_rate, 1}));
}

// Nobody of A is answered with 1: the ratio is 0, without an interval. Nobody at all: there is none.
TEST(GroupFigures, RatioOfNoSelection) {
  AnsweredRows rows = eight();
  rows.predicted.labels = {0, 0, 0, 0, 1, 1, 1, 0};
  EXPECT_EQ(gap(compare(rows), {GroupFigure::selection_rate, 1}).ratio, 0);
  EXPECT_FALSE(gap(compare(rows), {GroupFigure::selection_rate, 1}).ratio_interval);
  rows.predicted.labels.assign(8, 0);
  EXPECT_FALSE(gap(compare(rows), {GroupFigure::selection_rate, 1}).ratio);
}

TEST(GroupFigures, WeightsCountWithTheirEffectiveRows) {
  AnsweredRows rows = eight();
  rows.weights = {3, 1, 1, 1, 2, 2, 2, 2};
  const GroupComparison found = compare(rows);
  // A: right are the weights 3, 1 and 1 of 6; 6^2 / (9 + 1 + 1 + 1) = 3 rows. Of the label are 3 and 1.
  const Estimate& accuracy = found.groups[0].estimates[key_of(found, GroupFigure::accuracy)];
  EXPECT_DOUBLE_EQ(*accuracy.value, 5 / 6.0);
  EXPECT_DOUBLE_EQ(accuracy.rows, 3);
  EXPECT_DOUBLE_EQ(*rate(found, 0, GroupFigure::recall).value, 3 / 4.0);
  EXPECT_DOUBLE_EQ(rate(found, 0, GroupFigure::recall).rows, 16 / 10.0);
  EXPECT_DOUBLE_EQ(found.groups[0].share, 6 / 14.0);
  EXPECT_TRUE(found.weighted);
}

TEST(GroupFigures, OfNumbers) {
  AnsweredRows rows;
  rows.actual.values = {1, 2, 3, 10, 10, 10};
  rows.predicted.values = {2, 2, 5, 9, 9, 9};
  const GroupComparison found =
      compare_groups({Task::regression, 0, {}}, rows, places(6), grouped({0, 0, 0, 1, 1, 1}), {}, 0.95);
  const auto value = [&](std::size_t group, GroupFigure figure) {
    return *found.groups[group].estimates[key_of(found, figure)].value;
  };
  EXPECT_EQ(value(0, GroupFigure::mean_actual), 2);
  EXPECT_EQ(value(0, GroupFigure::mean_answer), 3);
  EXPECT_EQ(value(0, GroupFigure::bias), 1);
  EXPECT_DOUBLE_EQ(value(0, GroupFigure::rmse), std::sqrt(5.0 / 3));
  EXPECT_EQ(value(0, GroupFigure::mae), 1);
  EXPECT_EQ(value(1, GroupFigure::bias), -1);
  // Errors 1 0 2 about their mean 1 have squares 0 1 1: sqrt(2 / 3 / 3). B's are all the same.
  const GroupGap& bias = gap(found, {GroupFigure::bias, {}});
  EXPECT_EQ(bias.difference, 2);
  EXPECT_NEAR(bias.interval->high - 2, 1.959963984540054 * std::sqrt(2) / 3, 1e-12);
}

TEST(GroupFigures, MarksGroupsThatAreTooSmall) {
  // 30 rows of A, all right: 1 - Wilson's lower end is 0.11. 60 of B, half of them right: 0.25 wide. 29 of C.
  AnsweredRows rows;
  std::vector<std::uint32_t> of_row;
  const auto add = [&](std::uint32_t group, std::size_t count, std::size_t right) {
    for (std::size_t i = 0; i < count; ++i) {
      of_row.push_back(group);
      rows.actual.labels.push_back(i % 2);
      rows.predicted.labels.push_back(i < right ? i % 2 : 1 - i % 2);
      rows.predicted.probabilities.insert(rows.predicted.probabilities.end(), {0.5, 0.5});
    }
  };
  add(0, 30, 30);
  add(1, 60, 30);
  add(2, 29, 29);
  add(3, 30, 30);
  const GroupComparison found = compare_groups(kTwo, rows, places(of_row.size()), grouped(of_row, 4), {1}, 0.95);
  EXPECT_FALSE(found.groups[0].too_small());
  EXPECT_TRUE(found.groups[1].wide_accuracy);
  EXPECT_FALSE(found.groups[1].few_rows);
  EXPECT_TRUE(found.groups[2].few_rows);
  EXPECT_FALSE(found.groups[2].wide_accuracy);
  EXPECT_EQ(gap(found, {GroupFigure::accuracy, {}}).difference, 0.5);
  ASSERT_TRUE(found.gaps_of_large);
  EXPECT_EQ(found.gaps_of_large->front().difference, 0) << "A and D";
  EXPECT_EQ(found.gaps_of_large->front().lowest, 3U);
  EXPECT_FALSE(compare(eight()).gaps_of_large) << "all are too small";
}

// The same rows answered in several rounds say no more than once.
TEST(GroupFigures, RoundsDoNotMakeItMoreCertain) {
  const AnsweredRows once = eight();
  AnsweredRows twice = select_answers(once, {0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7});
  twice.rounds = 2;
  twice.splits = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1};
  const std::vector<std::size_t> rows{0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7};
  const Grouping grouping = grouped({0, 0, 0, 0, 1, 1, 1, 1});
  const GroupComparison one = compare(once);
  const GroupComparison two = compare_groups(kTwo, twice, rows, grouping, {1}, 0.95);
  EXPECT_EQ(two.groups[0].rows, 4U);
  EXPECT_EQ(two.groups[0].figures.metrics.rows, 8U);
  for (std::size_t group = 0; group < 2; ++group) {
    for (std::size_t key = 0; key < one.keys.size(); ++key) {
      const Estimate& a = one.groups[group].estimates[key];
      const Estimate& b = two.groups[group].estimates[key];
      EXPECT_NEAR(*a.value, *b.value, 1e-12);
      EXPECT_NEAR(a.rows, b.rows, 1e-12) << to_string(one.keys[key].figure);
      EXPECT_NEAR(a.standard_error, b.standard_error, 1e-12) << to_string(one.keys[key].figure);
    }
  }
}

// What is said of a group is what an evaluation of its rows alone says.
TEST(GroupFigures, AreThoseOfTheRowsAlone) {
  RandomEngine engine(3);
  for (int round = 0; round < 100; ++round) {
    const std::size_t rows = 1 + uniform_below(engine, 60);
    const std::size_t groups = 1 + uniform_below(engine, 5);
    const std::size_t labels = 2 + uniform_below(engine, 3);
    AnsweredRows answered;
    std::vector<std::uint32_t> of_row;
    std::vector<std::uint32_t> all_labels(labels);
    std::iota(all_labels.begin(), all_labels.end(), 0U);
    for (std::size_t row = 0; row < rows; ++row) {
      of_row.push_back(static_cast<std::uint32_t>(uniform_below(engine, groups)));
      answered.actual.labels.push_back(static_cast<std::uint32_t>(uniform_below(engine, labels)));
      answered.predicted.labels.push_back(static_cast<std::uint32_t>(uniform_below(engine, labels)));
      for (std::size_t i = 0; i < labels; ++i) {
        answered.predicted.probabilities.push_back(static_cast<double>(uniform_below(engine, 5)) / 4);
      }
      answered.splits.push_back(uniform_below(engine, 3));
      if (round % 2 == 0) answered.weights.push_back(1 + static_cast<double>(uniform_below(engine, 4)));
    }
    const Marking marking{Task::classification, labels, {}};
    const GroupComparison found =
        compare_groups(marking, answered, places(rows), grouped(of_row, groups), all_labels, 0.9);
    double shares = 0;
    for (const GroupMeasures& group : found.groups) {
      shares += group.share;
      std::vector<std::size_t> own;
      for (std::size_t row = 0; row < rows; ++row) {
        if (std::string(1, char('A' + of_row[row])) == group.group.name) own.push_back(row);
      }
      const Figures alone = figures_of(marking, select_answers(answered, own), 0.9);
      EXPECT_EQ(group.rows, own.size());
      EXPECT_EQ(group.figures.metrics.confusion, alone.metrics.confusion);
      EXPECT_EQ(group.figures.interval, alone.interval);
      const auto value = [&](GroupFigure figure, std::optional<std::uint32_t> label = {}) {
        return group.estimates[key_of(found, figure, label)].value;
      };
      EXPECT_EQ(value(GroupFigure::accuracy), alone.metrics.score);
      EXPECT_EQ(value(GroupFigure::brier), alone.probability.brier);
      EXPECT_EQ(value(GroupFigure::log_loss), alone.probability.log_loss);
      for (const std::uint32_t label : all_labels) {
        EXPECT_EQ(value(GroupFigure::recall, label), alone.metrics.classes[label].recall);
        EXPECT_EQ(value(GroupFigure::precision, label), alone.metrics.classes[label].precision);
        EXPECT_EQ(value(GroupFigure::auc, label), alone.areas[label]);
      }
    }
    EXPECT_NEAR(shares, 1, 1e-12);
  }
}

TEST(GroupFigures, MeanCost) {
  const Marking marking{Task::classification, 2, {{0, 1}, {5, 0}}};
  const GroupComparison found =
      compare_groups(marking, eight(), places(8), grouped({0, 0, 0, 0, 1, 1, 1, 1}), {1}, 0.95);
  const std::size_t key = key_of(found, GroupFigure::mean_cost);
  EXPECT_EQ(found.groups[0].estimates[key].value, 5 / 4.0);  // one 1 is missed
  EXPECT_EQ(found.groups[1].estimates[key].value, 2 / 4.0);  // two 0 are taken for 1
}

}  // namespace
}  // namespace espalier::group_figures_test
