#include <algorithm>
#include <map>
#include <utility>

#include "lower/passes.hpp"

namespace espalier {
namespace {

// Bottom up: each step knows how large and how deeply nested its part of the current function is; where a bound would
// be broken, a child's part moves into a function of its own and a call takes its place.
class Outliner {
 public:
  Outliner(Program program, std::uint32_t largest) : program_(std::move(program)), largest_(largest) {
    shared_.swap(program_.functions);
    for (std::uint32_t i = 0; i < program_.steps.size(); ++i) {
      if (program_.steps[i].op == Op::call) calls_of_shared_.push_back(i);
    }
    for (std::uint32_t f = 0; f < shared_.size(); ++f) entered_by_[shared_[f].entry] = f;
    renumbered_.assign(shared_.size(), 0);
    size_.assign(program_.steps.size(), 1);
    depth_.assign(program_.steps.size(), 0);
  }

  Program outline() {
    for (std::size_t i = program_.steps.size(); i-- > 0;) {
      if (program_.steps[i].op == Op::branch) bound(i);
      enter(static_cast<std::uint32_t>(i));
    }
    for (const std::uint32_t call : calls_of_shared_) {
      program_.steps[call].value = renumbered_[program_.steps[call].value];
    }
    return std::move(program_);
  }

 private:
  // What a function calls has larger steps than the function's entry, so it is defined by now.
  void enter(std::uint32_t step) {
    const auto function = entered_by_.find(step);
    if (function == entered_by_.end()) return;
    renumbered_[function->second] = static_cast<std::uint32_t>(program_.functions.size());
    program_.functions.push_back({step, {}});
  }

  void bound(std::size_t i) {
    if (depth_[program_.steps[i].yes] + levels(program_.steps[i]) > kMaxNesting) move_out(&Step::yes, i);
    if (program_.form == BodyForm::single_exit && depth_[program_.steps[i].no] + 1 > kMaxNesting) {
      move_out(&Step::no, i);
    }
    while (1 + size_[program_.steps[i].yes] + size_[program_.steps[i].no] > largest_) {
      const Step& step = program_.steps[i];
      move_out(size_[step.yes] >= size_[step.no] ? &Step::yes : &Step::no, i);
    }
    const Step& step = program_.steps[i];
    size_[i] = 1 + size_[step.yes] + size_[step.no];
    depth_[i] = nesting_of_branch(program_.form, step, depth_[step.yes], depth_[step.no]);
  }

  void move_out(std::uint32_t Step::*child, std::size_t parent) {
    const std::uint32_t root = program_.steps[parent].*child;
    if (program_.steps[root].chain == Chain::next) program_.steps[root].chain = Chain::first;  // the rest of a chain
    Step call;
    call.op = Op::call;
    call.value = static_cast<std::uint32_t>(program_.functions.size());
    call.weight = program_.steps[root].weight;
    program_.functions.push_back({root, {}});
    program_.steps[parent].*child = static_cast<std::uint32_t>(program_.steps.size());
    program_.steps.push_back(std::move(call));
    size_.push_back(1);
    depth_.push_back(0);
  }

  Program program_;
  std::uint32_t largest_;
  std::vector<Function> shared_;  // those that the program had before
  std::vector<std::uint32_t> calls_of_shared_;
  std::map<std::uint32_t, std::uint32_t> entered_by_;  // their entries, and which function it is
  std::vector<std::uint32_t> renumbered_;
  std::vector<std::uint32_t> size_;
  std::vector<std::uint32_t> depth_;
};

}  // namespace

Program outline(Program program, std::uint32_t largest) {
  return Outliner(std::move(program), largest).outline();
}

std::uint32_t largest_function(std::size_t steps, std::size_t pieces) {
  constexpr std::size_t kSmallest = 3;  // a branch and two calls
  const std::size_t each = steps / std::max<std::size_t>(1, pieces);
  return static_cast<std::uint32_t>(std::clamp<std::size_t>(each, kSmallest, kMaxFunctionSteps));
}

}  // namespace espalier
