// A limit for a search: asks the clock now and then.
#pragma once

#include <chrono>
#include <cstddef>

namespace espalier {

class Deadline {
 public:
  explicit Deadline(double seconds)
      : end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds))) {}

  // To be asked in every step.
  bool passed() {
    constexpr std::size_t kStepsBetweenLooks = 256;
    if (!passed_ && ++steps_ % kStepsBetweenLooks == 0) passed_ = std::chrono::steady_clock::now() > end_;
    return passed_;
  }

 private:
  std::chrono::steady_clock::time_point end_;
  std::size_t steps_ = 0;
  bool passed_ = false;
};

}  // namespace espalier
