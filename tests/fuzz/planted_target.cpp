// Defects on purpose, so that a test can see them being found.
#include <csignal>
#include <stdexcept>

#include "fuzz/fuzz.hpp"

void espalier::fuzz::check_input(std::string_view input) {
  if (input.find("crash") != std::string_view::npos) std::raise(SIGSEGV);
  if (input.find("throw") != std::string_view::npos) throw std::out_of_range("planted");
  require(input.find("break") == std::string_view::npos, "planted");
  if (input.find("refuse") != std::string_view::npos) throw Diagnostic(ExitCode::bad_input, "planted, and documented");
  if (input.find("silent") != std::string_view::npos) throw Diagnostic(ExitCode::bad_input, "");
}
