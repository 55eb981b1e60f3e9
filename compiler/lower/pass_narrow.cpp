#include <optional>

#include "lower/passes.hpp"

namespace espalier {
namespace {

// The outcome for every known value of an integer type, if they all have the same.
std::optional<bool> decided_by_range(const Field& field, const Condition& condition) {
  if (condition.threshold < lowest_number(field)) return condition.compare == Compare::greater;
  if (condition.threshold >= highest_number(field)) return condition.compare == Compare::less_equal;
  return std::nullopt;
}

// Every known value answers alike, but a missing one (the sentinel) answers otherwise: ask for the sentinel instead.
// Signed: the sentinel is the lowest value, so `x <= lowest` asks for it; unsigned: the highest, so `x > highest - 1`
// does.
Condition sentinel_test(const Field& field, Condition condition) {
  const double sentinel = missing_sentinel(field.type);
  const bool is_lowest = sentinel == lowest(field.type);
  condition.threshold = is_lowest ? sentinel : sentinel - 1;
  const bool missing_holds = condition.when_missing;
  condition.compare = is_lowest == missing_holds ? Compare::less_equal : Compare::greater;
  return condition;
}

}  // namespace

Program narrow(const Program& program) {
  Program narrowed = program;
  std::vector<std::uint32_t> forward(program.steps.size());
  for (std::uint32_t i = 0; i < forward.size(); ++i) {
    forward[i] = i;
    Step& step = narrowed.steps[i];
    if (step.op != Op::branch) continue;
    const Field& field = program.fields[step.condition.field];
    if (field.type == InputType::category) continue;
    step.condition.threshold = floor_to(field.type, step.condition.threshold);
    if (!is_integer(field.type)) continue;
    const auto outcome = decided_by_range(field, step.condition);
    if (!outcome) continue;
    if (field.sentinel && step.condition.when_missing != *outcome) {
      step.condition = sentinel_test(field, step.condition);
    } else {
      forward[i] = *outcome ? step.yes : step.no;
    }
  }
  // Thresholds that fell together decide each other.
  return fold(rebuilt(narrowed, forward));
}

}  // namespace espalier
