#include "lower/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "lower/batch_gain.hpp"
#include "lower/flash_size.hpp"
#include "lower/verify_program.hpp"
#include "model/blend.hpp"
#include "support/diagnostic.hpp"

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
  const bool batches =
      options.batches == BatchForm::nodes || (options.batches == BatchForm::faster && options.goal == Goal::speed);
  if (options.shape != Shape::branches || batches) narrowed = program;
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

// Whether each test of the program asks one question: tables ask the others one by one.
bool asks_one_by_one(const Program& program) {
  return std::all_of(program.steps.begin(), program.steps.end(), [](const Step& step) {
    return step.op != Op::branch || (step.condition.fallbacks.empty() && step.condition.also.empty());
  });
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

// Whether batches get nodes of their own: of tables, and of branches for speed, where they are faster. Rows that are
// blended have no single leaf to walk to. Where a test asks for surrogates, or for several parts of a rule, branches
// would lose their proof.
void choose_batches(const LowerOptions& options, const Program& answers, Lowered& lowered) {
  LoweredTree& tree = lowered.trees.front();
  const bool wished = tree.tables || (options.goal == Goal::speed && asks_one_by_one(answers));
  if (options.batches == BatchForm::loop || (options.batches == BatchForm::faster && !wished)) return;
  if (options.form == BodyForm::single_exit || tree.blend || !has_tests(answers)) return;
  BatchNodes nodes = build_batch_nodes(answers);
  if (options.batches == BatchForm::nodes || pays_in_batches(answers, nodes, lowered.shape.shape))
    tree.batches = std::move(nodes);
}

// The same for several trees.
void choose_forest_shape(const LowerOptions& options, std::span<const NarrowedTree> narrowed, Lowered& lowered) {
  const Shape wish = options.shape.value_or(default_forest_shape(options.goal));
  lowered.shape.wish = wish;
  if (wish == Shape::branches || options.form == BodyForm::single_exit) return;
  const bool tests = std::any_of(narrowed.begin(), narrowed.end(), [](const NarrowedTree& tree) {
    return has_tests(tree.answers) || has_tests(tree.rules);
  });
  std::vector<std::uint32_t> order(narrowed.size());
  std::iota(order.begin(), order.end(), 0U);
  if (lowered.early) order = lowered.early->order;
  if (tests) lowered.forest = build_forest_tables(narrowed, order, *lowered.verdict);
  if (options.goal != Goal::speed) lowered.shape.sizes = flash_sizes(lowered);
  lowered.shape.shape = chosen_forest_shape(wish, options.goal, tests, lowered.shape.sizes);
  if (lowered.shape.shape == Shape::branches) lowered.forest.reset();
}

// What a program answers, in the shape that is emitted.
std::uint32_t run_shaped(const LoweredTree& tree, const Program& program, Row row) {
  if (!tree.tables) return run(program, row);
  const bool rules = program.answers == AnswerKind::rule;
  return run(program, *tree.tables, rules ? tree.tables->rules : tree.tables->answers, row);
}

// What the trees of a model answer a row, one by one.
class AskedTrees {
 public:
  AskedTrees(const Lowered& lowered, Row row) : lowered_(lowered), row_(row) {
    if (lowered.forest) keys_ = keys_of(lowered.trees.front().answers, lowered.forest->inputs, row);
  }

  std::uint32_t rule(std::size_t tree) const {
    if (!lowered_.forest) return run(lowered_.trees[tree].rules, row_);
    return static_cast<std::uint32_t>(walk(lowered_.forest->rules, tree, keys_));
  }

  Addend addend(std::size_t tree) const {
    const Program& answers = lowered_.trees[tree].answers;
    if (!lowered_.forest) return answers.addends[run(answers, row_)];
    const std::size_t place = lowered_.forest->places[tree];
    return addend_said(*lowered_.forest, place, walk(lowered_.forest->answers, place, keys_));
  }

 private:
  const Lowered& lowered_;
  Row row_;
  std::vector<std::int64_t> keys_;
};

// The label, and how many trees it takes.
void ask_until_settled(const Lowered& lowered, const AskedTrees& trees, Answer& answer) {
  const EarlyExit& early = *lowered.early;
  RunningSums sums(*lowered.verdict);
  for (const std::uint32_t tree : early.order) {
    sums.add(trees.addend(tree));
    const bool looks = ++answer.asked % EarlyExit::kBlock == 0 && answer.asked < early.order.size();
    if (looks && is_settled(*lowered.verdict, early, answer.asked / EarlyExit::kBlock - 1, sums.sums())) break;
  }
  answer.label = label_of(*lowered.verdict, sums.sums());
}

Answer answer_of_sums(const Lowered& lowered, Row row) {
  Answer answer;
  RunningSums sums(*lowered.verdict);
  const AskedTrees trees(lowered, row);
  for (std::size_t i = 0; i < lowered.trees.size(); ++i) {
    answer.rules.push_back(trees.rule(i));
    sums.add(trees.addend(i));
  }
  answer.sums.assign(sums.sums().begin(), sums.sums().end());
  if (lowered.early) {
    ask_until_settled(lowered, trees, answer);
    return answer;
  }
  answer.asked = lowered.trees.size();
  if (lowered.regression()) {
    answer.value = value_of(*lowered.verdict, lowered.value_type.type, answer.sums);
  } else {
    answer.label = label_of(*lowered.verdict, answer.sums);
  }
  return answer;
}

void refuse_without_early_exit(const Model& model) {
  const std::string obstacle = obstacle_to_early_exit(model);
  if (obstacle.empty()) return;
  throw Diagnostic(ExitCode::bad_input, fmt::format("the model has no early exit: {}", obstacle),
                   "leave --early-exit out; it is for several trees that answer with labels by whole-number sums");
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
  if (options.early_exit) refuse_without_early_exit(model);
  lowered.value_type = choose_value_type(model, options.value_type);
  const bool single = model.combination == Combination::single;
  const ValueType type = lowered.value_type.type;
  LowerOptions of_each = options;
  of_each.pieces = (options.pieces + model.trees.size() - 1) / model.trees.size();
  const auto lower_program = [&](const Tree& tree, AnswerKind kind, Program& narrowed) {
    return lower_tree(model, tree, kind, lowered.fields, type, of_each, observer, narrowed);
  };
  std::vector<NarrowedTree> narrowed;
  for (const Tree& tree : model.trees) {
    LoweredTree& made = lowered.trees.emplace_back();
    NarrowedTree& kept = narrowed.emplace_back();
    made.answers = lower_program(tree, answer_kind(model), kept.answers);
    made.rules = lower_program(tree, AnswerKind::rule, kept.rules);
    if (single) made.blend = build_blend(model, tree, lowered.fields);
  }
  if (single) {
    choose_shape(options, narrowed.front().answers, narrowed.front().rules, lowered);
    choose_batches(options, narrowed.front().answers, lowered);
  } else {
    lowered.verdict = make_verdict(model);
    if (options.early_exit) lowered.early = make_early_exit(model, *lowered.verdict);
    choose_forest_shape(options, narrowed, lowered);
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
  const std::uint32_t by_batch = tree.batches ? run(tree.answers, *tree.batches, row) : at;
  if (lowered.regression()) {
    answer.value = tree.answers.values[at];
    if (tree.batches) answer.batch_value = tree.answers.values[by_batch];
  } else {
    answer.label = at;
    if (tree.batches) answer.batch_label = by_batch;
  }
  return answer;
}

}  // namespace espalier
