#include "fuzz/child_coverage.hpp"

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <vector>

// The compiler's counters, one byte for each edge; the linker knows where they are.
extern "C" {
extern char sancov_counters_begin __asm__("__start___sancov_cntrs") __attribute__((weak, visibility("hidden")));
extern char sancov_counters_end __asm__("__stop___sancov_cntrs") __attribute__((weak, visibility("hidden")));
void __sanitizer_set_death_callback(void (*callback)()) __attribute__((weak));
}

namespace espalier::fuzz {
namespace {

// A child may end as it likes, that is what it is for: libFuzzer is not to take its end for the target's.
void end_in_silence() {
  if (__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(nullptr);
}

}  // namespace

void share_coverage_with_children() {
  static bool done = false;
  if (done || &sancov_counters_begin == nullptr) return;
  done = true;
  ::pthread_atfork(nullptr, nullptr, end_in_silence);
  // Whole pages only: what lies beside the counters on the first and the last page must not be shared.
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(&sancov_counters_begin) + page - 1) / page * page;
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(&sancov_counters_end) / page * page;
  if (begin >= end) return;
  void* const pages = reinterpret_cast<void*>(begin);
  const std::vector<char> before(reinterpret_cast<char*>(begin), reinterpret_cast<char*>(end));
  if (::mmap(pages, end - begin, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != pages)
    return;
  std::memcpy(pages, before.data(), before.size());
}

}  // namespace espalier::fuzz
