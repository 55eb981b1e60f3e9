// The files of one verification, in a directory that goes with it.
#pragma once

#include <string>
#include <string_view>

#include "support/files.hpp"

namespace espalier {

class Workshop {
 public:
  const std::string& path() const { return directory_.path(); }
  std::string in(std::string_view name) const { return path() + "/" + std::string(name); }
  void make_directory(std::string_view name) const;                // throws Diagnostic(cannot_write)
  void write(std::string_view name, std::string_view text) const;  // throws Diagnostic(cannot_write)
  void write_runtime() const;  // the runtime of this version, for code that includes it; compile with -I.

 private:
  TemporaryDirectory directory_;
};

}  // namespace espalier
