#include "report/rules_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "audit/region_walk.hpp"
#include "emit/rule_text.hpp"
#include "model/tree_facts.hpp"
#include "report/figure_text.hpp"
#include "report/region_report.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr double kRuleLevel = 0.95;

// Where other columns or all branches decide about missing values, a rule is more than a region: its conditions are
// those of rows that have their values.
bool tells_complete_rows(MissingPolicy policy) {
  return policy == MissingPolicy::refuse || policy == MissingPolicy::surrogate || policy == MissingPolicy::fractional;
}

// The region of each leaf of a tree; per node.
std::map<std::uint32_t, Region> regions_of(const Space& space, const ModelView& view, const Tree& tree, bool complete) {
  std::map<std::uint32_t, Region> regions;
  RegionWalk walk(space, {{&view, &tree}}, rows_asked_about(space, complete));
  walk.run([&]() -> std::optional<std::size_t> {
    if (const auto next = walk.undecided()) return next;
    regions.emplace(*walk.place(0), walk.region());
    return std::nullopt;
  });
  return regions;
}

// `counts` of the rule's rows and of all rows, per class.
void add_classes(std::uint32_t label, const std::vector<double>& counts, const std::vector<double>& all,
                 RuleFacts& rule) {
  rule.label = label;
  if (!(rule.support > 0)) return;
  rule.purity = counts[label] / rule.support;
  rule.interval = wilson_interval(*rule.purity, rule.support, kRuleLevel);
  const double weight = std::accumulate(all.begin(), all.end(), 0.0);
  const double share = weight > 0 ? all[label] / weight : 0;
  if (share > 0) rule.lift = *rule.purity / share;
}

void add_shares(const Model& model, const Node& leaf, RuleFacts& rule) {
  switch (leaf_answer(model)) {
    case LeafAnswer::label: rule.label = leaf.label; break;
    case LeafAnswer::value: rule.value = leaf.value; break;
    case LeafAnswer::shares: {
      const auto largest = std::max_element(leaf.shares.begin(), leaf.shares.end());
      rule.label = static_cast<std::uint32_t>(largest - leaf.shares.begin());
      rule.purity = *largest / (model.sums.arithmetic == Arithmetic::whole ? kWholeShare : 1);
      break;
    }
  }
}

bool has_labels(const Model& model) {
  return model.task == Task::classification && leaf_answer(model) != LeafAnswer::value;
}

std::string answer_of(const Model& model, const RuleFacts& rule) {
  return has_labels(model) ? printable(model.labels[rule.label], kLabelShown) : shortest(rule.value);
}

std::string conditions_of(const RuleFacts& rule) {
  if (rule.otherwise) return "otherwise";
  if (!rule.reachable) return "never";
  return rule.conditions.empty() ? "always" : fmt::format("{}", fmt::join(rule.conditions, " and "));
}

std::string name_of(const RulesFacts& facts, const RuleFacts& rule) {
  return facts.list || facts.model.trees.size() == 1 ? fmt::format("{}", rule.rule)
                                                     : fmt::format("{}.{}", rule.tree + 1, rule.rule);
}

std::string purity_of(const RuleFacts& rule) {
  if (!rule.purity) return "";
  std::string text = percent(*rule.purity);
  if (rule.interval) text += fmt::format(" ({} to {})", percent(rule.interval->low), percent(rule.interval->high));
  return text;
}

std::string figures_of(const RulesFacts& facts, const RuleFacts& rule) {
  std::vector<std::string> figures;
  if (rule.support > 0) {
    figures.push_back(
        fmt::format("{} {} ({})", weight_text(rule.support), rule.support == 1 ? "row" : "rows", percent(rule.share)));
  } else if (facts.list || facts.model.combination == Combination::single) {
    figures.emplace_back(facts.list ? "no rows" : "no training rows");
  }
  if (rule.purity) figures.push_back(purity_of(rule) + " right");
  if (rule.lift) figures.push_back(fmt::format("lift {}", fixed(*rule.lift, 2)));
  if (rule.deviation) figures.push_back(fmt::format("deviation {}", figure_text(*rule.deviation)));
  return fmt::format("{}", fmt::join(figures, "; "));
}

std::string fired_of(const FiredRule& fired) {
  std::string text = fmt::format("{} ({})", counted(fired.rows, "row"), percent(fired.share));
  if (fired.right) text += fmt::format(", {} right", percent(*fired.right));
  if (fired.mean) text += fmt::format(", mean {}", figure_text(*fired.mean));
  return text;
}

Prediction answer_of_list(const RulesFacts& facts, Row row) {
  const DecisionList& list = facts.list->simplified.list;
  const std::size_t place = rule_applied(facts.model, list, row);
  Prediction prediction;
  prediction.label = place < list.rules.size() ? list.rules[place].label : list.otherwise.label;
  prediction.rule = static_cast<std::uint32_t>(place + 1);
  return prediction;
}

// A cell of a Markdown table.
std::string markdown_cell(std::string_view text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']' || c == '~') cell += '\\';
    if (c == '<') {
      cell += "&lt;";
    } else if (c == '>') {
      cell += "&gt;";
    } else if (c == '&') {
      cell += "&amp;";
    } else {
      cell += c;
    }
  }
  return cell;
}

}  // namespace

RulesFacts rules_facts(const Model& model) {
  if (model.combination == Combination::single && is_list(only_tree(model))) {
    ListFacts list;
    list.simplified.list = list_of(only_tree(model));
    list.simplified.weight = only_tree(model).nodes.front().weight();
    return rules_facts(model, std::move(list));
  }
  RulesFacts facts{model, space_of(model), tells_complete_rows(model.missing), {}, 0, {}, 0, {}};
  const ModelView view = view_of(facts.space, model);
  const MissingWords missing = facts.complete_rows ? MissingWords::never : MissingWords::where_decided;
  for (std::size_t t = 0; t < model.trees.size(); ++t) {
    const Tree& tree = model.trees[t];
    const std::vector<std::uint32_t> numbers = rule_numbers(tree);
    const auto regions = regions_of(facts.space, view, tree, facts.complete_rows);
    double all = 0;
    const std::size_t first = facts.rules.size();
    for (std::uint32_t at = 0; at < tree.nodes.size(); ++at) {
      const Node& leaf = tree.nodes[at];
      if (!leaf.is_leaf()) continue;
      RuleFacts& rule = facts.rules.emplace_back();
      rule.tree = t;
      rule.rule = numbers[at];
      rule.support = leaf.weight();
      all += rule.support;
      if (const auto region = regions.find(at); region != regions.end()) {
        rule.reachable = true;
        rule.region = region->second;
        rule.conditions = condition_texts(facts.space, region->second, missing);
      }
      if (model.combination != Combination::single) {
        add_shares(model, leaf, rule);
      } else if (model.task == Task::classification) {
        add_classes(leaf.label, leaf.counts, tree.nodes.front().counts, rule);
      } else {
        rule.value = leaf.value;
        if (rule.support > 0) rule.deviation = std::sqrt(leaf.deviation / rule.support);
      }
    }
    const auto begin = facts.rules.begin() + static_cast<std::ptrdiff_t>(first);
    for (auto rule = begin; rule != facts.rules.end(); ++rule) rule->share = all > 0 ? rule->support / all : 0;
    std::sort(begin, facts.rules.end(), [](const RuleFacts& a, const RuleFacts& b) { return a.rule < b.rule; });
  }
  facts.all_rules = facts.rules.size();
  return facts;
}

RulesFacts rules_facts(const Model& model, ListFacts list) {
  RulesFacts facts{model, space_of(model), false, {}, 0, {}, 0, {}, std::move(list)};
  const ModelView view = view_of(facts.space, model);
  const DecisionList& rules = facts.list->simplified.list;
  std::vector<double> all = rules.otherwise.counts;
  for (const ListedRule& rule : rules.rules) {
    for (std::size_t label = 0; label < all.size(); ++label) all[label] += rule.counts[label];
  }
  const auto add = [&](const ListedRule& listed) -> RuleFacts& {
    RuleFacts& rule = facts.rules.emplace_back();
    rule.rule = static_cast<std::uint32_t>(facts.rules.size());
    rule.region = everything(facts.space);
    for (const RulePart& part : listed.parts) {
      rule.region[view.column[part.feature]] = values_that(true, view, facts.space, part, rule.region);
    }
    rule.reachable = !is_empty(rule.region);
    rule.conditions = condition_texts(facts.space, rule.region, MissingWords::where_decided);
    rule.support = std::accumulate(listed.counts.begin(), listed.counts.end(), 0.0);
    rule.share = facts.list->simplified.weight > 0 ? rule.support / facts.list->simplified.weight : 0;
    add_classes(listed.label, listed.counts, all, rule);
    return rule;
  };
  for (const ListedRule& rule : rules.rules) add(rule);
  add(rules.otherwise).otherwise = true;
  facts.all_rules = facts.rules.size();
  return facts;
}

void count_rows(RulesFacts& facts, const SpaceRows& rows, const std::vector<double>& actual) {
  const Model& model = facts.model;
  const ModelView view = view_of(facts.space, model);
  const Interpreter interpreter(model);
  struct Count {
    std::size_t rows = 0;
    double weight = 0;
    double known = 0;
    double right = 0;  // or the sum of the numbers
  };
  std::map<std::pair<std::size_t, std::uint32_t>, Count> counts;
  double all = 0;
  std::vector<double> row(rows.columns.size());
  for (std::size_t i = 0; i < rows.count(); ++i) {
    for (std::size_t column = 0; column < row.size(); ++column) row[column] = rows.columns[column][i];
    const double weight = rows.weights.empty() ? 1 : rows.weights[i];
    const Prediction prediction =
        facts.list ? answer_of_list(facts, view.row_of(row)) : interpreter.predict(view.row_of(row));
    all += weight;
    for (std::size_t tree = 0; tree < (facts.list ? 1 : model.trees.size()); ++tree) {
      Count& count = counts[{tree, prediction.rules.empty() ? prediction.rule : prediction.rules[tree]}];
      ++count.rows;
      count.weight += weight;
      if (i >= actual.size() || std::isnan(actual[i])) continue;
      count.known += weight;
      count.right += weight * (model.task == Task::regression ? actual[i] : actual[i] == prediction.label ? 1 : 0);
    }
  }
  facts.rows = rows.count();
  double drift = 0;
  for (RuleFacts& rule : facts.rules) {
    const Count count = counts[{rule.tree, rule.rule}];
    FiredRule& fired = rule.fired.emplace();
    fired.rows = count.rows;
    fired.share = all > 0 ? count.weight / all : 0;
    if (count.known > 0) (model.task == Task::regression ? fired.mean : fired.right) = count.right / count.known;
    // A share of nothing counts as one in ten thousand, so that the sum stays finite.
    constexpr double kLeastShare = 1e-4;
    const double before = std::max(rule.share, kLeastShare);
    const double now = std::max(fired.share, kLeastShare);
    drift += (now - before) * std::log(now / before);
  }
  if ((facts.list || model.combination == Combination::single) && all > 0) facts.drift = drift;
}

void keep_where(RulesFacts& facts, const std::vector<Region>& regions) {
  const auto meets = [](const Region& one, const Region& other) {
    for (std::size_t column = 0; column < one.size(); ++column) {
      const ColumnValues& a = one[column];
      const ColumnValues& b = other[column];
      const auto words = a.words.list();
      const bool known = a.categorical
                             ? std::ranges::any_of(words, [&](std::uint32_t word) { return b.words.has(word); })
                             : std::max(a.first, b.first) <= std::min(a.last, b.last);
      if (!known && !(a.missing && b.missing)) return false;
    }
    return true;
  };
  std::erase_if(facts.rules, [&](const RuleFacts& rule) {
    return !rule.reachable ||
           std::ranges::none_of(regions, [&](const Region& region) { return meets(rule.region, region); });
  });
}

void keep_label(RulesFacts& facts, std::uint32_t label) {
  std::erase_if(facts.rules, [&](const RuleFacts& rule) { return rule.label != label; });
}

void sort_rules(RulesFacts& facts, RuleOrder order) {
  const auto by = [&](const auto& key) {
    std::ranges::stable_sort(facts.rules, [&](const RuleFacts& a, const RuleFacts& b) { return key(a) > key(b); });
  };
  switch (order) {
    case RuleOrder::rule: break;
    case RuleOrder::support: by([](const RuleFacts& rule) { return rule.support; }); break;
    case RuleOrder::purity:
      by([](const RuleFacts& rule) { return std::pair(rule.purity.value_or(-1), rule.support); });
      break;
    case RuleOrder::label:
      std::ranges::stable_sort(facts.rules, [&](const RuleFacts& a, const RuleFacts& b) {
        return has_labels(facts.model) ? a.label < b.label : a.value < b.value;
      });
      break;
  }
}

std::string list_sentence(const ListFacts& list) {
  const Simplified& simplified = list.simplified;
  const auto share = [&](double weight) { return percent(simplified.weight > 0 ? weight / simplified.weight : 0); };
  return fmt::format(
      "{} with {}, made of {} with {}. On the rows of {} it is right for {}, the model for {}; they differ on {}.",
      counted(simplified.list.rules.size() + 1, "rule"), counted(simplified.conditions(), "condition"),
      counted(simplified.rules_before, "rule"), counted(simplified.conditions_before, "condition"),
      in_quotes(list.data, 200), share(simplified.right_after), share(simplified.right_before),
      share(simplified.changed));
}

std::string to_text(const RulesFacts& facts) {
  const Model& model = facts.model;
  std::string text = fmt::format("rules     {} for {}", counted(facts.all_rules, "rule"), in_quotes(model.target, 60));
  if (!facts.list && model.trees.size() > 1) text += fmt::format(", of {}", counted(model.trees.size(), "tree"));
  if (facts.rules.size() < facts.all_rules) text += fmt::format("; {} told here", grouped(facts.rules.size()));
  text += "\n";
  if (facts.list) {
    text += "          of those that apply, the first answers\n";
    if (!facts.list->data.empty()) text += "list      " + list_sentence(*facts.list) + "\n";
    text += "          a missing value meets no condition, unless it says so\n";
  } else if (facts.complete_rows && model.missing != MissingPolicy::refuse) {
    text +=
        fmt::format("          conditions are those of rows without missing values ({})\n", to_string(model.missing));
  }
  if (!facts.data.empty()) {
    text += fmt::format("data      {}: {}", printable(facts.data, 200), counted(facts.rows, "row"));
    if (facts.drift) {
      const char* const words = *facts.drift < 0.1 ? "little" : *facts.drift < 0.25 ? "some" : "much";
      text += fmt::format("; {} drift against training (stability index {})", words, fixed(*facts.drift, 3));
    }
    text += "\n";
  }
  for (const RuleFacts& rule : facts.rules) {
    text += fmt::format("\nrule {}: {}\n", name_of(facts, rule), answer_of(model, rule));
    if (rule.conditions.empty()) {
      text += fmt::format("  {}{}\n", rule.otherwise ? "" : "if ", conditions_of(rule));
    } else {
      for (std::size_t i = 0; i < rule.conditions.size(); ++i) {
        text += fmt::format("  {} {}\n", i == 0 ? "if " : "and", rule.conditions[i]);
      }
    }
    const std::string figures = figures_of(facts, rule);
    if (!figures.empty()) text += fmt::format("  {}: {}\n", facts.list ? "answers" : "training", figures);
    if (rule.fired) text += fmt::format("  data: {}\n", fired_of(*rule.fired));
  }
  return text;
}

nlohmann::ordered_json to_json(const RulesFacts& facts) {
  const Model& model = facts.model;
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RuleFacts& rule : facts.rules) {
    nlohmann::ordered_json entry = {{"tree", rule.tree + 1}, {"rule", rule.rule}};
    if (has_labels(model)) {
      entry["answer"] = model.labels[rule.label];
    } else {
      entry["answer"] = rule.value;
    }
    entry["reachable"] = rule.reachable;
    entry["text"] = conditions_of(rule);
    entry["conditions"] = rule.reachable ? region_json(facts.space, rule.region) : nlohmann::ordered_json::array();
    entry["support"] = rule.support;
    entry["share"] = rule.share;
    if (rule.purity) entry["purity"] = *rule.purity;
    if (rule.interval) entry["interval"] = {rule.interval->low, rule.interval->high};
    if (rule.lift) entry["lift"] = *rule.lift;
    if (rule.deviation) entry["deviation"] = *rule.deviation;
    if (rule.fired) {
      entry["data"] = {{"rows", rule.fired->rows}, {"share", rule.fired->share}};
      if (model.task == Task::regression) {
        entry["data"]["mean"] = or_null(rule.fired->mean);
      } else {
        entry["data"]["right"] = or_null(rule.fired->right);
      }
    }
    list.push_back(std::move(entry));
  }
  nlohmann::ordered_json json = {{"target", model.target},
                                 {"rules_in_all", facts.all_rules},
                                 {"complete_rows", facts.complete_rows},
                                 {"rules", std::move(list)}};
  if (facts.list) {
    const Simplified& simplified = facts.list->simplified;
    json["order"] = "first";
    if (!facts.list->data.empty())
      json["list"] = {{"file", facts.list->data},
                      {"rules_before", simplified.rules_before},
                      {"rules", simplified.list.rules.size() + 1},
                      {"conditions_before", simplified.conditions_before},
                      {"conditions", simplified.conditions()},
                      {"weight", simplified.weight},
                      {"right_before", simplified.right_before},
                      {"right", simplified.right_after},
                      {"answered_otherwise", simplified.changed}};
  }
  if (!facts.data.empty()) {
    json["data"] = {{"file", facts.data}, {"rows", facts.rows}, {"stability_index", or_null(facts.drift)}};
  }
  return json;
}

std::vector<std::string> rules_head(const RulesFacts& facts) {
  std::vector<std::string> head = {"rule", "if", "then", "rows", "share"};
  if (has_labels(facts.model)) head.insert(head.end(), {"purity", "from", "to", "lift"});
  if (facts.model.task == Task::regression) head.emplace_back("deviation");
  if (!facts.data.empty()) {
    head.insert(head.end(),
                {"data rows", "data share", facts.model.task == Task::regression ? "data mean" : "data right"});
  }
  return head;
}

std::vector<std::string> rules_line(const RulesFacts& facts, const RuleFacts& rule, bool exact) {
  const auto figure = [&](double number) { return exact ? shortest(number) : percent(number); };
  const auto or_empty = [&](const std::optional<double>& number) { return number ? figure(*number) : std::string(); };
  std::vector<std::string> line = {name_of(facts, rule), conditions_of(rule), answer_of(facts.model, rule),
                                   weight_text(rule.support), figure(rule.share)};
  if (has_labels(facts.model)) {
    line.push_back(or_empty(rule.purity));
    line.push_back(rule.interval ? figure(rule.interval->low) : "");
    line.push_back(rule.interval ? figure(rule.interval->high) : "");
    line.push_back(rule.lift ? fixed(*rule.lift, 2) : "");
  }
  if (facts.model.task == Task::regression) line.push_back(rule.deviation ? figure_text(*rule.deviation) : "");
  if (rule.fired) {
    line.push_back(fmt::format("{}", rule.fired->rows));
    line.push_back(figure(rule.fired->share));
    line.push_back(facts.model.task == Task::regression ? (rule.fired->mean ? figure_text(*rule.fired->mean) : "")
                                                        : or_empty(rule.fired->right));
  }
  return line;
}

std::string to_markdown(const RulesFacts& facts) {
  std::string text = "|";
  std::string rule_line = "|";
  for (const std::string& name : rules_head(facts)) {
    text += fmt::format(" {} |", name);
    rule_line += name == "if" || name == "then" ? "---|" : "--:|";
  }
  text += "\n" + rule_line + "\n";
  for (const RuleFacts& rule : facts.rules) {
    text += "|";
    for (const std::string& cell : rules_line(facts, rule, false)) text += fmt::format(" {} |", markdown_cell(cell));
    text += "\n";
  }
  return text;
}

std::string to_csv(const RulesFacts& facts) {
  std::string text = fmt::format("{}\n", fmt::join(rules_head(facts), ","));
  for (const RuleFacts& rule : facts.rules) {
    std::vector<std::string> line;
    for (const std::string& cell : rules_line(facts, rule, true)) line.push_back(csv_cell(cell));
    text += fmt::format("{}\n", fmt::join(line, ","));
  }
  return text;
}

}  // namespace espalier
