#include "emit/nan_semantics.hpp"

#include <algorithm>
#include <limits>

namespace espalier {
namespace {

// Compares a floating field: with a policy every such test sends NaN one way on purpose; without one, a test that every
// number passes is there for NaN alone.
bool tells_nan(const std::vector<Field>& fields, const Condition& condition, MissingPolicy policy) {
  if (!is_floating(fields[condition.field].type)) return false;
  return policy != MissingPolicy::refuse || condition.threshold == std::numeric_limits<double>::infinity();
}

}  // namespace

bool needs_nan_semantics(const Model& model, const Lowered& lowered, const CodeNames& code) {
  // Bits tell NaN whatever the compiler thinks of it; beside tables, a blend compares numbers.
  if (code.floats != FloatCompare::values || (lowered.tree().tables && !lowered.tree().blend)) return false;
  const auto tells = [&](const Condition& condition) { return tells_nan(lowered.fields, condition, model.missing); };
  const auto asks = [&](const Step& step) {
    if (step.op != Op::branch) return false;
    const auto& fallbacks = step.condition.fallbacks;
    return tells(step.condition) || std::any_of(fallbacks.begin(), fallbacks.end(), tells);
  };
  // The program of rules has every test; a blend asks about the same fields.
  return std::any_of(lowered.tree().rules.steps.begin(), lowered.tree().rules.steps.end(), asks);
}

}  // namespace espalier
