// A condition of emitted code, read back: from its tokens to the question that it asks (lower/program.hpp). What an
// expression means is found by working it out: on the values of its field between which it cannot change.
#pragma once

#include <optional>

#include "audit/read_expression.hpp"
#include "lower/program.hpp"

namespace espalier {

// A question, or what is certain: `always` has its answer then.
struct ReadCondition {
  std::optional<bool> always;
  Condition condition;
};

// Up to the end of the expression. Throws ForeignText.
ReadCondition read_condition(const ExpressionWords& words, TokenReader& tokens);

}  // namespace espalier
