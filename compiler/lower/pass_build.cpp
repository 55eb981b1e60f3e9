#include <algorithm>
#include <deque>

#include "lower/passes.hpp"

namespace espalier {
namespace {

struct Pending {
  std::uint32_t node;
  std::uint32_t step;  // reserved for the node
};

class Builder {
 public:
  Builder(const Model& model, const Tree& tree, AnswerKind answers, const std::vector<Field>& fields)
      : tree_(tree), rules_(rule_numbers(tree)), field_of_(model.features.size(), 0) {
    program_.answers = answers;
    program_.fields = fields;
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
      field_of_[fields[i].feature] = i;
      program_.category_counts.push_back(model.features[fields[i].feature].categories.size());
    }
  }

  Program build() {
    program_.functions.push_back({reserve(0), {}});
    while (!pending_.empty()) {
      const Pending next = pending_.back();
      pending_.pop_back();
      fill(tree_.nodes[next.node], next.node, next.step);
    }
    return std::move(program_);
  }

 private:
  std::uint32_t reserve(std::uint32_t node) {
    const auto step = static_cast<std::uint32_t>(program_.steps.size());
    program_.steps.emplace_back();
    program_.steps.back().weight = tree_.nodes[node].weight();
    pending_.push_back({node, step});
    return step;
  }

  void fill(const Node& node, std::uint32_t index, std::uint32_t at) {
    switch (node.test) {
      case TestKind::leaf: {
        Step& step = program_.steps[at];
        step.op = Op::answer;
        step.value = program_.answers == AnswerKind::label ? node.label : rules_[index];
        step.rules = {rules_[index]};
        break;
      }
      case TestKind::less_equal: branch(at, node, Compare::less_equal, {}, 0, reserve(node.children[1])); break;
      case TestKind::member: branch(at, node, Compare::member, node.categories, 0, reserve(node.children[1])); break;
      case TestKind::multiway: chain(at, node); break;
      case TestKind::grouped:
      case TestKind::present: break;
    }
  }

  void branch(std::uint32_t at, const Node& node, Compare compare, std::vector<std::uint32_t> categories,
              std::uint32_t child, std::uint32_t otherwise) {
    const std::uint32_t yes = reserve(node.children[child]);
    Step& step = program_.steps[at];
    step.op = Op::branch;
    step.condition = {field_of_[node.feature],    compare, node.threshold, node.threshold, std::move(categories),
                      node.missing_child == child};
    step.yes = yes;
    step.no = otherwise;
  }

  // Missing values and unknown categories equal none of the tested ones, so they fall through to the end of the chain.
  void chain(std::uint32_t at, const Node& node) {
    std::vector<std::uint32_t> tested;
    for (std::uint32_t c = 0; c < node.children.size(); ++c) {
      if (c != node.missing_child) tested.push_back(c);
    }
    if (tested.empty()) {  // a single category: nothing to test
      fill(tree_.nodes[node.children[0]], node.children[0], at);
      return;
    }
    double left = program_.steps[at].weight;
    for (std::size_t i = 0; i < tested.size(); ++i) {
      left -= tree_.nodes[node.children[tested[i]]].weight();
      std::uint32_t next = 0;
      if (i + 1 < tested.size()) {
        next = static_cast<std::uint32_t>(program_.steps.size());
        program_.steps.emplace_back();
        program_.steps.back().weight = std::max(0.0, left);
      } else {
        next = reserve(node.children[node.missing_child]);
      }
      branch(at, node, Compare::member, {tested[i]}, tested[i], next);
      at = next;
    }
  }

  const Tree& tree_;
  std::vector<std::uint32_t> rules_;
  std::vector<std::uint32_t> field_of_;  // per feature of the model
  Program program_;
  std::vector<Pending> pending_;
};

}  // namespace

Program build_program(const Model& model, const Tree& tree, AnswerKind answers, const std::vector<Field>& fields) {
  return Builder(model, tree, answers, fields).build();
}

}  // namespace espalier
