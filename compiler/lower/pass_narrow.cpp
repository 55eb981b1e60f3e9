#include <optional>
#include <utility>

#include "lower/passes.hpp"

namespace espalier {
namespace {

// The outcome for every known value of an integer type, if they all have the same.
std::optional<bool> decided_by_range(const Field& field, const Condition& condition) {
  if (condition.threshold < lowest_number(field)) return condition.compare == Compare::greater;
  if (condition.threshold >= highest_number(field)) return condition.compare == Compare::less_equal;
  return std::nullopt;
}

// Every known value answers `outcome`, but a missing one (the sentinel) does not: ask for the sentinel instead.
// Signed: the sentinel is the lowest value, so `x <= lowest` asks for it; unsigned: the highest, so `x > next below it`
// does.
void ask_for_sentinel(const Field& field, bool outcome, Condition& condition) {
  const double sentinel = missing_sentinel(field.type);
  const bool is_lowest = sentinel == lowest(field.type);
  condition.threshold = is_lowest ? sentinel : next_down(field.type, sentinel);
  condition.compare = is_lowest != outcome ? Compare::less_equal : Compare::greater;
}

// Lowers the threshold. The result: what every known value of the field answers, if they all answer the same.
std::optional<bool> narrow_question(const std::vector<Field>& fields, Condition& condition) {
  const Field& field = fields[condition.field];
  if (field.type == InputType::category) return std::nullopt;
  condition.threshold = floor_to(field.type, condition.threshold);
  if (!is_integer(field.type)) return std::nullopt;
  const auto outcome = decided_by_range(field, condition);
  if (outcome && field.sentinel) ask_for_sentinel(field, *outcome, condition);
  return outcome;
}

// A fallback whose field is never missing and always answers the same is what `when_missing` is for.
void narrow_fallbacks(const std::vector<Field>& fields, Condition& condition) {
  for (std::size_t i = 0; i < condition.fallbacks.size(); ++i) {
    const auto outcome = narrow_question(fields, condition.fallbacks[i]);
    if (!outcome || can_be_missing(fields[condition.fallbacks[i].field])) continue;
    condition.fallbacks.resize(i);
    condition.when_missing = *outcome;
    return;
  }
}

}  // namespace

namespace {

// Questions that every value answers with yes are left out; one that every value answers with no decides all.
std::optional<bool> narrow_terms(const std::vector<Field>& fields, Condition& condition) {
  std::vector<Condition> kept;
  for (Condition& term : terms_of(condition)) {
    const auto outcome = narrow_condition(fields, term);
    if (outcome && !*outcome) return false;
    if (!outcome) kept.push_back(std::move(term));
  }
  if (kept.empty()) return true;
  condition = all_of(std::move(kept));
  return std::nullopt;
}

}  // namespace

std::optional<bool> narrow_condition(const std::vector<Field>& fields, Condition& condition) {
  if (!condition.also.empty()) return narrow_terms(fields, condition);
  narrow_fallbacks(fields, condition);
  const auto outcome = narrow_question(fields, condition);
  if (!outcome || !can_be_missing(fields[condition.field])) return outcome;
  if (condition.fallbacks.empty() && condition.when_missing == *outcome) return outcome;
  return std::nullopt;
}

Program narrow(Program program) {
  std::vector<std::uint32_t> forward(program.steps.size());
  for (std::uint32_t i = 0; i < forward.size(); ++i) {
    forward[i] = i;
    Step& step = program.steps[i];
    if (step.op != Op::branch) continue;
    if (const auto outcome = narrow_condition(program.fields, step.condition)) {
      forward[i] = *outcome ? step.yes : step.no;
    }
  }
  // Thresholds that fell together decide each other.
  return fold(rebuilt(std::move(program), forward));
}

}  // namespace espalier
