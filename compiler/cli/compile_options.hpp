// The options of commands that compile a model.
#pragma once

#include <cstddef>
#include <optional>
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
  bool has_input_types() const { return !input_types_.empty(); }
  const std::vector<InputTypeOverride>& input_types() const { return lower_.input_types; }
  bool allows_loss() const { return allow_loss_; }
  const LowerOptions& lower() const { return lower_; }
  // The header's options; its namespace comes from the output's file name unless it was given.
  EmitOptions emit(const std::string& output_path, const std::string& model_sha256) const;
  const std::string& dump_after() const { return dump_after_; }
  const std::string& selftest_path() const { return selftest_; }
  const std::string& template_path() const { return template_; }
  std::vector<std::string> inputs() const { return {template_}; }

 private:
  static constexpr const char* kShareDefault = "100";  // words of a column

  void check_form() const;
  void check_shape();
  bool asks_for_tables() const;
  void check_parts();
  void check_sharing();
  void check_header_name(const std::string& output_path) const;
  bool compares_doubles() const;

  std::string language_ = "cpp";
  std::string dialect_;
  std::string table_;
  bool probabilities_ = false;
  std::string template_;
  std::string parts_;
  std::string share_enumerators_ = kShareDefault;
  std::string space_;
  std::string runtime_ = "inline";
  std::string style_ = "plain";
  std::string fields_ = "used";
  std::string optimize_ = "readable";
  std::string shape_;
  bool early_exit_ = false;
  std::string output_type_ = "auto";
  std::vector<std::string> input_types_;
  bool allow_loss_ = false;
  std::string dump_after_;
  std::string selftest_;
  std::optional<std::size_t> share_above_ = 100;  // kShareDefault, for those who check nothing
  LowerOptions lower_;
};

}  // namespace espalier::cli
