#include "support/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace espalier {
namespace {

class Pieces {
 public:
  Pieces(std::size_t count, const std::function<void(std::size_t)>& work, const ProgressReport& progress)
      : count_(count), work_(work), progress_(progress), first_failed_(count) {}

  // Pieces are begun in order, so that all pieces before one that fails have begun.
  void run() {
    for (std::size_t piece = next_++; piece < count_ && !failed_; piece = next_++) {
      try {
        work_(piece);
        note_done();
      } catch (...) {
        note_failure(piece);
      }
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void note_done() {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (progress_) progress_(done_, count_);
  }

  void note_failure(std::size_t piece) {
    const std::lock_guard lock(mutex_);
    failed_ = true;
    if (piece >= first_failed_) return;
    first_failed_ = piece;
    failure_ = std::current_exception();
  }

  std::size_t count_;
  const std::function<void(std::size_t)>& work_;
  const ProgressReport& progress_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;  // of what follows
  std::size_t done_ = 0;
  std::size_t first_failed_;
  std::exception_ptr failure_;
};

}  // namespace

std::size_t machine_threads() {
  return std::max(1U, std::thread::hardware_concurrency());
}

void in_parallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                 const ProgressReport& progress) {
  Pieces pieces(count, work, progress);
  if (progress && count > 0) progress(0, count);
  {
    std::vector<std::jthread> others;
    try {
      for (std::size_t i = 1; i < std::min(threads, count); ++i) others.emplace_back([&pieces] { pieces.run(); });
    } catch (const std::system_error&) {
      // The machine has no more of them: those that are there do the work.
    }
    pieces.run();
  }
  pieces.rethrow();
}

}  // namespace espalier
