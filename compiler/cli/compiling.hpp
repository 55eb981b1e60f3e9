// What build and emit have in common: from a model to the texts that are written.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/compile_options.hpp"
#include "cli/training_data.hpp"
#include "emit/emit.hpp"
#include "emit/emit_record.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"
#include "report/code_report.hpp"
#include "support/diagnostic.hpp"
#include "support/files.hpp"

namespace espalier::cli {

struct Compiled : Made {
  std::string dump;  // --dump-after
  CodeFacts facts;
  bool by_template = false;  // of the user's: Espalier cannot verify what it says
};

// `data`, where it is there, is what the model was trained with. Throws Diagnostic(usage) for input types that were
// asked for and lose rows of it, with the rows named. `model_sha256`: of the model file's text.
Compiled compile_model(const Model& model, const std::string& model_sha256, const CompileOptions& options,
                       const std::string& output_path, const TrainingData* data = nullptr);

// Tells about the code, about its inputs, with what their types cost the training rows, and the dump. `data` may be
// null.
void report_code(const Model& model, const Compiled& compiled, const CompileOptions& options, const TrainingData* data,
                 bool verbose, Report& report);

// Stages what was emitted, and tells about it.
void stage_emitted(const Compiled& compiled, const std::string& output_path, OutputFiles& files, Report& report);

// Stages the self-test if one was asked for.
void stage_selftest(const Model& model, const Compiled& compiled, const CompileOptions& options,
                    const std::string& header_path, OutputFiles& files, Report& report);

// --check: whether the files are what would be written. Tells of those that are; throws Diagnostic(check_failed) at the
// first difference. Nothing is written. `model_text` goes to `model_path`, if there is one.
void check_outputs(const Model& model, const Compiled& compiled, const CompileOptions& options,
                   const std::string& output_path, const std::string& model_path, const std::string& model_text,
                   Report& report);

// The switch, and what it excludes: throws Diagnostic(usage) if an output goes to standard output.
struct CheckOption {
  bool wanted = false;
  void add_to(OptionGroups& options);
  void check(std::initializer_list<std::string> outputs) const;
};

// Reads and validates a model file; `sha256` gets the hash of its text.
Model load_model(const std::string& path, std::string* sha256 = nullptr);

}  // namespace espalier::cli
