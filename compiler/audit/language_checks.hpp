// How what was emitted is verified, a row for each language of emit/language.hpp.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "audit/source_proof.hpp"
#include "audit/source_tokens.hpp"
#include "audit/verify.hpp"
#include "emit/code_text.hpp"
#include "emit/emit.hpp"
#include "emit/emit_record.hpp"
#include "emit/language.hpp"
#include "lower/input_type.hpp"
#include "model/model.hpp"

namespace espalier {

// What a self-test's template is filled with (but for the vectors), and what they are written with.
struct SelftestWords {
  nlohmann::json context;
  CodeNames code;
};

// A language whose code is compiled with a driver program that answers the vectors with it.
struct CompiledLanguage {
  std::string_view name;                    // as people know it: "C++"
  const char* variable;                     // of the environment, which names the compiler
  std::vector<std::string> compilers;       // tried in this order; the second one is what users are told to install
  std::vector<std::string> flags;           // unless the user has others: -std=c++17 -O1
  std::vector<std::string> quick_flags;     // in their place for large code: the last one is what makes it quick
  std::vector<std::string> fixed_flags;     // in front of them, always
  std::vector<std::string> coverage_flags;  // for branch coverage by gcov; none: it is not measured
  std::string_view subject;                 // what the emitted file is called beside the driver
  std::string_view driver;                  // what the driver's source is called
  std::string_view empty_program;           // that every compiler compiles
  bool has_witnesses;                       // the code checks itself unless ESPALIER_NO_WITNESSES is defined
  bool has_counters;                        // ESPALIER_COUNT_RULES
  std::string (*driver_source)(const Model&, const EmitRecord&, std::string_view subject);
  SelftestWords (*selftest_words)(const Model&, const std::vector<Field>&, std::string_view space);
  std::string_view selftest_template;
  bool divides_selftest;  // into parts that small chips hold
  // Whether the function of that demangled name answers rows: branches of others do not count.
  bool (*is_answering_function)(std::string_view demangled, const EmitRecord&);
};

struct LanguageCheck {
  Language language;
  Verification (*verify)(const Model&, const std::vector<EmittedFile>&, const EmitRecord&, const VerifyOptions&);
  std::string (*obstacle)(const EmitRecord&, const VerifyOptions&);  // see obstacle_to_verify()
  std::string (*hint)(const EmitRecord&);
  const CompiledLanguage* compiled;  // none: it is not compiled
  Lexis lexis;
  // How its functions are read back (audit/source_proof.hpp); none: they are compared token by token.
  SourceReading (*reading)(const Model&, const Lowered&, const EmitRecord&);
};

const LanguageCheck& check_of(Language language);

// Of a language that is compiled.
const CompiledLanguage& compiled_language(Language language);

}  // namespace espalier
