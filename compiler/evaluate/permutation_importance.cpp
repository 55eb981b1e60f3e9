#include "evaluate/permutation_importance.hpp"

#include <cmath>
#include <numeric>

#include "evaluate/bind.hpp"
#include "evaluate/dataset_row.hpp"
#include "model/interpret.hpp"
#include "support/random.hpp"

namespace espalier {
namespace {

RandomEngine engine_for(std::uint64_t seed, std::size_t split, std::size_t feature, std::uint32_t time) {
  std::seed_seq sequence{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32),
                         static_cast<std::uint32_t>(split), static_cast<std::uint32_t>(feature), time};
  return RandomEngine(sequence);
}

class Examiner {
 public:
  Examiner(const Model& model, TestRows test) : model_(model), test_(std::move(test)), interpreter_(model) {
    unchanged_ = error();
  }

  // What shuffling the column once costs.
  double loss(std::size_t feature, RandomEngine engine) {
    std::vector<double> values;
    for (const std::vector<double>& row : test_.rows) values.push_back(row[feature]);
    std::vector<double> shuffled = values;
    shuffle(shuffled, engine);
    set_column(feature, shuffled);
    const double changed = error();
    set_column(feature, values);
    return changed - unchanged_;
  }

 private:
  void set_column(std::size_t feature, const std::vector<double>& values) {
    for (std::size_t row = 0; row < values.size(); ++row) test_.rows[row][feature] = values[row];
  }

  // The share of wrong answers, or the root mean squared error.
  double error() const {
    double losses = 0;
    double weights = 0;
    for (std::size_t row = 0; row < test_.rows.size(); ++row) {
      const double weight = test_.weights.empty() ? 1 : test_.weights[row];
      losses += weight * loss_of(row);
      weights += weight;
    }
    const double mean = weights > 0 ? losses / weights : 0;
    return model_.task == Task::regression ? std::sqrt(mean) : mean;
  }

  double loss_of(std::size_t row) const {
    const Prediction prediction = interpreter_.predict(test_.rows[row]);
    if (model_.task == Task::classification) return prediction.label == test_.actual.labels[row] ? 0 : 1;
    const double off = prediction.value - test_.actual.values[row];
    return off * off;
  }

  const Model& model_;
  TestRows test_;
  Interpreter interpreter_;
  double unchanged_ = 0;
};

}  // namespace

TestRows test_rows_of(const Dataset& data) {
  TestRows test;
  test.rows.resize(data.rows());
  for (std::size_t row = 0; row < data.rows(); ++row) fill_row(data, row, test.rows[row]);
  test.actual.labels = data.classes;
  test.actual.values = data.targets;
  test.weights = data.weights;
  return test;
}

std::vector<double> permutation_losses(const Model& model, TestRows test, const Permutations& permutations,
                                       std::size_t split) {
  Examiner examiner(model, std::move(test));
  const std::vector<bool> asked = tested_features(model);
  std::vector<double> losses(model.features.size(), 0.0);
  for (std::size_t feature = 0; feature < losses.size(); ++feature) {
    if (!asked[feature]) continue;
    double sum = 0;
    for (std::uint32_t time = 0; time < permutations.times; ++time) {
      sum += examiner.loss(feature, engine_for(permutations.seed, split, feature, time));
    }
    losses[feature] = sum / permutations.times;
  }
  return losses;
}

}  // namespace espalier
