// The compilers that emitted code is verified with, and how they are asked.
#pragma once

#include <string>
#include <vector>

#include "emit/emit_options.hpp"
#include "support/subprocess.hpp"

namespace espalier {

// What find_compiler() (verify.hpp) finds; throws Diagnostic(bad_input) if there is none.
std::string require_compiler(const std::string& wish, Language language);

// The standard and the level of optimization, unless VerifyOptions has flags: -std=c++17 -O1.
std::vector<std::string> default_flags(Language language);

// What a compiler that did not succeed said, or that it took too long.
std::string compiler_failure(const ProcessResult& built);

}  // namespace espalier
