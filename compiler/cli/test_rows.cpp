#include "cli/test_rows.hpp"

#include "data/row_weights.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/known_targets.hpp"
#include "model/interpret.hpp"

namespace espalier::cli {
namespace {

// The rows that count, and by how much; no weights: each by 1.
struct WeightedTargets {
  std::vector<KnownTarget> rows;
  std::vector<double> weights;
};

WeightedTargets weighted(const Table& test, const KnownTargets& known, const std::vector<double>& weights,
                         Warnings& warnings) {
  if (weights.empty()) return {known.rows, {}};
  std::vector<std::size_t> rows;
  for (const KnownTarget& target : known.rows) rows.push_back(target.row);
  WeightedTargets counting;
  counting.weights = keep_weighted(test, weights, rows, warnings);
  for (const KnownTarget& target : known.rows) {
    if (weights[target.row] > 0) counting.rows.push_back(target);
  }
  return counting;
}

}  // namespace

BoundTest bind_test_rows(const Table& test, const std::vector<std::string>& missing_tokens, const Model& model,
                         const std::string& weight, Warnings& warnings) {
  BoundRows bound = bind_rows(test, missing_tokens, model, warnings);
  const KnownTargets known = require_targets(test, missing_tokens, model);
  WeightedTargets targets = weighted(test, known, table_weights(test, missing_tokens, weight, known.column), warnings);
  BoundTest result;
  for (const KnownTarget& target : targets.rows) {
    result.table_rows.push_back(target.row);
    result.test.rows.push_back(std::move(bound.rows[target.row]));
    if (target.label) {
      result.test.actual.labels.push_back(*target.label);
    } else {
      result.test.actual.values.push_back(*target.value);
    }
  }
  result.test.weights = std::move(targets.weights);
  return result;
}

MarkedAnswers answer_test_rows(const BoundTest& bound, const Model& model) {
  const Interpreter interpreter(model);
  MarkedAnswers answers;
  answers.marking = marking_of(model);
  answers.labels = model.labels;
  answers.table_rows = bound.table_rows;
  answers.answered.actual = bound.test.actual;
  answers.answered.weights = bound.test.weights;
  for (const std::vector<double>& row : bound.test.rows) {
    answers.answered.predicted.add(model.task, interpreter.predict(row));
  }
  return answers;
}

}  // namespace espalier::cli
