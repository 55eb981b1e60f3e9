// Lists of rules: of those that apply to a row, the first answers. A list can be a model of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

struct ListedRule {
  std::vector<RulePart> parts;  // all of them must let a row pass
  std::uint32_t label = 0;
  std::vector<double> counts{};  // per class, the weight of the rows that it answers: no rule before it applies to them
  friend bool operator==(const ListedRule&, const ListedRule&) = default;
};

struct DecisionList {
  std::vector<ListedRule> rules;
  ListedRule otherwise;  // without parts: what is answered where no rule applies
  friend bool operator==(const DecisionList&, const DecisionList&) = default;
};

// The place of the rule that answers; rules.size(): `otherwise`.
std::size_t rule_applied(const Model& model, const DecisionList& list, Row row);

// The rules of the model's trees, each with the conditions on the way to its leaf: of several bounds on the same side
// of a column the closest. Where a missing value takes a way of its own (surrogates, parts of a row, refusal), it
// passes no condition. Throws Diagnostic(bad_input) for models whose leaves do not name a label.
std::vector<ListedRule> rules_of_trees(const Model& model);

// Where a list comes from, for its record.
struct ListOrigin {
  std::string model_sha256;  // of the model file whose rules were simplified
  double confidence = 0;
};

// The list as a model of its own, in which rows come to rules as rule_applied() tells, with the figures of the rows
// that each rule answers and, for each threshold, the values of `data` next to it. `before` is the model whose rules
// were simplified by that data.
Model model_of_list(const Model& before, const DecisionList& list, const Dataset& data, const ListOrigin& origin);

// What such a model's tree says, which must be a list.
DecisionList list_of(const Tree& tree);

}  // namespace espalier
