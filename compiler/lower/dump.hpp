// A program as text, for --dump-after and for tests.
#pragma once

#include <string>

#include "lower/program.hpp"
#include "model/model.hpp"

namespace espalier {

std::string dump(const Program& program, const Model& model);

// One condition in the model's terms: `petal_width <= 0.8`, `outlook in {sunny, rain} or missing`,
// `a <= 2, else b > 5, else true`.
std::string describe_condition(const Program& program, const Model& model, const Condition& condition);

}  // namespace espalier
