// What went wrong, where, and what helps: the one error type of the compiler (DESIGN: Diagnostics).
//
// Library code throws a Diagnostic where it finds the fault and never prints; main() prints it once and exits with its
// code. Conditions that do not stop the work are collected in a Warnings list that the caller passes in.
#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace espalier {

// The documented exit codes.
enum class ExitCode : int {
  done = 0,
  check_failed = 1,  // verify found a difference
  usage = 2,         // the command line is wrong
  bad_input = 3,     // a file that was read is wrong
  cannot_write = 4,  // a file could not be written
};

// A place in a text that was read. Lines and columns count from 1, columns in characters (code points).
struct Location {
  std::string file;        // as the user wrote it; "<stdin>" for standard input
  std::size_t line = 0;    // 0: the place is the file as a whole
  std::size_t column = 0;  // 0: the place is the whole line
  std::string excerpt;     // the line itself, for the caret display; may be empty
  std::size_t length = 1;  // characters to underline

  friend bool operator==(const Location&, const Location&) = default;
};

// The location of bytes [offset, offset + length) of `text`. LF, CRLF and lone CR each end a line.
Location locate(std::string_view file, std::string_view text, std::size_t offset, std::size_t length = 1);

class Diagnostic : public std::exception {
 public:
  Diagnostic(ExitCode code, std::string message, std::string hint = {});
  Diagnostic(ExitCode code, Location where, std::string message, std::string hint = {});

  const char* what() const noexcept override { return message_.c_str(); }
  ExitCode code() const noexcept { return code_; }
  const std::string& message() const noexcept { return message_; }
  const std::string& hint() const noexcept { return hint_; }
  const std::optional<Location>& where() const noexcept { return where_; }

 private:
  ExitCode code_;
  std::optional<Location> where_;
  std::string message_;
  std::string hint_;
};

// The same with a message that begins by saying what it is about: "learner 'c45': " ...
Diagnostic about(const std::string& subject, const Diagnostic& diagnostic);

struct Warning {
  std::string message;
  std::string hint;
  std::optional<Location> where;
  std::string group;     // warnings of one non-empty group are shown three times, then counted ("and 41 more")
  bool serious = false;  // shown even where warnings are not wanted
  std::size_t more = 0;  // further ones of the group that are only counted
};

inline constexpr std::size_t kShownPerGroup = 3;

using Warnings = std::vector<Warning>;

// The displays: `file:line:col: error: message`, the line with a caret, `hint: ...`. Each ends with a newline. Control
// characters that came from data are shown as escapes, so that a message cannot command the terminal.
std::string render(const Diagnostic& diagnostic);
std::string render(const Warnings& warnings);
std::string render_serious(const Warnings& warnings);  // those alone

}  // namespace espalier
