// What the trees of a group have in common: their answers, and the tests that they choose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/mark.hpp"
#include "evaluate/statistics.hpp"
#include "evaluate/tree_distance.hpp"
#include "model/model.hpp"

namespace espalier {

// How far several trees answer the same rows alike.

// What the trees answer for one row.
struct RowAgreement {
  std::uint32_t label = 0;  // classification: the most frequent answer; of equal ones the lowest label
  std::size_t trees = 0;    // classification: that give it
  double mean = 0;          // regression
  double deviation = 0;     // regression: standard deviation over the trees
};

// Over rows, each by its weight.
struct AnswerAgreement {
  std::vector<RowAgreement> rows;
  std::size_t trees = 0;

  // classification
  double same_answer = 0;                  // mean share of the rows that two different trees answer alike
  double mean_majority = 0;                // mean share of the trees that give a row's most frequent answer
  std::vector<std::size_t> rows_in_doubt;  // fewer than 2/3 of the trees give the most frequent answer

  // regression
  double mean_deviation = 0;     // of a row's answers over the trees
  double difference = 0;         // root mean square of the difference of two different trees
  double target_deviation = 0;   // standard deviation of the targets, for comparison
  double share_of_variance = 0;  // what the choice of the tree adds: variance over the trees / variance of targets
};

// `answers`: of each tree, for all rows of the data; at least two trees.
AnswerAgreement answer_agreement(const Dataset& data, const std::vector<Answers>& answers);

// Which tests the trees of a group choose: columns by level, the test at the root, thresholds.

// How many of the trees test a column. A tree that tests it twice at a level counts once.
struct ColumnUse {
  std::uint32_t feature = 0;
  std::vector<std::size_t> at_level;  // the root first
  std::size_t anywhere = 0;
};

// A test at the root. Tests that divide the data's rows alike are the same, however they are written.
struct RootTest {
  std::uint32_t feature = 0;
  std::string text;       // "petal_width <= 0.8", "outlook, 3 branches": the shortest that a tree has for it
  std::size_t trees = 0;  // that have it
};

// Where a numeric column is cut: every cut of every tree, in the column's unit.
struct ThresholdSpread {
  std::uint32_t feature = 0;
  bool at_root = false;  // at the root alone, or anywhere
  std::size_t count = 0;
  Spread spread;
  double lower_quartile = 0;  // weighted_quantile (evaluate/figures.hpp)
  double median = 0;
  double upper_quartile = 0;
  double relative = 0;      // distance of the quartiles, in standard deviations of the column
  double rows_between = 0;  // share of the rows between the quartiles
};

struct TestChoices {
  std::vector<ColumnUse> columns;  // those tested by any tree: most often at the root first, then at the next level ...
  std::vector<RootTest> roots;     // most frequent first
  std::size_t without_test = 0;    // trees that are a single leaf
  std::vector<ThresholdSpread> thresholds;  // as the columns, those at the root before those anywhere
};

// `levels`: at least 1.
TestChoices test_choices(const Dataset& data, const ValueShares& shares, const std::vector<Model>& models,
                         std::size_t levels);

}  // namespace espalier
