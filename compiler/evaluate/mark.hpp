// Answers beside the right ones, the figures about them that everyone needs, and those of a model and of a baseline.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"
#include "support/table_words.hpp"

namespace espalier {

// One answer per row: a label, or a number for regression. The other list is empty.
struct Answers {
  std::vector<std::uint32_t> labels;
  std::vector<double> values;
  std::vector<double> probabilities{};  // of a model's answers: one per label, those of the first row first

  std::size_t rows() const { return labels.empty() ? values.size() : labels.size(); }
  std::span<const double> distribution(std::size_t row) const;  // of the labels; empty: not known
  void add(Task task, const Prediction& prediction);
  void append(const Answers& others, std::size_t row);  // one of them
  friend bool operator==(const Answers&, const Answers&) = default;
};

// Answers beside the right ones.
struct AnswerPairs {
  Answers actual;
  Answers predicted;              // classification: with probabilities
  std::vector<double> weights{};  // one per row, or none
};

// How answers are marked.
struct Marking {
  Task task = Task::classification;
  std::size_t labels = 0;                  // classification: how many there are
  std::vector<std::vector<double>> costs;  // classification: see Model::costs; may be empty
};
Marking marking_of(const Model& model);

// None where the figure is undefined.
struct ClassFigures {
  double support = 0;               // weight of the rows that are of the class
  std::optional<double> precision;  // none: never answered
  std::optional<double> recall;     // none: never there
  std::optional<double> f1;         // none: neither
};

// Each row counts by its weight. Without weights every row weighs 1, and weights are numbers of rows.
struct Metrics {
  std::size_t rows = 0;  // answered, in all rounds
  std::uint32_t rounds = 1;
  bool weighted = false;
  double score = 0;           // accuracy; for regression the root mean squared error
  double standard_error = 0;  // of the score

  // classification
  std::size_t correct = 0;                     // rows
  std::vector<std::vector<double>> confusion;  // [actual][predicted]
  std::vector<ClassFigures> classes;
  std::optional<double> mean_cost;  // if there are costs

  // regression
  double mean_absolute_error = 0;
  std::optional<double> r_squared;  // none where all right answers are the same
};

// `weights`: one per row, or none. No rows give a score of 0. Answers may be those of several `rounds` over the same
// rows: that says no more about how rows differ, so that the standard error is that of one round.
//
// The score is a mean over the rows (of 1 and 0, or of squared errors); evaluate/statistics.hpp has its standard error.
// That of the root mean squared error follows by its derivative, 1 / (2 RMSE).
Metrics score(const Marking& marking, const Answers& actual, const Answers& predicted,
              const std::vector<double>& weights = {}, std::uint32_t rounds = 1);
inline Metrics score(const Marking& marking, const AnswerPairs& answers, std::uint32_t rounds = 1) {
  return score(marking, answers.actual, answers.predicted, answers.weights, rounds);
}

// A model's answers for the rows of a dataset, and how right they are.

// The dataset's own targets.
Answers right_answers(const Dataset& data);

// The interpreter's answers, row by row, with their probabilities. The model must have the dataset's columns and
// labels, in the same order.
Answers answer_rows(const Model& model, const Dataset& data);

// Both, with the dataset's weights if it has any.
AnswerPairs answer_pairs(const Model& model, const Dataset& data);

// Both compared.
Metrics mark(const Model& model, const Dataset& data);

// What somebody would score who gives the same answer for every row: the least that a tree has to beat.

struct Baseline {
  std::uint32_t label = 0;  // classification: the most frequent class; of equal ones the first
  std::string name{};       //   as the data calls it
  double value = 0;         // regression: the mean of the targets
};

// By the rows' own weights.
Baseline baseline_of(const Dataset& data);

// Its accuracy, or root mean squared error, for these right answers; `weights`: one per row, or none.
double baseline_score(const Baseline& baseline, Task task, const Answers& actual,
                      const std::vector<double>& weights = {});

// Both at once: for the rows that the answer is taken from.
double baseline_score(const Dataset& data);

}  // namespace espalier
