// Planted into a copy of the tree by scripts/mutation-score: which change is in effect, and which were reached.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

namespace {

constexpr unsigned kMost = 1 << 16;

// A byte per mutant, in a file that all programs of a run share.
unsigned char* reached() {
  const char* const path = std::getenv("ESPALIER_MUTANTS_REACHED");
  const int file = path != nullptr ? ::open(path, O_RDWR | O_CLOEXEC) : -1;
  if (file < 0) return nullptr;
  void* const bytes = ::mmap(nullptr, kMost, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  return bytes == MAP_FAILED ? nullptr : static_cast<unsigned char*>(bytes);
}

unsigned in_effect() {
  const char* const number = std::getenv("ESPALIER_MUTANT");
  return number != nullptr ? static_cast<unsigned>(std::atoi(number)) : 0;
}

}  // namespace

extern "C" bool espalier_mutant(unsigned mutant) {
  static unsigned char* const marks = reached();
  static const unsigned chosen = in_effect();
  if (marks != nullptr && mutant < kMost) marks[mutant] = 1;
  return mutant == chosen;
}
