#include "lower/pipeline.hpp"

#include "lower/verify_program.hpp"
#include "model/blend.hpp"

namespace espalier {
namespace {

Program lower_tree(const Model& model, const Tree& tree, AnswerKind answers, const std::vector<Field>& fields,
                   ValueType value_type, const LowerOptions& options, const PassObserver& observer) {
  const auto checked = [&](std::string_view pass, Program program, Promises promises = {}) {
    verify_program(program, pass, promises);
    if (observer) observer(pass, program);
    return program;
  };
  Program program = checked("build", build_program(model, tree, answers, fields, value_type));
  program = checked("fold", fold(std::move(program)));
  program = checked("narrow", narrow(std::move(program)), {.narrowed = true});
  program = checked("order", order(std::move(program), options.branch_order), {.narrowed = true});
  const std::uint32_t largest = largest_function(program.steps.size(), options.pieces);
  program = checked("outline", outline(std::move(program), largest), {.narrowed = true, .outlined = true});
  return checked("flatten", flatten(std::move(program)), {.narrowed = true, .outlined = true, .flattened = true});
}

}  // namespace

const std::vector<std::string>& pass_names() {
  static const std::vector<std::string> kNames = {"build", "fold", "narrow", "order", "outline", "flatten"};
  return kNames;
}

Lowered lower(const Model& model, const LowerOptions& options, const PassObserver& observer) {
  Lowered lowered;
  lowered.fields = choose_fields(model, options.fields, options.input_types);
  lowered.value_type = choose_value_type(model, options.value_type);
  // Combination::single: the answer is that of the one tree.
  const Tree& tree = model.trees.front();
  const AnswerKind kind = model.task == Task::regression ? AnswerKind::value : AnswerKind::label;
  const ValueType type = lowered.value_type.type;
  lowered.answers = lower_tree(model, tree, kind, lowered.fields, type, options, observer);
  lowered.rules = lower_tree(model, tree, AnswerKind::rule, lowered.fields, type, options, observer);
  lowered.blend = build_blend(model, tree, lowered.fields);
  return lowered;
}

Answer answer(const Lowered& lowered, Row row) {
  Answer answer;
  if (lowered.blend && !is_complete(*lowered.blend, row)) {
    answer.blended = run(*lowered.blend, row);
    answer.rule = answer.blended->rule;
    if (answer.blended->largest < kWholeWeight) {
      if (lowered.regression()) {
        answer.value = rounded(lowered.value_type.type, value_of(*lowered.blend, *answer.blended));
      } else {
        answer.label = label_of(*lowered.blend, *answer.blended);
      }
      return answer;
    }
  } else {
    answer.rule = run(lowered.rules, row);
  }
  const std::uint32_t at = run(lowered.answers, row);
  if (lowered.regression()) {
    answer.value = lowered.answers.values[at];
  } else {
    answer.label = at;
  }
  return answer;
}

}  // namespace espalier
