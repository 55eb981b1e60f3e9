#include "lower/flash_terms.hpp"

#include <algorithm>
#include <bit>

#include "lower/compare_terms.hpp"

namespace espalier {
namespace {

bool has_floating(const Lowered& lowered) {
  return std::any_of(lowered.fields.begin(), lowered.fields.end(),
                     [](const Field& field) { return is_floating(field.type); });
}

// As emit/ decides it: by their bits where speed or size counts.
bool compares_float_bits(const Lowered& lowered) {
  return lowered.goal != Goal::readable && lowered.form == BodyForm::early_return && has_floating(lowered);
}

// How many comparisons a condition is, about.
std::size_t comparisons(const Program& program, const Condition& condition) {
  std::size_t count = 1;
  if (program.fields[condition.field].type == InputType::category) {
    const std::size_t listed = condition.categories.size();
    const std::size_t all = program.category_counts[condition.field];
    count = std::max<std::size_t>(1, std::min(listed, all - std::min(all, listed)) / 2);
  }
  for (const Condition& fallback : condition.fallbacks) count += 1 + comparisons(program, fallback);
  for (const Condition& term : condition.also) count += comparisons(program, term);
  return count;
}

// The more code a function has, the more each comparison takes: registers run out, and jumps get longer.
void add_crowding(double comparisons, FlashTerms& terms) {
  if (comparisons > 40) terms.add(FlashTerm::compares_after_40, comparisons - 40);
  if (comparisons > 200) terms.add(FlashTerm::compares_after_200, comparisons - 200);
}

// A comparison skips what the test's `yes` leads to. Jumps over much code are longer instructions, or two.
void add_jumps(const Program& program, FlashTerms& terms) {
  std::size_t all = 0;
  std::vector<std::size_t> below(program.steps.size(), 0);  // comparisons at a step and below, within its function
  for (std::size_t i = program.steps.size(); i-- > 0;) {
    const Step& step = program.steps[i];
    if (step.op != Op::branch) continue;
    const std::size_t own = comparisons(program, step.condition);
    all += own;
    below[i] = own + below[step.yes] + below[step.no];
    const std::size_t skipped = below[step.yes];
    const auto jumps = static_cast<double>(1 + step.condition.fallbacks.size() + step.condition.also.size());
    if (skipped >= 5) terms.add(FlashTerm::jumps_over_few, jumps);
    if (skipped >= 15) terms.add(FlashTerm::jumps_over_some, jumps);
    if (skipped >= 60) terms.add(FlashTerm::jumps_over_many, jumps);
  }
  add_crowding(static_cast<double>(all), terms);
}

// What a test has read stays in a register for those that follow it, as long as there are some.
void add_loads(const Program& program, FlashTerms& terms) {
  constexpr std::size_t kLookedBack = 32;
  constexpr std::uint32_t kNone = UINT32_MAX;
  std::vector<std::uint32_t> before(program.steps.size(), kNone);  // the test that leads to a step
  for (std::uint32_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    if (step.op != Op::branch) continue;
    before[step.yes] = before[step.no] = i;
    const std::uint32_t field = step.condition.field;
    std::uint32_t at = before[i];
    if (at != kNone && program.steps[at].condition.field == field) terms.add(FlashTerm::repetitions);
    for (std::size_t n = 0; n < kLookedBack && at != kNone && program.steps[at].condition.field != field; ++n) {
      at = before[at];
    }
    if (at != kNone && program.steps[at].condition.field == field) continue;
    const InputType& type = program.fields[field].type;
    const bool wide = type == InputType::int32 || type == InputType::uint32 || is_floating(type);
    terms.add(wide ? FlashTerm::wide_loads : FlashTerm::loads);
  }
}

// Of the values that are answered: how many words of 4 bytes one has.
double words_of(ValueType type) {
  return type == ValueType::float64 ? 2 : 1;
}

void add_addition(const Addend& addend, const Verdict& verdict, FlashTerms& terms) {
  const SumType type = verdict.type;
  const bool several = verdict.base.size() > 1;  // a single sum stays in a register
  const FlashTerm term = [&] {
    switch (type) {
      case SumType::uint8: return FlashTerm::adds_of_1;
      case SumType::uint16: return FlashTerm::adds_of_2;
      case SumType::uint32:
      case SumType::int32: return several ? FlashTerm::spread_adds_of_4 : FlashTerm::adds_of_4;
      case SumType::int64: return FlashTerm::adds_of_8;
      case SumType::float32: return several ? FlashTerm::spread_adds_of_floats : FlashTerm::adds_of_floats;
      case SumType::float64: break;
    }
    return FlashTerm::adds_of_doubles;
  }();
  for (const double amount : addend.amounts) {
    if (amount != 0 || !is_whole(type)) terms.add(term);
  }
}

void add_step(const Lowered& lowered, const Program& program, const Step& step, CompareTerms& compares,
              FlashTerms& terms) {
  switch (step.op) {
    case Op::answer:
      if (program.answers == AnswerKind::value) {
        terms.add(FlashTerm::values, words_of(lowered.value_type.type));
      } else {
        terms.add(FlashTerm::labels);
      }
      break;
    case Op::add: add_addition(program.addends[step.value], *lowered.verdict, terms); break;
    case Op::call: terms.add(FlashTerm::calls); break;
    case Op::branch:
      if (step.chain == Chain::none) {
        terms.add(FlashTerm::tests);
        compares.add(step.condition);
        break;
      }
      if (step.chain == Chain::first) terms.add(FlashTerm::switches);
      terms.add(FlashTerm::switch_arms);
      terms.add(FlashTerm::switch_categories, static_cast<double>(step.condition.categories.size()));
      break;
  }
}

void add_program(const Lowered& lowered, const Program& program, FloatForm floats, FlashTerms& terms) {
  CompareTerms compares(program.fields, program.category_counts, floats, terms);
  terms.add(FlashTerm::functions, static_cast<double>(program.functions.size()));
  terms.add(FlashTerm::value_words, words_of(lowered.value_type.type) * static_cast<double>(program.values.size()));
  terms.add(FlashTerm::addends, static_cast<double>(program.addends.size()));
  for (const Step& step : program.steps) add_step(lowered, program, step, compares, terms);
  add_jumps(program, terms);
  add_loads(program, terms);
  const double fallbacks = terms[FlashTerm::fallbacks];
  if (program.answers != AnswerKind::addend && fallbacks > 100)
    terms.add(FlashTerm::fallbacks_after_100, fallbacks - 100);
}

// Rows with a NaN whose sign bit is set are looked for, field by field or run by run.
void add_guard(const Lowered& lowered, FlashTerms& terms) {
  if (lowered.tree().blend) {
    terms.note(FlashTerm::calmed_blends);
  } else {
    terms.note(FlashTerm::guards);
    if (lowered.goal == Goal::speed) terms.note(FlashTerm::fast_guards);
  }
  for (std::size_t i = 0; i < lowered.fields.size();) {
    const std::size_t first = i++;
    if (!is_floating(lowered.fields[first].type)) continue;
    while (i < lowered.fields.size() && lowered.fields[i].type == lowered.fields[first].type) ++i;
    terms.add(i - first == 1 ? FlashTerm::guarded_singles : FlashTerm::guarded_runs);
    if (lowered.goal == Goal::speed) terms.add(FlashTerm::guarded_fields, static_cast<double>(i - first));
  }
}

void add_blend_line(const BlendProgram& blend, const BlendLine& line, CompareTerms& compares, FlashTerms& terms) {
  const BlendStep& step = blend.steps[line.step];
  if (line.kind == BlendLineKind::leaf) {
    terms.add(FlashTerm::blend_leaves);
    if (blend.task == Task::regression) terms.add(FlashTerm::blend_value_adds);
    for (const std::uint32_t share : step.label_shares) {
      if (share > 0) terms.add(share == kWholeWeight ? FlashTerm::blend_label_adds : FlashTerm::blend_part_adds);
    }
    if (step.support > 0) terms.add(FlashTerm::blend_part_adds);
    return;
  }
  if (line.kind != BlendLineKind::open && line.kind != BlendLineKind::go_on) return;
  const BlendBranch& branch = step.branches[line.branch];
  if (!branch.shared_only && branch.conditions.empty()) return;
  const bool shares = step.known && (branch.shared_only || branch.share > 0);
  terms.add(shares ? FlashTerm::blend_parts : FlashTerm::blend_choices);
  terms.add(FlashTerm::blend_conditions, static_cast<double>(branch.conditions.size() + (shares ? 1 : 0)));
  if (shares) compares.add(*step.known);
  for (const Condition& condition : branch.conditions) compares.add(condition);
}

void add_blend(const Lowered& lowered, const BlendProgram& blend, FloatForm floats, FlashTerms& terms) {
  CompareTerms compares(blend.fields, blend.category_counts, floats, terms);
  terms.note(FlashTerm::blends);
  terms.add(FlashTerm::blend_labels, static_cast<double>(blend.labels));
  terms.add(FlashTerm::blend_functions, static_cast<double>(blend.functions.size()));
  for (const Condition& condition : blend.complete) compares.add(condition);
  for (const std::vector<BlendLine>& function : blend.functions) {
    for (const BlendLine& line : function) add_blend_line(blend, line, compares, terms);
  }
  terms.add(FlashTerm::first_blend_parts, std::min(10.0, terms[FlashTerm::blend_parts]));
  if (blend.task == Task::regression) {
    terms.note(lowered.value_type.type == ValueType::float64 ? FlashTerm::blend_doubles : FlashTerm::blend_floats);
  } else if (blend.threshold) {
    terms.note(blend.smoothing.extras.empty() ? FlashTerm::blend_thresholds : FlashTerm::blend_smoothed_thresholds);
  } else {
    for (const std::vector<std::uint32_t>& costs : blend.costs) {
      terms.add(FlashTerm::blend_costs,
                static_cast<double>(std::count_if(costs.begin(), costs.end(), [](auto cost) { return cost > 0; })));
    }
  }
}

// Whether dividing by the number of trees is a division: by a power of two it is a multiplication.
bool divides(const Verdict& verdict) {
  return verdict.combination != Combination::sum && !std::has_single_bit(verdict.trees);
}

// What a regression makes of the sum of its trees.
void add_result(const Lowered& lowered, const Verdict& verdict, FlashTerms& terms) {
  const bool answers_float = lowered.value_type.type == ValueType::float32;
  const bool in_floats =
      is_whole(verdict.type) ? answers_float && answers_in_floats(verdict) : verdict.type == SumType::float32;
  const bool mean = verdict.combination == Combination::mean;
  if (divides(verdict)) terms.note(in_floats ? FlashTerm::mean_results : FlashTerm::double_mean_results);
  if (verdict.exponent != 0 || (mean && !divides(verdict))) terms.note(FlashTerm::scaled_results);
  if (answers_float != in_floats) terms.note(FlashTerm::rounded_results);
  if (!is_whole(verdict.type)) return;
  if (in_floats) {
    terms.note(verdict.type == SumType::int64 ? FlashTerm::wide_float_results : FlashTerm::float_results);
  } else {
    terms.note(FlashTerm::double_results);
  }
}

void add_verdict(const Lowered& lowered, const Verdict& verdict, FlashTerms& terms) {
  terms.note(FlashTerm::forests);
  terms.add(FlashTerm::first_trees, std::min(4.0, static_cast<double>(lowered.trees.size())));
  terms.add(FlashTerm::forest_sums, static_cast<double>(verdict.base.size()));
  if (verdict.type == SumType::float32) terms.note(FlashTerm::float_sums);
  if (verdict.type == SumType::float64) terms.note(FlashTerm::double_sums);
  if (lowered.regression()) {
    add_result(lowered, verdict, terms);
    return;
  }
  if (verdict.type == SumType::int64) terms.note(FlashTerm::wide_verdicts);
  if (verdict.type == SumType::float32) {
    terms.note(verdict.one_of_two ? FlashTerm::float_signs : FlashTerm::float_verdicts);
  }
  if (verdict.type == SumType::float64) terms.note(FlashTerm::double_verdicts);
  if (!divides(verdict) || is_whole(verdict.type)) return;
  terms.note(verdict.type == SumType::float32 ? FlashTerm::float_means : FlashTerm::double_means);
}

}  // namespace

FlashTerms branch_terms(const Lowered& lowered) {
  FlashTerms terms;
  const bool bits = compares_float_bits(lowered);
  if (lowered.verdict) {
    for (const LoweredTree& tree : lowered.trees) {
      add_program(lowered, tree.answers, bits ? FloatForm::any_bits : FloatForm::values, terms);
    }
    add_verdict(lowered, *lowered.verdict, terms);
    return terms;
  }
  const LoweredTree& tree = lowered.tree();
  add_program(lowered, tree.answers, bits ? FloatForm::calm_bits : FloatForm::values, terms);
  if (bits) add_guard(lowered, terms);
  if (tree.blend) add_blend(lowered, *tree.blend, bits ? FloatForm::any_bits : FloatForm::values, terms);
  return terms;
}

namespace {

// Whether a missing value, or its sentinel, stands on the other side than the tests want it.
bool is_moved(const Field& field, MissingSide missing) {
  const bool below = missing == MissingSide::below;
  if (field.type == InputType::category) return below;
  return field.sentinel && (missing_sentinel(field.type) == lowest(field.type)) != below;
}

void add_switch_input(const Field& field, MissingSide missing, FlashTerms& terms) {
  if (field.type == InputType::float32) {
    terms.add(FlashTerm::switch_floats);
  } else if (field.type == InputType::float64) {
    terms.add(FlashTerm::switch_doubles);
  } else {
    terms.add(field.type == InputType::category ? FlashTerm::switch_words : FlashTerm::switch_numbers);
    if (is_moved(field, missing)) terms.add(FlashTerm::switch_moved);
  }
}

// Keys that are read by their place have one type.
void add_placed_inputs(const Field& field, MissingSide missing, FlashTerms& terms) {
  if (is_floating(field.type)) return;
  if (field.type == InputType::int16 || field.type == InputType::uint16) terms.note(FlashTerm::placed_shorts);
  if (field.type == InputType::int32 || field.type == InputType::uint32) terms.note(FlashTerm::placed_ints);
  if (is_moved(field, missing)) terms.note(FlashTerm::placed_moved);
}

}  // namespace

FlashTerms table_terms(const Lowered& lowered, const DecisionTables& tables) {
  FlashTerms terms;
  const Program& program = lowered.tree().answers;
  const TableTypes types = table_types(tables, tables.answers);
  terms.note(FlashTerm::tables);
  if (tables.answers.tests.size() > 1) terms.note(FlashTerm::table_loops);
  terms.add(FlashTerm::table_bytes, static_cast<double>(constant_bytes(tables, tables.answers)));
  if (!program.values.empty()) {
    terms.note(FlashTerm::table_values);
    terms.add(FlashTerm::table_bytes,
              4 * words_of(lowered.value_type.type) * static_cast<double>(program.values.size()));
  }
  for (const TableInput& input : tables.inputs) {
    const Field& field = program.fields[input.field];
    if (field.type == InputType::float32) terms.note(FlashTerm::float_keys);
    if (field.type == InputType::float64) terms.note(FlashTerm::double_keys);
    if (tables.uniform) {
      add_placed_inputs(field, input.missing, terms);
    } else {
      add_switch_input(field, input.missing, terms);
    }
  }
  if (!tables.uniform) terms.note(FlashTerm::table_switches);
  const std::size_t keys = key_bytes(program, tables);
  if (keys == 4) terms.note(FlashTerm::keys_of_4);
  if (keys == 8) terms.note(FlashTerm::keys_of_8);
  if (types.threshold_bytes == 2) terms.note(FlashTerm::thresholds_of_2);
  if (types.threshold_bytes == 4) terms.note(FlashTerm::thresholds_of_4);
  if (types.threshold_bytes == 8) terms.note(FlashTerm::thresholds_of_8);
  if (types.next_bytes > 1) terms.note(FlashTerm::numbers_of_2);
  if (lowered.tree().blend) add_blend(lowered, *lowered.tree().blend, FloatForm::values, terms);
  return terms;
}

FlashTerms table_terms(const Lowered& lowered, const ForestTables& tables) {
  FlashTerms terms;
  const PackedTrees& trees = tables.answers;
  terms.note(FlashTerm::tables);
  terms.note(FlashTerm::table_loops);
  terms.add(FlashTerm::table_bytes, static_cast<double>(constant_bytes(tables)));
  for (const TableInput& input : tables.inputs) {
    const Field& field = lowered.fields[input.field];
    if (field.type == InputType::float32) terms.note(FlashTerm::float_keys);
    if (field.type == InputType::float64) terms.note(FlashTerm::double_keys);
    add_switch_input(field, input.missing, terms);
  }
  if (tables.key_bytes == 4) terms.note(FlashTerm::keys_of_4);
  if (tables.key_bytes == 8) terms.note(FlashTerm::keys_of_8);
  if (trees.threshold_bytes == 2) terms.note(FlashTerm::thresholds_of_2);
  if (trees.threshold_bytes == 4) terms.note(FlashTerm::thresholds_of_4);
  if (trees.threshold_bytes == 8) terms.note(FlashTerm::thresholds_of_8);
  if (trees.next_bytes > 1) terms.note(FlashTerm::numbers_of_2);
  add_verdict(lowered, *lowered.verdict, terms);
  return terms;
}

}  // namespace espalier
