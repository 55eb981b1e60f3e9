#include <algorithm>

#include "lower/passes.hpp"

namespace espalier {
namespace {

// What a case label can say: categories that lead somewhere, while everything else goes on.
bool is_arm(const Step& step) {
  return step.op == Op::branch && step.condition.compare == Compare::member && !step.condition.when_missing &&
         step.condition.fallbacks.empty() && step.condition.also.empty();
}

// The chain of tests that begins at a step. An earlier arm has taken the categories that it shares with a later one:
// no category may stand in two case labels.
class ChainFinder {
 public:
  explicit ChainFinder(Program& program) : program_(program) {}

  std::vector<std::uint32_t> chain_from(std::uint32_t first) {
    std::vector<std::uint32_t> chain;
    const std::uint32_t field = program_.steps[first].condition.field;
    std::vector<bool> taken(program_.category_counts[field], false);
    for (std::uint32_t at = first; is_arm(program_.steps[at]); at = program_.steps[at].no) {
      Condition& condition = program_.steps[at].condition;
      if (condition.field != field || !take_new(condition.categories, taken)) break;
      chain.push_back(at);
    }
    return chain;
  }

 private:
  // Leaves the categories that are not taken yet; false if none would be left.
  static bool take_new(RareList<std::uint32_t>& categories, std::vector<bool>& taken) {
    const auto is_taken = [&](std::uint32_t category) { return taken[category]; };
    if (std::all_of(categories.begin(), categories.end(), is_taken)) return false;
    erase_if(categories, is_taken);
    for (const std::uint32_t category : categories) taken[category] = true;
    return true;
  }

  Program& program_;
};

}  // namespace

Program select(Program program) {
  if (program.form == BodyForm::single_exit) return program;  // its chains are ifs
  ChainFinder finder(program);
  std::vector<bool> seen(program.steps.size(), false);
  for (std::uint32_t i = 0; i < program.steps.size(); ++i) {
    if (seen[i] || !is_arm(program.steps[i])) continue;
    const std::vector<std::uint32_t> chain = finder.chain_from(i);
    for (const std::uint32_t at : chain) {
      seen[at] = true;
      if (chain.size() >= kSwitchArms) program.steps[at].chain = at == i ? Chain::first : Chain::next;
    }
  }
  return program;
}

}  // namespace espalier
