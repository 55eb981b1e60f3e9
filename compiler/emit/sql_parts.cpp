#include "emit/sql_parts.hpp"

#include <algorithm>
#include <utility>

namespace espalier {
namespace {

// Bottom up: which child nests, and where a part is cut off.
class Cutter {
 public:
  explicit Cutter(const Program& program) : program_(program), depth_(program.steps.size(), 0) {}

  SqlParts cut() {
    const auto before = static_cast<std::uint32_t>(program_.steps.size());
    for (std::uint32_t i = before; i-- > 0;) {
      if (program_.steps[i].op == Op::branch) arrange(i);
    }
    SqlParts parts;
    parts.program = std::move(program_);
    number(parts);
    return parts;
  }

 private:
  void arrange(std::uint32_t i) {
    Step& step = program_.steps[i];
    if (depth_[step.yes] + 1 > kReadableCaseNesting && depth_[step.no] < depth_[step.yes]) {
      step.condition = negated(std::move(step.condition));
      std::swap(step.yes, step.no);
    }
    if (depth_[step.yes] + 1 > kMaxCaseNesting) move_out(i);
    const Step& cut = program_.steps[i];
    depth_[i] = std::max(nested(cut.yes), depth_[cut.no]);
  }

  // An answer stands behind THEN without a CASE of its own.
  std::uint32_t nested(std::uint32_t step) const {
    return program_.steps[step].op == Op::branch ? depth_[step] + 1 : 0;
  }

  void move_out(std::uint32_t parent) {
    Step call;
    call.op = Op::call;
    call.value = program_.steps[parent].yes;  // its entry, until parts are numbered
    program_.steps[parent].yes = static_cast<std::uint32_t>(program_.steps.size());
    program_.steps.push_back(std::move(call));
    depth_.push_back(0);
  }

  // Stage by stage, in reading order.
  static void number(SqlParts& parts) {
    parts.parts = {{parts.program.functions.back().entry, 0}};
    for (std::size_t p = 0; p < parts.parts.size(); ++p) {
      const SqlPart part = parts.parts[p];
      parts.stages = part.stage + 1;
      std::vector<std::uint32_t> pending = {part.entry};
      while (!pending.empty()) {
        Step& step = parts.program.steps[pending.back()];
        pending.pop_back();
        if (step.op == Op::branch) {
          pending.push_back(step.no);
          pending.push_back(step.yes);
        } else if (step.op == Op::call) {
          const std::uint32_t entry = std::exchange(step.value, static_cast<std::uint32_t>(parts.parts.size()));
          parts.parts.push_back({entry, part.stage + 1});
        }
      }
    }
  }

  Program program_;
  std::vector<std::uint32_t> depth_;  // nested CASEs below the one that the step stands in
};

}  // namespace

SqlParts cut_for_sql(const Program& program) {
  return Cutter(program).cut();
}

}  // namespace espalier
