// How functions are spread over the source files of a large predictor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace espalier {

// About as many steps as one source file holds: g++ -O2 takes some seconds and 200 MB for them.
inline constexpr std::size_t kStepsPerPart = 25'000;

struct PartFunction {
  std::string declaration;  // "uint32_t leaf_3(const Input& row)"
  std::string doc;
  std::size_t cost = 0;                // in steps of a tree
  std::vector<std::uint32_t> callees;  // positions of others, earlier ones
  bool in_header = false;              // declared there
};

struct Part {
  std::size_t first = 0;               // of the functions, in the order of definition
  std::size_t last = 0;                // behind the last one
  std::vector<std::uint32_t> outside;  // the functions of other parts that it calls, ascending, each once
};

// Consecutive functions, about equally costly per part. `parts` 0: as many as kStepsPerPart asks for. More parts than
// there are functions leave some without any.
std::vector<Part> split_into_parts(const std::vector<PartFunction>& functions, std::size_t parts);

}  // namespace espalier
