#include "report/path_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "report/figure_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// What the table shows of a long path.
constexpr std::size_t kFewSteps = 24;
constexpr std::size_t kFirstShown = 3;
constexpr std::size_t kLastShown = 8;
constexpr std::size_t kShownAround = 2;

// Alphas and risks as shares of the single leaf's risk, as rpart has them.
double relative_to_root(double figure, const AlphaPath& path) {
  const double root = path.steps.back().risk;
  return root > 0 ? figure / root : 0;
}

std::string_view risk_name(Task task, const LearnOptions& options) {
  if (task == Task::regression) {
    return options.grow.criterion == Criterion::absolute_deviation ? "absolute deviation" : "squared error";
  }
  if (options.prune.risk != RiskMeasure::errors) return to_string(options.prune.risk);
  return options.grow.costs.empty() ? "misclassification" : "cost";
}

// Scores say less than what the choice is made by.
bool has_other_figure(const AlphaPath& path) {
  return path.figure != ErrorFigure::wrong_answers && path.figure != ErrorFigure::squared_error;
}

std::string path_error_name(const AlphaPath& path) {
  switch (path.figure) {
    case ErrorFigure::cost: return "mean cost";
    case ErrorFigure::weighted_answers: return "weighted error";
    default: return std::string(to_string(path.figure));
  }
}

bool is_step_shown(const AlphaPath& path, std::size_t step) {
  const std::size_t steps = path.steps.size();
  if (steps <= kFewSteps || step < kFirstShown || step + kLastShown >= steps) return true;
  const auto near = [step](std::size_t choice) {
    return step + kShownAround >= choice && step <= choice + kShownAround;
  };
  return near(path.least_error) || near(path.one_error_above) || near(path.chosen);
}

std::string step_mark(const AlphaPath& path, std::size_t step) {
  if (path.method.empty()) return "";
  std::vector<std::string> marks;
  if (step == path.least_error) marks.emplace_back("least error");
  if (step == path.one_error_above) marks.emplace_back("1-SE rule");
  if (step == path.chosen) marks.emplace_back("chosen");
  return marks.empty() ? "" : "  <- " + enumerate(marks);
}

// "±" is two bytes and one character wide.
std::string right_aligned(const std::string& text, std::size_t width) {
  const std::size_t length = count_characters(text);
  return std::string(width > length ? width - length : 0, ' ') + text;
}

using PathLine = std::vector<std::string>;

PathLine path_heading(Task task, const AlphaPath& path) {
  PathLine cells = {"alpha", "cp", "leaves", fmt::format("training {}", score_name(task)), "out of fold"};
  if (has_other_figure(path)) cells.insert(cells.end(), {"training " + path_error_name(path), "out of fold"});
  return cells;
}

PathLine step_line(Task task, const AlphaPath& path, std::size_t i) {
  const AlphaStep& step = path.steps[i];
  const StepScores& scores = path.scores[i];
  const bool validated = !path.method.empty();
  const double next = i + 1 < path.steps.size() ? path.steps[i + 1].alpha : std::numeric_limits<double>::infinity();
  PathLine cells = {alpha_text(step.alpha, next), figure_text(relative_to_root(step.alpha, path)), grouped(step.leaves),
                    score_text(task, scores.training_score),
                    validated ? score_text(task, scores.score, scores.standard_error) : "-"};
  if (has_other_figure(path)) {
    cells.push_back(figure_text(scores.training_error));
    cells.push_back(validated ? score_text(Task::regression, step.error, step.standard_error) : "-");
  }
  return cells;
}

// Lines of cells below each other; those that are empty stand for steps that are left out.
std::string path_table(const AlphaPath& path, const PathLine& head, const std::vector<PathLine>& lines) {
  std::vector<std::size_t> widths;
  for (std::size_t column = 0; column < head.size(); ++column) {
    std::size_t width = count_characters(head[column]);
    for (const PathLine& line : lines) width = std::max(width, line.empty() ? 0 : count_characters(line[column]));
    widths.push_back(width);
  }
  const auto joined = [&](const PathLine& line) {
    std::string text;
    for (std::size_t column = 0; column < line.size(); ++column) {
      text += "  " + right_aligned(line[column], widths[column]);
    }
    return text;
  };
  std::string text = "\n" + joined(head) + "\n";
  std::size_t left_out = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    left_out = lines[i].empty() ? left_out + 1 : 0;
    if (!lines[i].empty()) text += joined(lines[i]) + step_mark(path, i) + "\n";
    if (left_out > 0 && !lines[i + 1].empty()) text += fmt::format("    ... {} more\n", grouped(left_out));
  }
  return text + "\n";
}

nlohmann::ordered_json step_json(Task task, const AlphaPath& path, std::size_t i) {
  const AlphaStep& step = path.steps[i];
  const StepScores& scores = path.scores[i];
  nlohmann::ordered_json entry = {{"alpha", step.alpha},
                                  {"cp", relative_to_root(step.alpha, path)},
                                  {"leaves", step.leaves},
                                  {"risk", step.risk},
                                  {"relative_risk", relative_to_root(step.risk, path)},
                                  {"training_error", scores.training_error},
                                  {fmt::format("training_{}", score_name(task)), scores.training_score}};
  if (path.method.empty()) return entry;
  entry["error"] = step.error;
  entry["error_standard_error"] = step.standard_error;
  entry[score_name(task)] = scores.score;
  entry["standard_error"] = scores.standard_error;
  return entry;
}

// What a leaf's price is counted in.
std::string alpha_unit(Task task, const AlphaPath& path, const LearnOptions& options) {
  if (task == Task::regression) return "a share of the root's deviation";
  if (options.prune.risk == RiskMeasure::gini) return "Gini impurity per row";
  if (options.prune.risk == RiskMeasure::entropy) return "entropy per row, in bits";
  return path.figure == ErrorFigure::cost ? "cost per row" : "a share of the rows";
}

std::string plot_head(const PathFacts& facts) {
  std::string text = fmt::format("{} of {}, grown with {}; risk: {}", task_name(facts.task), counted(facts.rows, "row"),
                                 facts.algorithm, facts.risk);
  return facts.path.method.empty() ? text : text + "; " + facts.path.method;
}

// A score, or another figure, in the unit of its axis.
struct PathAxis {
  std::string title;
  double factor = 1;
  double most = std::numeric_limits<double>::infinity();
};

PathAxis score_axis(const AlphaPath& path) {
  switch (path.figure) {
    case ErrorFigure::wrong_answers: return {"accuracy (%)", 100, 100};
    case ErrorFigure::weighted_answers: return {"wrong answers by class weight (%)", 100, 100};
    case ErrorFigure::cost: return {"mean cost"};
    case ErrorFigure::brier: return {"Brier score"};
    case ErrorFigure::log_loss: return {"log loss"};
    case ErrorFigure::missed_area: return {"1 - AUC", 1, 1};
    case ErrorFigure::squared_error: break;
  }
  return {"root mean squared error"};
}

}  // namespace

PathFacts path_facts(const Dataset& data, const Tree& grown, AlphaPath path, const LearnOptions& options) {
  PathFacts facts;
  facts.task = data.task;
  facts.target = data.target;
  facts.rows = data.rows();
  facts.algorithm = to_string(options.grow.algorithm);
  facts.grown = tree_size(grown);
  facts.risk = risk_name(data.task, options);
  facts.alpha_unit = alpha_unit(data.task, path, options);
  facts.margin = options.prune.margin;
  facts.path = std::move(path);
  return facts;
}

std::string to_text(const PathFacts& facts, bool verbose) {
  const AlphaPath& path = facts.path;
  std::string text = fmt::format("tree      grown with {}: {}\n", facts.algorithm, to_text(facts.grown));
  text += fmt::format("path      {}, risk: {}", counted(path.steps.size(), "tree"), facts.risk);
  text += path.method.empty() ? "; no second row to judge with\n" : "; " + path.method + "\n";
  std::vector<PathLine> lines(path.steps.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (verbose || is_step_shown(path, i)) lines[i] = step_line(facts.task, path, i);
  }
  return text + path_table(path, path_heading(facts.task, path), lines);
}

nlohmann::ordered_json to_json(const PathFacts& facts) {
  const AlphaPath& path = facts.path;
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < path.steps.size(); ++i) steps.push_back(step_json(facts.task, path, i));
  const auto choice = [&](std::size_t step) {
    return nlohmann::ordered_json{
        {"step", step}, {"alpha", path.steps[step].alpha}, {"leaves", path.steps[step].leaves}};
  };
  nlohmann::ordered_json json = {{"grown", to_json(facts.grown)},
                                 {"risk", facts.risk},
                                 {"root_risk", path.steps.back().risk},
                                 {"error_of", to_string(path.figure)},
                                 {"steps", std::move(steps)}};
  if (path.method.empty()) return json;
  json["method"] = path.method;
  json["margin"] = facts.margin;
  json["error_limit"] = path.limit(facts.margin);
  json["least_error"] = choice(path.least_error);
  json["one_standard_error"] = choice(path.one_error_above);
  json["chosen"] = choice(path.chosen);
  return json;
}

std::string path_csv(const PathFacts& facts) {
  const AlphaPath& path = facts.path;
  std::string text = fmt::format(
      "step,alpha,cp,leaves,risk,relative_risk,training_error,error,error_standard_error,training_{0},{0},standard_"
      "error,"
      "least_error,one_standard_error,chosen\n",
      score_name(facts.task));
  const bool validated = !path.method.empty();
  const auto judged = [&](double figure) { return validated ? shortest(figure) : ""; };
  const auto flag = [&](bool set) { return validated && set ? 1 : 0; };
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const AlphaStep& step = path.steps[i];
    const StepScores& scores = path.scores[i];
    text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", i, shortest(step.alpha),
                        shortest(relative_to_root(step.alpha, path)), step.leaves, shortest(step.risk),
                        shortest(relative_to_root(step.risk, path)), shortest(scores.training_error),
                        judged(step.error), judged(step.standard_error), shortest(scores.training_score),
                        judged(scores.score), judged(scores.standard_error), flag(i == path.least_error),
                        flag(i == path.one_error_above), flag(i == path.chosen));
  }
  return text;
}

PathPlot path_plot(const PathFacts& facts) {
  const AlphaPath& path = facts.path;
  const PathAxis axis = score_axis(path);
  PathPlot plot;
  plot.target = facts.target;
  plot.facts = plot_head(facts);
  plot.score_title = axis.title;
  plot.alpha_title = "alpha: the price of a leaf, as " + facts.alpha_unit;
  plot.validated = !path.method.empty();
  plot.least_error = path.least_error;
  plot.one_error_above = path.one_error_above;
  plot.chosen = path.chosen;
  plot.most_score = axis.most;
  const bool errors = has_other_figure(path);
  for (std::size_t i = 0; i < path.steps.size(); ++i) {
    const AlphaStep& step = path.steps[i];
    const StepScores& scores = path.scores[i];
    const double training = errors ? scores.training_error : scores.training_score;
    const double score = errors ? step.error : scores.score;
    const double margin = errors ? step.standard_error : scores.standard_error;
    plot.steps.push_back({step.alpha, step.leaves, axis.factor * training, axis.factor * score,
                          std::max(0.0, axis.factor * (score - margin)),
                          std::min(axis.most, axis.factor * (score + margin))});
  }
  switch (path.figure) {
    case ErrorFigure::wrong_answers: plot.limit = axis.factor * std::max(0.0, 1 - path.limit(1)); break;
    case ErrorFigure::squared_error: plot.limit = std::sqrt(path.limit(1)); break;
    default: plot.limit = axis.factor * path.limit(1);
  }
  return plot;
}

}  // namespace espalier
