#include "emit/emitted_model.hpp"

#include "model/share_words.hpp"

namespace espalier {

std::optional<Model> emitted_model(const Model& model, Language language, std::optional<std::size_t> share_above) {
  switch (language) {
    case Language::sql:
    case Language::rules: return spell_out_words(model);
    case Language::cpp:
    case Language::cpp_sources:
    case Language::c: break;
  }
  return share_above ? share_words(model, *share_above) : std::nullopt;
}

std::optional<Model> emitted_model(const Model& model, const EmitRecord& record) {
  return emitted_model(model, record.language, record.share_above);
}

}  // namespace espalier
