#include "lower/pipeline.hpp"

#include "lower/flash_size.hpp"
#include "lower/verify_program.hpp"
#include "model/blend.hpp"

namespace espalier {
namespace {

// The program as functions; `narrowed`: as it was before it became functions, if tables may be made of it.
Program lower_tree(const Model& model, const Tree& tree, AnswerKind answers, const std::vector<Field>& fields,
                   ValueType value_type, const LowerOptions& options, const PassObserver& observer, Program& narrowed) {
  const auto checked = [&](std::string_view pass, Program program, Promises promises = {}) {
    verify_program(program, pass, promises);
    if (observer) observer(pass, model, program);
    return program;
  };
  Program program = build_program(model, tree, answers, fields, value_type);
  program.form = options.form;
  program = checked("build", std::move(program));
  program = checked("fold", fold(std::move(program)));
  program = checked("narrow", narrow(std::move(program)), {.narrowed = true});
  if (options.shape != Shape::branches) narrowed = program;
  if (options.goal != Goal::readable) {
    program = checked("share", share(program), {.narrowed = true});
    // A switch has early returns in its arms.
    if (options.form == BodyForm::early_return && options.switches)
      program = checked("select", select(std::move(program)), {.narrowed = true});
  }
  program = checked("order", order(std::move(program), options.goal), {.narrowed = true});
  const std::uint32_t largest = largest_function(program.steps.size(), options.pieces);
  program = checked("outline", outline(std::move(program), largest), {.narrowed = true, .outlined = true});
  return checked("flatten", flatten(std::move(program)), {.narrowed = true, .outlined = true, .flattened = true});
}

// Makes the tables if they are wished for, or may be the smaller shape.
void choose_shape(const LowerOptions& options, const Program& answers, const Program& rules, Lowered& lowered) {
  const Shape wish = options.shape.value_or(default_shape(options.goal == Goal::size));
  lowered.shape.wish = wish;
  if (wish == Shape::branches) return;
  LoweredTree& tree = lowered.trees.front();
  if (has_tests(answers) && has_tests(rules)) tree.tables = build_tables(answers, rules);
  lowered.shape.sizes = flash_sizes(lowered);
  lowered.shape.shape = chosen_shape(wish, sizes_on(*lowered.shape.sizes, kDecidingChip));
  if (lowered.shape.shape == Shape::branches) tree.tables.reset();
}

// What a program answers, in the shape that is emitted.
std::uint32_t run_shaped(const LoweredTree& tree, const Program& program, Row row) {
  if (!tree.tables) return run(program, row);
  const bool rules = program.answers == AnswerKind::rule;
  return run(program, *tree.tables, rules ? tree.tables->rules : tree.tables->answers, row);
}

Answer answer_of_sums(const Lowered& lowered, Row row) {
  Answer answer;
  RunningSums sums(*lowered.verdict);
  for (const LoweredTree& tree : lowered.trees) {
    answer.rules.push_back(run(tree.rules, row));
    sums.add(tree.answers.addends[run(tree.answers, row)]);
  }
  answer.sums.assign(sums.sums().begin(), sums.sums().end());
  if (lowered.regression()) {
    answer.value = value_of(*lowered.verdict, lowered.value_type.type, answer.sums);
  } else {
    answer.label = label_of(*lowered.verdict, answer.sums);
  }
  return answer;
}

AnswerKind answer_kind(const Model& model) {
  if (model.combination != Combination::single) return AnswerKind::addend;
  return model.task == Task::regression ? AnswerKind::value : AnswerKind::label;
}

}  // namespace

const std::vector<std::string>& pass_names() {
  static const std::vector<std::string> kNames = {"build",  "fold",  "narrow",  "share",
                                                  "select", "order", "outline", "flatten"};
  return kNames;
}

bool runs_pass(Goal goal, std::string_view pass) {
  return goal != Goal::readable || (pass != "share" && pass != "select");
}

const std::vector<std::string>& goal_names() {
  static const std::vector<std::string> kNames = {"readable", "speed", "size"};
  return kNames;
}

Lowered lower(const Model& model, const LowerOptions& options, const PassObserver& observer) {
  Lowered lowered;
  lowered.asked = options;
  lowered.task = model.task;
  lowered.form = options.form;
  lowered.fields = choose_fields(model, options.fields, options.input_types, options.loss);
  lowered.goal = options.goal;
  lowered.value_type = choose_value_type(model, options.value_type);
  const bool single = model.combination == Combination::single;
  const ValueType type = lowered.value_type.type;
  const auto lower_program = [&](const Tree& tree, AnswerKind kind, Program& narrowed) {
    return lower_tree(model, tree, kind, lowered.fields, type, options, observer, narrowed);
  };
  Program answers;
  Program rules;
  for (const Tree& tree : model.trees) {
    LoweredTree& made = lowered.trees.emplace_back();
    made.answers = lower_program(tree, answer_kind(model), answers);
    made.rules = lower_program(tree, AnswerKind::rule, rules);
    if (single) made.blend = build_blend(model, tree, lowered.fields);
  }
  if (single) {
    choose_shape(options, answers, rules, lowered);
  } else {
    lowered.verdict = make_verdict(model);
  }
  const bool estimated = options.goal == Goal::size && options.form == BodyForm::early_return;
  if (estimated && !lowered.shape.sizes) lowered.shape.sizes = flash_sizes(lowered);
  return lowered;
}

std::size_t function_count(const Lowered& lowered) {
  std::size_t count = 0;
  for (const LoweredTree& tree : lowered.trees) count += tree.answers.functions.size() + tree.rules.functions.size();
  return count;
}

Answer answer(const Lowered& lowered, Row row) {
  if (lowered.verdict) return answer_of_sums(lowered, row);
  const LoweredTree& tree = lowered.tree();
  Answer answer;
  if (tree.blend && !is_complete(*tree.blend, row)) {
    answer.blended = run(*tree.blend, row);
    answer.rule = answer.blended->rule;
    if (answer.blended->largest < kWholeWeight) {
      if (lowered.regression()) {
        answer.value = rounded(lowered.value_type.type, value_of(*tree.blend, *answer.blended));
      } else {
        answer.label = label_of(*tree.blend, *answer.blended);
      }
      return answer;
    }
  } else {
    answer.rule = run_shaped(tree, tree.rules, row);
  }
  const std::uint32_t at = run_shaped(tree, tree.answers, row);
  if (lowered.regression()) {
    answer.value = tree.answers.values[at];
  } else {
    answer.label = at;
  }
  return answer;
}

}  // namespace espalier
