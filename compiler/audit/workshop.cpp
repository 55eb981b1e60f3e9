#include "audit/workshop.hpp"

#include <fmt/format.h>

#include <fstream>

#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {

void Workshop::write(std::string_view name, std::string_view text) const {
  std::ofstream file(in(name), std::ios::binary);
  file << text;
  if (!file.flush()) throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot write {}", in_quotes(in(name), 400)));
}

}  // namespace espalier
