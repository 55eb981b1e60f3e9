// Reading whole files and writing them so that nothing is lost: a file is complete or untouched (contract 6).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "support/diagnostic.hpp"
#include "support/interrupt.hpp"

namespace espalier {

// All bytes of a file, or of standard input for "-". Throws Diagnostic(bad_input) when it cannot be read, has more than
// kLargestFile bytes, or, where its size is not known beforehand (a device, a pipe), more than a quarter of the
// machine's memory.
inline constexpr std::size_t kLargestFile = std::size_t{1} << 32;
std::string read_file(const std::string& path);

// The size of a regular file; nothing if the path is none ("-", a pipe, a directory, nothing).
std::optional<std::size_t> regular_file_size(const std::string& path);

// The first bytes of a regular file, at most `most`; less if it has less or cannot be read.
std::string read_beginning(const std::string& path, std::size_t most);

// How messages call a path: the path itself, "<stdin>" for "-".
std::string display_name(const std::string& path);

// Where a text first differs from what a file has: the place in the file, with the line that should stand there in
// `expected`. None: they are the same. Throws Diagnostic(bad_input) when the file cannot be read.
struct TextDifference {
  Location where;
  std::string expected;  // the line as the text has it
};
std::optional<TextDifference> first_difference(const std::string& path, std::string_view text);

// A group of output files that appear together. Each text is first written beside its destination; commit() then
// renames all of them into place, and back again if one of them cannot be. Without commit() nothing changes, and an
// interrupt comes before or after it. "-" is
// standard output, written at commit; a destination that exists and is not a regular file (a device, a pipe) is written
// in place. Failures throw Diagnostic(cannot_write).
class OutputFiles {
 public:
  OutputFiles() = default;
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;
  ~OutputFiles();

  void stage(const std::string& path, std::string text);
  void commit();

 private:
  struct Staged {
    std::string path;                        // where the text belongs
    std::string temporary;                   // where it is until commit(); empty when written in place
    std::string text;                        // only when written in place
    std::unique_ptr<AtInterrupt> removal{};  // of what is temporary
  };
  std::vector<Staged> staged_;
};

// Writes a file in place, for directories of our own. Throws Diagnostic(cannot_write).
void write_temporary_file(const std::string& path, std::string_view text);

// What to do where there is no room for temporary files.
inline constexpr const char* kTemporaryHint = "TMPDIR names a directory with room for temporary files";

// Throws Diagnostic(usage) if writing `output` would overwrite `input` (the same file, also through links).
void refuse_overwriting_input(const std::string& output, const std::string& input);

// A directory of its own below the system's temporary directory, removed with its contents on destruction.
class TemporaryDirectory {
 public:
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::unique_ptr<AtInterrupt> removal_;
};

}  // namespace espalier
