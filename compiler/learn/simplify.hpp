// A model's rules, made fewer and shorter and put in order, after C4.5rules (Quinlan, C4.5: Programs for Machine
// Learning, 1993, chapter 5).
#pragma once

#include <cstddef>

#include "learn/decision_list.hpp"
#include "model/model.hpp"
#include "prune/prune.hpp"
#include "support/parallel.hpp"

namespace espalier {

struct SimplifyOptions {
  double confidence = 0.25;  // of the estimate of a rule's errors, as in error-based pruning
  ConfidenceMethod method = ConfidenceMethod::release8;
  std::size_t threads = 1;
  ProgressReport progress{};  // counts rules that were shortened
};

struct Simplified {
  DecisionList list;
  std::size_t rules_before = 0;
  std::size_t conditions_before = 0;
  double weight = 0;        // of the rows
  double right_before = 0;  // weight of the rows that the model answers right
  double right_after = 0;   // that the list does
  double changed = 0;       // that are answered otherwise by the list
  std::size_t conditions() const;
};

// Shortens and orders the rules of the model by rows whose classes are known (docs/rules.md has the steps). The
// features and labels of `data` are the model's (evaluate/bind_dataset.hpp). Throws Diagnostic(bad_input) as
// rules_of_trees() does, and for models that weigh errors: costs, a decision threshold.
Simplified simplify(const Model& model, const WeightedRows& data, const SimplifyOptions& options);

}  // namespace espalier
