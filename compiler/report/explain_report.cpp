#include "report/explain_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "model/blend.hpp"
#include "model/tree_facts.hpp"
#include "report/figure_text.hpp"
#include "report/region_report.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kRulesShown = 10;  // of several trees
constexpr std::size_t kContributionsShown = 10;
constexpr std::size_t kNameOfColumnShown = 30;

std::string column_name(const Space& space, std::size_t column) {
  return printable(space.columns[column].name, kNameOfColumnShown);
}

// Why a missing value went where it did.
std::string decision_text(const Model& model, const Node& node, Row row) {
  if (branch_if_known(model, node, row)) return "";
  for (const Surrogate& surrogate : node.surrogates) {
    const Feature& feature = model.features[surrogate.feature];
    if (!branch_if_known(feature, surrogate, row[surrogate.feature])) continue;
    return fmt::format("missing: {} stands in for it", in_quotes(feature.name, kNameOfColumnShown));
  }
  switch (model.missing) {
    case MissingPolicy::learned: return "missing: it goes where missing values were better off in training";
    case MissingPolicy::own_category: return "missing is a value of its own";
    case MissingPolicy::refuse: return "missing: it fails the test";
    case MissingPolicy::majority:
    case MissingPolicy::surrogate:
    case MissingPolicy::fractional: break;
  }
  return "missing: it goes with most training rows";
}

TakenTest taken_test(const Model& model, const ModelView& view, const Node& node, Row row, std::uint32_t branch) {
  TakenTest test;
  test.column = view.column[node.feature];
  test.test = test_text(model, node);
  test.outcome = condition_text(model, node, branch);
  test.value = row[node.feature];
  test.decided_by = decision_text(model, node, row);
  const Feature& feature = model.features[node.feature];
  if (node.test == TestKind::less_equal && std::isfinite(test.value)) {
    test.threshold = node.threshold;
    test.distance = std::abs(test.value - node.threshold);
    const double width = feature.maximum - feature.minimum;
    if (width > 0) test.share = *test.distance / width;
  }
  return test;
}

// A condition of a rule, which the row meets or not.
TakenTest taken_part(const Model& model, const ModelView& view, const Node& node, const RulePart& part, Row row) {
  TakenTest test;
  const Feature& feature = model.features[part.feature];
  const bool met = passes(feature, part, row[part.feature]);
  test.column = view.column[part.feature];
  test.test = condition_text(model, node, 0);
  test.outcome = met ? part_text(model, part) : fmt::format("not {}", part_text(model, part));
  test.value = row[part.feature];
  const bool numeric = feature.kind == FeatureKind::numeric;
  const bool compares = part.kind == RulePart::Kind::upto || part.kind == RulePart::Kind::above;
  const bool known = numeric ? !std::isnan(test.value)
                             : test.value >= 0 && test.value < static_cast<double>(feature.categories.size());
  if (!known) test.decided_by = met ? "missing: the condition says so" : "missing: it does not meet the condition";
  if (compares && std::isfinite(test.value)) {
    test.threshold = part.threshold;
    test.distance = std::abs(test.value - part.threshold);
    const double width = feature.maximum - feature.minimum;
    if (width > 0) test.share = *test.distance / width;
  }
  return test;
}

// Of a rule that applies all conditions, of another one the first that the row does not meet.
void add_rule_tests(const Model& model, const ModelView& view, const Node& node, Row row,
                    std::vector<TakenTest>& tests) {
  const bool applies = passes_all(model, node, row);
  for (const RulePart& part : node.parts) {
    if (!applies && passes(model.features[part.feature], part, row[part.feature])) continue;
    tests.push_back(taken_part(model, view, node, part, row));
    if (!applies) return;
  }
}

std::string contributions_target(const Model& model, const Prediction& prediction) {
  if (model.combination == Combination::sum) return "the score";
  if (model.task == Task::regression) return "the value";
  return fmt::format("the probability of {}", in_quotes(model.labels[prediction.label], kLabelShown));
}

// Of one score for two labels there is only one; otherwise that of the answered label.
std::uint32_t place_of_answer(const Model& model, const Prediction& prediction) {
  if (model.task == Task::regression) return 0;
  if (model.combination == Combination::sum && prediction.scores.size() < model.labels.size()) return 0;
  return prediction.label;
}

std::string answer_line(const ExplainFacts& facts) {
  const Model& model = facts.model;
  const Prediction& prediction = facts.prediction;
  std::string text = fmt::format("answer    {} = ", printable(model.target, kNameOfColumnShown));
  if (model.task == Task::regression) {
    text += shortest(prediction.value);
  } else {
    text += fmt::format("{} ({})", in_quotes(model.labels[prediction.label], kLabelShown),
                        percent(prediction.probabilities[prediction.label]));
  }
  if (facts.blended) {
    text += ", blended from several rules, because values are missing";
  } else if (prediction.rule > 0) {
    text += fmt::format(", by rule {}", prediction.rule);
  } else {
    text += prediction.rules.size() <= kRulesShown
                ? fmt::format(", by rules {} of {}", fmt::join(prediction.rules, ", "),
                              counted(prediction.rules.size(), "tree"))
                : fmt::format(", by a rule of each of {}; --json names them", counted(prediction.rules.size(), "tree"));
  }
  return text + "\n";
}

// Lines without blanks at their ends.
std::string untrailed(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out.erase(out.find_last_not_of(' ') + 1);
    out += c;
  }
  return out;
}

std::string tests_of_way(const ExplainFacts& facts) {
  std::vector<std::vector<std::string>> lines;
  for (const TakenTest& test : facts.tests) {
    std::string how = test.decided_by;
    if (test.distance) {
      how = fmt::format("{} from the threshold", figure_text(*test.distance));
      if (test.share) how += fmt::format(" ({} of the range)", percent(*test.share));
    }
    lines.push_back(
        {column_name(facts.space, test.column), value_text(facts.space, test.column, test.value), test.outcome, how});
  }
  if (lines.empty()) return "";
  return "tests\n" + untrailed(aligned_table(lines, 3));
}

std::string contributions_text(const ExplainFacts& facts, bool verbose) {
  const Contributions& found = facts.contributions;
  std::vector<std::size_t> order(found.features.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return std::abs(found.features[a]) > std::abs(found.features[b]); });
  std::string text = fmt::format("because   {} is {} on average, and {} here:\n", facts.contributions_to,
                                 figure_text(found.base), figure_text(found.answer));
  std::vector<std::vector<std::string>> lines;
  std::size_t untold = 0;
  for (const std::size_t feature : order) {
    if (found.features[feature] == 0) continue;
    if (!verbose && lines.size() == kContributionsShown) {
      ++untold;
      continue;
    }
    const std::string sign = found.features[feature] > 0 ? "+" : "";
    lines.push_back({column_name(facts.space, feature), value_text(facts.space, feature, facts.row[feature]),
                     sign + figure_text(found.features[feature])});
  }
  if (!lines.empty()) text += aligned_table(lines, 2);
  if (untold > 0) text += fmt::format("          ... {}\n", counted(untold, "more column"));
  return text;
}

// "humidity 90 -> at most 75"
std::string change_text(const ExplainFacts& facts, const Change& change, std::uint32_t column) {
  const ColumnValues& values = change.region[column];
  const double from = facts.row[column];
  std::string to = value_text(facts.space, column, change.row[column]);
  if (!values.categorical && !std::isnan(from)) {
    const bool rises = change.row[column] > from;
    const bool whole = facts.space.is_whole(column);
    const double above = std::nextafter(values.first, -kUnbounded);
    if (!rises) {
      to = "at most " + to;
    } else {
      to = whole ? "at least " + to : "more than " + value_text(facts.space, column, above);
    }
  } else if (values.categorical && values.words.count() > 1) {
    std::vector<std::string> words;
    for (const std::uint32_t word : values.words.list()) {
      words.push_back(printable(facts.space.columns[column].categories[word], kNameOfColumnShown));
    }
    to = "one of " + enumerate(words, 6);
  }
  return fmt::format("{}: {} -> {}", column_name(facts.space, column), value_text(facts.space, column, from), to);
}

// What is known of changes where the time ran out.
std::string certain_text(const NearestChanges& nearest) {
  if (nearest.changes.empty()) {
    return fmt::format("the time ran out: there may be changes, but none below a distance of {}",
                       figure_text(nearest.none_nearer));
  }
  if (nearest.none_nearer >= nearest.changes.front().distance) {
    return "the time ran out: the first is certainly the nearest; others may be nearer than those that follow it";
  }
  return fmt::format("the time ran out: there may be nearer changes, but none below a distance of {}",
                     figure_text(nearest.none_nearer));
}

std::string changes_text(const ExplainFacts& facts) {
  if (facts.wanted.empty()) return "";
  const std::string certain = facts.nearest.complete ? "" : "          " + certain_text(facts.nearest) + "\n";
  if (facts.nearest.changes.empty()) {
    return fmt::format("change    no change that is allowed leads to {}{}\n{}", facts.wanted,
                       facts.nearest.complete ? "" : ", as far as the time went", certain);
  }
  std::string text;
  for (std::size_t i = 0; i < facts.nearest.changes.size(); ++i) {
    const Change& change = facts.nearest.changes[i];
    std::vector<std::string> parts;
    for (const std::uint32_t column : change.columns) parts.push_back(change_text(facts, change, column));
    const std::string answer =
        facts.model.task == Task::regression
            ? figure_text(change.figure)
            : in_quotes(facts.model.labels[static_cast<std::size_t>(change.figure)], kLabelShown);
    text += fmt::format("{}{} if {} (distance {})\n", i == 0 ? "change    " : "or        ", answer,
                        fmt::join(parts, " and "), figure_text(change.distance));
  }
  return text + certain;
}

nlohmann::ordered_json tests_json(const ExplainFacts& facts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const TakenTest& test : facts.tests) {
    nlohmann::ordered_json entry = {{"column", facts.space.columns[test.column].name},
                                    {"value", value_json(facts.space, test.column, test.value)},
                                    {"test", test.test},
                                    {"outcome", test.outcome}};
    if (test.threshold) {
      entry["threshold"] = *test.threshold;
      entry["distance"] = *test.distance;
      entry["distance_of_range"] = or_null(test.share);
    }
    if (!test.decided_by.empty()) entry["decided_by"] = test.decided_by;
    list.push_back(std::move(entry));
  }
  return list;
}

nlohmann::ordered_json changes_json(const ExplainFacts& facts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Change& change : facts.nearest.changes) {
    nlohmann::ordered_json entry;
    if (facts.model.task == Task::regression) {
      entry["answer"] = change.figure;
    } else {
      entry["answer"] = facts.model.labels[static_cast<std::size_t>(change.figure)];
    }
    entry["distance"] = number_json(change.distance);
    entry["changes"] = nlohmann::ordered_json::array();
    for (const std::uint32_t column : change.columns) {
      entry["changes"].push_back({{"column", facts.space.columns[column].name},
                                  {"from", value_json(facts.space, column, facts.row[column])},
                                  {"to", value_json(facts.space, column, change.row[column])}});
    }
    entry["region"] = region_json(facts.space, change.region);
    list.push_back(std::move(entry));
  }
  return list;
}

}  // namespace

ExplainFacts explain_facts(const Model& model, Space space, std::vector<double> row) {
  const ModelView view = view_of(space, model);
  const std::vector<double> own = view.row_of(row);
  const Interpreter interpreter(model);
  ExplainFacts facts{model, std::move(space), std::move(row), interpreter.predict(own), {}, false, {}, {}, {}, {}, {}};
  if (model.combination == Combination::single) {
    const Tree& tree = only_tree(model);
    facts.blended = model.missing == MissingPolicy::fractional && !Blender(model).blend(own).is_single();
    for (std::uint32_t at = 0; !facts.blended && !tree.nodes[at].is_leaf();) {
      const Node& node = tree.nodes[at];
      const std::uint32_t branch = branch_taken(model, node, own);
      if (node.test == TestKind::all_of) {
        add_rule_tests(model, view, node, own, facts.tests);
      } else {
        facts.tests.push_back(taken_test(model, view, node, own, branch));
      }
      at = node.children[branch];
    }
  }
  facts.contributions = contributions(model, own, place_of_answer(model, facts.prediction));
  facts.contributions_to = contributions_target(model, facts.prediction);
  return facts;
}

std::string to_text(const ExplainFacts& facts, bool verbose) {
  return answer_line(facts) + tests_of_way(facts) + contributions_text(facts, verbose) + changes_text(facts);
}

nlohmann::ordered_json to_json(const ExplainFacts& facts) {
  const Model& model = facts.model;
  nlohmann::ordered_json json = {{"row", row_json(facts.space, facts.row)}, {"target", model.target}};
  if (model.task == Task::regression) {
    json["answer"] = facts.prediction.value;
  } else {
    json["answer"] = model.labels[facts.prediction.label];
    json["probabilities"] = nlohmann::ordered_json::object();
    for (std::size_t label = 0; label < model.labels.size(); ++label) {
      json["probabilities"][model.labels[label]] = facts.prediction.probabilities[label];
    }
  }
  if (facts.prediction.rule > 0) {
    json["rule"] = facts.prediction.rule;
  } else {
    json["rules"] = facts.prediction.rules;
  }
  json["blended"] = facts.blended;
  json["tests"] = tests_json(facts);
  nlohmann::ordered_json columns = nlohmann::ordered_json::object();
  for (std::size_t feature = 0; feature < facts.contributions.features.size(); ++feature) {
    columns[model.features[feature].name] = facts.contributions.features[feature];
  }
  json["contributions"] = {{"to", facts.contributions_to},
                           {"base", facts.contributions.base},
                           {"answer", facts.contributions.answer},
                           {"columns", std::move(columns)}};
  if (!facts.wanted.empty()) {
    json["wanted"] = facts.wanted;
    json["changes"] = changes_json(facts);
    json["changes_complete"] = facts.nearest.complete;
    if (!facts.nearest.complete) json["none_nearer_than"] = facts.nearest.none_nearer;
  }
  return json;
}

}  // namespace espalier
