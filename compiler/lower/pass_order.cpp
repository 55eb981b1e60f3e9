#include <algorithm>
#include <utility>

#include "lower/passes.hpp"

namespace espalier {

Program order(Program program, BranchOrder branch_order) {
  std::vector<std::uint32_t> depth(program.steps.size(), 0);
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    Step& step = program.steps[i];
    if (step.op != Op::branch) continue;
    bool swap = branch_order == BranchOrder::hotter && program.steps[step.no].weight > program.steps[step.yes].weight;
    const std::uint32_t nested = depth[swap ? step.no : step.yes];
    const std::uint32_t following = depth[swap ? step.yes : step.no];
    if (nested + 1 > kReadableNesting && following < nested) swap = !swap;
    if (swap) {
      step.condition = negated(std::move(step.condition));
      std::swap(step.yes, step.no);
    }
    depth[i] = std::max(depth[step.yes] + 1, depth[step.no]);
  }
  return program;
}

}  // namespace espalier
