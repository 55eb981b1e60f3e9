#include "cli/test_rows.hpp"

#include "evaluate/bind.hpp"
#include "evaluate/bind_dataset.hpp"
#include "evaluate/known_targets.hpp"
#include "model/interpret.hpp"

namespace espalier::cli {

MarkedAnswers answer_test_rows(const Table& test, const std::vector<std::string>& missing_tokens, const Model& model,
                               const std::string& weight, Warnings& warnings) {
  const BoundRows bound = bind_rows(test, missing_tokens, model, warnings);
  const KnownTargets known = require_targets(test, missing_tokens, model);
  const std::vector<double> weights = table_weights(test, missing_tokens, weight, known.column);
  const Interpreter interpreter(model);

  MarkedAnswers answers;
  answers.task = model.task;
  answers.labels = model.labels;
  std::vector<double> known_weights;
  for (const KnownTarget& target : known.rows) {
    const Prediction prediction = interpreter.predict(bound.rows[target.row]);
    answers.table_rows.push_back(target.row);
    if (target.label) {
      answers.actual.labels.push_back(*target.label);
      answers.predicted.labels.push_back(prediction.label);
    } else {
      answers.actual.values.push_back(*target.value);
      answers.predicted.values.push_back(prediction.value);
    }
    if (!weights.empty()) known_weights.push_back(weights[target.row]);
  }
  answers.metrics = score(marking_of(model), answers.actual, answers.predicted, known_weights);
  return answers;
}

}  // namespace espalier::cli
