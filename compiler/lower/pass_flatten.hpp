// The lines of a function whose answer is returned at its end (BodyForm::single_exit).
#pragma once

#include <vector>

#include "lower/program.hpp"

namespace espalier {

// If and else nest, and each chain of ifs ends with an else. An `else` that holds nothing but another branch becomes
// `else if` on the same level.
std::vector<Line> single_exit_lines(const Program& program, const Function& function);

}  // namespace espalier
