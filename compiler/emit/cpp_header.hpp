// The C++ header of a model.
#pragma once

#include <string>

#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

std::string emit_cpp_header(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
