// How emitted code is compiled: where its files live, which compilers there are, and what they say of coverage.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "audit/verify.hpp"
#include "emit/emit_options.hpp"
#include "support/files.hpp"
#include "support/subprocess.hpp"

namespace espalier {

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

// What find_compiler() (verify.hpp) finds; throws Diagnostic(bad_input) if there is none.
std::string require_compiler(const std::string& wish, Language language);

// For code that is large: the standard and, at last, no optimization.
const std::vector<std::string>& quick_flags(Language language);

// What a compiler that did not succeed said, or that it took too long.
std::string compiler_failure(const ProcessResult& built);

// Branch coverage of the emitted functions by the boundary vectors, where gcov is there to measure it.

// Builds driver.cpp, or driver.c, in `directory` once more with instrumentation, runs it on the file `rows` and counts
// the branches of predict() and predict_rule() that were taken. None if the compiler is not GCC, gcov is missing, or
// anything fails.
std::optional<BranchCoverage> measure_branch_coverage(const std::string& compiler, const std::string& directory,
                                                      const EmitRecord& record, const VerifyOptions& options);

}  // namespace espalier
