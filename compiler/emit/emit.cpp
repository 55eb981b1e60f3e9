#include "emit/emit.hpp"

#include "model/words.hpp"

namespace espalier {

std::vector<EmittedFile> emit_files(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  const LanguageRow& language = row_of(options.language);
  if (lowered.verdict && !language.has_several_trees) refuse_several_trees(model);
  return language.emit(model, lowered, options);
}

std::optional<Model> emitted_model(const Model& model, Language language, std::optional<std::size_t> share_above) {
  if (row_of(language).vocabulary == Vocabulary::words) return spell_out_words(model);
  return share_above ? share_words(model, *share_above) : std::nullopt;
}

std::optional<Model> emitted_model(const Model& model, const EmitRecord& record) {
  return emitted_model(model, record.language, record.share_above);
}

}  // namespace espalier
