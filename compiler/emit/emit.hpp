// From a lowered model to the files that are written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emit/emit_options.hpp"
#include "emit/emit_record.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

struct EmittedFile {
  std::string name;  // without directories; the first one's is EmitOptions::file_name
  std::string text;
};

// The first file is the one that the user asked for; others stand beside it.
std::vector<EmittedFile> emit_files(const Model& model, const Lowered& lowered, const EmitOptions& options);

// The model as an output says it: headers have an enumerator for what the tree tells apart, SQL and rules have words.

// None if it is the model itself. `share_above`: see EmitOptions.
std::optional<Model> emitted_model(const Model& model, Language language, std::optional<std::size_t> share_above);
std::optional<Model> emitted_model(const Model& model, const EmitRecord& record);

}  // namespace espalier
