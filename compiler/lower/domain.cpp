#include "lower/domain.hpp"

#include <algorithm>
#include <limits>

namespace espalier {
namespace {

bool is_categorical(Compare compare) {
  return compare == Compare::member || compare == Compare::not_member;
}

// Whether the condition holds for all / for none of the known values left.
struct KnownOutcome {
  bool all;
  bool none;
};

KnownOutcome known_outcome(const Domain& domain, const Condition& condition) {
  if (is_categorical(condition.compare)) {
    std::size_t members = 0;
    for (const std::uint32_t category : condition.categories) members += domain.allowed[category] ? 1 : 0;
    const KnownOutcome member{members == domain.allowed_count, members == 0};
    return condition.compare == Compare::member ? member : KnownOutcome{member.none, member.all};
  }
  const bool empty = !domain.has_numbers();
  const KnownOutcome below{empty || domain.upto <= condition.threshold,
                           empty || (domain.bounded_below && domain.above >= condition.threshold)};
  return condition.compare == Compare::less_equal ? below : KnownOutcome{below.none, below.all};
}

// Leaves only the members, or only the others, and notes what it removed.
void restrict_categories(Domain& domain, const std::vector<std::uint32_t>& members, bool keep_members,
                         std::vector<std::uint32_t>& removed) {
  const auto remove = [&](std::uint32_t category) {
    if (!domain.allowed[category]) return;
    domain.allowed[category] = false;
    --domain.allowed_count;
    removed.push_back(category);
  };
  if (!keep_members) {
    for (const std::uint32_t category : members) remove(category);
    return;
  }
  for (std::uint32_t category = 0; category < domain.allowed.size(); ++category) {
    if (!std::binary_search(members.begin(), members.end(), category)) remove(category);
  }
}

}  // namespace

PathDomains::PathDomains(const Program& program) {
  for (std::size_t i = 0; i < program.fields.size(); ++i) {
    Domain domain;
    domain.missing = can_be_missing(program.fields[i]);
    domain.upto = std::numeric_limits<double>::infinity();
    domain.allowed.assign(program.category_counts[i], true);
    domain.allowed_count = program.category_counts[i];
    domains_.push_back(std::move(domain));
  }
}

PathDomains::Possible PathDomains::possible_if_missing(const Condition& condition, std::size_t fallbacks_asked) const {
  Possible possible;
  for (std::size_t i = fallbacks_asked; i < condition.fallbacks.size(); ++i) {
    const Domain& domain = domains_[condition.fallbacks[i].field];
    const KnownOutcome known = known_outcome(domain, condition.fallbacks[i]);
    possible.yes = possible.yes || !known.none;
    possible.no = possible.no || !known.all;
    if (!domain.missing) return possible;
  }
  (condition.when_missing ? possible.yes : possible.no) = true;
  return possible;
}

PathDomains::Possible PathDomains::possible(const Condition& condition) const {
  Possible all{true, false};
  for_each_term(condition, [&](const Condition& term) {
    const Possible one = possible_alone(term);
    all = {all.yes && one.yes, all.no || one.no};
  });
  return all;
}

PathDomains::Possible PathDomains::possible_alone(const Condition& condition) const {
  const Domain& domain = domains_[condition.field];
  Possible possible;
  if (domain.missing) possible = possible_if_missing(condition, 0);
  const KnownOutcome known = known_outcome(domain, condition);
  return {possible.yes || !known.none, possible.no || !known.all};
}

std::optional<bool> PathDomains::decided(const Condition& condition) const {
  const Possible outcome = possible(condition);
  if (!outcome.no) return true;
  if (!outcome.yes) return false;
  return std::nullopt;
}

void PathDomains::assume(const Condition& condition, bool outcome) {
  assumptions_.push_back({&condition, outcome, undo_.size()});
  if (outcome) {
    for_each_term(condition, [&](const Condition& term) { assume_alone(term, true); });
    return;
  }
  const Condition* open = nullptr;
  std::size_t count = 0;
  for_each_term(condition, [&](const Condition& term) {
    if (!possible_alone(term).no) return;
    open = &term;
    ++count;
  });
  if (count < 2) assume_alone(open != nullptr ? *open : condition, false);
}

void PathDomains::assume_alone(const Condition& condition, bool outcome) {
  const Condition* question = &condition;
  for (std::size_t asked = 0;; ++asked) {
    const Possible if_missing = possible_if_missing(condition, asked);
    restrict_field(*question, outcome, outcome ? if_missing.yes : if_missing.no);
    const Domain& domain = domains_[question->field];
    const bool certainly_missing = domain.missing && !domain.has_known();
    if (!certainly_missing || asked == condition.fallbacks.size()) return;
    question = &condition.fallbacks[asked];
  }
}

void PathDomains::restrict_field(const Condition& question, bool outcome, bool missing_stays) {
  Domain& domain = domains_[question.field];
  undo_.push_back({question.field, domain.missing, domain.bounded_below, domain.above, domain.upto, {}});
  ++domain.tests;
  domain.missing = domain.missing && missing_stays;
  if (is_categorical(question.compare)) {
    const bool keep_members = outcome == (question.compare == Compare::member);
    restrict_categories(domain, question.categories, keep_members, undo_.back().removed);
  } else if (outcome == (question.compare == Compare::less_equal)) {
    domain.upto = std::min(domain.upto, question.threshold);
  } else if (!domain.bounded_below || question.threshold > domain.above) {
    domain.above = question.threshold;
    domain.bounded_below = true;
  }
}

void PathDomains::retract() {
  for (; undo_.size() > assumptions_.back().undo; undo_.pop_back()) {
    const Undo& undo = undo_.back();
    Domain& domain = domains_[undo.field];
    --domain.tests;
    domain.missing = undo.missing;
    domain.bounded_below = undo.bounded_below;
    domain.above = undo.above;
    domain.upto = undo.upto;
    for (const std::uint32_t category : undo.removed) domain.allowed[category] = true;
    domain.allowed_count += undo.removed.size();
  }
  assumptions_.pop_back();
}

}  // namespace espalier
