// Help, man page and shell completion, all made from the same option descriptions.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/command.hpp"

namespace espalier::cli {

std::string overview();                      // espalier help
std::string synopsis(Command& command);      // "espalier build DATA [options]"
std::string command_help(Command& command);  // espalier help build
std::string man_page();                      // troff
std::string bash_completion();
nlohmann::ordered_json commands_as_json();

}  // namespace espalier::cli
