#include "cli/score_text.hpp"

#include <fmt/format.h>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {

std::string figure_text(double value) {
  return fmt::format("{:.4g}", value);
}

std::string alpha_text(double alpha, double next) {
  constexpr int kDigits = 4;
  return rounded_up(alpha, kDigits, next);
}

std::string share_text(double value) {
  std::string text = fixed(value, 3);
  return text == "-0.000" ? "0.000" : text;
}

std::string known_text(const std::optional<double>& figure) {
  return figure ? share_text(*figure) : "undefined";
}

std::string score_text(Task task, double score) {
  return task == Task::regression ? figure_text(score) : percent(score);
}

std::string score_text(Task task, double score, double standard_error) {
  const std::string error =
      task == Task::regression ? fmt::format("{:.2g}", standard_error) : fixed(100 * standard_error, 1);
  return fmt::format("{} ± {}", score_text(task, score), error);
}

std::string answer_text(Task task, const Baseline& baseline) {
  return task == Task::regression ? "the mean" : in_quotes(baseline.name, kLabelShown);
}

std::string baseline_text(Task task, const Baseline& baseline, double score) {
  return fmt::format("always {}: {}", answer_text(task, baseline), score_text(task, score));
}

}  // namespace espalier::cli
