#include "lower/pipeline.hpp"

#include "lower/verify_program.hpp"

namespace espalier {
namespace {

Program lower_tree(const Model& model, const Tree& tree, AnswerKind answers, const std::vector<Field>& fields,
                   const LowerOptions& options, const PassObserver& observer) {
  const auto checked = [&](std::string_view pass, Program program, Promises promises = {}) {
    verify_program(program, pass, promises);
    if (observer) observer(pass, program);
    return program;
  };
  Program program = checked("build", build_program(model, tree, answers, fields));
  program = checked("fold", fold(program));
  program = checked("narrow", narrow(program), {.narrowed = true});
  program = checked("order", order(program, options.branch_order), {.narrowed = true});
  program = checked("outline", outline(program), {.narrowed = true, .outlined = true});
  return checked("flatten", flatten(std::move(program)), {.narrowed = true, .outlined = true, .flattened = true});
}

}  // namespace

const std::vector<std::string>& pass_names() {
  static const std::vector<std::string> kNames = {"build", "fold", "narrow", "order", "outline", "flatten"};
  return kNames;
}

Lowered lower(const Model& model, const LowerOptions& options, const PassObserver& observer) {
  const std::vector<Field> fields = choose_fields(model, options.fields, options.input_types);
  // Combination::single: the answer is that of the one tree.
  const Tree& tree = model.trees.front();
  return {fields, lower_tree(model, tree, AnswerKind::label, fields, options, observer),
          lower_tree(model, tree, AnswerKind::rule, fields, options, observer)};
}

}  // namespace espalier
