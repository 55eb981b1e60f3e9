// What tables take: the types of their constants.
#include <algorithm>
#include <cstdint>
#include <limits>

#include "lower/table.hpp"

namespace espalier {
namespace {

std::size_t bytes_of_key(const TableInput& input, const std::vector<Field>& fields,
                         const std::vector<std::size_t>& category_counts) {
  switch (fields[input.field].type) {
    case InputType::int8:
    case InputType::uint8:
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
