// Counts the instructions of a piece of work when callgrind runs the program (tests/bench/instructions does); otherwise
// only does the work.
#pragma once

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#define CALLGRIND_DUMP_STATS_AT(name) static_cast<void>(name)
#endif

namespace espalier::bench {

// What `work` returns. The count goes to callgrind's output under `name`; everything outside of such pieces runs
// without being looked at, and quickly.
template <typename Work>
auto counted(const char* name, const Work& work) {
  CALLGRIND_START_INSTRUMENTATION;
  auto result = work();
  CALLGRIND_STOP_INSTRUMENTATION;
  CALLGRIND_DUMP_STATS_AT(name);
  return result;
}

}  // namespace espalier::bench
