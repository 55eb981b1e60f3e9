// The target languages, a row each. What the compiler wants to know of a language it asks here, and what verification
// wants to know it asks the rows of audit/language_checks.hpp: nothing else tells languages apart.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

struct EmitOptions;
struct EmittedFile;
struct Lowered;
struct Model;

enum class Language { cpp, c, sql, rules, cpp_sources, rust, pmml, dmn };

// What a language calls the inputs and answers of a model.
enum class Vocabulary {
  code,   // types of the user's choice, an enumerator for what the tree tells apart, a namespace
  words,  // doubles and texts: there is nothing to choose
};

struct LanguageRow {
  Language language;
  std::string_view name;         // as --language and the record spell it
  std::string_view form;         // where there is nothing to choose: what reports call the output
  std::string_view record_mark;  // what the record's line begins with (emit/emit_record.hpp)
  std::string_view record_end;   // what stands behind the record on its line
  Vocabulary vocabulary;
  bool has_tables;         // Shape::table
  bool has_several_trees;  // models of several trees can be emitted
  bool has_parts;          // files beside the first one (--parts)
  bool has_selftest;       // --selftest
  bool has_styles;         // --style, and a runtime that can be included (--runtime)
  bool has_switches;       // chains of categories can become a `switch` (LowerOptions::switches)
  bool is_sql;             // --dialect, --table, --probabilities
  std::vector<EmittedFile> (*emit)(const Model&, const Lowered&, const EmitOptions&);
};

// In the order of Language.
std::span<const LanguageRow> language_rows();
const LanguageRow& row_of(Language language);

// "cpp", "c", as --language spells it, and back; parse_language throws std::out_of_range for what is none.
std::string_view to_string(Language language);
Language parse_language(std::string_view name);
const std::vector<std::string>& language_names();

}  // namespace espalier
