#include "emit/forest_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "emit/blend_text.hpp"
#include "emit/function_body.hpp"
#include "emit/rule_text.hpp"
#include "support/diagnostic.hpp"

namespace espalier {
namespace {

using nlohmann::json;

// Whether a function of a program that adds has something to add, or calls one that may.
bool writes_sums(const Program& program, const Function& function, SumType type) {
  return std::any_of(function.lines.begin(), function.lines.end(), [&](const Line& line) {
    if (line.kind == LineKind::call) return true;
    if (line.kind != LineKind::add) return false;
    const std::vector<double>& amounts = program.addends[program.steps[line.step].value].amounts;
    return !is_whole(type) || std::any_of(amounts.begin(), amounts.end(), [](double amount) { return amount != 0; });
  });
}

class ForestText {
 public:
  ForestText(const Model& model, const Lowered& lowered, const CodeNames& code, const ForestWords& words)
      : model_(model), lowered_(lowered), code_(code), words_(words), verdict_(*lowered.verdict) {}

  json trees(std::size_t& most_rules) const {
    json trees = json::array();
    for (std::size_t i = 0; i < lowered_.trees.size(); ++i) {
      const RuleNotes notes(model_, model_.trees[i]);
      most_rules = std::max(most_rules, notes.rules());
      json functions = json::array();
      if (lowered_.forest || words_.elsewhere) continue;
      append(lowered_.trees[i].answers, notes, i + 1, functions);
      append(lowered_.trees[i].rules, notes, i + 1, functions);
      trees.push_back({{"number", i + 1}, {"functions", std::move(functions)}});
    }
    return trees;
  }

  json bases() const {
    json list = json::array();
    for (const double base : verdict_.base) list.push_back(sum_literal(verdict_.type, base, *code_.syntax));
    return list;
  }

  // What means are divided by before they are compared; empty for whole numbers, which need not be divided.
  std::string mean_divisor() const {
    const bool divides = verdict_.combination != Combination::sum && !is_whole(verdict_.type);
    return divides ? literal(float_type(), static_cast<double>(verdict_.trees)) : std::string();
  }

  std::string value() const {
    const ValueType answer = lowered_.value_type.type;
    const bool mean = verdict_.combination == Combination::mean;
    const auto trees = static_cast<double>(verdict_.trees);
    if (!is_whole(verdict_.type)) {
      const std::string sum = mean ? fmt::format("sums[0] / {}", literal(float_type(), trees)) : "sums[0]";
      return answer == float_type() ? sum : words_.cast(answer, sum);
    }
    // note [means in floats] in lower/verdict.hpp
    const bool in_floats = answer == ValueType::float32 && answers_in_floats(verdict_);
    const ValueType inner = in_floats ? ValueType::float32 : ValueType::float64;
    std::string text = words_.cast(inner, "sums[0]");
    if (mean) text += fmt::format(" / {}", literal(inner, trees));
    if (verdict_.exponent != 0) text += scale_factors(inner, -verdict_.exponent, *code_.syntax);
    return answer == inner ? text : words_.cast(answer, text);
  }

  bool share_in_doubles() const {
    if (!is_whole(verdict_.type)) return verdict_.type == SumType::float64;
    return !divides_in_floats(verdict_.largest, divisor_of(model_));
  }

  // The probability of label i.
  std::string share() const {
    const ValueType inner = share_in_doubles() ? ValueType::float64 : ValueType::float32;
    const std::string sum =
        is_whole(verdict_.type) ? words_.cast(inner, std::string(words_.sum)) : std::string(words_.sum);
    const std::string quotient = fmt::format("{} / {}", sum, literal(inner, divisor_of(model_)));
    return inner == ValueType::float32 ? quotient : words_.cast(ValueType::float32, quotient);
  }

 private:
  ValueType float_type() const { return verdict_.type == SumType::float32 ? ValueType::float32 : ValueType::float64; }
  std::string literal(ValueType type, double value) const { return value_literal(type, value, *code_.syntax); }

  void append(const Program& program, const RuleNotes& notes, std::size_t number, json& functions) const {
    const bool adds = program.answers == AnswerKind::addend;
    const std::string name = fmt::format("{}_{}", adds ? "add" : "rule", number);
    const std::string callee = fmt::format("{}{}_", words_.detail, name);
    const std::string result = words_.rule_type + " result = 0";
    BodyWords body{code_, notes, lowered_.value_type.type, callee, adds ? "row, sums" : "row", result};
    body.sum_type = verdict_.type;
    for (std::size_t f = 0; f < program.functions.size(); ++f) {
      const Function& function = program.functions[f];
      const bool entry = f + 1 == program.functions.size();
      const std::string doc = adds ? fmt::format("Adds what tree {} says.", number)
                                   : fmt::format("Which rule of tree {} the row comes to.", number);
      functions.push_back(
          {{"doc", entry ? doc : "A part of a later function that would make it too large or too deep."},
           {"name", entry ? name : fmt::format("{}_{}", name, f + 1)},
           {"adds", adds},
           {"reads_row", !ends(program.steps[function.entry].op)},
           {"writes_sums", !adds || writes_sums(program, function, verdict_.type)},
           {"body", function_body(program, function, body)}});
    }
  }

  const Model& model_;
  const Lowered& lowered_;
  const CodeNames& code_;
  const ForestWords& words_;
  const Verdict& verdict_;
};

}  // namespace

FloatCompare forest_compare(const Lowered& lowered) {
  const bool floats = std::any_of(lowered.fields.begin(), lowered.fields.end(),
                                  [](const Field& field) { return is_floating(field.type); });
  const bool bits = floats && lowered.goal != Goal::readable && lowered.form == BodyForm::early_return;
  return bits ? FloatCompare::any_bits : FloatCompare::values;
}

std::size_t forest_tests(const Lowered& lowered) {
  if (lowered.forest) return lowered.forest->longest_way;
  std::size_t tests = 0;
  for (const LoweredTree& tree : lowered.trees) tests += std::max(longest_way(tree.answers), longest_way(tree.rules));
  return tests;
}

void refuse_inexact(const Model& model) {
  if (model.sums.link != ScoreLink::exponential) return;
  throw Diagnostic(ExitCode::bad_input, "the model answers with e^score, which emitted code does not compute yet",
                   "use espalier predict, or a model whose link is identity");
}

void add_forest_context(const Model& model, const Lowered& lowered, const CodeNames& code, const ForestWords& words,
                        json& context) {
  const Verdict& verdict = *lowered.verdict;
  const ForestText text(model, lowered, code, words);
  std::size_t rules = 0;
  context["trees"] = text.trees(rules);
  context["tree_count"] = lowered.trees.size();
  context["sum_count"] = verdict.base.size();
  context["sum_type"] = to_string(verdict.type);
  context["bases"] = text.bases();
  context["rule_count"] = rules;
  context["rule_type"] = unsigned_type(rules);
  context["max_tests"] = forest_tests(lowered);
  const bool scores = verdict.combination == Combination::sum;
  context["one_score"] = verdict.one_of_two;
  context["first_label"] = words.first_label;
  context["second_label"] = words.second_label;
  context["mean_divisor"] = text.mean_divisor();
  const bool classification = model.task == Task::classification;
  context["answer_value"] = classification ? std::string() : text.value();
  context["has_probabilities"] = classification && !scores;
  context["share"] = text.share();
  context["share_needs_double"] = text.share_in_doubles();
  context["exponent"] = -verdict.exponent;
  context["scaled"] = is_whole(verdict.type) && verdict.exponent != 0;
  context["sums_are"] = verdict.combination == Combination::vote   ? "votes"
                        : verdict.combination == Combination::mean ? classification ? "shares" : "values"
                                                                   : "scores";
}

}  // namespace espalier
