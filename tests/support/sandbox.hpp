// A directory of its own in which the built tool runs as a user runs it, with the sample data as data/.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace espalier::tool_test {

struct Outcome {
  int exit_code = -1;
  int signal = 0;  // the signal that ended it; 0 if it ended by itself
  std::string out;
  std::string err;
};

using Arguments = std::vector<std::string>;
using Environment = std::vector<std::string>;  // "NAME=value", on top of the test's own
using Files = std::map<std::string, std::string>;

// "build data/iris.csv -t species" cut at blanks, but for those between quotes of either kind.
Arguments words(std::string_view line);

class Sandbox {
 public:
  Sandbox();
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  // Runs the tool; `input` is its standard input.
  Outcome run(const Arguments& arguments, std::string_view input = {}, const Environment& environment = {}) const;
  Outcome run(std::string_view line) const { return run(words(line)); }
  // Runs any program, or a line of shell in which $ESPALIER is the tool.
  Outcome run_program(const Arguments& command, std::string_view input = {}, const Environment& environment = {}) const;
  Outcome shell(const std::string& line) const;

  std::string path(std::string_view name) const { return directory_ + "/" + std::string(name); }
  bool has(std::string_view name) const;
  std::string read(std::string_view name) const;
  void write(std::string_view name, std::string_view content) const;
  // Every file below the directory with its content, so that a run can be shown to have changed nothing.
  Files files() const;

 private:
  std::string directory_;
  std::string streams_;  // where standard input and output of the runs are kept
};

// A run that must end well.
Outcome expect_success(const Sandbox& sandbox, const Arguments& arguments, std::string_view input = {});
Outcome expect_success(const Sandbox& sandbox, std::string_view line);

// A run that must fail with the code, one error message on standard error, nothing on standard output, and no file
// added, changed or removed.
Outcome expect_failure(const Sandbox& sandbox, int exit_code, const Arguments& arguments, std::string_view input = {});
Outcome expect_failure(const Sandbox& sandbox, int exit_code, std::string_view line);

inline constexpr int kDone = 0;
inline constexpr int kCheckFailed = 1;
inline constexpr int kUsage = 2;
inline constexpr int kBadInput = 3;
inline constexpr int kCannotWrite = 4;

class Cli : public ::testing::Test {
 protected:
  Sandbox box;
};

}  // namespace espalier::tool_test
