// argv -> command -> exit code.
#include <csignal>
#include <string>
#include <vector>

#include "cli/command.hpp"

int main(int argc, char** argv) {
  // A reader that goes away is a failed write with a message, not a signal.
  std::signal(SIGPIPE, SIG_IGN);
  return espalier::cli::run_program(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
