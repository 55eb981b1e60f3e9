#include "cli/tune_config.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// What both commands have: about the data, the target and learning.
po::options_description learning_options(LearnerOptions& learner, DataOptions& data, TargetOption& target) {
  OptionGroups groups;
  learner.add_to(groups);
  data.add_to(groups);
  target.add_to(groups);
  return groups.all();
}

}  // namespace

std::vector<WrittenOption> options_to_learn(const std::vector<po::option>& given, const Settings& settings) {
  LearnerOptions learner;
  DataOptions data;
  TargetOption target;
  const po::options_description known = learning_options(learner, data, target);
  std::vector<WrittenOption> options;
  for (const po::option& option : given) {
    const bool learns = option.string_key == "seed" || known.find_nothrow(option.string_key, false) != nullptr;
    if (learns && option.string_key != "select-by") options.push_back({option.string_key, option.value});
  }
  for (const Setting& setting : settings) options.push_back({setting.option, {setting.value}});
  return options;
}

bool fits_config(const WrittenOption& option) {
  return std::all_of(option.value.begin(), option.value.end(), [](const std::string& value) {
    return !value.empty() && value.find_first_of("#\r\n") == std::string::npos && trim(value) == value;
  });
}

std::string config_text(const std::vector<std::string>& comments, const std::vector<WrittenOption>& options) {
  std::string text;
  for (const std::string& comment : comments) text += "# " + printable(comment, 200) + "\n";
  for (const WrittenOption& option : options) {
    if (!fits_config(option)) continue;
    if (option.value.empty()) text += option.option + " = true\n";
    for (const std::string& value : option.value) text += fmt::format("{} = {}\n", option.option, value);
  }
  return text;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,%+-@";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return printable(quoted + "'", 400);
}

std::string shell_text(const std::vector<WrittenOption>& options) {
  std::string text;
  for (const WrittenOption& option : options) {
    text += fmt::format("{}--{}", text.empty() ? "" : " ", option.option);
    for (const std::string& value : option.value) text += " " + shell_word(value);
  }
  return text;
}

}  // namespace espalier::cli
