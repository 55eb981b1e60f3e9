// A limit for a search: asks the clock now and then.
#pragma once

#include <chrono>
#include <cstddef>

namespace espalier {

class Deadline {
 public:
  explicit Deadline(double seconds, std::size_t steps_between_looks = 256)
      : end_(std::chrono::steady_clock::now() +
             std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds))),
        steps_between_looks_(steps_between_looks) {}

  // To be asked in every step. Steps of some microseconds can look every time.
  bool passed() {
    if (!passed_ && ++steps_ % steps_between_looks_ == 0) passed_ = std::chrono::steady_clock::now() > end_;
    return passed_;
  }

 private:
  std::chrono::steady_clock::time_point end_;
  std::size_t steps_between_looks_;
  std::size_t steps_ = 0;
  bool passed_ = false;
};

}  // namespace espalier
