// Lowering: a model becomes the programs that are emitted.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lower/passes.hpp"
#include "lower/program.hpp"
#include "model/model.hpp"

namespace espalier {

struct LowerOptions {
  FieldSelection fields = FieldSelection::used;
  std::vector<InputTypeOverride> input_types;
  BranchOrder branch_order = BranchOrder::source;
};

struct Lowered {
  std::vector<Field> fields;
  Program labels;
  Program rules;
};

// Called with each pass's name and result, for --dump-after; may be empty.
using PassObserver = std::function<void(std::string_view pass, const Program& program)>;

// The passes by name, in order: what --dump-after accepts.
const std::vector<std::string>& pass_names();

Lowered lower(const Model& model, const LowerOptions& options, const PassObserver& observer = {});

}  // namespace espalier
