#include "audit/value_box.hpp"

#include <algorithm>
#include <numeric>

#include "lower/passes.hpp"

namespace espalier {

bool BranchSet::is_single(std::uint32_t& branch) const {
  if (bits_ == 0 || several_) return false;
  branch = first_;
  return true;
}

ValueBox::ValueBox(const Model& model, const Program& program)
    : model_(model), program_(program), field_of_(field_of_feature(model, program.fields)) {
  for (const Field& field : program.fields) {
    FieldValues& values = fields_.emplace_back();
    values.missing = can_be_missing(field);
    if (field.type == InputType::category) {
      values.categorical = true;
      values.categories.resize(model.features[field.feature].categories.size());
      std::iota(values.categories.begin(), values.categories.end(), 0U);
    } else {
      values.first = lowest_number(field);
      values.last = highest_number(field);
    }
  }
}

// ---- what can happen

BranchSet ValueBox::known_branches(const Surrogate& surrogate) const {
  BranchSet set;
  const Feature& feature = model_.features[surrogate.feature];
  const FieldValues& values = fields_[field_of(surrogate.feature)];
  if (!values.has_known()) return set;
  if (!values.categorical) {
    set.add(*branch_if_known(feature, surrogate, values.first));
    set.add(*branch_if_known(feature, surrogate, values.last));
  }
  for (const std::uint32_t category : values.categories) set.add(*branch_if_known(feature, surrogate, category));
  return set;
}

BranchSet ValueBox::branches_if_missing(const Node& node) const {
  BranchSet set;
  for (const Surrogate& surrogate : node.surrogates) {
    if (surrogate.feature == node.feature) continue;  // missing as well
    set.add(known_branches(surrogate));
    if (!fields_[field_of(surrogate.feature)].missing) return set;
  }
  set.add(node.missing_child);
  return set;
}

BranchSet ValueBox::branches(const RulePart& part) const {
  BranchSet set;
  const Feature& feature = model_.features[part.feature];
  const FieldValues& values = fields_[field_of(part.feature)];
  const auto add = [&](double value) { set.add(passes(feature, part, value) ? 0 : 1); };
  if (values.missing) add(kMissing);
  if (values.categorical) {
    for (const std::uint32_t category : values.categories) add(category);
  } else if (values.has_known()) {
    add(values.first);
    add(values.last);
  }
  return set;
}

namespace {

// Of questions that must all hold, by what each of them can answer.
template <typename Questions, typename Branches>
BranchSet branches_of_all(const Questions& questions, const Branches& branches) {
  bool all_can_hold = true;
  BranchSet set;
  for (const auto& question : questions) {
    const BranchSet one = branches(question);
    all_can_hold = all_can_hold && one.has(0);
    if (one.has(1)) set.add(1);
  }
  if (all_can_hold) set.add(0);
  return set;
}

}  // namespace

BranchSet ValueBox::branches(const Node& node) const {
  if (node.test == TestKind::all_of) {
    return branches_of_all(node.parts, [&](const RulePart& part) { return branches(part); });
  }
  BranchSet set;
  const Feature& feature = model_.features[node.feature];
  const FieldValues& values = fields_[field_of(node.feature)];
  bool undecided = values.missing;  // what the policy decides
  const auto add = [&](double value) {
    if (const auto branch = branch_if_known(feature, node, value)) {
      set.add(*branch);
    } else {
      undecided = true;
    }
  };
  if (node.test == TestKind::present) {
    if (values.has_known()) set.add(0);
    if (values.missing) set.add(1);
    return set;
  }
  if (values.categorical) {
    for (const std::uint32_t category : values.categories) add(category);
  } else if (values.has_known()) {
    add(values.first);
    add(values.last);
    // Between the ends: every interval in between.
    if (node.test == TestKind::multiway) {
      const std::uint32_t end = *branch_if_known(feature, node, values.last);
      for (std::uint32_t i = *branch_if_known(feature, node, values.first); i < end; ++i) set.add(i);
    }
  }
  if (undecided) set.add(branches_if_missing(node));
  return set;
}

std::vector<std::uint32_t> ValueBox::list_branches(const Node& node) const {
  const FieldValues& values = fields_[field_of(node.feature)];
  std::vector<std::uint32_t> list;
  if (!values.categorical || node.test == TestKind::present || node.test == TestKind::all_of) {
    const BranchSet possible = branches(node);
    for (std::uint32_t branch = 0; branch < node.children.size(); ++branch) {
      if (possible.has(branch)) list.push_back(branch);
    }
    return list;
  }
  bool undecided = values.missing;
  for (const std::uint32_t category : values.categories) {
    const auto branch = branch_if_known(model_.features[node.feature], node, category);
    if (branch) list.push_back(*branch);
    undecided = undecided || !branch;
  }
  const BranchSet by_policy = undecided ? branches_if_missing(node) : BranchSet();
  for (std::uint32_t branch = 0; undecided && branch < node.children.size(); ++branch) {
    if (by_policy.has(branch)) list.push_back(branch);
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

BranchSet ValueBox::known_outcomes(const Condition& condition) const {
  BranchSet set;
  const FieldValues& values = fields_[condition.field];
  if (!values.has_known()) return set;
  if (!values.categorical) {
    set.add(holds(condition, values.first) ? 0 : 1);
    set.add(holds(condition, values.last) ? 0 : 1);
  }
  for (const std::uint32_t category : values.categories) {
    set.add(holds(condition, category) ? 0 : 1);
    if (set.has(0) && set.has(1)) break;
  }
  return set;
}

BranchSet ValueBox::branches_if_missing(const Condition& condition, std::size_t asked) const {
  BranchSet set;
  for (std::size_t i = asked; i < condition.fallbacks.size(); ++i) {
    const Condition& fallback = condition.fallbacks[i];
    set.add(known_outcomes(fallback));
    if (!fields_[fallback.field].missing) return set;
  }
  set.add(condition.when_missing ? 0 : 1);
  return set;
}

BranchSet ValueBox::branches(const Condition& condition) const {
  if (condition.also.empty()) return branches_alone(condition);
  return branches_of_all(terms_of(condition), [&](const Condition& term) { return branches_alone(term); });
}

BranchSet ValueBox::branches_alone(const Condition& condition) const {
  BranchSet set = known_outcomes(condition);
  if (fields_[condition.field].missing) set.add(branches_if_missing(condition, 0));
  return set;
}

// ---- whether two tests are the same

// Both change at most once from the first number to the last: they are the same if they agree at both ends and, where
// they change, on the condition's threshold and on the next number of the type.
template <typename BranchOf>
bool ValueBox::same_known(std::uint32_t field, const Condition& condition, bool reversed,
                          const BranchOf& branch_of) const {
  const FieldValues& values = fields_[field];
  if (condition.field != field) return false;
  const auto agree = [&](double value) { return branch_of(value) == (holds(condition, value) != reversed ? 0 : 1); };
  if (!values.has_known()) return true;
  if (!values.categorical) {
    if (!agree(values.first) || !agree(values.last)) return false;
    if (holds(condition, values.first) == holds(condition, values.last)) return true;
    const InputType& type = program_.fields[field].type;
    const double below = floor_to(type, condition.threshold);
    const double above = next_up(type, below);
    return below < above && agree(below) && agree(above);
  }
  return std::all_of(values.categories.begin(), values.categories.end(), agree);
}

// Surrogates and fallbacks one by one, as far as they are asked.
bool ValueBox::same_if_missing(const Node& node, const Condition& condition, bool reversed) const {
  std::size_t next = 0;
  for (const Surrogate& surrogate : node.surrogates) {
    if (surrogate.feature == node.feature) continue;
    const std::uint32_t field = field_of(surrogate.feature);
    if (next == condition.fallbacks.size()) {
      // A test that always answers the same, of a field that is never missing, may have become the last word.
      std::uint32_t branch = 0;
      return !fields_[field].missing && known_branches(surrogate).is_single(branch) &&
             (branch == 0) == (condition.when_missing != reversed);
    }
    const Feature& feature = model_.features[surrogate.feature];
    const auto branch_of = [&](double value) -> std::uint32_t { return *branch_if_known(feature, surrogate, value); };
    if (!same_known(field, condition.fallbacks[next], reversed, branch_of)) return false;
    if (!fields_[field].missing) return true;
    ++next;
  }
  return next == condition.fallbacks.size() && (node.missing_child == 0) == (condition.when_missing != reversed);
}

// Each side is a product of sets of values, one per field: where both are taken from the same box, they are the same if
// these sets are, or if nothing is left of either.
bool ValueBox::is_same_rule(const Node& node, const Condition& condition) {
  const std::size_t before = mark();
  const auto left_of = [&](bool something) {
    std::vector<FieldValues> left = something ? fields_ : std::vector<FieldValues>();
    undo(before);
    return left;
  };
  const std::vector<FieldValues> by_node = left_of(restrict(node, 0));
  const std::vector<FieldValues> by_condition = left_of(restrict(condition, true));
  return by_node == by_condition && agrees_at_ends(node, condition);
}

// What restrict() keeps of a field next to an infinity may be too much: the ends of the box are asked for by
// themselves.
bool ValueBox::agrees_at_ends(const Node& node, const Condition& condition) const {
  for (std::uint32_t field = 0; field < fields_.size(); ++field) {
    const FieldValues& values = fields_[field];
    if (values.categorical || !values.has_known()) continue;
    for (const double end : {values.first, values.last}) {
      bool by_node = true;
      for (const RulePart& part : node.parts) {
        if (field_of(part.feature) != field) continue;
        by_node = by_node && passes(model_.features[part.feature], part, end);
      }
      bool by_condition = true;
      for_each_term(condition, [&](const Condition& term) {
        if (term.field == field) by_condition = by_condition && holds(term, end);
      });
      if (by_node != by_condition) return false;
    }
  }
  return true;
}

bool ValueBox::is_same_test(const Node& node, const Condition& condition, bool reversed) {
  if (node.test == TestKind::all_of) return !reversed && condition.fallbacks.empty() && is_same_rule(node, condition);
  if (!condition.also.empty()) return false;
  if (node.children.size() != 2 || node.test == TestKind::grouped || node.test == TestKind::multiway) return false;
  const std::uint32_t field = field_of(node.feature);
  if (condition.field != field) return false;
  const Feature& feature = model_.features[node.feature];
  const auto branch_of = [&](double value) -> std::uint32_t { return *branch_if_known(feature, node, value); };
  if (!same_known(field, condition, reversed, branch_of)) return false;
  if (!fields_[field].missing) return true;
  if (node.test == TestKind::present) return condition.fallbacks.empty() && condition.when_missing == reversed;
  return same_if_missing(node, condition, reversed);
}

// ---- going on

FieldValues& ValueBox::change(std::uint32_t field) {
  FieldValues& values = fields_[field];
  undo_.push_back({field, values.first, values.last, values.missing, {}});
  return values;
}

// Next to an infinity there is no next number: the infinity stays then, which keeps too much at worst.
void ValueBox::keep_above(std::uint32_t field, double below) {
  FieldValues& values = fields_[field];
  if (below >= values.last) return values.keep_no_number();
  if (below >= values.first) values.first = next_up(program_.fields[field].type, below);
}

template <typename Keep>
void ValueBox::keep_categories(FieldValues& values, const Keep& keep) {
  const auto gone = std::stable_partition(values.categories.begin(), values.categories.end(), keep);
  undo_.back().removed.assign(gone, values.categories.end());
  values.categories.erase(gone, values.categories.end());
}

template <typename Questions, typename Branches, typename Restrict>
bool ValueBox::restrict_all(const Questions& questions, bool outcome, const Branches& branches,
                            const Restrict& restrict) {
  if (outcome) {
    return std::ranges::all_of(questions, [&](const auto& question) { return restrict(question, true); });
  }
  // A question that holds wherever those before it hold says nothing more.
  const std::size_t before = mark();
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (branches(questions[i]).has(1)) open.push_back(i);
    if (restrict(questions[i], true)) continue;
    undo(before);
    return true;  // they never hold all
  }
  undo(before);
  if (open.empty()) return false;  // all of them hold
  return open.size() > 1 || restrict(questions[open.front()], false);
}

bool ValueBox::restrict(const RulePart& part, bool outcome) {
  const std::uint32_t field = field_of(part.feature);
  const Feature& feature = model_.features[part.feature];
  FieldValues& values = change(field);
  values.missing = values.missing && part.missing == outcome;
  if (values.categorical) {
    keep_categories(values, [&](double value) { return passes(feature, part, value) == outcome; });
  } else if (part.kind == RulePart::Kind::known || part.kind == RulePart::Kind::missing) {
    if ((part.kind == RulePart::Kind::known) != outcome) values.keep_no_number();
  } else {
    const double below = floor_to(program_.fields[field].type, threshold_for_values(feature, part.threshold));
    if ((part.kind == RulePart::Kind::upto) == outcome) {
      values.last = std::min(values.last, below);
    } else {
      keep_above(field, below);
    }
  }
  return !values.is_empty();
}

bool ValueBox::restrict(const Node& node, std::uint32_t branch) {
  if (node.test == TestKind::all_of) {
    return restrict_all(
        node.parts, branch == 0, [&](const RulePart& part) { return branches(part); },
        [&](const RulePart& part, bool outcome) { return restrict(part, outcome); });
  }
  const std::uint32_t field = field_of(node.feature);
  const Feature& feature = model_.features[node.feature];
  const InputType& type = program_.fields[field].type;
  const bool by_policy = node.test != TestKind::present && branches_if_missing(node).has(branch);
  FieldValues& values = change(field);
  if (node.test == TestKind::present) {
    values.missing = values.missing && branch == 1;
    if (branch == 0) return !values.is_empty();
    keep_categories(values, [](double) { return false; });
    values.keep_no_number();
    return !values.is_empty();
  }
  values.missing = values.missing && by_policy;
  if (values.categorical) {
    keep_categories(values, [&](double value) {
      const auto taken = branch_if_known(feature, node, value);
      return taken ? *taken == branch : by_policy;
    });
    return !values.is_empty();
  }
  const bool two_way = node.test == TestKind::less_equal;
  const std::size_t last_branch = two_way ? 1 : feature.cuts.size();
  const auto cut = [&](std::uint32_t at) {
    return threshold_for_values(feature, two_way ? node.threshold : feature.cuts[at].threshold);
  };
  if (branch < last_branch) values.last = std::min(values.last, floor_to(type, cut(branch)));
  if (branch > 0 && branch <= last_branch) keep_above(field, floor_to(type, cut(branch - 1)));
  if (branch > last_branch) values.keep_no_number();  // a branch for missing values alone
  return !values.is_empty();
}

bool ValueBox::restrict(const Condition& condition, bool outcome) {
  if (condition.also.empty()) return restrict_alone(condition, outcome);
  return restrict_all(
      terms_of(condition), outcome, [&](const Condition& term) { return branches_alone(term); },
      [&](const Condition& term, bool wanted) { return restrict_alone(term, wanted); });
}

bool ValueBox::restrict_alone(const Condition& condition, bool outcome) {
  const Condition* question = &condition;
  // Where a value is missing for certain, what is asked next is answered this way.
  for (std::size_t asked = 0;; question = &condition.fallbacks[asked++]) {
    const bool if_missing = branches_if_missing(condition, asked).has(outcome ? 0 : 1);
    FieldValues& values = change(question->field);
    values.missing = values.missing && if_missing;
    keep_known(*question, outcome, values);
    if (values.is_empty()) return false;
    if (values.has_known() || asked == condition.fallbacks.size()) return true;
  }
}

void ValueBox::keep_known(const Condition& condition, bool outcome, FieldValues& values) {
  if (values.categorical) {
    keep_categories(values, [&](double value) { return holds(condition, value) == outcome; });
    return;
  }
  const double below = floor_to(program_.fields[condition.field].type, condition.threshold);
  if (outcome == (condition.compare == Compare::less_equal)) {
    values.last = std::min(values.last, below);
  } else {
    keep_above(condition.field, below);
  }
}

void ValueBox::undo(std::size_t mark) {
  for (; undo_.size() > mark; undo_.pop_back()) {
    const Undo& undo = undo_.back();
    FieldValues& values = fields_[undo.field];
    values.first = undo.first;
    values.last = undo.last;
    values.missing = undo.missing;
    const auto kept = static_cast<std::ptrdiff_t>(values.categories.size());
    values.categories.insert(values.categories.end(), undo.removed.begin(), undo.removed.end());
    std::inplace_merge(values.categories.begin(), values.categories.begin() + kept, values.categories.end());
  }
}

}  // namespace espalier
