#include <algorithm>
#include <deque>

#include "lower/blend_program.hpp"
#include "lower/passes.hpp"

namespace espalier {
namespace {

class BlendOutliner {
 public:
  explicit BlendOutliner(BlendProgram program)
      : program_(std::move(program)), size_(program_.steps.size(), 0), height_(program_.steps.size(), 0) {
    measure();
  }

  BlendProgram outline() {
    roots_ = {0};
    for (std::size_t next = 0; next < roots_.size(); ++next) function(roots_[next]);
    // Callees were found after their callers; the other way round, each is defined before it is called.
    std::reverse(program_.functions.begin(), program_.functions.end());
    const auto last = static_cast<std::uint32_t>(roots_.size() - 1);
    for (auto& lines : program_.functions) {
      for (BlendLine& line : lines) line.function = last - line.function;
    }
    return std::move(program_);
  }

 private:
  struct Work {
    BlendLine line;
    bool is_line;     // write the line; otherwise enter its step
    bool last_words;  // the function ends where the step ends: its largest part can go on at the same level
  };

  // Lines below each step, and how deeply they would nest.
  void measure() {
    for (const std::uint32_t at : children_first()) {
      const BlendStep& step = program_.steps[at];
      size_[at] = 1;
      if (step.op == BlendOp::leaf) {
        size_[at] += static_cast<std::size_t>(std::count_if(step.label_shares.begin(), step.label_shares.end(),
                                                            [](std::uint32_t share) { return share > 0; }));
      }
      for (const BlendBranch& branch : step.branches) {
        size_[at] += 2 + size_[branch.step];
        height_[at] = std::max(height_[at], height_[branch.step] + 1);
      }
    }
  }

  std::vector<std::uint32_t> children_first() const {
    std::vector<std::uint32_t> order = {0};
    for (std::size_t i = 0; i < order.size(); ++i) {
      for (const BlendBranch& branch : program_.steps[order[i]].branches) order.push_back(branch.step);
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

  std::size_t largest_branch(const BlendStep& step) const {
    const auto largest =
        std::max_element(step.branches.begin(), step.branches.end(),
                         [&](const BlendBranch& a, const BlendBranch& b) { return size_[a.step] < size_[b.step]; });
    return static_cast<std::size_t>(largest - step.branches.begin());
  }

  void function(std::uint32_t root) {
    program_.functions.emplace_back();
    length_ = 0;
    work_ = {enter(root, 0, true)};
    while (!work_.empty()) {
      const Work next = work_.back();
      work_.pop_back();
      if (next.is_line) {
        write(next.line);
      } else if (program_.steps[next.line.step].op == BlendOp::leaf) {
        write(next.line);
      } else {
        branches(next.line.step, next.line.level, next.last_words);
      }
    }
  }

  static Work enter(std::uint32_t step, std::uint32_t level, bool last_words) {
    return {{BlendLineKind::leaf, level, step, 0, 0}, false, last_words};
  }

  void write(const BlendLine& line) {
    program_.functions.back().push_back(line);
    length_ += line.kind == BlendLineKind::leaf ? size_[line.step] : 1;
  }

  // Pushed in reverse: what is pushed last is written first.
  void branches(std::uint32_t at, std::uint32_t level, bool last_words) {
    const BlendStep& step = program_.steps[at];
    const std::size_t largest = largest_branch(step);
    if (last_words) {
      const std::uint32_t child = step.branches[largest].step;
      const bool too_long = length_ > kMaxBlendLines && program_.steps[child].op == BlendOp::test;
      work_.push_back(too_long ? call(child, level) : enter(child, level, true));
      work_.push_back(line(BlendLineKind::go_on, level, at, largest));
    }
    for (std::size_t i = step.branches.size(); i-- > 0;) {
      if (last_words && i == largest) continue;
      const std::uint32_t child = step.branches[i].step;
      const bool too_large = size_[child] > kMaxBlendLines / 4 || level + 1 + height_[child] > kMaxNesting;
      const bool moves_out = last_words && too_large && program_.steps[child].op == BlendOp::test;
      work_.push_back(line(BlendLineKind::close, level, at, i));
      work_.push_back(moves_out ? call(child, level + 1) : enter(child, level + 1, false));
      work_.push_back(line(BlendLineKind::open, level, at, i));
    }
  }

  static Work line(BlendLineKind kind, std::uint32_t level, std::uint32_t step, std::size_t branch) {
    return {{kind, level, step, static_cast<std::uint32_t>(branch), 0}, true, false};
  }

  Work call(std::uint32_t step, std::uint32_t level) {
    const auto function = static_cast<std::uint32_t>(roots_.size());
    roots_.push_back(step);
    return {{BlendLineKind::call, level, step, 0, function}, true, false};
  }

  BlendProgram program_;
  std::vector<std::size_t> size_;
  std::vector<std::uint32_t> height_;
  std::vector<std::uint32_t> roots_;  // of the functions, in the order in which they are found
  std::size_t length_ = 0;            // lines of the function so far
  std::vector<Work> work_;
};

}  // namespace

BlendProgram outline_blend(BlendProgram program) {
  return BlendOutliner(std::move(program)).outline();
}

}  // namespace espalier
