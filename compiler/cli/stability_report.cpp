#include "cli/stability_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/score_text.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRootsShown = 3;
constexpr std::size_t kColumnsListed = 20;
constexpr std::size_t kRowsListed = 20;
constexpr std::size_t kLongestName = 30;

std::string name_of(const StabilityRun& run, std::uint32_t feature) {
  return printable(run.data.features[feature].name, kLongestName);
}

double share(std::size_t part, std::size_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

std::string rounded_percent(double fraction) {
  return fixed(100 * fraction, 0) + " %";
}

// A difference of scores: points of a percentage, or the target's unit.
std::string score_difference(Task task, double difference) {
  return task == Task::regression ? fmt::format("{:.2g}", difference) : fixed(100 * difference, 1);
}

Json to_json(const FigureSpread& spread) {
  return {{"mean", spread.mean},     {"standard_deviation", spread.deviation},
          {"least", spread.least},   {"lower_quartile", spread.lower_quartile},
          {"median", spread.median}, {"upper_quartile", spread.upper_quartile},
          {"most", spread.most}};
}

// Cells in columns that are as wide as the widest: the first `names` of them to the left, figures to the right.
std::string table_text(const std::vector<std::vector<std::string>>& lines, std::size_t names = 1) {
  std::vector<std::size_t> widths(lines.front().size(), 0);
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], count_characters(line[i]));
  }
  std::string text;
  for (const auto& line : lines) {
    text += std::string(10, ' ');
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string pad(widths[i] - count_characters(line[i]), ' ');
      text += (i == 0 ? "" : "  ") + (i < names ? line[i] + pad : pad + line[i]);
    }
    text += "\n";
  }
  return text;
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

std::string size_text(const char* what, const FigureSpread& spread) {
  return fmt::format("{} {} on average, standard deviation {}, from {} to {}", what, fixed(spread.mean, 1),
                     fixed(spread.deviation, 1), shortest(spread.least), shortest(spread.most));
}

void report_trees(const StabilityRun& run, bool verbose, Report& report) {
  const Task task = run.data.task;
  const Stability& result = run.result;
  report.text +=
      fmt::format("trees     {}\n          {}\n", size_text("leaves", result.leaves), size_text("depth", result.depth));
  report.text +=
      fmt::format("{:<9} {} on average on the rows left out, standard deviation {}, from {} to {}\n", score_name(task),
                  score_text(task, result.score.mean), score_difference(task, result.score.deviation),
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
  if (verbose) report.text += table_text(lines);
}

void report_columns(const StabilityRun& run, Report& report) {
  const std::size_t trees = run.result.trees.size();
  const std::vector<ColumnUse>& columns = run.result.tests.columns;
  std::vector<std::vector<std::string>> lines = {{"column", "root"}};
  for (std::size_t level = 2; level <= run.options.levels; ++level) lines[0].push_back(fmt::format("level {}", level));
  lines[0].emplace_back("anywhere");
  Json list = Json::array();
  for (const ColumnUse& use : columns) {
    std::vector<std::string> line = {name_of(run, use.feature)};
    Json levels = Json::array();
    for (const std::size_t count : use.at_level) {
      line.push_back(count == 0 ? "-" : rounded_percent(share(count, trees)));
      levels.push_back(share(count, trees));
    }
    line.push_back(rounded_percent(share(use.anywhere, trees)));
    if (lines.size() <= kColumnsListed) lines.push_back(std::move(line));
    list.push_back({{"column", run.data.features[use.feature].name},
                    {"levels", std::move(levels)},
                    {"anywhere", share(use.anywhere, trees)}});
  }
  report.json["columns"] = std::move(list);
  if (columns.empty()) return;
  report.text += "columns   share of the trees that test them, by level\n" + table_text(lines);
  if (columns.size() > kColumnsListed) {
    report.text += fmt::format("          ... and {} more\n", columns.size() - kColumnsListed);
  }
}

void report_roots(const StabilityRun& run, Report& report) {
  const std::size_t trees = run.result.trees.size();
  const TestChoices& tests = run.result.tests;
  std::string text;
  Json list = Json::array();
  for (std::size_t i = 0; i < tests.roots.size(); ++i) {
    const RootTest& root = tests.roots[i];
    list.push_back({{"test", root.text},
                    {"column", run.data.features[root.feature].name},
                    {"trees", root.trees},
                    {"share", share(root.trees, trees)}});
    if (i >= kRootsShown) continue;
    text += fmt::format("{}{} in {}", i == 0 ? "" : ", ", printable(root.text, 60),
                        rounded_percent(share(root.trees, trees)));
  }
  report.json["root"] = {{"different_tests", tests.roots.size()},
                         {"without_test", share(tests.without_test, trees)},
                         {"tests", std::move(list)}};
  if (!tests.roots.empty()) {
    report.text += fmt::format("root      {}: {}{}\n", counted(tests.roots.size(), tests.roots.size() == 1 ? "test" : "different test"), text,
                               tests.roots.size() > kRootsShown ? ", ..." : "");
  }
  if (tests.without_test > 0) {
    report.text += fmt::format("{}{} of the trees have no test\n", tests.roots.empty() ? "root      " : "          ",
                               rounded_percent(share(tests.without_test, trees)));
  }
}

void report_thresholds(const StabilityRun& run, Report& report) {
  std::vector<std::vector<std::string>> lines = {
      {"column", "where", "cuts", "least", "25 %", "median", "75 %", "most", "spread"}};
  Json list = Json::array();
  for (const ThresholdSpread& entry : run.result.tests.thresholds) {
    const FigureSpread& spread = entry.thresholds;
    Json figures = {{"column", run.data.features[entry.feature].name},
                    {"where", entry.at_root ? "root" : "anywhere"},
                    {"count", spread.count}};
    figures.update(to_json(spread));
    figures["relative_spread"] = entry.relative;
    figures["rows_between_quartiles"] = entry.rows_between;
    list.push_back(std::move(figures));
    if (lines.size() > kColumnsListed) continue;
    lines.push_back({name_of(run, entry.feature), entry.at_root ? "root" : "anywhere", grouped(spread.count),
                     figure_text(spread.least), figure_text(spread.lower_quartile), figure_text(spread.median),
                     figure_text(spread.upper_quartile), figure_text(spread.most),
                     fmt::format("{} sd", fixed(entry.relative, 2))});
  }
  report.json["thresholds"] = std::move(list);
  if (lines.size() == 1) return;
  report.text += "cuts      thresholds; spread: between the quartiles, in standard deviations of the column\n";
  report.text += table_text(lines, 2);
  if (run.result.tests.thresholds.size() > kColumnsListed) {
    report.text += fmt::format("          ... and {} more\n", run.result.tests.thresholds.size() - kColumnsListed);
  }
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
      "answers   two trees differ by {} (root mean square); a row's answers have a standard deviation of "
      "{} on average, the target one of {}\n",
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
  std::string text = fmt::format("the root tests {} in {} of the trees, ", name_of(run, column.feature),
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
  report_columns(run, report);
  report_roots(run, report);
  report_thresholds(run, report);
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
  report.text +=
      fmt::format("chosen    tree {}: nearest the others ({}) of {} with {} of {} or {}\n", choice.chosen + 1,
                  fixed(chosen.mean_distance, 3), counted(choice.as_good.size(), "tree"), score_name(task),
                  score_text(task, choice.limit), task == Task::regression ? "less" : "more");
  report.text += fmt::format("          {}, depth {}; {} {} on the rows left out, by which it was chosen\n",
                             counted(chosen.leaves, "leaf"), chosen.depth, score_name(task),
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
}

}  // namespace espalier::cli
