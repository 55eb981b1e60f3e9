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
    const Prediction prediction = interpreter.predict(fill_row(data, i, row));
    if (model.task == Task::regression) {
      answers.values.push_back(prediction.value);
    } else {
      answers.labels.push_back(prediction.label);
    }
  }
  return answers;
}

Metrics mark(const Model& model, const Dataset& data) {
  return score(marking_of(model), right_answers(data), answer_rows(model, data), data.weights);
}

}  // namespace espalier
