// The options that a search has found, for those who use them: a config file, and a command line.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "learn/tune_space.hpp"

namespace espalier::cli {

// An option as it is written once more. A switch has no value.
struct WrittenOption {
  std::string option;
  std::vector<std::string> value;
};

// Of what was given, the options that `build` and `train` have too, but for --select-by; and the settings found.
std::vector<WrittenOption> options_to_learn(const std::vector<po::option>& given, const Settings& settings);

// Whether the value reads back from a config file: not with a #, a line end, or blanks at its ends.
bool fits_config(const WrittenOption& option);

// A config file with these lines of comment before the options; those that do not fit are left out.
std::string config_text(const std::vector<std::string>& comments, const std::vector<WrittenOption>& options);

// As words for a shell: --ignore 'my column'.
std::string shell_text(const std::vector<WrittenOption>& options);
std::string shell_word(const std::string& word);

}  // namespace espalier::cli
