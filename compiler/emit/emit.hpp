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

// From a model to the files, with everything that was asked for about them.

struct Making {
  LowerOptions lower;
  EmitOptions emit;
};

struct Made {
  std::optional<Model> emitted;  // the model as the output says it; none: it is the model itself
  Lowered lowered;
  std::vector<EmittedFile> files;
  EmitRecord record;

  // What the output is compared with. `model` is the one that it was made of.
  const Model& subject(const Model& model) const { return emitted ? *emitted : model; }
};

// `observer` sees the passes of lowering.
Made make_files(const Model& model, const Making& making, const PassObserver& observer = {});

// How an output with this record was made, so that it can be made again. `file_name`: of its first file.
Making making_of(const EmitRecord& record, const Model& model, const std::string& file_name);

// The options of lowering as the language of the output needs them: SQL and rules compare doubles, and not every
// language has a switch.
LowerOptions lowering_for(Language language, const Model& model, LowerOptions options);

// The model as an output says it: headers have an enumerator for what the tree tells apart, SQL and rules have words.

// None if it is the model itself. `share_above`: see EmitOptions.
std::optional<Model> emitted_model(const Model& model, Language language, std::optional<std::size_t> share_above);
std::optional<Model> emitted_model(const Model& model, const EmitRecord& record);

}  // namespace espalier
