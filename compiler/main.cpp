// argv -> command -> exit code.
#include <csignal>
#include <string>
#include <vector>

#include "cli/command.hpp"

int main(int argc, char** argv) {
  // A reader that goes away, and a file that may not grow any more, are failed writes with a message, not signals.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return espalier::cli::run_program(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
