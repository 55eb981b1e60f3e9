// The verifier that runs between passes: what every program keeps, and what a pass promised to establish.
#pragma once

#include <string_view>

#include "lower/program.hpp"

namespace espalier {

struct Promises {
  bool narrowed = false;   // thresholds are values of their field's type, and no test is decided by its range
  bool outlined = false;   // functions keep kMaxNesting and kMaxFunctionSteps
  bool flattened = false;  // lines balance, keep kMaxNesting, and every way through them ends in an answer or a call
};

// Throws std::logic_error naming the pass and the broken rule: a defect of Espalier, never of its input.
void verify_program(const Program& program, std::string_view pass, Promises promises);

}  // namespace espalier
