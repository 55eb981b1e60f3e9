#include "lower/witness.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "lower/passes.hpp"
#include "model/blend.hpp"

namespace espalier {
namespace {

bool inside(const Field& field, const Domain& domain, double value) {
  if (!std::isfinite(value) || value < lowest(field.type) || value > highest(field.type)) return false;
  if (field.sentinel && value == missing_sentinel(field.type)) return false;
  if (floor_to(field.type, value) != value) return false;
  return value <= domain.upto && (!domain.bounded_below || value > domain.above);
}

std::optional<double> number_inside(const Field& field, const Domain& domain) {
  const double after = domain.bounded_below ? floor_to(field.type, domain.above) : 0;
  // In order of how well they read: zero, the upper threshold, one more than the lower threshold; then what is inside
  // if anything is: the first number after the lower threshold, or the first of all.
  const std::array<double, 5> candidates = {0.0, floor_to(field.type, domain.upto), after + 1,
                                            next_up(field.type, after), lowest_number(field)};
  for (const double candidate : candidates) {
    if (inside(field, domain, candidate)) return candidate;
  }
  // Nothing finite: an infinity may still be inside.
  if (is_floating(field.type) && !domain.bounded_below) return lowest(field.type);
  if (is_floating(field.type) && std::isinf(domain.upto) && domain.has_numbers()) return highest(field.type);
  return std::nullopt;
}

bool has_ungrouped_categories(const Tree& tree) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [](const Node& node) {
    return std::find(node.groups.begin(), node.groups.end(), kNoGroup) != node.groups.end();
  });
}

// The rule that answers for a row in one of the model's trees; of a blend, the one with the largest weight.
class RuleFinder {
 public:
  RuleFinder(const Model& model, const Tree& tree) : model_(model), tree_(tree), rules_(rule_numbers(tree)) {
    if (model.missing == MissingPolicy::fractional) blender_.emplace(model);
  }
  std::uint32_t rule_of(Row row) const {
    return rules_[blender_ ? blender_->blend(row).leaf : leaf_reached(model_, tree_, row)];
  }

 private:
  const Model& model_;
  const Tree& tree_;
  std::vector<std::uint32_t> rules_;
  std::optional<Blender> blender_;
};

// Rows that come to the rules of a list: they meet the rule, and fail each one before it in some question. Which one
// is tried out.
class ListWitnesses {
 public:
  ListWitnesses(const Model& model, const Tree& tree, const Program& rules)
      : model_(model), tree_(tree), numbers_(rule_numbers(tree)), rules_(rules) {
    for (std::uint32_t at = rules.functions.back().entry; rules.steps[at].op == Op::branch; at = rules.steps[at].no) {
      questions_.push_back(terms_of(rules.steps[at].condition));
    }
  }

  std::size_t rules() const { return questions_.size() + 1; }

  // Of the rule in this place; nothing, if none was found.
  void offer(std::size_t place, const std::function<void(const Witness&, const PathDomains&)>& visit) const {
    PathDomains domains(rules_);
    if (place < questions_.size()) {
      for (const Condition& term : questions_[place]) domains.assume(term, true);
    }
    struct Choice {
      std::size_t rule;
      std::vector<const Condition*> open;
      std::size_t next = 0;
    };
    std::vector<Choice> choices;
    std::size_t rule = 0;
    for (std::size_t tries = 0; tries < kMostTries; ++tries) {
      bool possible = true;
      for (; rule < place; ++rule) {
        Choice choice{rule, {}, 0};
        if (cannot_apply(questions_[rule], domains, choice.open)) continue;
        possible = !choice.open.empty();
        if (possible) choices.push_back(std::move(choice));
        break;
      }
      if (possible && rule == place && take(place, domains, visit)) return;
      for (; !choices.empty(); choices.pop_back()) {
        Choice& last = choices.back();
        if (last.next > 0) domains.retract();
        if (last.next == last.open.size()) continue;
        domains.assume(*last.open[last.next++], false);
        rule = last.rule + 1;
        break;
      }
      if (choices.empty()) return;
    }
  }

 private:
  static constexpr std::size_t kMostTries = 20'000;

  // Otherwise `open` has the questions that a row could fail.
  static bool cannot_apply(const std::vector<Condition>& questions, const PathDomains& domains,
                           std::vector<const Condition*>& open) {
    for (const Condition& question : questions) {
      const auto outcome = domains.decided(question);
      if (outcome && !*outcome) return true;
      if (!outcome) open.push_back(&question);
    }
    return false;
  }

  bool take(std::size_t place, const PathDomains& domains,
            const std::function<void(const Witness&, const PathDomains&)>& visit) const {
    auto row = row_inside(model_, rules_.fields, domains);
    if (!row) return false;
    Witness witness;
    witness.rule = static_cast<std::uint32_t>(place + 1);
    witness.row = std::move(*row);
    witness.complete = std::ranges::none_of(witness.row, [](double v) { return std::isnan(v); });
    if (numbers_[leaf_reached(model_, tree_, witness.row)] != witness.rule) return false;
    visit(witness, domains);
    return true;
  }

  const Model& model_;
  const Tree& tree_;
  std::vector<std::uint32_t> numbers_;
  const Program& rules_;
  std::vector<std::vector<Condition>> questions_;  // per rule
};

}  // namespace

std::optional<double> value_inside(const Field& field, const Domain& domain) {
  if (field.type == InputType::category) {
    const auto first = std::find(domain.allowed.begin(), domain.allowed.end(), true);
    if (first != domain.allowed.end()) return static_cast<double>(first - domain.allowed.begin());
  } else if (const auto number = number_inside(field, domain)) {
    return number;
  }
  if (domain.missing) return kMissing;
  return std::nullopt;
}

std::optional<std::vector<double>> row_inside(const Model& model, const std::vector<Field>& fields,
                                              const PathDomains& domains) {
  std::vector<double> row(model.features.size(), 0);
  for (std::uint32_t i = 0; i < fields.size(); ++i) {
    const auto value = value_inside(fields[i], domains[i]);
    if (!value) return std::nullopt;
    row[fields[i].feature] = *value;
  }
  return row;
}

void for_each_witness(const Model& model, const Tree& tree, const std::vector<Field>& fields,
                      const std::function<void(const Witness&, const PathDomains&)>& visit, std::size_t stride) {
  const Program rules = build_program(model, tree, AnswerKind::rule, fields);
  if (is_list(tree)) {
    const ListWitnesses witnesses(model, tree, rules);
    for (std::size_t place = 0; place < witnesses.rules(); place += stride) witnesses.offer(place, visit);
    return;
  }
  const bool by_surrogates_or_blends =
      model.missing == MissingPolicy::surrogate || model.missing == MissingPolicy::fractional;
  const RuleFinder finder(model, tree);
  const bool every_category_is_known = !has_ungrouped_categories(tree);
  const auto offer = [&](std::uint32_t rule, const PathDomains& domains) {
    Witness witness;
    witness.rule = rule;
    auto row = row_inside(model, fields, domains);
    if (!row) return false;
    witness.row = std::move(*row);
    witness.complete = std::none_of(witness.row.begin(), witness.row.end(), [](double v) { return std::isnan(v); });
    // Surrogates and blends have a say only where a value is missing; elsewhere the domains tell the whole truth.
    const bool certain = !by_surrogates_or_blends || (witness.complete && every_category_is_known);
    if (!certain && finder.rule_of(witness.row) != rule) return false;
    visit(witness, domains);
    return true;
  };
  walk_paths(rules, [&](std::uint32_t at, const PathDomains& domains) {
    const Step& step = rules.steps[at];
    if (step.op == Op::branch) return Descend::both;
    if ((step.value - 1) % stride != 0) return Descend::none;
    if (offer(step.value, domains) || model.missing != MissingPolicy::surrogate) return Descend::none;
    // A field that turned out to be missing lets the surrogates of earlier tests decide: follow the path once more.
    PathDomains again(rules);
    for (int round = 0; round < 2; ++round) {
      for (const auto& assumed : domains.assumptions()) again.assume(*assumed.condition, assumed.outcome);
    }
    offer(step.value, again);
    return Descend::none;
  });
}

}  // namespace espalier
