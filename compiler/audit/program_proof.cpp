#include "audit/program_proof.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "audit/early_exit_check.hpp"
#include "audit/value_box.hpp"
#include "lower/value_type.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"

namespace espalier {
namespace {

// A program that asks what the tree asks takes one visit per node. One that asks something else may take one per pair:
// after so many visits per node and step the proof is given up.
constexpr std::size_t kVisitsPerNode = 8;

class Proof {
 public:
  Proof(const Model& model, const Tree& tree, const Program& program, ValueType value_type,
        const std::vector<std::uint32_t>& rules)
      : model_(model),
        tree_(tree),
        program_(program),
        value_type_(value_type),
        rules_(rules),
        box_(model, program),
        reached_(tree.nodes.size(), false),
        visits_left_(1000 + kVisitsPerNode * (tree.nodes.size() + program.steps.size())) {}

  // Where an answer says which rules it stands for, it must be these. (Of the compiler's own programs that is not
  // asked: with surrogates, the box may hold rows that cannot be, and a rule that only these would come to is left
  // out.)
  void check_named_rules() { names_rules_ = true; }

  bool prove() {
    work_.push_back({Task::visit, 0, program_.functions.back().entry, 0, 0});
    while (!work_.empty()) {
      const Work next = work_.back();
      work_.pop_back();
      if (!go_on(next)) return false;
    }
    return true;
  }

  // Leaves that the proof has come to.
  std::size_t leaves_reached() const {
    return static_cast<std::size_t>(std::count(reached_.begin(), reached_.end(), true));
  }

 private:
  // What is to be shown: the subtree of the node and the program from the step on answer alike for every row in the
  // box.
  enum class Task : std::uint8_t {
    visit,
    by_condition,  // restricted first by an outcome of the condition of step `by`
    by_node,       // by a branch of node `by`
    leave,         // nothing more: the box goes back to what it was
  };
  struct Work {
    Task task;
    std::uint32_t node;
    std::uint32_t step;
    std::uint32_t by;
    std::uint32_t branch;  // by_condition: 0 for yes; leave: how many changes were there
  };

  bool go_on(const Work& next) {
    if (next.task == Task::leave) {
      box_.undo(next.branch);
      return true;
    }
    if (next.task != Task::visit) {
      const auto mark = static_cast<std::uint32_t>(box_.mark());
      const bool something_left = next.task == Task::by_node
                                      ? box_.restrict(tree_.nodes[next.by], next.branch)
                                      : box_.restrict(program_.steps[next.by].condition, next.branch == 0);
      if (!something_left) {
        box_.undo(mark);
        return true;
      }
      work_.push_back({Task::leave, 0, 0, 0, mark});
    }
    return visit(next.node, next.step);
  }

  bool visit(std::uint32_t at, std::uint32_t step_index) {
    for (;;) {
      if (visits_left_-- == 0) return false;
      while (program_.steps[step_index].op == Op::call)
        step_index = program_.functions[program_.steps[step_index].value].entry;
      const Node& node = tree_.nodes[at];
      const Step& step = program_.steps[step_index];
      if (node.is_leaf() && ends(step.op)) return is_answer_of(step, at);
      if (!node.is_leaf() && step.op == Op::branch && descend_together(node, step, step_index)) return true;
      std::uint32_t only = 0;
      if (!node.is_leaf() && box_.branches(node).is_single(only)) {
        at = node.children[only];
        continue;
      }
      if (step.op == Op::branch && box_.branches(step.condition).is_single(only)) {
        step_index = only == 0 ? step.yes : step.no;
        continue;
      }
      descend_apart(at, step_index);
      return true;
    }
  }

  // If the program asks what the tree asks.
  bool descend_together(const Node& node, const Step& step, std::uint32_t step_index) {
    const bool other_column = program_.fields[step.condition.field].feature != node.feature;
    if (other_column && node.test != TestKind::all_of) return false;
    for (const bool reversed : {false, true}) {
      if (!box_.is_same_test(node, step.condition, reversed)) continue;
      work_.push_back({Task::by_condition, node.children[reversed ? 0 : 1], step.no, step_index, 1});
      work_.push_back({Task::by_condition, node.children[reversed ? 1 : 0], step.yes, step_index, 0});
      return true;
    }
    return false;
  }

  // Else: the program's test divides the values of the node's own feature (a branch of several), or the tree has a test
  // that the program does without. A rule of a list is always that: a program has no other rules than the list.
  void descend_apart(std::uint32_t at, std::uint32_t step_index) {
    const Node& node = tree_.nodes[at];
    const Step& step = program_.steps[step_index];
    const bool by_program = step.op == Op::branch && node.test != TestKind::all_of &&
                            (node.is_leaf() || (step.condition.fallbacks.empty() &&
                                                program_.fields[step.condition.field].feature == node.feature));
    if (by_program) {
      work_.push_back({Task::by_condition, at, step.no, step_index, 1});
      work_.push_back({Task::by_condition, at, step.yes, step_index, 0});
      return;
    }
    for (const std::uint32_t branch : box_.list_branches(node)) {
      work_.push_back({Task::by_node, node.children[branch], step_index, at, branch});
    }
  }

  bool is_answer_of(const Step& step, std::uint32_t leaf) {
    reached_[leaf] = true;
    const Node& node = tree_.nodes[leaf];
    const bool is_named = std::find(step.rules.begin(), step.rules.end(), rules_[leaf]) != step.rules.end();
    if (names_rules_ && !step.rules.empty() && !is_named) return false;
    switch (program_.answers) {
      case AnswerKind::label: return step.value == node.label;
      case AnswerKind::rule: return step.value == rules_[leaf];
      case AnswerKind::addend: return program_.addends[step.value] == addend_of(model_, tree_, node);
      case AnswerKind::value: break;
    }
    return std::bit_cast<std::uint64_t>(rounded(value_type_, node.value)) ==
           std::bit_cast<std::uint64_t>(program_.values[step.value]);
  }

  const Model& model_;
  const Tree& tree_;
  const Program& program_;
  ValueType value_type_;
  const std::vector<std::uint32_t>& rules_;
  ValueBox box_;
  std::vector<bool> reached_;
  std::size_t visits_left_;
  bool names_rules_ = false;
  std::vector<Work> work_;
};

}  // namespace

bool is_provable(const Model& model, const Lowered& lowered) {
  return model.missing != MissingPolicy::fractional &&
         std::ranges::none_of(lowered.trees, [](const LoweredTree& tree) { return tree.blend || tree.tables; });
}

bool prove_program(const Model& model, const Program& program, ValueType value_type) {
  const Tree& tree = only_tree(model);
  const std::vector<std::uint32_t> rules = rule_numbers(tree);
  Proof proof(model, tree, program, value_type, rules);
  proof.check_named_rules();
  return proof.prove();
}

ProgramProof prove_programs(const Model& model, const Lowered& lowered) {
  if (lowered.early) check_early_exit(model, *lowered.early);
  if (!is_provable(model, lowered)) return {};
  const ValueType type = lowered.value_type.type;
  ProgramProof result{true, 0};
  for (std::size_t i = 0; i < model.trees.size(); ++i) {
    const Tree& tree = model.trees[i];
    const LoweredTree& made = lowered.trees[i];
    const std::vector<std::uint32_t> rules = rule_numbers(tree);
    // Of tables, what they ask and say is proven, and not what they were made of.
    std::optional<Program> answers;
    std::optional<Program> numbers;
    if (lowered.forest) {
      answers = unpacked_answers(*lowered.forest, i, made.answers);
      numbers = unpacked_rules(*lowered.forest, i, made.rules);
    }
    if (!Proof(model, tree, answers ? *answers : made.answers, type, rules).prove()) return {};
    if (made.batches && !Proof(model, tree, unpacked(*made.batches, made.answers), type, rules).prove()) return {};
    Proof by_rule(model, tree, numbers ? *numbers : made.rules, type, rules);
    if (!by_rule.prove()) return {};
    result.unreachable_rules += leaf_count(tree) - by_rule.leaves_reached();
  }
  return result;
}

}  // namespace espalier
