#include "cli/manual.hpp"

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "cli/report.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier::cli {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kOptionColumn = 30;

struct OptionText {
  std::string flag;      // "-o"; may be empty
  std::string name;      // "--output"
  std::string argument;  // "FILE"; empty for switches
  std::string description;
};

std::vector<OptionText> option_texts(const po::options_description& options) {
  std::vector<OptionText> texts;
  for (const auto& option : options.options()) {
    OptionText text;
    const std::string shown = option->canonical_display_name(po::command_line_style::allow_dash_for_short);
    if (shown.size() == 2 && shown[0] == '-') text.flag = shown;
    text.name = "--" + option->long_name();
    if (option->semantic()->max_tokens() > 0) text.argument = option->semantic()->name();
    text.description = option->description();
    texts.push_back(std::move(text));
  }
  return texts;
}

std::string label(const OptionText& option) {
  std::string text = option.flag.empty() ? "    " + option.name : option.flag + ", " + option.name;
  if (!option.argument.empty()) text += " " + option.argument;
  return text;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t first_indent) {
  std::string out;
  std::size_t column = first_indent;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    if (column + word.size() > kWidth && column > indent) {
      if (out.ends_with(' ')) out.pop_back();
      out += "\n" + std::string(indent, ' ');
      column = indent;
    }
    out += word;
    column += word.size() + 1;
    if (end < text.size()) out += ' ';
    begin = end + 1;
  }
  return out + "\n";
}

std::string option_list(const po::options_description& options) {
  std::string out;
  for (const OptionText& option : option_texts(options)) {
    std::string line = "  " + label(option);
    if (line.size() + 2 > kOptionColumn) {
      out += line + "\n";
      line.clear();
    }
    line.resize(kOptionColumn, ' ');
    out += line + wrapped(option.description, kOptionColumn, kOptionColumn);
  }
  return out;
}

std::string troff(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
  }
  return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

constexpr std::string_view kExitCodes[][2] = {{"0", "done"},
                                              {"1", "a check failed: verify found a difference"},
                                              {"2", "the command line is wrong"},
                                              {"3", "a file that was read is wrong"},
                                              {"4", "a file could not be written"}};

}  // namespace

std::string synopsis(Command& command) {
  std::string text = fmt::format("espalier {}", command.name());
  for (const Positional& positional : command.positionals()) {
    text += positional.required ? " " + positional.name : " [" + positional.name + "]";
    if (positional.more != nullptr) text += "...";
  }
  return text + " [options]";
}

std::string overview() {
  std::string out = "Espalier compiles decision trees trained from CSV files to standalone C++.\n\n";
  out += "Usage: espalier COMMAND [arguments]\n\nCommands:\n";
  for (const auto& command : all_commands()) out += fmt::format("  {:<10}{}\n", command->name(), command->summary());
  out += "\nStart with:\n  espalier build data/iris.csv --target species -o iris.hpp\n";
  out += "\n'espalier help COMMAND' explains a command. Exit codes:\n";
  for (const auto& [code, meaning] : kExitCodes) out += fmt::format("  {}  {}\n", code, meaning);
  return out;
}

std::string command_help(Command& command) {
  std::string out = fmt::format("Usage: {}\n\n{}", synopsis(command), wrapped(command.description(), 0, 0));
  const OptionGroups options = options_of(command);
  for (const OptionGroup& group : options.groups()) {
    out += fmt::format("\n{}:\n{}", group.caption, option_list(group.options));
  }
  out += "\nExamples:\n";
  for (const Example& example : command.examples()) {
    out += fmt::format("  espalier {}\n      {}\n", example.arguments, example.what);
  }
  return out;
}

std::string man_page() {
  std::string out = fmt::format(".TH ESPALIER 1 \"\" \"espalier {}\" \"User Commands\"\n", kVersion);
  out += ".SH NAME\nespalier \\- compile decision trees trained from CSV files to standalone C++\n";
  out += ".SH SYNOPSIS\n.B espalier\n.I COMMAND\n[arguments]\n.br\n.B espalier \\-\\-version\n";
  out += ".SH COMMANDS\n";
  for (const auto& command : all_commands()) {
    out += fmt::format(".SS {}\n{}\n.PP\n.B {}\n.PP\n{}\n", command->name(), troff(command->summary()),
                       troff(synopsis(*command)), troff(command->description()));
    for (const OptionText& option : option_texts(options_of(*command).all())) {
      out += fmt::format(".TP\n.B {}\n{}\n", troff(trim(label(option))), troff(option.description));
    }
    for (const Example& example : command->examples()) {
      out += fmt::format(".PP\nExample: {}\n.PP\n.RS\n.nf\nespalier {}\n.fi\n.RE\n", troff(example.what),
                         troff(example.arguments));
    }
  }
  out += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : kExitCodes) out += fmt::format(".TP\n.B {}\n{}\n", code, troff(meaning));
  return out;
}

std::string bash_completion() {
  std::string names;
  std::string cases;
  for (const auto& command : all_commands()) {
    names += fmt::format("{}{}", names.empty() ? "" : " ", command->name());
    std::string words;
    for (const OptionText& option : option_texts(options_of(*command).all())) words += fmt::format("{} ", option.name);
    cases += fmt::format("    {}) options=\"{}\" ;;\n", command->name(), trim(words));
  }
  return fmt::format(R"(# bash completion for espalier, made by 'espalier help --completion bash'
_espalier() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" options=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "{} --version --help" -- "$current")
    return
  fi
  case "${{COMP_WORDS[1]}}" in
{}  esac
  if [[ "$current" == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
  elif [ "${{COMP_WORDS[1]}}" = help ]; then
    mapfile -t COMPREPLY < <(compgen -W "{}" -- "$current")
  fi
}}
complete -o default -F _espalier espalier
)",
                     names, cases, names);
}

nlohmann::ordered_json commands_as_json() {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& command : all_commands()) {
    nlohmann::ordered_json options = nlohmann::ordered_json::array();
    for (const OptionText& option : option_texts(options_of(*command).all())) {
      options.push_back({{"name", option.name}, {"argument", option.argument}, {"description", option.description}});
    }
    list.push_back({{"name", command->name()},
                    {"summary", command->summary()},
                    {"synopsis", synopsis(*command)},
                    {"options", std::move(options)}});
  }
  return list;
}

namespace {

// espalier help: the commands, one command, the man page, the shell completion.
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
