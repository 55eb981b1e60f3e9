// Branch coverage of the emitted functions by the boundary vectors, where gcov is there to measure it.
#pragma once

#include <optional>
#include <string>

#include "audit/verify.hpp"

namespace espalier {

// Builds driver.cpp, or driver.c, in `directory` once more with instrumentation, runs it on the file `rows` and counts
// the branches of predict() and predict_rule() that were taken. None if the compiler is not GCC, gcov is missing, or
// anything fails.
std::optional<BranchCoverage> measure_branch_coverage(const std::string& compiler, const std::string& directory,
                                                      const EmitRecord& record, const VerifyOptions& options);

}  // namespace espalier
