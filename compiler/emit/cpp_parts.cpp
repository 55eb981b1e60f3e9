#include "emit/cpp_parts.hpp"

#include <algorithm>

namespace espalier {
namespace {

std::vector<std::uint32_t> called_outside(const std::vector<PartFunction>& functions, const Part& part) {
  std::vector<std::uint32_t> outside;
  for (std::size_t f = part.first; f < part.last; ++f) {
    for (const std::uint32_t callee : functions[f].callees) {
      if (callee < part.first || callee >= part.last) outside.push_back(callee);
    }
  }
  std::sort(outside.begin(), outside.end());
  outside.erase(std::unique(outside.begin(), outside.end()), outside.end());
  return outside;
}

}  // namespace

std::vector<Part> split_into_parts(const std::vector<PartFunction>& functions, std::size_t parts) {
  std::size_t left = 0;
  for (const PartFunction& function : functions) left += function.cost;
  if (parts == 0) parts = std::max<std::size_t>(1, (left + kStepsPerPart - 1) / kStepsPerPart);
  std::vector<Part> result;
  std::size_t next = 0;
  for (; parts > 0; --parts) {
    // An equal share of what is left; a function that straddles its end goes where more of it lies. The last part takes
    // the rest.
    const std::size_t share = (left + parts - 1) / parts;
    Part part{next, next, {}};
    std::size_t taken = 0;
    while (part.last < functions.size()) {
      const std::size_t cost = functions[part.last].cost;
      if (parts > 1 && taken > 0 && 2 * taken + cost > 2 * share) break;
      taken += cost;
      ++part.last;
    }
    next = part.last;
    left -= taken;
    part.outside = called_outside(functions, part);
    result.push_back(std::move(part));
  }
  return result;
}

}  // namespace espalier
