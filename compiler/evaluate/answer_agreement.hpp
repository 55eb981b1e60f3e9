// How far several trees answer the same rows alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/dataset.hpp"
#include "evaluate/metrics.hpp"

namespace espalier {

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

}  // namespace espalier
