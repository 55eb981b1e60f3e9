#include "emit/emit.hpp"

#include <stdexcept>

#include "emit/cpp_header.hpp"

namespace espalier {

const std::vector<std::string>& language_names() {
  static const std::vector<std::string> kNames = {"cpp"};  // in the order of Language
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
  }
  throw std::logic_error("no emitter for the language");
}

}  // namespace espalier
