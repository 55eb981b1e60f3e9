// The static_asserts of a header: for each rule an input that reaches it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "emit/code_text.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// `list` of rule, answer and row; `all` tells whether every rule has one: where that would cost the compiler too much,
// rules are skipped evenly.
// Of several trees each entry also has its `tree`, from 1.
nlohmann::json forest_witness_context(const Model& model, const Lowered& lowered, const CodeNames& names);
nlohmann::json witness_context(const Model& model, const Lowered& lowered, const CodeNames& names);

}  // namespace espalier
