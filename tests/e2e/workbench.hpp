// What the end-to-end tests share: a header made from a model, and compilers to build it with in a directory that goes
// away.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "emit/cpp_header.hpp"
#include "emit/emit_record.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"
#include "support/files.hpp"
#include "support/subprocess.hpp"

namespace espalier::e2e {

struct Emitted {
  Lowered lowered;
  std::string header;
  EmitRecord record;
};

// Validates the model as reading it from a file would, lowers and emits it.
Emitted emit(const Model& model, const LowerOptions& options = {}, const std::string& space = "subject_under_test");

// Contract 4: -Wall and all the others, as errors, for a freestanding target.
std::vector<std::string> strict_flags(const std::string& standard);

bool installed(const std::string& program);

// clang++ where it is installed, else g++.
std::string second_compiler();

// A program that includes the header twice and calls everything in it, all but the texts, or predict() alone.
enum class Calls { all, answers, predict };
std::string caller(const Emitted& emitted, Calls calls = Calls::all);

// A directory to compile in.
class Workbench {
 public:
  void write(const std::string& name, std::string_view text) const;
  std::string read(const std::string& name) const;
  bool has(const std::string& name) const;
  std::string path(const std::string& name) const { return directory_.path() + "/" + name; }

  // Fails with the program's output unless it ends with 0. `seconds`: the processor time that it took, which does not
  // depend on what else runs.
  ::testing::AssertionResult run(const std::vector<std::string>& command, double* seconds = nullptr) const;
  ProcessResult try_run(const std::vector<std::string>& command) const;

 private:
  static double processor_seconds();  // of all programs run so far

  TemporaryDirectory directory_;
};

// Whether the header compiles without a warning, alone and with its caller.
::testing::AssertionResult compiles_strictly(const Emitted& emitted, const std::string& compiler,
                                             const std::string& standard);

// Whether verify_files() passes: answer, rule, batch, probabilities, sums of a blend and texts on every boundary
// vector.
::testing::AssertionResult verifies(const Model& model, const Emitted& emitted, const std::string& compiler,
                                    const std::string& standard = "c++17");

}  // namespace espalier::e2e
