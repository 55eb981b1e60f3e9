// What the end-to-end tests of C share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "e2e/workbench.hpp"

namespace espalier::e2e {

// emit() as C.
Emitted emit_c(const Model& model, const LowerOptions& options = {}, const std::string& space = "subject_under_test");

// Contract 4 for C: all warnings as errors, for a freestanding target.
std::vector<std::string> strict_c_flags(const std::string& standard);

// clang where it is installed, else gcc.
std::string second_c_compiler();

// A program that includes the header twice and calls everything in it but the texts.
std::string c_caller(const Emitted& emitted);

// Whether the header compiles without a warning, alone and with its caller; `compiler` may be that of a chip.
::testing::AssertionResult compiles_strictly_as_c(const Emitted& emitted, const std::string& compiler,
                                                  const std::string& standard,
                                                  const std::vector<std::string>& flags = {});

// Whether the self-test compiles without a warning and finds nothing wrong.
::testing::AssertionResult c_selftest_passes(const Model& model, const Emitted& emitted, const std::string& compiler);

}  // namespace espalier::e2e
