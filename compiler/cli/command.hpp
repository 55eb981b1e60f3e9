// A subcommand: it declares its options, checks them, and does its work. One file each (cli/<name>_command.cpp); the
// framework (cli/program.cpp) parses, prints help, and turns what happens into text, JSON and an exit code.
#pragma once

#include <boost/program_options.hpp>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"

namespace espalier::cli {

namespace po = boost::program_options;

// Options in groups, as help shows them.
struct OptionGroup {
  std::string caption;
  po::options_description options;
};

class OptionGroups {
 public:
  // The group of that caption, new if there is none.
  po::options_description& group(const std::string& caption);

  const std::deque<OptionGroup>& groups() const { return groups_; }
  po::options_description all() const;

 private:
  std::deque<OptionGroup> groups_;
};

// How a run that takes long tells how far it has come.
enum class ProgressWish { as_fits, bar, lines, none };

// What every command has.
struct CommonOptions {
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  std::optional<ProgressWish> progress;  // of commands that tell it
  std::string config;                    // a file; empty: none
};

struct Report;  // cli/report.hpp

struct Positional {
  std::string name;  // shown as in the synopsis: DATA
  std::string* value;
  bool required = true;
  std::vector<std::string>* more = nullptr;  // of the last one: there may be several, and the others go here
};

struct Example {
  std::string arguments;  // after "espalier ": the tests run it in a directory with the sample data
  std::string what;
};

class Command {
 public:
  virtual ~Command() = default;

  virtual std::string_view name() const = 0;
  virtual std::string_view summary() const = 0;          // one line, for the list of commands
  virtual std::string_view description() const = 0;      // a paragraph, for the command's own help
  virtual std::string_view verbose_adds() const = 0;     // what --verbose prints beside the usual
  virtual bool tells_progress() const { return false; }  // on standard error: such commands have --progress
  virtual std::vector<Positional> positionals() = 0;
  virtual void add_options(OptionGroups& options) = 0;
  virtual std::vector<Example> examples() const = 0;

  virtual void check() {}  // throws Diagnostic(usage) for options that do not go together
  virtual ExitCode run(Report& report) = 0;

  CommonOptions common;
  // The options that were given, as given: for commands that read some of them once more (cli/parsing.hpp).
  std::vector<po::option> given;
};

// All commands, in the order in which help lists them.
std::vector<std::unique_ptr<Command>> all_commands();

std::unique_ptr<Command> make_build_command();
std::unique_ptr<Command> make_train_command();
std::unique_ptr<Command> make_prune_command();
std::unique_ptr<Command> make_emit_command();
std::unique_ptr<Command> make_predict_command();
std::unique_ptr<Command> make_evaluate_command();
std::unique_ptr<Command> make_path_command();
std::unique_ptr<Command> make_tune_command();
std::unique_ptr<Command> make_stability_command();
std::unique_ptr<Command> make_verify_command();
std::unique_ptr<Command> make_inspect_command();
std::unique_ptr<Command> make_rules_command();
std::unique_ptr<Command> make_draw_command();
std::unique_ptr<Command> make_explain_command();
std::unique_ptr<Command> make_diff_command();
std::unique_ptr<Command> make_prove_command();
std::unique_ptr<Command> make_report_command();
std::unique_ptr<Command> make_merge_command();
std::unique_ptr<Command> make_help_command();

// The command of that name; Diagnostic(usage) with a suggestion if there is none.
std::unique_ptr<Command> find_command(const std::string& name);

// The command's own options and the common ones.
OptionGroups options_of(Command& command);

// The whole program: argv without the program's name to exit code. Prints on standard output and standard error, and
// answers interrupts from now on: to be called once.
int run_program(const std::vector<std::string>& arguments);

}  // namespace espalier::cli
