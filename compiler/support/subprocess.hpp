// Running another program and reading what it says.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace espalier {

struct ProcessResult {
  bool started = false;    // false: the program was not found or could not be run
  bool timed_out = false;  // it was stopped
  int exit_code = -1;      // 128 + n when a signal n ended it
  std::string output;      // standard output and standard error together, up to the limit given

  bool succeeded() const { return started && !timed_out && exit_code == 0; }
};

// Runs `arguments[0]` (searched in PATH) without a shell, in `directory`, with no standard input. If the directory is
// an absolute path, it is also where the program puts its temporary files.
ProcessResult run_process(const std::vector<std::string>& arguments, const std::string& directory,
                          std::chrono::seconds timeout, std::size_t output_limit = 1 << 20);

// Runs `work` in a copy of this process, so that nothing it does can end this one: its result is the output. `memory`:
// the most bytes that it may use beside what is used already. No other thread may be at work.
ProcessResult run_in_child(const std::function<std::string()>& work, std::chrono::seconds timeout, std::size_t memory);

// A number that a child can leave behind, however it ends.
class SharedNumber {
 public:
  SharedNumber();  // 0
  ~SharedNumber();
  SharedNumber(const SharedNumber&) = delete;
  SharedNumber& operator=(const SharedNumber&) = delete;
  void set(std::size_t value) { *value_ = value; }
  std::size_t get() const { return *value_; }

 private:
  volatile std::size_t* value_;
};

}  // namespace espalier
