// The functions that send a weight down the tree (lower/blend_program.hpp), as texts of a language with braces.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "emit/code_text.hpp"
#include "emit/rule_text.hpp"
#include "lower/blend_program.hpp"
#include "lower/value_type.hpp"

namespace espalier {

// The functions of a blend, as the language at hand calls them.
struct BlendWords {
  std::string function;    // what the names of those that send weights begin with: blend_
  std::string arrive;      // notes a weight at a rule
  std::string part_of;     // of the runtime
  std::string part_taken;  // of the runtime
  std::string add_part;    // of the runtime, as a format of sum, weight and share
  std::string add_value;   // and of sum, weight and value
};

// The part of the template context that a section on blends has in every language: classification, complete, functions
// (doc, name, lines), entry, exponent, factors, single_exit, costs and cost_cases, smooths and what is added, decides
// and decided (label, share, answer, other). In MISRA's style no function returns early: a weight of nothing goes on to
// the end, where it adds nothing.
nlohmann::json blend_context(const BlendProgram& program, ValueType value_type, const CodeNames& names,
                             const RuleNotes& notes, const BlendWords& words);

// " * 1.5e-10f": what makes a value of a whole multiple, as factors that are normal numbers of the type.
std::string scale_factors(ValueType type, int exponent, const CodeSyntax& syntax = kCSyntax);

}  // namespace espalier
