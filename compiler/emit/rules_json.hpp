// A model as a list of rules in JSON, for programs that are to read it (docs/rules.md).
#pragma once

#include <string>

#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

inline constexpr unsigned kRulesVersion = 1;
inline constexpr unsigned kRulesVersionOfSeveralTrees = 2;
inline constexpr unsigned kRulesVersionOfLists = 3;  // of the rules that apply, the first answers
unsigned rules_version(const Model& model);

// Numbers are doubles here: `lowered` has no narrower fields.
std::string emit_rules(const Model& model, const Lowered& lowered, const EmitOptions& options);

// The rules alone, as a JSON array; in doubles, whatever the fields of `lowered` are.
std::string rules_array(const Model& model, const Lowered& lowered);

}  // namespace espalier
