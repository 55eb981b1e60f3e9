#include "lower/pass_flatten.hpp"

#include <utility>

#include "lower/passes.hpp"

namespace espalier {

std::vector<Line> single_exit_lines(const Program& program, const Function& function) {
  // A line to write; `open` and `else_if` stand for the branch with all that belongs to it, `answer` for any step.
  std::vector<Line> lines;
  std::vector<Line> work = {{LineKind::answer, 0, function.entry}};
  while (!work.empty()) {
    Line next = work.back();
    work.pop_back();
    const Step& step = program.steps[next.step];
    if (next.kind == LineKind::otherwise || next.kind == LineKind::close) {
      lines.push_back(next);
      continue;
    }
    if (step.op != Op::branch) {
      next.kind = end_line(step.op);
      lines.push_back(next);
      continue;
    }
    lines.push_back({next.kind == LineKind::else_if ? LineKind::else_if : LineKind::open, next.indent, next.step});
    if (program.steps[step.no].op == Op::branch) {
      work.push_back({LineKind::else_if, next.indent, step.no});
    } else {
      work.push_back({LineKind::close, next.indent, next.step});
      work.push_back({LineKind::answer, next.indent + 1, step.no});
      work.push_back({LineKind::otherwise, next.indent, next.step});
    }
    work.push_back({LineKind::answer, next.indent + 1, step.yes});
  }
  return lines;
}

Program flatten(Program program) {
  for (Function& function : program.functions) function.lines = lines_of(program, function);
  return program;
}

}  // namespace espalier
