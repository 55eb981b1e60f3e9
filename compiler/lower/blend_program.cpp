// Blend programs as emitted code runs them: function by function, line by line.
#include <algorithm>
#include <cmath>

#include "lower/blend_program.hpp"
#include "model/blend.hpp"

namespace espalier {
namespace {

bool all_hold(const BlendProgram& program, const std::vector<Condition>& conditions, Row row) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
    return holds(program.fields, program.category_counts, condition, row);
  });
}

std::uint32_t part_taken(const BlendProgram& program, const BlendStep& step, const BlendBranch& branch,
                         std::uint32_t weight, Row row) {
  if (!branch.shared_only && all_hold(program, branch.conditions, row)) return weight;
  const bool known = !step.known || holds(program.fields, program.category_counts, *step.known, row);
  return known ? 0 : part_of(weight, branch.share);
}

void arrive(const BlendStep& leaf, std::uint32_t weight, BlendedRow& blended) {
  if (weight > blended.largest || (weight == blended.largest && leaf.rule < blended.rule)) {
    blended.largest = weight;
    blended.rule = leaf.rule;
  }
  for (std::size_t i = 0; i < leaf.label_shares.size(); ++i) blended.shares[i] += part_of(weight, leaf.label_shares[i]);
  blended.support += part_of(weight, leaf.support);
  blended.value_sum += std::int64_t{weight} * leaf.scaled_value;
}

struct Call {
  std::uint32_t function;
  std::uint32_t weight;
};

// Follows the lines of one function; what it calls is left in `calls`.
void run_function(const BlendProgram& program, const Call& entered, Row row, BlendedRow& blended,
                  std::vector<Call>& calls) {
  const std::vector<BlendLine>& lines = program.functions[entered.function];
  std::vector<std::uint32_t> weights = {entered.weight};  // per level
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const BlendLine& line = lines[i];
    const BlendStep& step = program.steps[line.step];
    const std::uint32_t weight = weights.back();
    switch (line.kind) {
      case BlendLineKind::open: {
        const std::uint32_t part = part_taken(program, step, step.branches[line.branch], weight, row);
        weights.push_back(part);
        while (part == 0 && !(lines[i + 1].kind == BlendLineKind::close && lines[i + 1].level == line.level)) ++i;
        break;
      }
      case BlendLineKind::close: weights.pop_back(); break;
      case BlendLineKind::go_on:
        weights.back() = part_taken(program, step, step.branches[line.branch], weight, row);
        if (weights.back() == 0) return;
        break;
      case BlendLineKind::leaf: arrive(step, weight, blended); break;
      case BlendLineKind::call: calls.push_back({line.function, weight}); break;
    }
  }
}

std::uint64_t expected_cost(const BlendProgram& program, const BlendedRow& blended, std::size_t answer) {
  std::uint64_t sum = 0;
  for (std::size_t actual = 0; actual < blended.shares.size(); ++actual) {
    sum += std::uint64_t{blended.shares[actual]} * program.costs[actual][answer];
  }
  return sum;
}

}  // namespace

BlendedRow run(const BlendProgram& program, Row row) {
  BlendedRow blended;
  blended.shares.assign(program.labels, 0);
  std::vector<Call> calls = {{static_cast<std::uint32_t>(program.functions.size() - 1), kWholeWeight}};
  while (!calls.empty()) {
    const Call next = calls.back();
    calls.pop_back();
    run_function(program, next, row, blended, calls);
  }
  return blended;
}

bool is_complete(const BlendProgram& program, Row row) {
  return all_hold(program, program.complete, row);
}

std::uint32_t label_of(const BlendProgram& program, const BlendedRow& blended) {
  if (program.threshold) {
    const std::uint32_t label = program.threshold->label;
    return program.threshold->decide(program.smoothing.smoothed(blended.shares[label], blended.support, label));
  }
  std::uint32_t best = 0;
  for (std::uint32_t label = 1; label < blended.shares.size(); ++label) {
    const bool better = program.costs.empty()
                            ? blended.shares[label] > blended.shares[best]
                            : expected_cost(program, blended, label) < expected_cost(program, blended, best);
    if (better) best = label;
  }
  return best;
}

double value_of(const BlendProgram& program, const BlendedRow& blended) {
  const std::int64_t value = blended.value_sum / 256;  // a whole number, as the header has it
  return std::ldexp(static_cast<double>(value), -(program.value_exponent + 23));
}

}  // namespace espalier
