// A single tree as a decision table of DMN 1.3: a row per rule, unary tests of S-FEEL and null (docs/exchange.md).
#pragma once

#include <string>
#include <vector>

#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// What FEEL calls the inputs and the answer: identifiers, for a name of FEEL may look like an expression to a reader.
struct FeelNames {
  std::vector<std::string> fields;  // per field
  std::string target;
};
FeelNames feel_names(const Model& model, const std::vector<Field>& fields);

// Throws Diagnostic(usage) for what a row of independent cells cannot say: surrogates, missing values that are blended.
// Rules that no input reaches have no row.
std::string emit_dmn(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
