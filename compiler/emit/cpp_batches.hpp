// The part of a C++ header that answers many rows: a loop over predict(), or, where a single tree has nodes for it,
// walks with sixteen rows at a time.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "emit/code_text.hpp"
#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// predict_batch and predict_columns. `context`: of the header.
std::string batch_section(const Model& model, const Lowered& lowered, const EmitOptions& options, const CodeNames& code,
                          const nlohmann::json& context);

// Whether batches have nodes of their own: not where source files hold the tree.
bool has_batch_nodes(const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
