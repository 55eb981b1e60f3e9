#include "emit/language.hpp"

#include <algorithm>
#include <stdexcept>

#include "emit/c_header.hpp"
#include "emit/cpp_header.hpp"
#include "emit/cpp_sources.hpp"
#include "emit/dmn_table.hpp"
#include "emit/emit.hpp"
#include "emit/pmml_model.hpp"
#include "emit/rules_json.hpp"
#include "emit/rust_module.hpp"
#include "emit/sql_query.hpp"

namespace espalier {
namespace {

template <std::string (*Emit)(const Model&, const Lowered&, const EmitOptions&)>
std::vector<EmittedFile> one_file(const Model& model, const Lowered& lowered, const EmitOptions& options) {
  return {{options.file_name, Emit(model, lowered, options)}};
}

constexpr std::string_view kCode = "// espalier: ";
constexpr std::string_view kXml = "<!-- espalier: ";
constexpr std::string_view kXmlEnd = " -->";

constexpr LanguageRow kRows[] = {
    {.language = Language::cpp,
     .name = "cpp",
     .form = "",
     .record_mark = kCode,
     .record_end = "",
     .vocabulary = Vocabulary::code,
     .has_tables = true,
     .has_several_trees = true,
     .has_parts = false,
     .has_selftest = true,
     .has_styles = true,
     .has_switches = true,
     .is_sql = false,
     .emit = one_file<emit_cpp_header>},
    {.language = Language::c,
     .name = "c",
     .form = "",
     .record_mark = kCode,
     .record_end = "",
     .vocabulary = Vocabulary::code,
     .has_tables = false,
     .has_several_trees = true,
     .has_parts = false,
     .has_selftest = true,
     .has_styles = true,
     .has_switches = true,
     .is_sql = false,
     .emit = one_file<emit_c_header>},
    {.language = Language::sql,
     .name = "sql",
     .form = "",
     .record_mark = "-- espalier: ",
     .record_end = "",
     .vocabulary = Vocabulary::words,
     .has_tables = false,
     .has_several_trees = true,
     .has_parts = false,
     .has_selftest = true,
     .has_styles = false,
     .has_switches = false,
     .is_sql = true,
     .emit = one_file<emit_sql>},
    {.language = Language::rules,
     .name = "rules",
     .form = "rules as JSON",
     .record_mark = "  \"espalier\": ",
     .record_end = ",",
     .vocabulary = Vocabulary::words,
     .has_tables = false,
     .has_several_trees = true,
     .has_parts = false,
     .has_selftest = false,
     .has_styles = false,
     .has_switches = false,
     .is_sql = false,
     .emit = one_file<emit_rules>},
    {.language = Language::cpp_sources,
     .name = "cpp-sources",
     .form = "",
     .record_mark = kCode,
     .record_end = "",
     .vocabulary = Vocabulary::code,
     .has_tables = false,
     .has_several_trees = true,
     .has_parts = true,
     .has_selftest = true,
     .has_styles = true,
     .has_switches = true,
     .is_sql = false,
     .emit = [](const Model& model, const Lowered& lowered,
                const EmitOptions& options) { return emit_cpp_sources(model, lowered, options); }},
    {.language = Language::rust,
     .name = "rust",
     .form = "",
     .record_mark = kCode,
     .record_end = "",
     .vocabulary = Vocabulary::code,
     .has_tables = false,
     .has_several_trees = true,
     .has_parts = false,
     .has_selftest = true,
     .has_styles = false,
     .has_switches = false,
     .is_sql = false,
     .emit = one_file<emit_rust_module>},
    {.language = Language::pmml,
     .name = "pmml",
     .form = "PMML 4.4",
     .record_mark = kXml,
     .record_end = kXmlEnd,
     .vocabulary = Vocabulary::words,
     .has_tables = false,
     .has_several_trees = true,
     .has_parts = false,
     .has_selftest = false,
     .has_styles = false,
     .has_switches = false,
     .is_sql = false,
     .emit = one_file<emit_pmml>},
    {.language = Language::dmn,
     .name = "dmn",
     .form = "a decision table of DMN 1.3",
     .record_mark = kXml,
     .record_end = kXmlEnd,
     .vocabulary = Vocabulary::words,
     .has_tables = false,
     .has_several_trees = false,
     .has_parts = false,
     .has_selftest = false,
     .has_styles = false,
     .has_switches = false,
     .is_sql = false,
     .emit = one_file<emit_dmn>},
};

}  // namespace

std::span<const LanguageRow> language_rows() {
  return kRows;
}

const LanguageRow& row_of(Language language) {
  return kRows[static_cast<std::size_t>(language)];
}

std::string_view to_string(Language language) {
  return row_of(language).name;
}

Language parse_language(std::string_view name) {
  const auto row =
      std::find_if(std::begin(kRows), std::end(kRows), [&](const auto& each) { return each.name == name; });
  if (row == std::end(kRows)) throw std::out_of_range("language");
  return row->language;
}

const std::vector<std::string>& language_names() {
  static const std::vector<std::string> kNames = [] {
    std::vector<std::string> names;
    for (const LanguageRow& row : kRows) names.emplace_back(row.name);
    return names;
  }();
  return kNames;
}

}  // namespace espalier
