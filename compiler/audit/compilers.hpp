// How emitted code is compiled: where its files live, which compilers there are, and what they say of coverage.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/verify.hpp"
#include "emit/emit_options.hpp"
#include "support/files.hpp"
#include "support/subprocess.hpp"

namespace espalier {

struct CompiledLanguage;

// The files of one verification, in a directory that goes with it.
class Workshop {
 public:
  const std::string& path() const { return directory_.path(); }
  std::string in(std::string_view name) const { return path() + "/" + std::string(name); }
  void make_directory(std::string_view name) const;                // throws Diagnostic(cannot_write)
  void write(std::string_view name, std::string_view text) const;  // throws Diagnostic(cannot_write)
  void write_runtime() const;  // the runtime of this version, for code that includes it; compile with -I.

 private:
  TemporaryDirectory directory_;
};

// The compilers that emitted code is verified with, and how they are asked.

// "no C++ compiler found", or that the one that was named cannot be run.
std::string no_compiler_text(const std::string& wish, Language language);

// What find_compiler() (verify.hpp) finds; throws Diagnostic(bad_input) if there is none.
std::string require_compiler(const std::string& wish, Language language);

// The words of a command that runs the compiler: $CXX may be "ccache g++".
std::vector<std::string> compiler_command(const std::string& compiler);

// How long compiling code of so many bytes may take: many times what it takes on a slow machine.
std::chrono::seconds compile_limit(std::size_t bytes);

// Why a compiler that did not succeed says nothing about the code: it hung, crashed, or cannot compile an empty program
// with these flags either. Empty: the code is to blame.
std::string compiler_obstacle(const ProcessResult& built, const std::string& compiler,
                              const std::vector<std::string>& flags, const CompiledLanguage& language,
                              const Workshop& workshop);

// For code that is large: the standard and, at last, no optimization.
const std::vector<std::string>& quick_flags(Language language);

// What a compiler that did not succeed said, or that it took too long.
std::string compiler_failure(const ProcessResult& built);

// Branch coverage of the emitted functions by the boundary vectors, where gcov is there to measure it.

// Builds driver.cpp, or driver.c, in `directory` once more with instrumentation, runs it on the file `rows` and counts
// the branches of predict() and predict_rule() that were taken. None if the compiler is not GCC, gcov is missing, or
// anything fails.
std::optional<BranchCoverage> measure_branch_coverage(const std::string& compiler, const std::string& directory,
                                                      const EmitRecord& record, std::chrono::seconds limit,
                                                      const VerifyOptions& options);

}  // namespace espalier
