#include "lower/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "lower/table.hpp"
#include "support/text.hpp"

namespace espalier {

const std::vector<std::string>& shape_names() {
  static const std::vector<std::string> kNames = {"branches", "table", "auto"};  // in the order of Shape
  return kNames;
}

std::string_view to_string(Shape shape) {
  return shape_names()[static_cast<std::size_t>(shape)];
}

Shape default_shape(bool for_size) {
  return for_size ? Shape::smaller : Shape::branches;
}

Shape chosen_shape(Shape wish, const ShapeSizes& sizes) {
  if (sizes.table == 0 || wish == Shape::branches) return Shape::branches;
  if (wish == Shape::table) return Shape::table;
  return sizes.table < sizes.branches ? Shape::table : Shape::branches;
}

std::string describe(const ShapeChoice& choice) {
  const ShapeSizes& sizes = choice.sizes;
  if (sizes.table == 0) return "branches: there is nothing to test";
  if (choice.shape == Shape::branches) {
    return fmt::format("branches: about {} bytes instead of about {} of tables and walker", grouped(sizes.branches),
                       grouped(sizes.table));
  }
  return fmt::format("table: about {} bytes of tables and walker instead of about {} of branches", grouped(sizes.table),
                     grouped(sizes.branches));
}

// What the two shapes of predict() cost in flash: a model fitted to what arm-none-eabi-g++ -Os makes of trees for a
// Cortex-M0 (scripts/firmware-size shows how well it fits). Library functions that compare floats are not counted.

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
  const std::int64_t operand = raw_of(field.type, condition.threshold);
  const bool immediate = operand >= 0 && operand <= 255;
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

// What tables take: the types of their constants.

namespace {

std::size_t bytes_of_key(const TableInput& input, const std::vector<Field>& fields,
                         const std::vector<std::size_t>& category_counts) {
  switch (fields[input.field].type) {
    case InputType::int8:
    case InputType::uint8:
    case InputType::boolean:
    case InputType::int16: return 2;
    case InputType::float64: return 8;
    // The enumeration is as wide as its `unknown` needs, and may hold any value of that width.
    case InputType::category: {
      const std::size_t unknown = category_counts[input.field];
      return unknown <= 0xFF ? 2 : unknown <= 0xFFFF ? 4 : 8;
    }
    default: return 4;
  }
}

std::size_t bytes_of_signed(std::int64_t lowest, std::int64_t highest) {
  const auto fits = [&](std::int64_t low, std::int64_t high) { return low <= lowest && highest <= high; };
  if (fits(INT8_MIN, INT8_MAX)) return 1;
  if (fits(INT16_MIN, INT16_MAX)) return 2;
  return fits(INT32_MIN, INT32_MAX) ? 4 : 8;
}

std::size_t bytes_of_unsigned(std::size_t highest) {
  return highest <= 0xFF ? 1 : highest <= 0xFFFF ? 2 : 4;
}

}  // namespace

std::size_t key_bytes(const Program& program, const DecisionTables& tables) {
  std::size_t bytes = 2;
  for (const TableInput& input : tables.inputs) {
    bytes = std::max(bytes, bytes_of_key(input, program.fields, program.category_counts));
  }
  return bytes;
}

TableTypes table_types(const DecisionTables& tables, const DecisionTable& table) {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  std::size_t last_answer = 0;
  for (const TableTest& test : table.tests) {
    lowest = std::min(lowest, test.threshold);
    highest = std::max(highest, test.threshold);
    for (const TableTarget target : {test.yes, test.no}) {
      if (target.is_answer) last_answer = std::max<std::size_t>(last_answer, target.index);
    }
  }
  TableTypes types;
  types.threshold_bytes = bytes_of_signed(lowest, highest);
  types.input_bytes = bytes_of_unsigned(tables.inputs.size() - 1);
  types.next_bytes = bytes_of_unsigned(table.tests.size() + last_answer);
  return types;
}

std::size_t constant_bytes(const DecisionTables& tables, const DecisionTable& table) {
  const TableTypes types = table_types(tables, table);
  return table.tests.size() * (types.threshold_bytes + types.input_bytes + 2 * types.next_bytes);
}

}  // namespace espalier
