#include "audit/language_checks.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "audit/compilers.hpp"
#include "audit/driver.hpp"
#include "emit/c_header.hpp"
#include "emit/c_names.hpp"
#include "emit/cpp_context.hpp"
#include "emit/names.hpp"
#include "emit/rust_module.hpp"
#include "emit/rust_names.hpp"

namespace espalier {
namespace {

SelftestWords cpp_selftest_words(const Model& model, const std::vector<Field>& fields, std::string_view space) {
  const Names names = make_names(model, fields, space);
  return {base_context(model, fields, names), cpp_code_names(names)};
}

SelftestWords c_selftest_words(const Model& model, const std::vector<Field>& fields, std::string_view space) {
  const CNames names = make_c_names(model, fields, space);
  return {c_base_context(model, fields, names), c_code_names(names)};
}

SelftestWords rust_selftest_words(const Model& model, const std::vector<Field>& fields, std::string_view space) {
  const Names names = make_rust_names(model, fields, space);
  return {rust_base_context(model, fields, names), rust_code_names(names)};
}

bool answers_in_cpp(std::string_view demangled, const EmitRecord& record) {
  for (const std::string_view name :
       {"::predict(", "::predict_rule(", "::detail::predict_", "::detail::rule_", "::detail::leaf", "::detail::tree(",
        "::detail::tree_rule(", "::detail::blend_", "::detail::add_", "::detail::verdict("}) {
    if (demangled.starts_with(fmt::format("{}{}", record.space, name))) return true;
  }
  return false;
}

bool answers_in_c(std::string_view name, const EmitRecord& record) {
  const std::string prefix = record.space + (record.space.ends_with('_') ? "" : "_");
  for (const std::string_view whole : {"predict", "predict_rule", "detail_tree", "detail_tree_rule"}) {
    if (name == prefix + std::string(whole)) return true;
  }
  for (const std::string_view begin :
       {"detail_predict_", "detail_rule_", "detail_blend_", "detail_add_", "detail_verdict"}) {
    if (name.starts_with(prefix + std::string(begin))) return true;
  }
  return false;
}

const CompiledLanguage& cpp_language() {
  static const CompiledLanguage kCpp = {
      .name = "C++",
      .variable = "CXX",
      .compilers = {"c++", "g++", "clang++"},
      .flags = {"-std=c++17", "-O1"},
      .quick_flags = {"-std=c++17", "-O0"},
      .fixed_flags = {"-I.", "-fno-exceptions", "-fno-rtti"},
      .coverage_flags = {"-std=c++17", "-fno-exceptions", "-fno-rtti", "-DESPALIER_NO_WITNESSES"},
      .subject = "subject.hpp",
      .driver = "driver.cpp",
      .empty_program = "int main() { return 0; }\n",
      .has_witnesses = true,
      .has_counters = true,
      .driver_source = emit_cpp_driver,
      .selftest_words = cpp_selftest_words,
      .selftest_template = "templates/cpp/selftest.cpp.inja",
      .divides_selftest = true,
      .is_answering_function = answers_in_cpp};
  return kCpp;
}

const CompiledLanguage& c_language() {
  static const CompiledLanguage kC = {.name = "C",
                                      .variable = "CC",
                                      .compilers = {"cc", "gcc", "clang"},
                                      .flags = {"-std=c99", "-O1"},
                                      .quick_flags = {"-std=c99", "-O0"},
                                      .fixed_flags = {"-I."},
                                      .coverage_flags = {"-std=c99"},
                                      .subject = "subject.h",
                                      .driver = "driver.c",
                                      .empty_program = "int main(void) { return 0; }\n",
                                      .has_witnesses = false,
                                      .has_counters = false,
                                      .driver_source = emit_c_driver,
                                      .selftest_words = c_selftest_words,
                                      .selftest_template = "templates/c/selftest.c.inja",
                                      .divides_selftest = true,
                                      .is_answering_function = answers_in_c};
  return kC;
}

const CompiledLanguage& rust_language() {
  static const CompiledLanguage kRust = {.name = "Rust",
                                         .variable = "RUSTC",
                                         .compilers = {"rustc", "rustc"},
                                         .flags = {"--edition=2018", "-Copt-level=1", "-Coverflow-checks=on"},
                                         .quick_flags = {"--edition=2018", "-Copt-level=0"},
                                         .fixed_flags = {"--cap-lints=allow"},
                                         .coverage_flags = {},
                                         .subject = "subject.rs",
                                         .driver = "driver.rs",
                                         .empty_program = "fn main() {}\n",
                                         .has_witnesses = false,
                                         .has_counters = false,
                                         .driver_source = emit_rust_driver,
                                         .selftest_words = rust_selftest_words,
                                         .selftest_template = "templates/rust/selftest.rs.inja",
                                         .divides_selftest = false,
                                         .is_answering_function = nullptr};
  return kRust;
}

// A compiler that was named must be there, one that was not may be absent.
std::string no_compiler(const EmitRecord& record, const VerifyOptions& options) {
  if (!options.compiler.empty() || find_compiler({}, record.language)) return "";
  return no_compiler_text("", record.language);
}

std::string compiler_hint(const EmitRecord& record) {
  return fmt::format("install {} or name one with --compiler", compiled_language(record.language).compilers[1]);
}

std::string no_sql(const EmitRecord& record, const VerifyOptions&) {
  return obstacle_to_sql(record.dialect);
}

std::string sql_hint(const EmitRecord& record) {
  switch (record.dialect) {
    case SqlDialect::postgresql: return "emit it with --selftest check.sql and run that: psql -f check.sql";
    case SqlDialect::duckdb: return "emit it with --selftest check.sql and run that: duckdb < check.sql";
    default: return "install sqlite3";
  }
}

std::string no_obstacle(const EmitRecord&, const VerifyOptions&) {
  return "";
}

std::string no_hint(const EmitRecord&) {
  return "";
}

}  // namespace

const LanguageCheck& check_of(Language language) {
  constexpr Lexis kLikeC = {.comment = "//", .directives = true, .characters = true, .doubled_quotes = false};
  constexpr Lexis kRust = {.comment = "//", .directives = false, .characters = false, .doubled_quotes = false};
  constexpr Lexis kSql = {.comment = "--", .directives = false, .characters = true, .doubled_quotes = true};
  constexpr Lexis kJson = {.comment = "", .directives = false, .characters = false, .doubled_quotes = false};
  constexpr Lexis kXml = {.comment = "<!--",
                          .directives = false,
                          .characters = false,
                          .doubled_quotes = false,
                          .comment_end = "-->",
                          .plain_quotes = true};
  static const LanguageCheck kChecks[] = {
      {Language::cpp, verify_compiled, no_compiler, compiler_hint, &cpp_language(), kLikeC, read_cpp},
      {Language::c, verify_compiled, no_compiler, compiler_hint, &c_language(), kLikeC, read_c},
      {Language::sql, verify_sql, no_sql, sql_hint, nullptr, kSql, nullptr},
      {Language::rules, verify_rules, no_obstacle, no_hint, nullptr, kJson, nullptr},
      {Language::cpp_sources, verify_compiled, no_compiler, compiler_hint, &cpp_language(), kLikeC, nullptr},
      {Language::rust, verify_compiled, no_compiler, compiler_hint, &rust_language(), kRust, read_rust},
      {Language::pmml, verify_pmml, no_obstacle, no_hint, nullptr, kXml, nullptr},
      {Language::dmn, verify_dmn, no_obstacle, no_hint, nullptr, kXml, nullptr},
  };
  for (const LanguageCheck& check : kChecks) {
    if (check.language == language) return check;
  }
  throw std::logic_error("no way to verify the language");
}

const CompiledLanguage& compiled_language(Language language) {
  const CompiledLanguage* compiled = check_of(language).compiled;
  if (compiled == nullptr) throw std::logic_error("the language is not compiled");
  return *compiled;
}

}  // namespace espalier
