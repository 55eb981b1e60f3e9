#include "audit/workshop.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {

void Workshop::make_directory(std::string_view name) const {
  std::error_code error;
  std::filesystem::create_directory(in(name), error);
  if (error) throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot make {}", in_quotes(in(name), 400)));
}

void Workshop::write(std::string_view name, std::string_view text) const {
  std::ofstream file(in(name), std::ios::binary);
  file << text;
  if (!file.flush()) throw Diagnostic(ExitCode::cannot_write, fmt::format("cannot write {}", in_quotes(in(name), 400)));
}

}  // namespace espalier
