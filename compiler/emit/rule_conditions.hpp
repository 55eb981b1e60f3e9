// The rules of a model one by one, each with the conditions that lead to it. What the conditions mean, and how they are
// merged, is in docs/rules.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lower/blend_program.hpp"
#include "lower/domain.hpp"
#include "lower/program.hpp"
#include "model/model.hpp"

namespace espalier {

enum class RuleOp { less_equal, greater, within, in, not_in, known, missing, never };
std::string_view to_string(RuleOp op);  // "<=", "within", "not in"

struct RuleCondition {
  std::uint32_t feature = 0;
  RuleOp op = RuleOp::known;
  double above = 0;                             // greater, within
  double upto = 0;                              // less_equal, within
  std::vector<std::uint32_t> categories;        // in, not_in
  std::vector<std::uint32_t> known_categories;  // of a blend: those that count as known, if not all do
  std::vector<RuleCondition> otherwise;         // where the value is missing, the first of them whose value is known
  bool when_missing = false;
  std::optional<std::uint32_t> share;  // of a blend: a missing value meets the condition by this part of 2^31
};

// Calls `visit` for each rule of one of the model's trees, in the order of the program. Conditions on one column are
// merged, unless other columns stand in for it or missing values are shared out: the order of the tests counts then,
// and each stays as it is. Of a decision list, a rule has its own conditions alone: of the rules that apply, the first
// answers.
void for_each_rule(const Model& model, const Tree& tree, const std::vector<Field>& fields,
                   const std::optional<BlendProgram>& blend,
                   const std::function<void(std::uint32_t rule, const std::vector<RuleCondition>&)>& visit);

}  // namespace espalier
