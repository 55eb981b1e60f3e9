#include "evaluate/mark.hpp"

#include <vector>

#include "evaluate/dataset_row.hpp"
#include "model/interpret.hpp"

namespace espalier {

Answers right_answers(const Dataset& data) {
  return {data.classes, data.targets};
}

Answers answer_rows(const Model& model, const Dataset& data) {
  const Interpreter interpreter(model);
  Answers answers;
  std::vector<double> row;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    answers.add(model.task, interpreter.predict(fill_row(data, i, row)));
  }
  return answers;
}

Metrics mark(const Model& model, const Dataset& data) {
  const Interpreter interpreter(model);
  Answers answers;
  std::vector<double> row;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    Prediction prediction = interpreter.predict(fill_row(data, i, row));
    prediction.probabilities.clear();  // rows times labels of them would be held for nothing
    answers.add(model.task, prediction);
  }
  return score(marking_of(model), right_answers(data), answers, data.weights);
}

}  // namespace espalier
