// The C++ header of a model.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

std::string emit_cpp_header(const Model& model, const Lowered& lowered, const EmitOptions& options);

// Of several trees that source files define: `parts` are the numbers of those that add.
std::string emit_cpp_forest_header(const Model& model, const Lowered& lowered, const EmitOptions& options,
                                   std::span<const std::size_t> parts);

}  // namespace espalier
