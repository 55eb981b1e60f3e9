// The model file: versioned JSON, specified in docs/model-format.md.
#pragma once

#include <string>
#include <string_view>

#include "model/model.hpp"

namespace espalier {

inline constexpr int kModelFormatVersion = 3;  // the last; models are written as the first that says all of them

// Deterministic text: fixed key order, one node per line, shortest round-trip numbers, LF, ASCII (others as \u
// escapes). The model must be valid; reading the text gives an equal one.
std::string write_model(const Model& model);

// Reads and validates everything before anything else sees it. Throws Diagnostic(bad_input) with line and column; what
// is wrong beyond JSON's syntax is named by its path as well ("trees[0].nodes[17].children[1]: ...").
Model read_model(std::string_view text, const std::string& name);

// Throws Diagnostic(bad_input) unless the model keeps every rule of docs/model-format.md. read_model() ends with it,
// and the learner's output is put through it too. The message begins with the path of the offending value.
void validate(const Model& model, const std::string& name);

}  // namespace espalier
