#include "lower/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "lower/pass_flatten.hpp"
#include "lower/passes.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

Compare opposite(Compare compare) {
  switch (compare) {
    case Compare::less_equal: return Compare::greater;
    case Compare::greater: return Compare::less_equal;
    case Compare::member: return Compare::not_member;
    case Compare::not_member: break;
  }
  return Compare::member;
}

}  // namespace

std::string_view to_string(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::label: return "label";
    case AnswerKind::rule: return "rule";
    case AnswerKind::value: return "value";
    case AnswerKind::addend: break;
  }
  return "addend";
}

Condition negated(Condition condition) {
  if (!condition.also.empty()) throw std::logic_error("the opposite of several questions is no condition");
  condition.compare = opposite(condition.compare);
  condition.when_missing = !condition.when_missing;
  for (Condition& fallback : condition.fallbacks) fallback.compare = opposite(fallback.compare);
  return condition;
}

Condition all_of(std::vector<Condition> terms) {
  Condition condition = std::move(terms.front());
  terms.erase(terms.begin());
  condition.also = std::move(terms);
  return condition;
}

std::vector<Condition> terms_of(const Condition& condition) {
  std::vector<Condition> terms;
  for_each_term(condition, [&](const Condition& term) {
    terms.push_back(term);
    terms.back().also.clear();
  });
  return terms;
}

Condition known_number(std::uint32_t field) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {field, Compare::less_equal, false, infinity, infinity, {}, {}};
}

Condition known_category(std::uint32_t field, std::size_t categories) {
  std::vector<std::uint32_t> all(categories);
  std::iota(all.begin(), all.end(), 0U);
  return {field, Compare::member, false, 0, 0, std::move(all), {}};
}

bool holds(const Condition& condition, double value) {
  if (std::isnan(value)) return condition.when_missing;
  const auto is_member = [&] {
    return std::binary_search(condition.categories.begin(), condition.categories.end(),
                              static_cast<std::uint32_t>(value));
  };
  switch (condition.compare) {
    case Compare::less_equal: return value <= condition.threshold;
    case Compare::greater: return value > condition.threshold;
    case Compare::member: return value < 0 ? condition.when_missing : is_member();
    case Compare::not_member: return value < 0 ? condition.when_missing : !is_member();
  }
  return false;
}

double field_value(const Field& field, std::size_t categories, Row row) {
  const double value = row[field.feature];
  if (field.type != InputType::category) return value;
  const bool known = value >= 0 && value < static_cast<double>(categories);
  return known && value == std::trunc(value) ? value : kMissing;
}

bool holds(const std::vector<Field>& fields, const std::vector<std::size_t>& category_counts,
           const Condition& condition, Row row) {
  const auto also_holds = [&](const Condition& term) { return holds(fields, category_counts, term, row); };
  if (!std::all_of(condition.also.begin(), condition.also.end(), also_holds)) return false;
  const auto value_for = [&](const Condition& asked) {
    return field_value(fields[asked.field], category_counts[asked.field], row);
  };
  const double value = value_for(condition);
  if (!std::isnan(value)) return holds(condition, value);
  for (const Condition& fallback : condition.fallbacks) {
    if (const double other = value_for(fallback); !std::isnan(other)) return holds(fallback, other);
  }
  return condition.when_missing;
}

std::uint32_t run(const Program& program, Row row) {
  std::uint32_t at = program.functions.back().entry;
  for (;;) {
    const Step& step = program.steps[at];
    switch (step.op) {
      case Op::answer:
      case Op::add: return step.value;
      case Op::call: at = program.functions[step.value].entry; break;
      case Op::branch:
        at = holds(program.fields, program.category_counts, step.condition, row) ? step.yes : step.no;
        break;
    }
  }
}

std::vector<std::uint32_t> chain_of(const Program& program, std::uint32_t first) {
  std::vector<std::uint32_t> chain = {first};
  for (std::uint32_t next = program.steps[first].no; program.steps[next].chain == Chain::next;
       next = program.steps[next].no) {
    chain.push_back(next);
  }
  return chain;
}

Program rebuilt(Program program, const std::vector<std::uint32_t>& forward) {
  const auto resolve = [&](std::uint32_t step) {
    while (forward[step] != step) step = forward[step];
    return step;
  };
  std::vector<bool> kept(program.steps.size(), false);
  for (const Function& function : program.functions) kept[resolve(function.entry)] = true;
  for (std::uint32_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    if (!kept[i] || step.op != Op::branch) continue;
    kept[resolve(step.yes)] = true;
    kept[resolve(step.no)] = true;
  }

  std::vector<std::uint32_t> renumbered(program.steps.size(), 0);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) renumbered[i] = next++;
  }
  for (std::uint32_t i = 0; i < kept.size(); ++i) {
    if (!kept[i]) continue;
    Step& step = program.steps[i];
    if (step.op == Op::branch) {
      step.yes = renumbered[resolve(step.yes)];
      step.no = renumbered[resolve(step.no)];
    }
    if (renumbered[i] != i) program.steps[renumbered[i]] = std::move(step);
  }
  program.steps.resize(next);
  for (Function& function : program.functions) function = {renumbered[resolve(function.entry)], {}};
  return program;
}

LineKind end_line(Op op) {
  switch (op) {
    case Op::answer: return LineKind::answer;
    case Op::add: return LineKind::add;
    case Op::branch:
    case Op::call: break;
  }
  return LineKind::call;
}

std::vector<Line> lines_of(const Program& program, const Function& function) {
  if (program.form == BodyForm::single_exit) return single_exit_lines(program, function);
  // Pushed in reverse: what is pushed last is written first.
  struct Work {
    Line line;
    bool enter;  // write the line's step and all below it, instead of the line
  };
  std::vector<Line> lines;
  std::vector<Work> work = {{{LineKind::answer, 0, function.entry}, true}};
  const auto enter = [&](std::uint32_t step, std::uint32_t indent) {
    work.push_back({{LineKind::answer, indent, step}, true});
  };
  const auto write = [&](LineKind kind, std::uint32_t step, std::uint32_t indent) {
    work.push_back({{kind, indent, step}, false});
  };
  const auto push_switch = [&](std::uint32_t first, std::uint32_t indent) {
    const std::vector<std::uint32_t> chain = chain_of(program, first);
    enter(program.steps[chain.back()].no, indent);
    write(LineKind::leave, first, indent);
    for (auto branch = chain.rbegin(); branch != chain.rend(); ++branch) {
      enter(program.steps[*branch].yes, indent + 2);
      write(LineKind::arm, *branch, indent + 1);
    }
    write(LineKind::select, first, indent);
  };
  while (!work.empty()) {
    const Work next = work.back();
    work.pop_back();
    const auto [kind, indent, at] = next.line;
    const Step& step = program.steps[at];
    if (!next.enter) {
      lines.push_back(next.line);
    } else if (step.op != Op::branch) {
      lines.push_back({end_line(step.op), indent, at});
    } else if (step.chain == Chain::first) {
      push_switch(at, indent);
    } else {
      enter(step.no, indent);
      write(LineKind::close, at, indent);
      enter(step.yes, indent + 1);
      write(LineKind::open, at, indent);
    }
  }
  return lines;
}

std::size_t longest_way(const Program& program) {
  // What a call leads to was cut from below the branch that calls, or from below a later one that shares it, so its
  // steps come after that branch: backwards, they are known when it is reached.
  std::vector<std::size_t> longest(program.steps.size(), 0);
  const auto from = [&](std::uint32_t step) {
    const bool call = program.steps[step].op == Op::call;
    return longest[call ? program.functions[program.steps[step].value].entry : step];
  };
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    const Step& step = program.steps[i];
    if (step.op != Op::branch) continue;
    longest[i] =
        1 + step.condition.fallbacks.size() + step.condition.also.size() + std::max(from(step.yes), from(step.no));
  }
  return longest[program.functions.back().entry];
}

std::uint32_t levels(const Step& branch) {
  return branch.chain == Chain::none ? 1 : 2;
}

std::uint32_t nesting_of_branch(BodyForm form, const Step& branch, std::uint32_t yes, std::uint32_t no) {
  return std::max(yes + levels(branch), form == BodyForm::single_exit ? no + 1 : no);
}

std::vector<std::uint32_t> nesting(const Program& program) {
  std::vector<std::uint32_t> depth(program.steps.size(), 0);
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    const Step& step = program.steps[i];
    if (step.op == Op::branch) depth[i] = nesting_of_branch(program.form, step, depth[step.yes], depth[step.no]);
  }
  return depth;
}

namespace {

constexpr std::uint32_t kDeepestIndent = 40;  // a chain of 10,000 tests before `order` would take quadratic space

std::string threshold_text(double threshold) {
  return std::isinf(threshold) ? (threshold < 0 ? "-infinity" : "infinity") : shortest(threshold);
}

std::string answer_text(const Program& program, const Model& model, const Step& step) {
  const std::string rules = fmt::format(
      "{}{}",
      fmt::join(step.rules.begin(),
                step.rules.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(step.rules.size(), 8)), ","),
      step.rules.size() > 8 ? ",..." : "");
  if (program.answers == AnswerKind::addend) {
    const Addend& addend = program.addends[step.value];
    std::vector<std::string> amounts;
    for (const double amount : addend.amounts) amounts.push_back(shortest(amount));
    return fmt::format("{} to sum {} (rule {})", fmt::join(amounts, ", "), addend.first, rules);
  }
  if (program.answers == AnswerKind::rule) return fmt::format("rule {}", step.value);
  if (program.answers == AnswerKind::value) {
    return fmt::format("{} (rule {})", shortest(program.values[step.value]), rules);
  }
  return fmt::format("{} (rule {})", in_quotes(model.labels[step.value]), rules);
}

std::string describe_question(const Program& program, const Model& model, const Condition& condition) {
  const Feature& feature = model.features[program.fields[condition.field].feature];
  const std::string name = printable(feature.name);
  if (condition.compare == Compare::less_equal || condition.compare == Compare::greater) {
    return fmt::format("{} {} {}", name, condition.compare == Compare::less_equal ? "<=" : ">",
                       threshold_text(condition.threshold));
  }
  std::vector<std::string> names;
  for (const std::uint32_t category : condition.categories) names.push_back(printable(feature.categories[category]));
  return fmt::format("{} {} {{{}}}", name, condition.compare == Compare::member ? "in" : "not in",
                     enumerate(names, 12));
}

}  // namespace

std::string describe_condition(const Program& program, const Model& model, const Condition& condition) {
  if (!condition.also.empty()) {
    std::vector<std::string> terms;
    for (const Condition& term : terms_of(condition)) {
      terms.push_back(
          fmt::format(fmt::runtime(term.when_missing ? "({})" : "{}"), describe_condition(program, model, term)));
    }
    return fmt::format("{}", fmt::join(terms, " and "));
  }
  std::string text = describe_question(program, model, condition);
  for (const Condition& fallback : condition.fallbacks) text += ", else " + describe_question(program, model, fallback);
  const std::string_view missing = condition.fallbacks.empty() ? " or missing" : ", else true";
  return condition.when_missing ? text.append(missing) : text;
}

std::string dump(const Program& program, const Model& model) {
  std::string out = fmt::format("program {} ({}, {})\n", to_string(program.answers),
                                counted(program.functions.size(), "function"), counted(program.steps.size(), "step"));
  for (std::size_t f = 0; f < program.functions.size(); ++f) {
    const bool entry = f + 1 == program.functions.size();
    out += fmt::format("function {}{}:\n", f, entry ? " (entry)" : "");
    for (const Line& line : lines_of(program, program.functions[f])) {
      const Step& step = program.steps[line.step];
      const std::string indent(2 * (1 + std::min(line.indent, kDeepestIndent)), ' ');
      switch (line.kind) {
        case LineKind::open:
          out += fmt::format("{}if {}  # {} rows\n", indent, describe_condition(program, model, step.condition),
                             shortest(step.weight));
          break;
        case LineKind::else_if:
          out += fmt::format("{}else if {}  # {} rows\n", indent, describe_condition(program, model, step.condition),
                             shortest(step.weight));
          break;
        case LineKind::otherwise: out += indent + "else\n"; break;
        case LineKind::answer: out += fmt::format("{}answer {}\n", indent, answer_text(program, model, step)); break;
        case LineKind::add: out += fmt::format("{}add {}\n", indent, answer_text(program, model, step)); break;
        case LineKind::call: out += fmt::format("{}call {}\n", indent, step.value); break;
        case LineKind::select:
          out += fmt::format("{}switch {}  # {} rows\n", indent,
                             printable(model.features[program.fields[step.condition.field].feature].name),
                             shortest(step.weight));
          break;
        case LineKind::arm:
          out += fmt::format("{}if {}\n", indent, describe_condition(program, model, step.condition));
          break;
        case LineKind::leave:
        case LineKind::close: break;
      }
    }
  }
  return out;
}

}  // namespace espalier
