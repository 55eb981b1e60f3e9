// The part of a header that holds several trees as constant tables (lower/packed_trees.hpp).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "emit/code_text.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// The tables, the keys of a row and the walks, in namespace detail, which stays open. `context`: of the header.
std::string forest_table_section(const Model& model, const Lowered& lowered, const CodeNames& code,
                                 const nlohmann::json& context);

// predict_batch and predict_columns.
std::string forest_batch_section(const Lowered& lowered, const nlohmann::json& context);

// Early exit: whether sums are settled, and of tables the walk that stops there; empty without. In namespace detail.
std::string early_exit_section(const Lowered& lowered, const nlohmann::json& context);

// The trees in their order, with what those that are left can change: trees, swings (arguments; empty: no look).
nlohmann::json early_blocks(const Lowered& lowered);

// Whether the tables compare the bits of floats.
bool has_float_keys(const ForestTables& tables, const std::vector<Field>& fields);

}  // namespace espalier
