#include "cli/marked_answers.hpp"

#include <fmt/format.h>

#include "evaluate/mark.hpp"
#include "report/figure_text.hpp"
#include "support/number_text.hpp"

namespace espalier::cli {
namespace {

std::string answer_text(const MarkedAnswers& answers, const Answers& given, std::size_t i) {
  if (answers.task() == Task::regression) return shortest(given.values[i]);
  return csv_cell(answers.labels[given.labels[i]]);
}

}  // namespace

MarkedAnswers answer_test_rows(const Model& model, const Dataset& test) {
  MarkedAnswers answers;
  answers.marking = marking_of(model);
  answers.labels = model.labels;
  answers.table_rows = test.table_rows;
  answers.answered.actual = right_answers(test);
  answers.answered.predicted = answer_rows(model, test);
  answers.answered.weights = test.weights;
  return answers;
}

std::string predictions_csv(const MarkedAnswers& answers, bool probabilities) {
  std::string csv = answers.rounds.empty() ? "row,fold,actual,predicted" : "row,round,fold,actual,predicted";
  if (probabilities) {
    for (const std::string& label : answers.labels) csv += "," + csv_cell("probability " + label);
  }
  csv += "\n";
  for (std::size_t i = 0; i < answers.table_rows.size(); ++i) {
    const std::string round = answers.rounds.empty() ? "" : fmt::format("{},", answers.rounds[i]);
    const std::string fold = answers.folds.empty() ? "" : fmt::format("{}", answers.folds[i]);
    csv += fmt::format("{},{}{},{},{}", answers.table_rows[i] + 1, round, fold,
                       answer_text(answers, answers.answered.actual, i),
                       answer_text(answers, answers.answered.predicted, i));
    if (probabilities) {
      for (const double share : answers.answered.predicted.distribution(i)) csv += "," + shortest(share);
    }
    csv += "\n";
  }
  return csv;
}

}  // namespace espalier::cli
