#include "support/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace espalier {

std::string progress_line(const std::string& what, std::size_t done, std::size_t total) {
  constexpr std::size_t kWidth = 24;
  const std::size_t filled = total == 0 ? kWidth : std::min(kWidth, kWidth * done / total);
  return fmt::format("[{}{}] {} {} of {}", std::string(filled, '#'), std::string(kWidth - filled, '.'), what, done,
                     total);
}

Progress::Progress(std::string what, bool enabled)
    : what_(std::move(what)),
      enabled_(enabled && ::isatty(STDERR_FILENO) == 1),
      begin_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void Progress::show(std::size_t done, std::size_t total) {
  if (!enabled_ || std::chrono::steady_clock::now() - begin_ < std::chrono::seconds(1)) return;
  drawn_ = true;
  const std::string line = fmt::format("\r\033[K{}", progress_line(what_, done, total));
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace espalier
