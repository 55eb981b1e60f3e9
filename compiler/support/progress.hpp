// A line on the terminal that tells how far long work has come. Silent in a pipe, with --quiet, and for work that ends
// within a second.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "support/parallel.hpp"

namespace espalier {

// What the terminal shows.
std::string progress_line(const std::string& what, std::size_t done, std::size_t total);

class Progress {
 public:
  // `what` is shown before the count: "[#######.................] cross-validation: fold 3 of 10".
  Progress(std::string what, bool enabled);
  ~Progress();  // clears the line
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done, std::size_t total);
  ProgressReport report() {  // for as long as this lives
    return [this](std::size_t done, std::size_t total) { show(done, total); };
  }

 private:
  std::string what_;
  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace espalier
