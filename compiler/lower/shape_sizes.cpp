// What the two shapes of predict() cost in flash: a model fitted to what arm-none-eabi-g++ -Os makes of trees for a
// Cortex-M0 (scripts/firmware-size shows how well it fits). Library functions that compare floats are not counted.
#include <algorithm>
#include <cmath>

#include "lower/shape.hpp"

namespace espalier {
namespace {

// Bytes of machine code per comparison, with the jump and its part of the answers that follow.
constexpr double kFloatCompare = 17;      // loads, literal, call, test
constexpr double kBitCompare = 12.5;      // literal instead of a call
constexpr double kDoubleCompare = 26;     // both words
constexpr double kImmediateCompare = 7;   // an operand of 8 bits is part of the instruction
constexpr double kLiteralCompare = 12.5;  // any other is a literal
constexpr double kCategoryCompare = 6.5;
constexpr double kKnownCompare = 8;  // of a sentinel or NaN
constexpr double kValueAnswer = 6;   // a literal, and its load
constexpr double kFunction = 20;
// Jumps over more than 256 bytes need a second instruction, and literals lie between the code.
constexpr std::size_t kShortJumps = 128;
constexpr double kLongJumps = 1.18;

double compare_bytes(const Program& program, const Condition& condition, bool float_bits) {
  const Field& field = program.fields[condition.field];
  if (field.type == InputType::category) {
    const std::size_t listed = condition.categories.size();
    const std::size_t others = program.category_counts[condition.field] - listed;
    return kCategoryCompare * static_cast<double>(std::max<std::size_t>(1, std::min(listed, others)));
  }
  if (field.type == InputType::float32) return float_bits ? kBitCompare : kFloatCompare;
  if (field.type == InputType::float64) return kDoubleCompare;
  const bool immediate = condition.threshold >= 0 && condition.threshold <= 255;
  return immediate ? kImmediateCompare : kLiteralCompare;
}

std::size_t branch_bytes(const Program& program, ValueType value_type, bool float_bits) {
  double bytes = kFunction * static_cast<double>(program.functions.size());
  std::size_t tests = 0;
  for (const Step& step : program.steps) {
    if (step.op != Op::branch) {
      if (program.answers != AnswerKind::value) continue;
      bytes += kValueAnswer * (value_type == ValueType::float64 ? 2 : 1);
      continue;
    }
    ++tests;
    bytes += compare_bytes(program, step.condition, float_bits);
    for (const Condition& fallback : step.condition.fallbacks) {
      bytes += kKnownCompare + compare_bytes(program, fallback, float_bits);
    }
  }
  return static_cast<std::size_t>(std::lround(bytes * (tests > kShortJumps ? kLongJumps : 1)));
}

// The loop, and what reads a key.
constexpr std::size_t kWalker = 64;
constexpr std::size_t kFloatKeys = 32;
constexpr std::size_t kDoubleKeys = 76;
constexpr std::size_t kSwitch = 20;
constexpr std::size_t kWideNumbers = 8;  // of tests
constexpr std::size_t kValues = 8;

std::size_t input_bytes(const Field& field, MissingSide missing) {
  if (is_floating(field.type)) return 10;
  if (field.type == InputType::category) return missing == MissingSide::below ? 10 : 5;
  return 6;
}

std::size_t table_bytes(const Program& program, const DecisionTables& tables, ValueType value_type) {
  std::size_t bytes = kWalker + constant_bytes(tables, tables.answers);
  const auto has = [&](InputType type) {
    return std::any_of(tables.inputs.begin(), tables.inputs.end(),
                       [&](const TableInput& input) { return program.fields[input.field].type == type; });
  };
  if (has(InputType::float32)) bytes += kFloatKeys;
  if (has(InputType::float64)) bytes += kDoubleKeys;
  if (!tables.uniform) {
    bytes += kSwitch;
    for (const TableInput& input : tables.inputs) bytes += input_bytes(program.fields[input.field], input.missing);
  }
  if (table_types(tables, tables.answers).next_bytes > 1) bytes += kWideNumbers;
  if (!program.values.empty()) {
    bytes += kValues + program.values.size() * (value_type == ValueType::float64 ? 8 : 4);
  }
  return bytes;
}

}  // namespace

ShapeSizes shape_sizes(const Program& answers, const DecisionTables* tables, ValueType value_type, bool float_bits) {
  ShapeSizes sizes;
  sizes.branches = branch_bytes(answers, value_type, float_bits);
  if (tables != nullptr) sizes.table = table_bytes(answers, *tables, value_type);
  return sizes;
}

}  // namespace espalier
