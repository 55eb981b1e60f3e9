// verify: does the emitted code answer as the model does, on every boundary vector?
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emit/emit.hpp"
#include "emit/emit_record.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier {

struct VerifyOptions {
  std::string
      compiler;  // empty: of C++ $CXX, else the first of c++, g++, clang++ that runs (audit/language_checks.hpp)
  std::vector<std::string> flags;  // empty: of C++ -std=c++17 -O1
  bool coverage = false;
  bool counters = false;  // C++: build once more with ESPALIER_COUNT_RULES, and check what it counts
  std::optional<std::chrono::seconds> compile_timeout{};  // none: by the size of the code
  std::chrono::seconds run_timeout{300};
};

struct Mismatch {
  std::vector<double> row;  // per feature of the model
  std::string expected;     // "Iris-setosa by rule 3"
  std::string answered;
};

struct BranchCoverage {
  std::size_t branches = 0;
  std::size_t taken = 0;
};

struct Verification {
  std::string compiler;        // the one that was used
  bool compiled = false;       // false: `failure` tells what the compiler said
  bool ran = false;            // false: `failure` tells how the program ended
  bool witnesses_held = true;  // the header's own static_asserts
  bool texts_agree = true;     // texts of labels, categories, columns and rules; the model's hash
  bool counters_agree = true;  // the rules that fired, where they were counted
  bool proven = false;         // the decision program, for every input; no vectors are needed then
  std::size_t vectors = 0;
  std::size_t mismatches = 0;
  std::size_t unreachable_rules = 0;  // rules for which no input of the types was found
  std::vector<Mismatch> first;        // a few of them
  std::optional<BranchCoverage> coverage;
  std::string failure;
  std::string obstacle;  // why nothing is known of the code: the compiler hangs, crashes, or compiles nothing at all

  bool passed() const { return compiled && ran && witnesses_held && texts_agree && counters_agree && mismatches == 0; }
};

// Runs what was emitted on every boundary vector, by the means of its language, and compares with the interpreter.
// Throws Diagnostic(bad_input) if there is nothing to run it with.
Verification verify_files(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                          const VerifyOptions& options);

// The means: code is compiled with a driver program (audit/language_checks.hpp), SQL is run by SQLite, rules, PMML and
// decision tables are read and followed.
Verification verify_compiled(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                             const VerifyOptions& options);
Verification verify_sql(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                        const VerifyOptions& options);
Verification verify_rules(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                          const VerifyOptions& options);
Verification verify_pmml(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                         const VerifyOptions& options);
Verification verify_dmn(const Model& model, const std::vector<EmittedFile>& files, const EmitRecord& record,
                        const VerifyOptions& options);

// Why verify_files() would throw: "no C++ compiler found", "$CXX is 'g+', which cannot be run", and what helps; empty
// if it would not. A compiler that was named with an option must be there: that it is not is no obstacle, but a
// mistake.
std::string obstacle_to_verify(const EmitRecord& record, const VerifyOptions& options);
std::string verification_hint(const EmitRecord& record);

// The obstacle of SQL.
std::string obstacle_to_sql(SqlDialect dialect);

// The compiler that code in the language would be verified with; none if there is none. One that was named, by `wish`
// or in the environment, is never replaced by another.
std::optional<std::string> find_compiler(const std::string& wish, Language language = Language::cpp);

// The same comparison for the lowered programs, without a compiler.
Verification verify_lowered(const Model& model, const Lowered& lowered);

// The lowered programs proven (audit/program_proof.hpp), in time that grows as the tree does; compared on every vector
// where that does not succeed, which also tells what is wrong.
Verification check_lowered(const Model& model, const Lowered& lowered);

// "petal_length = 2.45, outlook = missing": the fields of a vector, for reports.
std::string describe_row(const Model& model, const std::vector<Field>& fields, const std::vector<double>& row);

}  // namespace espalier
