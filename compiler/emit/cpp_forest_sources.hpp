// Language::cpp_sources for models of several trees: the trees are divided among the source files. A tree answers with
// its rule, and what rules add is in tables, so that a tree stands there once.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "emit/emit.hpp"
#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

// The header and its parts: <stem>_1.cpp, <stem>_2.cpp, ...
std::vector<EmittedFile> emit_cpp_forest_sources(const Model& model, const Lowered& lowered, EmitOptions options);

}  // namespace espalier
