#include "lower/verify_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "lower/passes.hpp"

namespace espalier {
namespace {

class Verifier {
 public:
  Verifier(const Program& program, std::string_view pass, Promises promises)
      : program_(program), pass_(pass), promises_(promises), uses_(program.steps.size(), 0) {}

  void verify() {
    require(!program_.functions.empty(), "no function", 0);
    require(program_.category_counts.size() == program_.fields.size(), "field without category count", 0);
    for (std::uint32_t i = 0; i < program_.steps.size(); ++i) step(i);
    for (const Function& function : program_.functions) use(function.entry, 0);
    for (std::uint32_t i = 0; i < program_.steps.size(); ++i) require(uses_[i] == 1, "step not used exactly once", i);
    if (promises_.outlined) bounds();
    if (promises_.flattened) lines();
  }

 private:
  void require(bool kept, std::string_view rule, std::uint32_t step) const {
    if (!kept) throw std::logic_error(fmt::format("after pass {}: step {}: {}", pass_, step, rule));
  }

  void use(std::uint32_t step, std::uint32_t user) {
    require(step < program_.steps.size(), "step index out of range", user);
    ++uses_[step];
  }

  void step(std::uint32_t i) {
    const Step& step = program_.steps[i];
    switch (step.op) {
      case Op::answer:
        require(program_.answers != AnswerKind::addend, "answer in place of an addend", i);
        require(program_.answers != AnswerKind::value || step.value < program_.values.size(), "value out of range", i);
        require(!step.rules.empty() && std::is_sorted(step.rules.begin(), step.rules.end()), "rules", i);
        break;
      case Op::add:
        require(program_.answers == AnswerKind::addend, "addend in place of an answer", i);
        require(step.value < program_.addends.size(), "addend out of range", i);
        require(!step.rules.empty() && std::is_sorted(step.rules.begin(), step.rules.end()), "rules", i);
        break;
      case Op::call: require(step.value < program_.functions.size(), "call of no function", i); break;
      case Op::branch:
        require(step.yes > i && step.no > i, "child before its parent", i);
        use(step.yes, i);
        use(step.no, i);
        chain(step, i);
        condition(step.condition, i);
        fallbacks(step.condition, i);
        terms(step.condition, i);
        break;
    }
  }

  // Branches of a chain ask for categories of one field, and send everything else on.
  void chain(const Step& step, std::uint32_t i) const {
    if (step.chain == Chain::none) return;
    const Condition& asked = step.condition;
    require(asked.compare == Compare::member && !asked.when_missing && asked.fallbacks.empty() && asked.also.empty(),
            "arm of a chain", i);
    const Step& next = program_.steps[step.no];
    require(next.chain != Chain::next || next.condition.field == asked.field, "chain over several fields", i);
  }

  void condition(const Condition& condition, std::uint32_t i) const {
    require(condition.field < program_.fields.size(), "field out of range", i);
    const Field& field = program_.fields[condition.field];
    const bool categorical = field.type == InputType::category;
    const bool numeric_compare = condition.compare == Compare::less_equal || condition.compare == Compare::greater;
    require(categorical != numeric_compare, "comparison does not fit the field", i);
    if (categorical) {
      const auto& categories = condition.categories;
      require(!categories.empty() && categories.back() < program_.category_counts[condition.field] &&
                  std::is_sorted(categories.begin(), categories.end()),
              "categories", i);
      return;
    }
    require(!std::isnan(condition.threshold), "threshold is NaN", i);
    if (!promises_.narrowed) return;
    require(floor_to(field.type, condition.threshold) == condition.threshold, "threshold is not of the field's type",
            i);
    if (is_integer(field.type)) {
      require(condition.threshold >= lowest(field.type) && condition.threshold < highest(field.type),
              "test decided by the type's range", i);
    }
  }

  // Each is a question of its own, about a field that is not the condition's, and only where an earlier one can fail.
  void fallbacks(const Condition& asked, std::uint32_t i) const {
    const Condition* before = &asked;
    for (const Condition& fallback : asked.fallbacks) {
      condition(fallback, i);
      require(fallback.fallbacks.empty() && fallback.also.empty() && !fallback.when_missing, "fallback of a fallback",
              i);
      require(fallback.field != asked.field, "fallback on the field itself", i);
      require(can_be_missing(program_.fields[before->field]), "fallback for a field that is never missing", i);
      before = &fallback;
    }
  }

  // Each is a question of its own.
  void terms(const Condition& asked, std::uint32_t i) const {
    require(asked.also.empty() || asked.fallbacks.empty(), "fallbacks beside other questions", i);
    for (const Condition& term : asked.also) {
      condition(term, i);
      require(term.fallbacks.empty() && term.also.empty(), "questions within a question", i);
    }
  }

  void bounds() const {
    const std::vector<std::uint32_t> depth = nesting(program_);
    std::vector<std::uint32_t> size(program_.steps.size(), 1);
    for (std::uint32_t i = static_cast<std::uint32_t>(program_.steps.size()); i-- > 0;) {
      const Step& step = program_.steps[i];
      if (step.op == Op::branch) size[i] = 1 + size[step.yes] + size[step.no];
    }
    for (std::uint32_t f = 0; f < program_.functions.size(); ++f) {
      const std::uint32_t entry = program_.functions[f].entry;
      require(depth[entry] <= kMaxNesting, "function nested too deeply", entry);
      require(size[entry] <= kMaxFunctionSteps, "function too large", entry);
      for (const Line& line : lines_of(program_, program_.functions[f])) {
        if (line.kind == LineKind::call)
          require(program_.steps[line.step].value < f, "call of a later function", line.step);
      }
    }
  }

  void lines() const {
    for (const Function& function : program_.functions) {
      if (program_.form == BodyForm::single_exit) {
        single_exit_lines(function);
      } else {
        early_return_lines(function);
      }
    }
  }

  void early_return_lines(const Function& function) const {
    std::uint32_t open = 0;
    bool ended = false;      // the line before returned: only a closing line may follow
    bool selecting = false;  // the line before opened a switch: an arm must follow
    for (const Line& line : function.lines) {
      require(line.kind != LineKind::else_if && line.kind != LineKind::otherwise, "else after a return", line.step);
      const bool closes = line.kind == LineKind::close || line.kind == LineKind::leave;
      const bool arm = line.kind == LineKind::arm;
      require(!ended || closes || arm, "line after a return", line.step);
      require(ended || !(closes || (arm && !selecting)), "way without a return", line.step);
      require(arm || !selecting, "switch without an arm", line.step);
      const std::uint32_t closed = line.kind == LineKind::leave ? 2 : closes ? 1 : 0;
      require(open >= closed, "unbalanced lines", line.step);
      open -= closed;
      require(line.indent + (arm ? 1 : 0) == open && open <= kMaxNesting, "indentation", line.step);
      if (line.kind == LineKind::open) ++open;
      if (line.kind == LineKind::select) open += 2;
      selecting = line.kind == LineKind::select;
      ended = line.kind == LineKind::answer || line.kind == LineKind::add || line.kind == LineKind::call;
    }
    require(ended && open == 0, "function does not end with a return", function.entry);
  }

  // Each way sets the answer exactly once: a chain of ifs ends with an else, and nothing follows an answer or a chain.
  void single_exit_lines(const Function& function) const {
    std::vector<bool> in_else;  // per open chain: its else has come
    bool answered = false;
    for (const Line& line : function.lines) {
      const bool in_switch =
          line.kind == LineKind::select || line.kind == LineKind::arm || line.kind == LineKind::leave;
      require(!in_switch, "switch among chains of ifs", line.step);
      const bool goes_on = line.kind == LineKind::else_if || line.kind == LineKind::otherwise;
      const bool ends_arm = goes_on || line.kind == LineKind::close;
      require(answered == ends_arm, answered ? "line after an answer" : "way without an answer", line.step);
      if (ends_arm) require(!in_else.empty(), "unbalanced lines", line.step);
      if (goes_on) require(!in_else.back(), "else after the else", line.step);
      if (line.kind == LineKind::close) require(in_else.back(), "if without an else", line.step);
      require(line.indent + (ends_arm ? 1 : 0) == in_else.size() && in_else.size() <= kMaxNesting, "indentation",
              line.step);
      if (line.kind == LineKind::open) in_else.push_back(false);
      if (line.kind == LineKind::otherwise) in_else.back() = true;
      if (line.kind == LineKind::close) in_else.pop_back();
      answered = line.kind == LineKind::answer || line.kind == LineKind::add || line.kind == LineKind::call ||
                 line.kind == LineKind::close;
    }
    require(answered && in_else.empty(), "function does not end with an answer", function.entry);
  }

  const Program& program_;
  std::string_view pass_;
  Promises promises_;
  std::vector<std::uint32_t> uses_;
};

}  // namespace

void verify_program(const Program& program, std::string_view pass, Promises promises) {
  Verifier(program, pass, promises).verify();
}

}  // namespace espalier
