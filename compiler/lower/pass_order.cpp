#include <algorithm>
#include <utility>

#include "lower/passes.hpp"

namespace espalier {
namespace {

// Whether the child that `no` leads to should be nested instead of the other.
bool nests_no(Goal goal, const Step& step, const std::vector<std::uint32_t>& depth,
              const std::vector<std::uint32_t>& size) {
  if (step.chain != Chain::none || !step.condition.also.empty()) return false;
  if (goal != Goal::readable) return size[step.no] < size[step.yes];
  return depth[step.yes] + 1 > kReadableNesting && depth[step.no] < depth[step.yes];
}

}  // namespace

Program order(Program program, Goal goal) {
  std::vector<std::uint32_t> depth(program.steps.size(), 0);
  std::vector<std::uint32_t> size(program.steps.size(), 1);
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    Step& step = program.steps[i];
    if (step.op != Op::branch) continue;
    if (nests_no(goal, step, depth, size)) {
      step.condition = negated(std::move(step.condition));
      std::swap(step.yes, step.no);
    }
    depth[i] = std::max(depth[step.yes] + levels(step), depth[step.no]);
    size[i] = 1 + size[step.yes] + size[step.no];
  }
  return program;
}

}  // namespace espalier
