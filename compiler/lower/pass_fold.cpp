#include <algorithm>
#include <iterator>
#include <utility>

#include "lower/domain.hpp"
#include "lower/passes.hpp"

namespace espalier {
namespace {

std::vector<std::uint32_t> identity(const Program& program) {
  std::vector<std::uint32_t> forward(program.steps.size());
  for (std::uint32_t i = 0; i < forward.size(); ++i) forward[i] = i;
  return forward;
}

// Where no missing value comes, no fallback is asked, and the sentinel may go where the comparison sends it.
void forget_missing(const Field& field, const Domain& domain, Condition& condition) {
  if (domain.missing) return;
  condition.fallbacks.clear();
  if (!field.sentinel) return;
  const bool sentinel_is_lowest = missing_sentinel(field.type) == lowest(field.type);
  condition.when_missing = (condition.compare == Compare::less_equal) == sentinel_is_lowest;
}

// Of several questions, those are asked that neither the path nor the questions before them have decided. None is left:
// nothing, if all of them hold, or if one cannot.
std::optional<bool> drop_decided_terms(const std::vector<Field>& fields, const PathDomains& path,
                                       Condition& condition) {
  std::vector<Condition> terms = terms_of(condition);
  std::vector<Condition> kept;
  kept.reserve(terms.size());  // domains point to them
  PathDomains domains = path;
  for (Condition& term : terms) {
    const auto outcome = domains.decided(term);
    if (outcome && !*outcome) return false;
    if (outcome) continue;
    forget_missing(fields[term.field], domains[term.field], term);
    kept.push_back(std::move(term));
    domains.assume(kept.back(), true);
  }
  if (kept.empty()) return true;
  condition = all_of(std::move(kept));
  return std::nullopt;
}

// Top down: a test that the path has decided gives way to the child that it leads to.
Program drop_decided_tests(Program program) {
  std::vector<std::uint32_t> forward = identity(program);
  walk_paths(program, [&](std::uint32_t at, const PathDomains& domains) {
    Step& step = program.steps[at];
    if (step.op != Op::branch) return Descend::none;
    const bool several = !step.condition.also.empty();
    const auto outcome =
        several ? drop_decided_terms(program.fields, domains, step.condition) : domains.decided(step.condition);
    if (!outcome) {
      if (!several) forget_missing(program.fields[step.condition.field], domains[step.condition.field], step.condition);
      return Descend::both;
    }
    forward[at] = *outcome ? step.yes : step.no;
    return *outcome ? Descend::yes : Descend::no;
  });
  return rebuilt(std::move(program), forward);
}

// Bottom up: a branch whose sides answer alike is that answer, standing for the rules of both.
Program merge_siblings(Program program) {
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    Step& step = program.steps[i];
    if (step.op != Op::branch) continue;
    const Step& yes = program.steps[step.yes];
    const Step& no = program.steps[step.no];
    if (!ends(yes.op) || !ends(no.op) || yes.value != no.value) continue;
    std::merge(yes.rules.begin(), yes.rules.end(), no.rules.begin(), no.rules.end(), std::back_inserter(step.rules));
    step.op = yes.op;
    step.value = yes.value;
    step.condition = {};
  }
  const std::vector<std::uint32_t> unchanged = identity(program);
  return rebuilt(std::move(program), unchanged);
}

}  // namespace

Program fold(Program program) {
  return merge_siblings(drop_decided_tests(std::move(program)));
}

}  // namespace espalier
