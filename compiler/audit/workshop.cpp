#include "audit/workshop.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "emit/embedded.hpp"
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

void Workshop::write_runtime() const {
  constexpr std::string_view kFolder = "runtime/include/";
  std::error_code ignored;  // write() reports what comes of it
  std::filesystem::create_directory(in("espalier"), ignored);
  for (const EmbeddedText& entry : embedded_texts()) {
    if (entry.name.starts_with(kFolder)) write(entry.name.substr(kFolder.size()), entry.text);
  }
}

}  // namespace espalier
