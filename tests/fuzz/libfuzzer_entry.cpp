// A target as libFuzzer calls it.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fuzz/fuzz.hpp"
#include "fuzz/mutate.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max_size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  espalier::fuzz::check_one({reinterpret_cast<const char*>(data), size});
  return 0;
}

// Every other time libFuzzer's own ways, which know the dictionary and what the program compares; else one that keeps
// tokens whole.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  if (seed % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  espalier::RandomEngine engine(seed);
  const std::string text =
      espalier::fuzz::mutated(std::string(reinterpret_cast<const char*>(data), size), {}, {}, engine);
  const std::size_t kept = std::min(text.size(), max_size);
  if (kept == 0) return LLVMFuzzerMutate(data, size, max_size);
  std::memcpy(data, text.data(), kept);
  return kept;
}
