#include "emit/rule_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "emit/escape.hpp"
#include "lower/domain.hpp"
#include "lower/passes.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kRunsShown = 6;

// "2-4, 7" from 2, 3, 4, 7.
std::string runs(std::span<const std::uint32_t> rules) {
  std::string out;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < rules.size();) {
    std::size_t last = i;
    while (last + 1 < rules.size() && rules[last + 1] == rules[last] + 1) ++last;
    if (shown == kRunsShown) return out + fmt::format(", ... {}", rules.back());
    if (shown++ > 0) out += ", ";
    out += last == i ? fmt::format("{}", rules[i]) : fmt::format("{}-{}", rules[i], rules[last]);
    i = last + 1;
  }
  return out;
}

bool answers_medians(const Model& model) {
  const auto& options = model.provenance.options;
  return std::find(options.begin(), options.end(),
                   std::pair<std::string, std::string>("criterion", "absolute-deviation")) != options.end();
}

// What a leaf of one of several trees says.
std::string leaf_text(const Model& model, const Node& leaf) {
  switch (leaf_answer(model)) {
    case LeafAnswer::label: return comment_text(model.labels[leaf.label], 40);
    case LeafAnswer::value: return shortest(leaf.value);
    case LeafAnswer::shares: break;
  }
  const auto largest = std::max_element(leaf.shares.begin(), leaf.shares.end());
  const double whole = model.sums.arithmetic == Arithmetic::whole ? kWholeShare : 1;
  const auto label = static_cast<std::size_t>(largest - leaf.shares.begin());
  return fmt::format("{} {}", percent(*largest / whole), comment_text(model.labels[label], 40));
}

}  // namespace

std::string weight_text(double weight) {
  return std::floor(weight) == weight ? fmt::format("{:.0f}", weight) : fixed(weight, 2);
}

RuleNotes::RuleNotes(const Model& model, const Tree& tree)
    : several_(model.combination != Combination::single), regression_(model.task == Task::regression) {
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::size_t rules = 0;
  for (const std::uint32_t number : numbers) rules += number > 0 ? 1 : 0;
  weight_.assign(rules + 1, 0);
  right_.assign(rules + 1, 0);
  answer_.assign(rules + 1, "");
  const std::string_view statistic = answers_medians(model) ? "median" : "mean";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == 0) continue;
    const Node& node = tree.nodes[i];
    weight_[numbers[i]] = node.weight();
    if (several_) {
      answer_[numbers[i]] = leaf_text(model, node);
      continue;
    }
    if (regression_) {
      answer_[numbers[i]] = fmt::format("{} {}", statistic, shortest(node.value));
      continue;
    }
    right_[numbers[i]] = node.counts[node.label];
    answer_[numbers[i]] = comment_text(model.labels[node.label], 40);
  }
}

std::string RuleNotes::note(std::span<const std::uint32_t> rules) const {
  double weight = 0;
  double right = 0;
  for (const std::uint32_t rule : rules) {
    weight += weight_[rule];
    right += right_[rule];
  }
  const std::string which = fmt::format("{} {}", rules.size() == 1 ? "rule" : "rules", runs(rules));
  if (several_) {
    const std::string rows =
        weight > 0 ? fmt::format(", {} {}", weight_text(weight), weight == 1 ? "row" : "rows") : "";
    return fmt::format("{}: {}{}", which, answer_[rules.front()], rows);
  }
  if (weight == 0) return which + ": no training rows";
  const std::string rows = fmt::format("{}: {} {}", which, weight_text(weight), weight == 1 ? "row" : "rows");
  if (regression_) return fmt::format("{}, {}", rows, answer_[rules.front()]);
  return fmt::format("{}, {} {}", rows, percent(right / weight), answer_[rules.front()]);
}

namespace {

constexpr std::size_t kNameCharacters = 60;
constexpr std::size_t kCategoriesShown = 12;

// Whether the way of a missing value is a fixed one, and training chose it.
bool speaks_of_missing(MissingPolicy policy) {
  return policy == MissingPolicy::majority || policy == MissingPolicy::learned || policy == MissingPolicy::own_category;
}

std::string braced(const Feature& feature, const std::vector<std::uint32_t>& categories) {
  std::vector<std::string> shown;
  for (const std::uint32_t category : categories) {
    if (shown.size() == kCategoriesShown) {
      shown.push_back(fmt::format("{} more", categories.size() - kCategoriesShown));
      break;
    }
    shown.push_back(printable(feature.categories[category], kNameCharacters));
  }
  return fmt::format("{{{}}}", fmt::join(shown, ", "));
}

std::string category_condition(const std::string& name, const Feature& feature, const Domain& domain) {
  std::vector<std::uint32_t> inside;
  std::vector<std::uint32_t> outside;
  for (std::uint32_t c = 0; c < domain.allowed.size(); ++c) (domain.allowed[c] ? inside : outside).push_back(c);
  const bool negative = outside.size() < inside.size();
  const std::vector<std::uint32_t>& told = negative ? outside : inside;
  if (told.empty()) return "";
  if (told.size() > 1) return fmt::format("{} {} {}", name, negative ? "not in" : "in", braced(feature, told));
  const std::string category = printable(feature.categories[told.front()], kNameCharacters);
  return fmt::format("{} {} {}", name, negative ? "!=" : "=", category);
}

std::string number_condition(const std::string& name, const Feature& feature, const Domain& domain) {
  const bool bounded_above = !std::isinf(domain.upto);
  const std::string from = domain.bounded_below ? value_text(feature, domain.above) : "";
  const std::string upto = bounded_above ? value_text(feature, domain.upto) : "";
  if (domain.bounded_below && bounded_above) return fmt::format("{} < {} <= {}", from, name, upto);
  if (domain.bounded_below) return fmt::format("{} > {}", name, from);
  return bounded_above ? fmt::format("{} <= {}", name, upto) : "";
}

// What the domain leaves of a field's values; empty if that is everything.
std::string condition_text(const Model& model, const Field& field, const Domain& domain) {
  const Feature& feature = model.features[field.feature];
  const std::string name = printable(feature.name, kNameCharacters);
  if (!domain.has_known()) return name + " missing";
  const bool categorical = feature.kind == FeatureKind::categorical;
  std::string known = categorical ? category_condition(name, feature, domain) : number_condition(name, feature, domain);
  if (!can_be_missing(field) || !speaks_of_missing(model.missing)) return known;
  if (domain.missing) return known.empty() ? known : fmt::format("({} or missing)", known);
  return known.empty() ? name + " known" : known;
}

bool is_empty(const Domain& domain) {
  return !domain.has_known() && !domain.missing;
}

// The conditions on the way to the current place, one per field.
std::string conditions_text(const Model& model, const std::vector<Field>& fields, const PathDomains& domains) {
  std::vector<bool> told(fields.size(), false);
  std::string text;
  std::size_t left_out = 0;
  bool never = false;
  const auto tell = [&](std::uint32_t field) {
    if (told[field] || never) return;
    told[field] = true;
    never = is_empty(domains[field]);
    const std::string condition = condition_text(model, fields[field], domains[field]);
    if (condition.empty()) return;
    if (text.size() >= kRuleTextBytes) {
      ++left_out;
      return;
    }
    text += (text.empty() ? "" : " and ") + condition;
  };
  for (const PathDomains::Assumption& assumed : domains.assumptions()) {
    for_each_term(*assumed.condition, [&](const Condition& term) { tell(term.field); });
  }
  if (never) return "never";
  if (left_out > 0) text += fmt::format(" and {}", counted(left_out, "more condition"));
  return text.empty() ? "always" : text;
}

std::string answer_text(const Model& model, const Node& leaf) {
  const double weight = leaf.weight();
  const std::string_view noun = weight == 1 ? "row" : "rows";
  if (model.task == Task::regression) {
    const std::string value = shortest(leaf.value);
    return weight == 0 ? fmt::format("{} (no training rows)", value)
                       : fmt::format("{} ({} {})", value, weight_text(weight), noun);
  }
  const std::string label = printable(model.labels[leaf.label], kNameCharacters);
  return weight == 0
             ? fmt::format("{} (no training rows)", label)
             : fmt::format("{} ({} of {} {})", label, weight_text(leaf.counts[leaf.label]), weight_text(weight), noun);
}

}  // namespace

std::vector<std::string> rule_texts(const Model& model, const std::vector<Field>& fields) {
  const Tree& tree = only_tree(model);
  const std::size_t rules = leaf_count(tree);
  if (rules > kMostDescribedRules) return {};
  std::vector<const Node*> leaves(rules + 1, nullptr);
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] > 0) leaves[numbers[i]] = &tree.nodes[i];
  }
  std::vector<std::string> texts(rules);
  const Program program = build_program(model, tree, AnswerKind::rule, fields);
  const auto add = [&](std::uint32_t rule, const std::string& conditions) {
    texts[rule - 1] = fmt::format("{} => {}", conditions, answer_text(model, *leaves[rule]));
  };
  if (is_list(tree)) {
    for (std::uint32_t at = program.functions.back().entry;; at = program.steps[at].no) {
      const Step& step = program.steps[at];
      if (step.op != Op::branch) {
        add(step.value, "otherwise");
        return texts;
      }
      PathDomains domains(program);  // of this rule alone: those before it are told
      domains.assume(step.condition, true);
      const std::uint32_t rule = program.steps[step.yes].value;
      add(rule, (rule > 1 ? "otherwise, if " : "") + conditions_text(model, fields, domains));
    }
  }
  walk_paths(program, [&](std::uint32_t at, const PathDomains& domains) {
    const Step& step = program.steps[at];
    if (step.op == Op::branch) return Descend::both;
    add(step.value, conditions_text(model, fields, domains));
    return Descend::none;
  });
  return texts;
}

}  // namespace espalier
