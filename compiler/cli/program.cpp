// From the command line to an exit code: finds the command, parses its options, runs it, prints what there is to tell.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>

#include "cli/command.hpp"
#include "cli/config_file.hpp"
#include "cli/manual.hpp"
#include "cli/option_values.hpp"
#include "cli/parsing.hpp"
#include "cli/report.hpp"
#include "support/files.hpp"
#include "support/interrupt.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier::cli {
namespace {

void print(std::FILE* stream, const std::string& text) {
  if (text.empty()) return;
  if (std::fwrite(text.data(), 1, text.size(), stream) != text.size() || std::fflush(stream) != 0) {
    if (stream == stdout) throw Diagnostic(ExitCode::cannot_write, "cannot write to standard output");
  }
}

bool takes_data(Command& command) {
  const po::options_description all = options_of(command).all();
  return std::ranges::any_of(all.options(), [](const auto& option) { return option->long_name() == "data"; });
}

void take_positionals(Command& command, const std::vector<std::string>& given) {
  std::vector<Positional> expected = command.positionals();
  std::vector<std::string>* const more = expected.empty() ? nullptr : expected.back().more;
  if (given.size() > expected.size() && more != nullptr) {
    more->assign(given.begin() + static_cast<std::ptrdiff_t>(expected.size()), given.end());
  } else if (given.size() > expected.size()) {
    usage(fmt::format("unexpected argument {}", in_quotes(given[expected.size()], 200)),
          fmt::format("{}; {}", synopsis(command),
                      takes_data(command) ? "a data file stands after --data, and a text with blanks in quotes"
                                          : "a text with blanks stands in quotes"));
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (i < given.size()) {
      *expected[i].value = given[i];
    } else if (expected[i].required) {
      usage(fmt::format("{} is missing", expected[i].name), synopsis(command));
    }
  }
}

void check_progress(const CommonOptions& common) {
  const bool shown = common.progress == ProgressWish::bar || common.progress == ProgressWish::lines;
  if (common.quiet && shown)
    usage("--quiet prints errors only, and --progress more than that", "leave one of them out");
}

// False if the command line asked for help instead.
bool parse(Command& command, const std::vector<std::string>& arguments) {
  const po::options_description options = options_of(command).all();
  po::variables_map values;
  std::vector<std::string> positionals;
  try {
    const po::parsed_options parsed = parse_words(arguments, options);
    for (const po::option& option : parsed.options) {
      if (option.string_key.empty()) positionals.insert(positionals.end(), option.value.begin(), option.value.end());
    }
    po::store(parsed, values);
    if (values.count("help") > 0) return false;
    add_given(parsed.options, options, command.given);
    if (values.count("config") > 0) {
      const std::string path = values["config"].as<std::string>();
      add_given(parse_config(read_file(path), path, options, values), options, command.given);
    }
    po::notify(values);
  } catch (const po::error& error) {
    explain(error, options, fmt::format("see 'espalier help {}'", command.name()));
  }
  take_positionals(command, positionals);
  check_progress(command.common);
  command.check();
  return true;
}

nlohmann::ordered_json to_json(const Warnings& warnings) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Warning& warning : warnings) {
    nlohmann::ordered_json entry = {{"message", warning.message}};
    if (!warning.hint.empty()) entry["hint"] = warning.hint;
    if (warning.more > 0) entry["more"] = warning.more;
    if (warning.where && warning.where->line > 0) {
      entry["line"] = warning.where->line;
      entry["column"] = warning.where->column;
    }
    list.push_back(std::move(entry));
  }
  return list;
}

nlohmann::ordered_json error_json(const std::string& message, ExitCode code) {
  return {{"message", message}, {"exit_code", static_cast<int>(code)}};
}

nlohmann::ordered_json to_json(const Diagnostic& error) {
  nlohmann::ordered_json entry = error_json(error.message(), error.code());
  if (!error.hint().empty()) entry["hint"] = error.hint();
  if (error.where()) {
    entry["file"] = error.where()->file;
    entry["line"] = error.where()->line;
    entry["column"] = error.where()->column;
  }
  return entry;
}

std::string dump(const nlohmann::ordered_json& json) {
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// `json` becomes true if a config file asks for it.
int run_command(Command& command, const std::vector<std::string>& arguments, bool& json) {
  if (!parse(command, arguments)) {
    print(stdout, command_help(command));
    return 0;
  }
  json = command.common.json;
  Report report;
  report.json_is_shown = command.common.json;
  try {
    const ExitCode code = command.run(report);
    print(stderr, command.common.quiet ? render_serious(report.warnings) : render(report.warnings));
    if (command.common.json) {
      report.json["warnings"] = to_json(report.warnings);
      print(stdout, dump(report.json));
    } else if (!command.common.quiet || code != ExitCode::done) {
      print(report.output_on_stdout ? stderr : stdout, report.text);
    }
    return static_cast<int>(code);
  } catch (const Diagnostic&) {
    // What was noticed before often explains what went wrong after.
    print(stderr, command.common.quiet ? render_serious(report.warnings) : render(report.warnings));
    throw;
  }
}

int dispatch(const std::vector<std::string>& arguments, bool& json) {
  if (arguments.empty()) {
    print(stderr, overview());
    return static_cast<int>(ExitCode::usage);
  }
  if (arguments[0] == "--version") {
    print(stdout, json ? dump({{"name", "espalier"}, {"version", kVersion}}) : fmt::format("espalier {}\n", kVersion));
    return 0;
  }
  if (arguments[0] == "--help" || arguments[0] == "-h") {
    print(stdout, overview());
    return 0;
  }
  const std::unique_ptr<Command> command = find_command(arguments[0]);
  return run_command(*command, {arguments.begin() + 1, arguments.end()}, json);
}

}  // namespace

std::vector<std::unique_ptr<Command>> all_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  commands.push_back(make_build_command());
  commands.push_back(make_train_command());
  commands.push_back(make_prune_command());
  commands.push_back(make_merge_command());
  commands.push_back(make_emit_command());
  commands.push_back(make_predict_command());
  commands.push_back(make_evaluate_command());
  commands.push_back(make_path_command());
  commands.push_back(make_tune_command());
  commands.push_back(make_stability_command());
  commands.push_back(make_verify_command());
  commands.push_back(make_inspect_command());
  commands.push_back(make_rules_command());
  commands.push_back(make_draw_command());
  commands.push_back(make_explain_command());
  commands.push_back(make_diff_command());
  commands.push_back(make_prove_command());
  commands.push_back(make_report_command());
  commands.push_back(make_help_command());
  return commands;
}

std::unique_ptr<Command> find_command(const std::string& name) {
  std::vector<std::string> names;
  for (auto& command : all_commands()) {
    if (command->name() == name) return std::move(command);
    names.emplace_back(command->name());
  }
  const std::string near = did_you_mean(name, names);
  usage(fmt::format("unknown command {}", in_quotes(name)), near.empty() ? "see 'espalier help'" : near);
}

po::options_description& OptionGroups::group(const std::string& caption) {
  const auto same = [&](const OptionGroup& group) { return group.caption == caption; };
  const auto found = std::find_if(groups_.begin(), groups_.end(), same);
  return found != groups_.end() ? found->options : groups_.emplace_back(OptionGroup{caption, {}}).options;
}

po::options_description OptionGroups::all() const {
  po::options_description merged;
  for (const OptionGroup& group : groups_) merged.add(group.options);
  return merged;
}

OptionGroups options_of(Command& command) {
  OptionGroups options;
  command.add_options(options);
  const std::string verbose = fmt::format("print more: {}", command.verbose_adds());
  if (command.tells_progress()) {
    options.group("Common options")
        .add_options()("progress",
                       one_of<ProgressWish>("--progress", "HOW", command.common.progress,
                                            {{"auto", ProgressWish::as_fits},
                                             {"bar", ProgressWish::bar},
                                             {"lines", ProgressWish::lines},
                                             {"none", ProgressWish::none}}),
                       "how far the run has come, on standard error: auto (default): a bar on a terminal, nothing "
                       "elsewhere; bar; lines: one for each stage and every ten seconds, for logs; none");
  }
  options.group("Common options")
      .add_options()                                                                                                //
      ("json", po::bool_switch(&command.common.json), "report on standard output as JSON")                          //
      ("quiet,q", po::bool_switch(&command.common.quiet), "print errors only, and that a check could not be made")  //
      ("verbose,v", po::bool_switch(&command.common.verbose), verbose.c_str())                                      //
      ("config", po::value(&command.common.config)->value_name("FILE"),
       "read options from a file: lines 'option = value'")  //
      ("help,h", "print this help");
  return options;
}

void Report::add_keys(nlohmann::ordered_json more) {
  for (auto& [key, value] : more.items()) json[key] = std::move(value);
}

void Report::add_written(const char* key, const std::string& path) {
  if (json_is_shown) {
    json[key] = path;
  } else {
    text += fmt::format("written   {}\n", printable(path, 400));
  }
}

void Report::add_current(const std::string& path) {
  if (json_is_shown) {
    json["current"].push_back(path);
  } else {
    text += fmt::format("current   {}\n", printable(path, 400));
  }
}

int run_program(const std::vector<std::string>& arguments) {
  answer_interrupts();
  // Asked for on the command line, JSON is the answer to a wrong command line too.
  bool json = std::find(arguments.begin(), arguments.end(), "--json") != arguments.end();
  const auto fail = [&](const std::string& text, const nlohmann::ordered_json& error) {
    std::fputs(text.c_str(), stderr);
    if (json) std::fputs(dump({{"error", error}}).c_str(), stdout);
    return error["exit_code"].get<int>();
  };
  try {
    return dispatch(arguments, json);
  } catch (const Diagnostic& error) {
    return fail(render(error), to_json(error));
  } catch (const std::bad_alloc&) {
    return fail("espalier: error: out of memory\n", error_json("out of memory", ExitCode::bad_input));
  } catch (const std::exception& error) {
    return fail(fmt::format("espalier: internal error: {}\nhint: this is a defect of Espalier; please report it\n",
                            error.what()),
                error_json(error.what(), ExitCode::check_failed));
  }
}

}  // namespace espalier::cli
