#include <algorithm>
#include <utility>

#include "lower/passes.hpp"

namespace espalier {

Program order(const Program& program, BranchOrder branch_order) {
  Program ordered = program;
  std::vector<std::uint32_t> depth(program.steps.size(), 0);
  for (std::size_t i = ordered.steps.size(); i-- > 0;) {
    Step& step = ordered.steps[i];
    if (step.op != Op::branch) continue;
    bool swap = branch_order == BranchOrder::hotter && ordered.steps[step.no].weight > ordered.steps[step.yes].weight;
    const std::uint32_t nested = depth[swap ? step.no : step.yes];
    const std::uint32_t following = depth[swap ? step.yes : step.no];
    if (nested + 1 > kReadableNesting && following < nested) swap = !swap;
    if (swap) {
      step.condition = negated(std::move(step.condition));
      std::swap(step.yes, step.no);
    }
    depth[i] = std::max(depth[step.yes] + 1, depth[step.no]);
  }
  return ordered;
}

}  // namespace espalier
