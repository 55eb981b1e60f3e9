#include "cli/test_rows.hpp"

#include <fmt/format.h>

#include <cmath>

#include "data/row_weights.hpp"
#include "evaluate/bind.hpp"
#include "evaluate/known_targets.hpp"
#include "model/interpret.hpp"
#include "support/number_text.hpp"
#include "support/suggest.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr double kLargestTarget = 1e150;  // the squares of larger ones overflow

Diagnostic no_answer(const Table& test, const Model& model, std::size_t row, std::size_t column) {
  const std::string cell = in_quotes(test.cell(row, column).text);
  if (model.task == Task::regression) {
    return Diagnostic(ExitCode::bad_input, test.where(row, column),
                      fmt::format("expected a number in column {}, found {}", in_quotes(model.target), cell),
                      "leave such rows out, or say with --missing-token that the text means missing");
  }
  return Diagnostic(ExitCode::bad_input, test.where(row, column),
                    fmt::format("class {} does not occur in the training data", cell),
                    "leave such rows out, or train on data that has the class");
}

KnownTargets targets_of(const Table& test, const std::vector<std::string>& missing_tokens, const Model& model) {
  auto known = known_targets(test, missing_tokens, model);
  if (!known) {
    throw Diagnostic(ExitCode::bad_input, test.where_header(),
                     fmt::format("there is no column {}", in_quotes(model.target)),
                     did_you_mean(model.target, test.column_names));
  }
  if (known->rows.empty()) {
    throw Diagnostic(ExitCode::bad_input, test.where_header(),
                     fmt::format("no row has a known {}", in_quotes(model.target)));
  }
  for (const KnownTarget& target : known->rows) {
    if (!target.label && !target.value) throw no_answer(test, model, target.row, known->column);
    if (target.value && std::abs(*target.value) > kLargestTarget) {
      throw Diagnostic(ExitCode::bad_input, test.where(target.row, known->column),
                       fmt::format("the target {} is too large to be squared", shortest(*target.value)));
    }
  }
  return std::move(*known);
}

std::vector<double> weights_of(const Table& test, const std::vector<std::string>& missing_tokens,
                               const std::string& weight, std::size_t target_column) {
  if (weight.empty()) return test.weights;
  Schema tokens;
  tokens.missing_tokens = missing_tokens;
  return read_weights(test, tokens, find_weight(test, weight, target_column));
}

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
  const KnownTargets known = targets_of(test, missing_tokens, model);
  WeightedTargets targets = weighted(test, known, weights_of(test, missing_tokens, weight, known.column), warnings);
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
