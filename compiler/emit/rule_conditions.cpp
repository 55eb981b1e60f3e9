#include "emit/rule_conditions.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "lower/passes.hpp"

namespace espalier {
namespace {

using Visit = std::function<void(std::uint32_t rule, const std::vector<RuleCondition>&)>;

// What a field's domain says of its known values; `missing` is left to the caller.
RuleCondition condition_of(const Field& field, const Domain& domain) {
  RuleCondition condition;
  condition.feature = field.feature;
  condition.when_missing = domain.missing;
  if (!domain.has_known()) {
    condition.op = domain.missing ? RuleOp::missing : RuleOp::never;
  } else if (!domain.allowed.empty()) {
    if (domain.allowed_count == domain.allowed.size()) return condition;
    const bool few = 2 * domain.allowed_count <= domain.allowed.size();
    condition.op = few ? RuleOp::in : RuleOp::not_in;
    for (std::uint32_t c = 0; c < domain.allowed.size(); ++c) {
      if (domain.allowed[c] == few) condition.categories.push_back(c);
    }
  } else {
    condition.above = domain.above;
    condition.upto = domain.upto;
    const bool bounded_above = std::isfinite(domain.upto);
    if (domain.bounded_below) {
      condition.op = bounded_above ? RuleOp::within : RuleOp::greater;
    } else if (bounded_above) {
      condition.op = RuleOp::less_equal;
    }
  }
  return condition;
}

bool always_holds(const RuleCondition& condition) {
  return condition.op == RuleOp::known && condition.when_missing;
}

RuleCondition single(const std::vector<Field>& fields, const Condition& asked) {
  RuleCondition condition;
  condition.feature = fields[asked.field].feature;
  condition.above = asked.threshold;
  condition.upto = asked.threshold;
  condition.categories = asked.categories;
  switch (asked.compare) {
    case Compare::less_equal: condition.op = RuleOp::less_equal; break;
    case Compare::greater: condition.op = RuleOp::greater; break;
    case Compare::member: condition.op = RuleOp::in; break;
    case Compare::not_member: condition.op = RuleOp::not_in; break;
  }
  return condition;
}

RuleCondition with_fallbacks(const std::vector<Field>& fields, Condition asked, bool outcome) {
  if (!outcome) asked = negated(std::move(asked));
  RuleCondition condition = single(fields, asked);
  condition.when_missing = asked.when_missing;
  for (const Condition& fallback : asked.fallbacks) condition.otherwise.push_back(single(fields, fallback));
  return condition;
}

// A depth-first walk that keeps the domains of plain conditions, and conditions with fallbacks as they come.
class RuleWalk {
 public:
  RuleWalk(const Program& program, const Visit& visit)
      : program_(program), visit_(visit), domains_(program), listed_(program.fields.size(), 0) {}

  // Of a list, each rule's own conditions: those of the rules before it are not told.
  void walk_list() {
    for (std::uint32_t at = program_.functions.back().entry;; at = program_.steps[at].no) {
      const Step& step = program_.steps[at];
      if (step.op != Op::branch) return visit_(step.value, {});
      const std::vector<Condition> terms = terms_of(step.condition);
      for (const Condition& term : terms) enter(term, true);
      visit_(program_.steps[step.yes].value, conditions());
      for (auto term = terms.rbegin(); term != terms.rend(); ++term) leave(*term);
    }
  }

  void walk() {
    std::vector<Work> work = {{program_.functions.back().entry, nullptr, false, false}};
    while (!work.empty()) {
      const Work next = work.back();
      work.pop_back();
      if (next.leave) {
        leave(*next.asked);
        continue;
      }
      if (next.asked != nullptr) {
        enter(*next.asked, next.outcome);
        work.push_back({0, next.asked, false, true});
      }
      const Step& step = program_.steps[next.step];
      if (step.op == Op::branch) {
        work.push_back({step.no, &step.condition, false, false});
        work.push_back({step.yes, &step.condition, true, false});
      } else {
        visit_(step.value, conditions());
      }
    }
  }

 private:
  struct Work {
    std::uint32_t step;
    const Condition* asked;  // before it; null: nothing
    bool outcome;
    bool leave;
  };
  struct Asked {
    const Condition* condition;
    bool outcome;
  };

  void enter(const Condition& condition, bool outcome) {
    if (condition.fallbacks.empty()) {
      domains_.assume(condition, outcome);
      if (listed_[condition.field]++ == 0) in_order_.push_back(condition.field);
    } else {
      with_fallbacks_.push_back({&condition, outcome});
    }
  }

  void leave(const Condition& condition) {
    if (condition.fallbacks.empty()) {
      domains_.retract();
      if (--listed_[condition.field] == 0) in_order_.pop_back();
    } else {
      with_fallbacks_.pop_back();
    }
  }

  std::vector<RuleCondition> conditions() const {
    std::vector<RuleCondition> list;
    for (const std::uint32_t field : in_order_) {
      RuleCondition condition = condition_of(program_.fields[field], domains_[field]);
      if (!always_holds(condition)) list.push_back(std::move(condition));
    }
    for (const Asked& asked : with_fallbacks_) {
      list.push_back(with_fallbacks(program_.fields, *asked.condition, asked.outcome));
    }
    return list;
  }

  const Program& program_;
  const Visit& visit_;
  PathDomains domains_;
  std::vector<std::uint32_t> listed_;    // per field: plain conditions on the path
  std::vector<std::uint32_t> in_order_;  // fields of plain conditions, in the order of their first ones
  std::vector<Asked> with_fallbacks_;
};

RuleCondition branch_condition(const BlendProgram& blend, const BlendStep& step, const BlendBranch& branch,
                               PathDomains& domains) {
  const std::uint32_t field = step.known ? step.known->field : branch.conditions.front().field;
  for (const Condition& condition : branch.conditions) domains.assume(condition, true);
  RuleCondition condition = condition_of(blend.fields[field], domains[field]);
  for (std::size_t i = 0; i < branch.conditions.size(); ++i) domains.retract();
  if (!step.known) return condition;
  condition.share = branch.share;
  if (branch.shared_only) condition.op = RuleOp::never;
  if (condition.op == RuleOp::missing) condition.op = RuleOp::never;
  const auto& known = step.known->categories;
  if (known.size() < blend.category_counts[field]) condition.known_categories = known;
  return condition;
}

void walk_blend(const BlendProgram& blend, const Visit& visit) {
  Program frame;  // domains need the fields only
  frame.fields = blend.fields;
  frame.category_counts = blend.category_counts;
  PathDomains domains(frame);
  struct Work {
    std::uint32_t step;
    std::size_t depth;  // conditions before it
    std::optional<RuleCondition> condition;
  };
  std::vector<RuleCondition> path;
  std::vector<Work> work = {{0, 0, std::nullopt}};
  while (!work.empty()) {
    Work next = std::move(work.back());
    work.pop_back();
    path.resize(next.depth);
    if (next.condition) path.push_back(std::move(*next.condition));
    const BlendStep& step = blend.steps[next.step];
    if (step.op == BlendOp::leaf) {
      visit(step.rule, path);
      continue;
    }
    for (std::size_t i = step.branches.size(); i-- > 0;) {
      const BlendBranch& branch = step.branches[i];
      const bool plain = !step.known && branch.conditions.empty();
      std::optional<RuleCondition> condition;
      if (!plain) condition = branch_condition(blend, step, branch, domains);
      work.push_back({branch.step, path.size(), std::move(condition)});
    }
  }
}

}  // namespace

std::string_view to_string(RuleOp op) {
  constexpr std::array<std::string_view, 8> kNames = {"<=", ">", "within", "in", "not in", "known", "missing", "never"};
  return kNames[static_cast<std::size_t>(op)];
}

void for_each_rule(const Model& model, const Tree& tree, const std::vector<Field>& fields,
                   const std::optional<BlendProgram>& blend, const Visit& visit) {
  if (blend) {
    walk_blend(*blend, visit);
    return;
  }
  const Program program = build_program(model, tree, AnswerKind::rule, fields);
  RuleWalk walk(program, visit);
  is_list(tree) ? walk.walk_list() : walk.walk();
}

}  // namespace espalier
