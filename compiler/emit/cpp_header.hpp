// The C++ header of a model.
#pragma once

#include <string>

#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

enum class RuntimeForm { inlined, included };

struct EmitOptions {
  std::string space = "predictor";  // namespace, made valid by namespace_name()
  RuntimeForm runtime = RuntimeForm::inlined;
  std::string model_sha256;  // of the model file's text; ties the header to it
};

std::string emit_cpp_header(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
