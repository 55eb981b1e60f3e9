// From a lowered model to the files that are written.
#pragma once

#include <string>
#include <vector>

#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

struct EmittedFile {
  std::string name;  // without directories; the first one's is EmitOptions::file_name
  std::string text;
};

// The first file is the one that the user asked for; others stand beside it.
std::vector<EmittedFile> emit_files(const Model& model, const Lowered& lowered, const EmitOptions& options);

}  // namespace espalier
