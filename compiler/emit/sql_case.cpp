#include "emit/sql_case.hpp"

#include <fmt/format.h>

#include <utility>

#include "model/interpret.hpp"

namespace espalier {
namespace {

class CaseWriter {
 public:
  CaseWriter(const SqlParts& parts, const SqlWords& words, const SqlEnds& ends)
      : parts_(parts), words_(words), ends_(ends) {}

  std::string expression(const SqlPart& part, std::size_t indent) {
    value(part.entry, indent);
    while (!work_.empty()) {
      const Work next = work_.back();
      work_.pop_back();
      if (next.end) {
        line(next.indent, "END");
      } else {
        arm(next.step, next.indent);
      }
    }
    return std::move(text_);
  }

 private:
  struct Work {
    std::uint32_t step;
    std::size_t indent;
    bool end;
  };

  void line(std::size_t indent, std::string_view begin) {
    if (!text_.empty()) text_ += '\n' + std::string(indent, ' ');
    text_ += begin;
  }

  // What stands behind THEN or ELSE: a number on the same line, or a CASE below.
  void value(std::uint32_t at, std::size_t indent) {
    const Step& step = parts_.program.steps[at];
    if (step.op == Op::branch) {
      line(indent, "CASE");
      work_.push_back({at, indent, true});
      work_.push_back({at, indent + 2, false});
      return;
    }
    if (!text_.empty()) text_ += ' ';
    text_ += step.op == Op::call ? ends_.part(step.value) : ends_.answer(step.value);
  }

  void arm(std::uint32_t at, std::size_t indent) {
    const Step& step = parts_.program.steps[at];
    if (step.op != Op::branch) {
      line(indent, "ELSE");
      value(at, indent + 2);
      return;
    }
    const std::string line_break = '\n' + std::string(indent + 4, ' ');
    line(indent, fmt::format("WHEN {} THEN", sql_condition(words_, step.condition, line_break)));
    const std::string decimals = decimals_of(words_.dialect, step.condition);
    const bool nests = parts_.program.steps[step.yes].op == Op::branch;
    if (!decimals.empty() && nests) text_ += "  -- " + decimals;
    work_.push_back({step.no, indent, false});
    value(step.yes, indent + 2);
    if (!decimals.empty() && !nests) text_ += "; at " + decimals;
  }

  const SqlParts& parts_;
  const SqlWords& words_;
  const SqlEnds& ends_;
  std::string text_;
  std::vector<Work> work_;
};

}  // namespace

std::string case_expression(const SqlParts& parts, const SqlPart& part, const SqlWords& words, const SqlEnds& ends,
                            std::size_t indent) {
  return CaseWriter(parts, words, ends).expression(part, indent);
}

std::vector<const Node*> leaves_by_rule(const Tree& tree) {
  const std::vector<std::uint32_t> numbers = rule_numbers(tree);
  std::vector<const Node*> leaves(numbers.size(), nullptr);
  std::size_t rules = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i] == 0) continue;
    leaves[numbers[i] - 1] = &tree.nodes[i];
    ++rules;
  }
  leaves.resize(rules);
  return leaves;
}

}  // namespace espalier
