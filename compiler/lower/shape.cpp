#include "lower/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

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

Shape default_forest_shape(Goal goal) {
  return goal == Goal::readable ? Shape::branches : Shape::smaller;
}

Shape chosen_forest_shape(Shape wish, Goal goal, bool tests_anything, const std::optional<ChipSizes>& sizes) {
  if (!tests_anything || wish == Shape::branches) return Shape::branches;
  if (wish == Shape::table || goal == Goal::speed) return Shape::table;
  return chosen_shape(wish, sizes ? sizes_on(*sizes, kDecidingChip) : ShapeSizes{});
}

std::string describe(const ShapeChoice& choice) {
  if (choice.shape == Shape::table && !choice.sizes) return "table: several trees answer faster so, batches above all";
  const ShapeSizes sizes = choice.sizes ? sizes_on(*choice.sizes, kDecidingChip) : ShapeSizes{};
  if (sizes.table == 0) return "branches: there is nothing to test";
  if (choice.shape == Shape::branches) {
    return fmt::format("branches: about {} bytes instead of about {} of tables and walker, on a Cortex-M0+",
                       grouped(sizes.branches), grouped(sizes.table));
  }
  return fmt::format("table: about {} bytes of tables and walker instead of about {} of branches, on a Cortex-M0+",
                     grouped(sizes.table), grouped(sizes.branches));
}

std::string describe_sizes(const ShapeChoice& choice) {
  constexpr std::array<std::string_view, kChips> kPeopleSay = {"AVR", "Cortex-M0+", "RV32"};
  std::string text;
  for (std::size_t chip = 0; choice.sizes && chip < kChips; ++chip) {
    const ShapeSizes& sizes = (*choice.sizes)[chip];
    const std::size_t bytes = choice.shape == Shape::table ? sizes.table : sizes.branches;
    if (bytes == 0) continue;
    text += fmt::format("{} {}{} on {}", text.empty() ? "about" : ",", grouped(bytes),
                        text.empty() ? " bytes of flash" : "", kPeopleSay[chip]);
  }
  return text;
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
