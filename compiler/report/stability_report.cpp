#include "report/stability_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>
#include <vector>

#include "learn/path_judge.hpp"
#include "report/figure_text.hpp"
#include "report/test_choices_report.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kRowsListed = 20;

// A difference of scores: points of a percentage, or the target's unit.
std::string score_difference(Task task, double difference) {
  return task == Task::regression ? fmt::format("{:.2g}", difference) : fixed(100 * difference, 1);
}

Json tree_spread_json(const Spread& spread) {
  return {{"mean", spread.mean},
          {"standard_deviation", spread.deviation.value_or(0)},
          {"least", spread.least},
          {"most", spread.most}};
}

double mean_left_out(const StabilityFacts& facts) {
  const std::vector<ResampleResult>& trees = facts.result.trees;
  const std::size_t left_out =
      std::accumulate(trees.begin(), trees.end(), std::size_t{0},
                      [](std::size_t sum, const ResampleResult& tree) { return sum + tree.left_out; });
  return share_of_trees(left_out, trees.size() * facts.data.rows());
}

Json resampling_json(const StabilityFacts& facts) {
  const ResampleOptions& resamples = facts.options.resamples;
  Json json = {{"method", resamples.leave_out ? "leave-out" : "bootstrap"},
               {"resamples", facts.result.trees.size()},
               {"seed", resamples.seed},
               {"mean_left_out", mean_left_out(facts)}};
  if (resamples.leave_out) json["leave_out"] = *resamples.leave_out;
  return json;
}

std::string named_spread_text(const char* what, const Spread& spread) {
  return fmt::format("{} {} on average, standard deviation {}, from {} to {}", what, fixed(spread.mean, 1),
                     fixed(spread.deviation.value_or(0), 1), shortest(spread.least), shortest(spread.most));
}

std::string head_text(const StabilityFacts& facts) {
  const ResampleOptions& resamples = facts.options.resamples;
  const Task task = facts.data.task;
  const Stability& result = facts.result;
  std::string text = fmt::format("method    {} by {}, seed {}, of {}; {} of the rows left out on average\n",
                                 counted(result.trees.size(), "resample"), resampling_name(resamples), resamples.seed,
                                 to_string(facts.learner.grow.algorithm), percent(mean_left_out(facts)));
  text += fmt::format("trees     {}\n          {}\n", named_spread_text("leaves", result.leaves),
                      named_spread_text("depth", result.depth));
  return text + fmt::format("{:<9} {} on average on the rows left out, standard deviation {}, from {} to {}\n",
                            score_name(task), score_text(task, result.score.mean),
                            score_difference(task, result.score.deviation.value_or(0)),
                            score_text(task, result.score.least), score_text(task, result.score.most));
}

std::string trees_table(const StabilityFacts& facts) {
  const Task task = facts.data.task;
  std::vector<std::vector<std::string>> lines = {{"tree", "left out", score_name(task), "leaves", "depth", "distance"}};
  for (std::size_t i = 0; i < facts.result.trees.size(); ++i) {
    const ResampleResult& tree = facts.result.trees[i];
    lines.push_back({std::to_string(i + 1), grouped(tree.left_out), score_text(task, tree.score, tree.standard_error),
                     grouped(tree.leaves), grouped(tree.depth), fixed(tree.mean_distance, 3)});
  }
  return aligned_table(lines);
}

Json trees_json(const StabilityFacts& facts) {
  Json trees = Json::array();
  for (std::size_t i = 0; i < facts.result.trees.size(); ++i) {
    const ResampleResult& tree = facts.result.trees[i];
    trees.push_back({{"resample", i + 1},
                     {"rows", tree.rows},
                     {"left_out", tree.left_out},
                     {score_name(facts.data.task), tree.score},
                     {"standard_error", tree.standard_error},
                     {"leaves", tree.leaves},
                     {"depth", tree.depth},
                     {"mean_distance", tree.mean_distance}});
  }
  return trees;
}

std::size_t row_number(const StabilityFacts& facts, std::size_t row) {
  return facts.data.table_rows[row] + 1;
}

std::string label_agreement_text(const StabilityFacts& facts, bool verbose) {
  const AnswerAgreement& agreement = facts.result.agreement;
  const std::vector<std::size_t>& doubted = agreement.rows_in_doubt;
  std::string text =
      fmt::format("answers   two trees answer {} of the rows alike; fewer than 2/3 of the trees agree on {} of {}\n",
                  percent(agreement.same_answer), grouped(doubted.size()), counted(facts.data.rows(), "row"));
  if (!verbose) return text;
  for (std::size_t i = 0; i < std::min(doubted.size(), kRowsListed); ++i) {
    const RowAgreement& entry = agreement.rows[doubted[i]];
    text += fmt::format("          row {}: {} in {}\n", grouped(row_number(facts, doubted[i])),
                        in_quotes(facts.data.labels[entry.label], kStabilityNameShown),
                        rounded_percent(share_of_trees(entry.trees, agreement.trees)));
  }
  if (doubted.size() > kRowsListed) text += fmt::format("          ... and {} more\n", doubted.size() - kRowsListed);
  return text;
}

Json label_agreement_json(const StabilityFacts& facts) {
  const AnswerAgreement& agreement = facts.result.agreement;
  Json rows = Json::array();
  for (const std::size_t row : agreement.rows_in_doubt) {
    const RowAgreement& entry = agreement.rows[row];
    rows.push_back({{"row", row_number(facts, row)},
                    {"answer", facts.data.labels[entry.label]},
                    {"share", share_of_trees(entry.trees, agreement.trees)}});
  }
  return {{"same_answer", agreement.same_answer},
          {"mean_majority", agreement.mean_majority},
          {"rows_in_doubt", std::move(rows)}};
}

// Of the rows, those whose answers differ most.
std::vector<std::size_t> least_certain_rows(const AnswerAgreement& agreement) {
  std::vector<std::size_t> order(agreement.rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return agreement.rows[a].deviation > agreement.rows[b].deviation;
  });
  order.resize(std::min(order.size(), kRowsListed));
  return order;
}

std::string value_agreement_text(const StabilityFacts& facts, bool verbose) {
  const AnswerAgreement& agreement = facts.result.agreement;
  std::string text = fmt::format(
      "answers   two trees differ by {} (root mean square)\n"
      "          a row's answers have a standard deviation of {} on average, the target one of {}\n",
      figure_text(agreement.difference), figure_text(agreement.mean_deviation),
      figure_text(agreement.target_deviation));
  if (!verbose) return text;
  for (const std::size_t row : least_certain_rows(agreement)) {
    const RowAgreement& entry = agreement.rows[row];
    text += fmt::format("          row {}: {}, standard deviation {}\n", grouped(row_number(facts, row)),
                        figure_text(entry.mean), figure_text(entry.deviation));
  }
  return text;
}

Json value_agreement_json(const StabilityFacts& facts) {
  const AnswerAgreement& agreement = facts.result.agreement;
  Json rows = Json::array();
  for (const std::size_t row : least_certain_rows(agreement)) {
    const RowAgreement& entry = agreement.rows[row];
    rows.push_back({{"row", row_number(facts, row)}, {"mean", entry.mean}, {"standard_deviation", entry.deviation}});
  }
  return {{"difference", agreement.difference},
          {"mean_deviation", agreement.mean_deviation},
          {"target_deviation", agreement.target_deviation},
          {"share_of_variance", agreement.share_of_variance},
          {"least_certain_rows", std::move(rows)}};
}

std::string distance_text(const StabilityFacts& facts) {
  const DistanceFigures& distance = facts.result.distance;
  const bool sampled = distance.rows < facts.data.rows();
  return fmt::format(
      "distance  {} between two trees on average, from {} to {} (0 same rules, 1 nothing in common){}\n"
      "          nearest the others: tree {}, {} on average\n",
      fixed(distance.mean, 3), fixed(distance.least, 3), fixed(distance.most, 3),
      sampled ? fmt::format(", by {}", counted(distance.rows, "row")) : "", distance.nearest + 1,
      fixed(facts.result.trees[distance.nearest].mean_distance, 3));
}

Json distance_json(const DistanceFigures& distance) {
  return {{"mean", distance.mean},
          {"least", distance.least},
          {"most", distance.most},
          {"nearest_the_others", distance.nearest + 1},
          {"rows_compared", distance.rows}};
}

std::string root_verdict(const StabilityFacts& facts) {
  const TestChoices& tests = facts.result.tests;
  const std::size_t trees = facts.result.trees.size();
  if (tests.roots.empty())
    return fmt::format("no tree has a test: nothing tells {} apart", in_quotes(facts.data.target));
  const ColumnUse& column = tests.columns.front();
  const RootTest& test = tests.roots.front();
  std::string text = fmt::format("the root tests {} in {} of the trees, ", column_text(facts, column.feature),
                                 rounded_percent(share_of_trees(column.at_level.front(), trees)));
  if (tests.without_test > 0)
    text += fmt::format("nothing in {}, ", rounded_percent(share_of_trees(tests.without_test, trees)));
  return text +
         fmt::format("and is {} in {}", printable(test.text, 60), rounded_percent(share_of_trees(test.trees, trees)));
}

std::string stability_verdict(const StabilityFacts& facts) {
  const bool answers = answers_hold(facts.data.task, facts.result);
  if (rules_hold(facts.result)) {
    return answers ? "rules and answers hold when the data vary"
                   : "the rules hold when the data vary, the answers less so";
  }
  return answers ? "the answers hold when the data vary, the rules do not: read them as one of several explanations"
                 : "rules and answers change when the data vary: a single tree says little";
}

}  // namespace

std::string to_text(const StabilityFacts& facts, bool verbose) {
  const bool regression = facts.data.task == Task::regression;
  std::string text = head_text(facts);
  if (verbose) text += trees_table(facts);
  text += test_choices_text(facts);
  text += regression ? value_agreement_text(facts, verbose) : label_agreement_text(facts, verbose);
  text += distance_text(facts);
  return text + fmt::format("verdict   {};\n          {}\n", root_verdict(facts), stability_verdict(facts));
}

nlohmann::ordered_json to_json(const StabilityFacts& facts) {
  const Task task = facts.data.task;
  const Stability& result = facts.result;
  Json json = {{"resampling", resampling_json(facts)},
               {"leaves", tree_spread_json(result.leaves)},
               {"depth", tree_spread_json(result.depth)},
               {score_name(task), tree_spread_json(result.score)},
               {"trees", trees_json(facts)}};
  json.update(test_choices_json(facts));
  json["agreement"] = task == Task::regression ? value_agreement_json(facts) : label_agreement_json(facts);
  json["distance"] = distance_json(result.distance);
  json["verdict"] = {{"rules_hold", rules_hold(result)},
                     {"answers_hold", answers_hold(task, result)},
                     {"root", root_verdict(facts)},
                     {"text", stability_verdict(facts)}};
  return json;
}

std::string to_text(const StableChoiceFacts& facts) {
  const Task task = facts.stability.data.task;
  const StableChoice& choice = facts.choice;
  const ResampleResult& chosen = facts.stability.result.trees[choice.chosen];
  const auto figure = facts.stability.learner.prune.select_by;
  const std::string name(figure ? to_string(figure_of(*figure)) : score_name(task));
  const std::string limit = figure ? share_text(choice.limit) : score_text(task, choice.limit);
  const bool less = figure || task == Task::regression;
  const std::string judged = figure ? fmt::format("{} {}, ", name, share_text(chosen.selected->mean)) : "";
  std::string text = fmt::format("chosen    tree {}: nearest the others ({}) of {} with {} of {} or {}\n",
                                 choice.chosen + 1, fixed(chosen.mean_distance, 3),
                                 counted(choice.as_good.size(), "tree"), name, limit, less ? "less" : "more");
  return text + fmt::format("          {}, depth {}; {}{} {} on the rows left out, by which it was chosen\n",
                            counted(chosen.leaves, "leaf"), chosen.depth, judged, score_name(task),
                            score_text(task, chosen.score, chosen.standard_error));
}

nlohmann::ordered_json to_json(const StableChoiceFacts& facts) {
  const StableChoice& choice = facts.choice;
  const ResampleResult& chosen = facts.stability.result.trees[choice.chosen];
  Json as_good = Json::array();
  for (const std::size_t tree : choice.as_good) as_good.push_back(tree + 1);
  Json json = {{"resample", choice.chosen + 1},
               {"best", choice.best + 1},
               {"standard_error", choice.standard_error},
               {"limit", choice.limit},
               {"as_good", std::move(as_good)},
               {score_name(facts.stability.data.task), chosen.score},
               {"mean_distance", chosen.mean_distance},
               {"leaves", chosen.leaves},
               {"depth", chosen.depth}};
  if (const auto figure = facts.stability.learner.prune.select_by) {
    json["selected_by"] = {{"figure", to_string(*figure)}, {"error", chosen.selected->mean}};
  }
  return {{"chosen", std::move(json)}};
}

}  // namespace espalier
