// Options that several commands share, each group with what its values mean. An option means the same wherever it
// stands.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "data/dataset.hpp"
#include "data/read_file.hpp"
#include "data/schema.hpp"
#include "evaluate/bind_dataset.hpp"
#include "support/mapped_file.hpp"
#include "support/parallel.hpp"

namespace espalier::cli {

// How a data file is read and what its columns are.
class DataOptions {
 public:
  void add_to(OptionGroups& options);
  // Without the kinds of columns, for commands that get them from a model.
  void add_reading_to(OptionGroups& options);
  void check(std::size_t threads = machine_threads());  // that read

  // CSV, ARFF or C4.5's .names and .data, by the file's name.
  Source read(const std::string& path, Warnings& warnings) const;
  // The same where only the columns of these names are looked at: the cells of others are passed over.
  Source read(const std::string& path, std::vector<std::string> columns, Warnings& warnings) const;
  // A file whose columns are those of a model: with the missing tokens in effect. `weight` names the column of weights.
  BindableTable read_to_bind(const std::string& path, const std::string& weight, Warnings& warnings) const;
  // The same of a file that was read already.
  BindableTable to_bind(Source source, const std::string& weight) const;
  Source parse(const std::string& name, std::string bytes, Warnings& warnings) const;
  Schema schema(const Source& source, Report& report) const;
  // One column of a file, for all of its rows, even if it is ignored otherwise.
  FeatureColumn column(const Source& source, std::size_t column) const;
  // The missing tokens in effect, for tables that are bound to a model instead of being inferred.
  std::vector<std::string> missing_tokens(const Source& source) const;
  // Throws Diagnostic(usage) if learning from so many rows keeps more in memory than was allowed; says where columns
  // are otherwise. `binned`: as --bins asks.
  void respect_memory_limit(std::size_t rows, std::size_t columns, bool binned, Report& report) const;
  // What models may take: the limit that was given, or the memory that the machine has.
  std::size_t memory_limit() const;
  // Files beside the data.
  std::vector<std::string> inputs() const { return {schema_file_}; }

 private:
  std::string delimiter_;
  bool no_header_ = false;
  bool ragged_ = false;
  std::string encoding_ = "utf-8";
  std::string schema_file_;
  std::vector<std::string> numeric_;
  std::vector<std::string> categorical_;
  std::vector<std::string> ordinal_;
  std::vector<std::string> ignore_;
  std::vector<std::string> date_;
  std::vector<std::string> rare_words_;
  std::vector<std::string> missing_tokens_;

  std::string memory_limit_;
  MemoryLimit memory_;

  CsvOptions csv_;
  SchemaOverrides overrides_;
};

// How a data file is read says nothing where none is: throws Diagnostic(usage) if an option about that was given.
void refuse_reading_options(const std::vector<po::option>& given, const std::string& hint);

// Which column is predicted, as what, and which one says how much each row counts. A command line without --target is
// answered with the file's columns, unless the file has a default.
class TargetOption {
 public:
  void add_to(OptionGroups& options);
  bool given() const { return !target_.empty(); }
  // Takes the numbers out of the table.
  Dataset dataset(Source& source, const Schema& schema, Warnings& warnings) const;
  const std::string& weight() const { return weight_; }

 private:
  std::string target_;
  std::string weight_;
  std::optional<Task> task_;
};

// How work is done that draws at random and takes long.
class RunOptions {
 public:
  void add_to(OptionGroups& options);
  std::uint64_t seed() const { return seed_; }
  std::size_t threads() const { return threads_; }

 private:
  std::uint64_t seed_ = 1;
  std::size_t threads_ = machine_threads();
};

// Throws Diagnostic(usage) for rounds of folds that are none, or more than anybody needs.
void check_repeats(std::optional<std::uint32_t> repeats, const std::string& hint_for_none = {});

// The cross-validation that goes with training.
class FoldOptions {
 public:
  void add_to(OptionGroups& options);
  void check() const;
  std::uint32_t folds() const { return folds_; }  // 0: none
  bool given() const { return folds_given_ || repeats_.has_value(); }
  bool repeats_given() const { return repeats_.has_value(); }
  // As often as was asked for, or until about a thousand answers have been given (evaluate/splits.hpp).
  std::uint32_t repeats(std::size_t rows) const;

 private:
  std::uint32_t folds_ = 10;
  bool folds_given_ = false;
  std::optional<std::uint32_t> repeats_;
};

// Throws Diagnostic(usage) unless `-o` was given.
void require_output(const std::string& output, const std::string& example);

// The files that a command reads and writes; those that were not given are empty.
struct CommandFiles {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;

  void add_inputs(const std::vector<std::string>& more) { inputs.insert(inputs.end(), more.begin(), more.end()); }
};

// Throws Diagnostic(usage) if more than one input is standard input, if two outputs are one file, if one goes to
// standard output and the JSON report does too, and if an output is an input or the config file.
void check_files(const CommonOptions& common, const CommandFiles& files);

// The same, with the files that groups of options name.
template <typename... Groups>
void check_files(const CommonOptions& common, CommandFiles files, const Groups&... groups) {
  (files.add_inputs(groups.inputs()), ...);
  check_files(common, files);
}

// The only output of a command, and the report about it.
void write_output(const std::string& path, std::string text, Report& report);

}  // namespace espalier::cli
