// The Rust module of a model: one file for `mod iris;`, of any edition from 2018 on, with core alone.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "emit/emit_options.hpp"
#include "emit/names.hpp"
#include "lower/input_type.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// What the module, the self-test and the driver share: base_context() in Rust's names and words, with the names of the
// fields' columns.
nlohmann::json rust_base_context(const Model& model, const std::vector<Field>& fields, const Names& names);

std::string emit_rust_module(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
