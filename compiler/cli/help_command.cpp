// espalier help: the commands, one command, the man page, the shell completion.
#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/manual.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

class HelpCommand : public Command {
 public:
  std::string_view name() const override { return "help"; }
  std::string_view summary() const override { return "the commands, or one of them in detail"; }
  std::string_view description() const override {
    return "Without an argument: the list of commands. With one: its options and examples.";
  }
  std::string_view verbose_adds() const override { return "all commands in detail"; }
  std::vector<Positional> positionals() override { return {{"COMMAND", &topic_, false}}; }
  std::vector<Example> examples() const override {
    return {{"help build", "all options of build"},
            {"help --completion bash", "for ~/.bashrc: source <(espalier help --completion bash)"}};
  }

  void add_options(OptionGroups& options) override {
    options.group("Options").add_options()                         //
        ("man", po::bool_switch(&man_), "the man page, as troff")  //
        ("completion", po::value(&shell_)->value_name("SHELL"), "a completion script: bash");
  }

  void check() override {
    if (!shell_.empty() && shell_ != "bash") {
      throw Diagnostic(ExitCode::usage, fmt::format("no completion for {}", in_quotes(shell_)), "bash is there");
    }
  }

  ExitCode run(Report& report) override {
    report.json["commands"] = commands_as_json();
    if (man_) {
      report.text = man_page();
    } else if (!shell_.empty()) {
      report.text = bash_completion();
    } else if (topic_.empty()) {
      report.text = overview();
      if (!common.verbose) return ExitCode::done;
      for (const auto& command : all_commands()) report.text += "\n" + command_help(*command);
    } else {
      report.text = command_help(*find_command(topic_));
    }
    return ExitCode::done;
  }

 private:
  std::string topic_;
  bool man_ = false;
  std::string shell_;
};

}  // namespace

std::unique_ptr<Command> make_help_command() {
  return std::make_unique<HelpCommand>();
}

}  // namespace espalier::cli
