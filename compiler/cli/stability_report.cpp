#include "cli/stability_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/aligned_table.hpp"
#include "cli/score_text.hpp"
#include "cli/test_choices_report.hpp"
#include "learn/path_judge.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRowsListed = 20;

// A difference of scores: points of a percentage, or the target's unit.
std::string score_difference(Task task, double difference) {
  return task == Task::regression ? fmt::format("{:.2g}", difference) : fixed(100 * difference, 1);
}

Json to_json(const Spread& spread) {
  return {{"mean", spread.mean},
          {"standard_deviation", spread.deviation.value_or(0)},
          {"least", spread.least},
          {"most", spread.most}};
}

void report_method(const StabilityRun& run, Report& report) {
  const ResampleOptions& resamples = run.options.resamples;
  const std::size_t trees = run.result.trees.size();
  const std::size_t left_out =
      std::accumulate(run.result.trees.begin(), run.result.trees.end(), std::size_t{0},
                      [](std::size_t sum, const ResampleResult& tree) { return sum + tree.left_out; });
  const double mean_left_out = share(left_out, trees * run.data.rows());
  report.text += fmt::format("method    {} by {}, seed {}, of {}; {} of the rows left out on average\n",
                             counted(trees, "resample"), resampling_name(resamples), resamples.seed,
                             to_string(run.learner.grow.algorithm), percent(mean_left_out));
  report.json["resampling"] = {{"method", resamples.leave_out ? "leave-out" : "bootstrap"},
                               {"resamples", trees},
                               {"seed", resamples.seed},
                               {"mean_left_out", mean_left_out}};
  if (resamples.leave_out) report.json["resampling"]["leave_out"] = *resamples.leave_out;
}

std::string named_spread_text(const char* what, const Spread& spread) {
  return fmt::format("{} {} on average, standard deviation {}, from {} to {}", what, fixed(spread.mean, 1),
                     fixed(spread.deviation.value_or(0), 1), shortest(spread.least), shortest(spread.most));
}

void report_trees(const StabilityRun& run, bool verbose, Report& report) {
  const Task task = run.data.task;
  const Stability& result = run.result;
  report.text += fmt::format("trees     {}\n          {}\n", named_spread_text("leaves", result.leaves),
                             named_spread_text("depth", result.depth));
  report.text +=
      fmt::format("{:<9} {} on average on the rows left out, standard deviation {}, from {} to {}\n", score_name(task),
                  score_text(task, result.score.mean), score_difference(task, result.score.deviation.value_or(0)),
                  score_text(task, result.score.least), score_text(task, result.score.most));
  report.json["leaves"] = to_json(result.leaves);
  report.json["depth"] = to_json(result.depth);
  report.json[score_name(task)] = to_json(result.score);
  Json trees = Json::array();
  std::vector<std::vector<std::string>> lines = {{"tree", "left out", score_name(task), "leaves", "depth", "distance"}};
  for (std::size_t i = 0; i < result.trees.size(); ++i) {
    const ResampleResult& tree = result.trees[i];
    trees.push_back({{"resample", i + 1},
                     {"rows", tree.rows},
                     {"left_out", tree.left_out},
                     {score_name(task), tree.score},
                     {"standard_error", tree.standard_error},
                     {"leaves", tree.leaves},
                     {"depth", tree.depth},
                     {"mean_distance", tree.mean_distance}});
    lines.push_back({std::to_string(i + 1), grouped(tree.left_out), score_text(task, tree.score, tree.standard_error),
                     grouped(tree.leaves), grouped(tree.depth), fixed(tree.mean_distance, 3)});
  }
  report.json["trees"] = std::move(trees);
  if (verbose) report.text += aligned_table(lines);
}

std::size_t row_number(const StabilityRun& run, std::size_t row) {
  return run.data.table_rows[row] + 1;
}

void report_label_agreement(const StabilityRun& run, bool verbose, Report& report) {
  const AnswerAgreement& agreement = run.result.agreement;
  Json rows = Json::array();
  std::string details;
  for (const std::size_t row : agreement.rows_in_doubt) {
    const RowAgreement& entry = agreement.rows[row];
    const double trees = share(entry.trees, agreement.trees);
    rows.push_back({{"row", row_number(run, row)}, {"answer", run.data.labels[entry.label]}, {"share", trees}});
    if (rows.size() > kRowsListed) continue;
    details += fmt::format("          row {}: {} in {}\n", grouped(row_number(run, row)),
                           in_quotes(run.data.labels[entry.label], kLongestName), rounded_percent(trees));
  }
  report.text += fmt::format(
      "answers   two trees answer {} of the rows alike; fewer than 2/3 of the trees agree on {} of {}\n",
      percent(agreement.same_answer), grouped(agreement.rows_in_doubt.size()), counted(run.data.rows(), "row"));
  if (verbose) {
    report.text += details;
    if (rows.size() > kRowsListed) report.text += fmt::format("          ... and {} more\n", rows.size() - kRowsListed);
  }
  report.json["agreement"] = {{"same_answer", agreement.same_answer},
                              {"mean_majority", agreement.mean_majority},
                              {"rows_in_doubt", std::move(rows)}};
}

void report_value_agreement(const StabilityRun& run, bool verbose, Report& report) {
  const AnswerAgreement& agreement = run.result.agreement;
  std::vector<std::size_t> order(agreement.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return agreement.rows[a].deviation > agreement.rows[b].deviation;
  });
  order.resize(std::min(order.size(), kRowsListed));
  Json rows = Json::array();
  std::string details;
  for (const std::size_t row : order) {
    const RowAgreement& entry = agreement.rows[row];
    rows.push_back({{"row", row_number(run, row)}, {"mean", entry.mean}, {"standard_deviation", entry.deviation}});
    details += fmt::format("          row {}: {}, standard deviation {}\n", grouped(row_number(run, row)),
                           figure_text(entry.mean), figure_text(entry.deviation));
  }
  report.text += fmt::format(
      "answers   two trees differ by {} (root mean square)\n"
      "          a row's answers have a standard deviation of {} on average, the target one of {}\n",
      figure_text(agreement.difference), figure_text(agreement.mean_deviation),
      figure_text(agreement.target_deviation));
  if (verbose) report.text += details;
  report.json["agreement"] = {{"difference", agreement.difference},
                              {"mean_deviation", agreement.mean_deviation},
                              {"target_deviation", agreement.target_deviation},
                              {"share_of_variance", agreement.share_of_variance},
                              {"least_certain_rows", std::move(rows)}};
}

void report_distance(const StabilityRun& run, Report& report) {
  const DistanceFigures& distance = run.result.distance;
  const bool sampled = distance.rows < run.data.rows();
  report.text +=
      fmt::format("distance  {} between two trees on average, from {} to {} (0 same rules, 1 nothing in common){}\n",
                  fixed(distance.mean, 3), fixed(distance.least, 3), fixed(distance.most, 3),
                  sampled ? fmt::format(", by {}", counted(distance.rows, "row")) : "");
  report.text += fmt::format("          nearest the others: tree {}, {} on average\n", distance.nearest + 1,
                             fixed(run.result.trees[distance.nearest].mean_distance, 3));
  report.json["distance"] = {{"mean", distance.mean},
                             {"least", distance.least},
                             {"most", distance.most},
                             {"nearest_the_others", distance.nearest + 1},
                             {"rows_compared", distance.rows}};
}

std::string root_verdict(const StabilityRun& run) {
  const TestChoices& tests = run.result.tests;
  const std::size_t trees = run.result.trees.size();
  if (tests.roots.empty()) return fmt::format("no tree has a test: nothing tells {} apart", in_quotes(run.data.target));
  const ColumnUse& column = tests.columns.front();
  const RootTest& test = tests.roots.front();
  std::string text = fmt::format("the root tests {} in {} of the trees, ", column_text(run, column.feature),
                                 rounded_percent(share(column.at_level.front(), trees)));
  if (tests.without_test > 0) text += fmt::format("nothing in {}, ", rounded_percent(share(tests.without_test, trees)));
  return text + fmt::format("and is {} in {}", printable(test.text, 60), rounded_percent(share(test.trees, trees)));
}

std::string verdict(const StabilityRun& run) {
  const bool answers = answers_hold(run.data.task, run.result);
  if (rules_hold(run.result)) {
    return answers ? "rules and answers hold when the data vary"
                   : "the rules hold when the data vary, the answers less so";
  }
  return answers ? "the answers hold when the data vary, the rules do not: read them as one of several explanations"
                 : "rules and answers change when the data vary: a single tree says little";
}

void report_verdict(const StabilityRun& run, Report& report) {
  report.text += fmt::format("verdict   {};\n          {}\n", root_verdict(run), verdict(run));
  report.json["verdict"] = {{"rules_hold", rules_hold(run.result)},
                            {"answers_hold", answers_hold(run.data.task, run.result)},
                            {"root", root_verdict(run)},
                            {"text", verdict(run)}};
}

}  // namespace

void report_stability(const StabilityRun& run, bool verbose, Report& report) {
  report_method(run, report);
  report_trees(run, verbose, report);
  report_test_choices(run, report);
  if (run.data.task == Task::regression) {
    report_value_agreement(run, verbose, report);
  } else {
    report_label_agreement(run, verbose, report);
  }
  report_distance(run, report);
  report_verdict(run, report);
}

void report_choice(const StabilityRun& run, const StableChoice& choice, Report& report) {
  const Task task = run.data.task;
  const std::vector<ResampleResult>& trees = run.result.trees;
  const ResampleResult& chosen = trees[choice.chosen];
  const auto figure = run.learner.prune.select_by;
  const std::string name(figure ? to_string(figure_of(*figure)) : score_name(task));
  const std::string limit = figure ? share_text(choice.limit) : score_text(task, choice.limit);
  const bool less = figure || task == Task::regression;
  report.text += fmt::format("chosen    tree {}: nearest the others ({}) of {} with {} of {} or {}\n",
                             choice.chosen + 1, fixed(chosen.mean_distance, 3), counted(choice.as_good.size(), "tree"),
                             name, limit, less ? "less" : "more");
  const std::string judged = figure ? fmt::format("{} {}, ", name, share_text(chosen.selected->mean)) : "";
  report.text += fmt::format("          {}, depth {}; {}{} {} on the rows left out, by which it was chosen\n",
                             counted(chosen.leaves, "leaf"), chosen.depth, judged, score_name(task),
                             score_text(task, chosen.score, chosen.standard_error));
  Json as_good = Json::array();
  for (const std::size_t tree : choice.as_good) as_good.push_back(tree + 1);
  report.json["chosen"] = {{"resample", choice.chosen + 1},
                           {"best", choice.best + 1},
                           {"standard_error", choice.standard_error},
                           {"limit", choice.limit},
                           {"as_good", std::move(as_good)},
                           {score_name(task), chosen.score},
                           {"mean_distance", chosen.mean_distance},
                           {"leaves", chosen.leaves},
                           {"depth", chosen.depth}};
  if (figure) report.json["chosen"]["selected_by"] = {{"figure", to_string(*figure)}, {"error", chosen.selected->mean}};
}

}  // namespace espalier::cli
