// The options of commands that compile a model.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "emit/emit_options.hpp"
#include "lower/pipeline.hpp"
#include "model/model.hpp"

namespace espalier::cli {

// How a model becomes source text.
class CompileOptions {
 public:
  void add_to(OptionGroups& options);
  void check();
  // Throws Diagnostic(usage) for options that do not fit the model's task.
  void check_for(const Model& model) const;
  const LowerOptions& lower() const { return lower_; }
  // The header's options; its namespace comes from the output's file name unless it was given.
  EmitOptions emit(const std::string& output_path, const std::string& model_sha256) const;
  const std::string& dump_after() const { return dump_after_; }
  const std::string& selftest_path() const { return selftest_; }

 private:
  void check_parts();
  void check_header_name(const std::string& output_path) const;

  std::string language_ = "cpp";
  std::string parts_;
  std::string space_;
  std::string runtime_ = "inline";
  std::string fields_ = "used";
  std::string optimize_ = "readable";
  std::string output_type_ = "auto";
  std::vector<std::string> input_types_;
  std::string dump_after_;
  std::string selftest_;
  LowerOptions lower_;
};

}  // namespace espalier::cli
