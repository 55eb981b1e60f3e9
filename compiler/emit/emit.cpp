#include "emit/emit.hpp"

#include <stdexcept>

#include "emit/c_header.hpp"
#include "emit/cpp_header.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/rules_json.hpp"
#include "emit/sql_query.hpp"
#include "model/words.hpp"

namespace espalier {

const std::vector<std::string>& language_names() {
  static const std::vector<std::string> kNames = {"cpp", "c", "sql", "rules",
                                                  "cpp-sources"};  // in the order of Language
  return kNames;
}

std::string_view to_string(Language language) {
  return language_names()[static_cast<std::size_t>(language)];
}

Language parse_language(std::string_view name) {
  for (std::size_t i = 0; i < language_names().size(); ++i) {
    if (language_names()[i] == name) return static_cast<Language>(i);
  }
  throw std::out_of_range("language");
}

bool has_tables(Language language) {
  return language == Language::cpp;
}

std::vector<EmittedFile> emit_files(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  switch (options.language) {
    case Language::cpp: return {{options.file_name, emit_cpp_header(model, lowered, options)}};
    case Language::c: return {{options.file_name, emit_c_header(model, lowered, options)}};
    case Language::sql: return {{options.file_name, emit_sql(model, lowered, options)}};
    case Language::rules: return {{options.file_name, emit_rules(model, lowered, options)}};
    case Language::cpp_sources: return emit_cpp_sources(model, lowered, options);
  }
  throw std::logic_error("no emitter for the language");
}

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
