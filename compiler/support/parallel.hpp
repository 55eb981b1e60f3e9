// Independent pieces of work on several threads. What comes out must not depend on how many: every piece writes its own
// result, and results are put together afterwards, in order.
#pragma once

#include <cstddef>
#include <functional>

namespace espalier {

// Called with the pieces that are done and all of them, first with none done; may be empty. Never by two threads at
// once.
using ProgressReport = std::function<void(std::size_t done, std::size_t total)>;

// As many threads as the machine runs at once; at least 1.
std::size_t machine_threads();

// Some of the work keeps room for each thread: more of them than any machine has would only take memory.
inline constexpr std::size_t kMostThreads = 1024;

// Calls work(0) ... work(count - 1), each once, on up to `threads` threads (0 counts as 1). If pieces throw, what the
// first of them (by number) threw is rethrown when those that had begun are done; later ones may not have begun.
void in_parallel(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work,
                 const ProgressReport& progress = {});

}  // namespace espalier
