#include "emit/emit.hpp"

#include <algorithm>

#include "model/words.hpp"

namespace espalier {

std::vector<EmittedFile> emit_files(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  const LanguageRow& language = row_of(options.language);
  if (lowered.verdict && !language.has_several_trees) refuse_several_trees(model);
  return language.emit(model, lowered, options);
}

Made make_files(const Model& model, const Making& making, const PassObserver& observer) {
  Made made;
  EmitOptions emit = making.emit;
  made.emitted = emitted_model(model, emit.language, emit.share_above);
  if (!made.emitted) emit.share_above.reset();
  const Model& subject = made.subject(model);
  made.lowered = lower(subject, lowering_for(emit.language, model, making.lower), observer);
  made.files = emit_files(subject, made.lowered, emit);
  emit.parts_asked = emit.parts;
  emit.parts = made.files.size() - 1;
  made.record = emit_record(subject, made.lowered, emit);
  return made;
}

Making making_of(const EmitRecord& record, const Model& model, const std::string& file_name) {
  Making making;
  LowerOptions& lower = making.lower;
  lower.fields = record.selection;
  lower.loss = record.loss;
  lower.goal = record.goal;
  lower.form = record.form;
  lower.shape = record.shape;
  lower.early_exit = record.early_exit;
  lower.pieces = std::max<std::size_t>(1, record.parts_asked);
  if (record.value_type_asked) lower.value_type = record.value_type;
  for (std::size_t i = 0; i < record.types_asked.size(); ++i) {
    const Field& field = record.fields[i];
    if (record.types_asked[i]) lower.input_types.push_back({model.features[field.feature].name, field.type});
  }
  EmitOptions& emit = making.emit;
  emit.language = record.language;
  emit.space = record.space;
  emit.runtime = record.runtime;
  emit.model_sha256 = record.model_sha256;
  emit.file_name = file_name;
  emit.dialect = record.dialect;
  if (!record.table.empty()) emit.table = record.table;
  emit.probabilities = record.probabilities;
  emit.parts = record.parts_asked;
  emit.share_above = record.share_above;
  return making;
}

LowerOptions lowering_for(Language language, const Model& model, LowerOptions options) {
  options.switches = row_of(language).has_switches;
  if (!row_of(language).has_tables) options.shape = Shape::branches;
  if (!row_of(language).has_tables) options.batches = BatchForm::loop;
  if (row_of(language).vocabulary == Vocabulary::code) return options;
  for (const Feature& feature : model.features) {
    if (feature.kind == FeatureKind::numeric)
      options.input_types.push_back({feature.name, InputType::float64, "double"});
  }
  if (model.task == Task::regression) options.value_type = ValueType::float64;
  return options;
}

std::optional<Model> emitted_model(const Model& model, Language language, std::optional<std::size_t> share_above) {
  if (row_of(language).vocabulary == Vocabulary::words) return spell_out_words(model);
  return share_above ? share_words(model, *share_above) : std::nullopt;
}

std::optional<Model> emitted_model(const Model& model, const EmitRecord& record) {
  return emitted_model(model, record.language, record.share_above);
}

}  // namespace espalier
