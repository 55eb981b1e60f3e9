// Processor and wall-clock time since a moment, and the memory of this process.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

namespace espalier::bench {

struct Times {
  double cpu = 0;  // seconds, user and system, of all threads
  double wall = 0;
};

inline Times least(const Times& a, const Times& b) {
  return {std::min(a.cpu, b.cpu), std::min(a.wall, b.wall)};
}

inline rusage usage_so_far() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage;
}

inline double cpu_seconds() {
  const rusage usage = usage_so_far();
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

inline double peak_megabytes() {
  return static_cast<double>(usage_so_far().ru_maxrss) / 1024;
}

class Stopwatch {
 public:
  Times times() const {
    return {cpu_seconds() - cpu_, std::chrono::duration<double>(std::chrono::steady_clock::now() - wall_).count()};
  }

 private:
  double cpu_ = cpu_seconds();
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
};

}  // namespace espalier::bench
