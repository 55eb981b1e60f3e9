#include "lower/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

// note [keys]
//
// A key is a whole number that orders as the values of the field do, so that one signed comparison decides:
// - integers are their own keys, uint32 less 2^31;
// - a float is its magnitude's bits, negated if the sign is set: both zeros are 0, and infinities are the ends;
// - a category is its number.
// A missing value stands below or above all of them, so that it goes the way of the comparison at no cost. A field
// whose missing values go both ways is two inputs of the tables. Where an integer's sentinel has to stand at the other
// end than its own, it gets the key of the number at that end: no test separates that number from the ones beyond it.
//
// Any other question is asked by several tests: sets of categories are runs of numbers, and a condition with fallbacks
// asks whether the value is there first (lower/table_build.cpp).

namespace espalier {
namespace {

constexpr std::uint64_t kFloatMagnitude = 0x7FFF'FFFF;
constexpr std::uint64_t kDoubleMagnitude = 0x7FFF'FFFF'FFFF'FFFF;
constexpr std::int64_t kUint32Middle = 0x8000'0000;

std::int64_t signed_magnitude(std::uint64_t magnitude, bool negative) {
  const auto key = static_cast<std::int64_t>(magnitude);
  return negative ? -key : key;
}

std::int64_t floating_key(InputType type, double value) {
  if (type == InputType::float32) {
    return signed_magnitude(std::bit_cast<std::uint32_t>(static_cast<float>(value)) & kFloatMagnitude,
                            std::signbit(value));
  }
  return signed_magnitude(std::bit_cast<std::uint64_t>(value) & kDoubleMagnitude, std::signbit(value));
}

// Integers as they are stored, and what a stored one means.
std::int64_t stored_number(const Field& field, double value) {
  const std::int64_t number = raw_of(field.type, value);
  return field.type == InputType::uint32 ? number - kUint32Middle : number;
}
double meant_number(const Field& field, std::int64_t stored) {
  return value_at(field.type.scale(), field.type == InputType::uint32 ? stored + kUint32Middle : stored);
}

std::int64_t missing_key(const Field& field, MissingSide side, std::size_t categories) {
  const bool below = side == MissingSide::below;
  switch (field.type) {
    case InputType::category: return below ? -1 : static_cast<std::int64_t>(categories);
    case InputType::float32: return signed_magnitude(kFloatMagnitude, below);
    case InputType::float64: return signed_magnitude(kDoubleMagnitude, below);
    default: return key_of(field, side, below ? lowest(field.type) : highest(field.type), 0);
  }
}

}  // namespace

std::int64_t key_of(const Field& field, MissingSide missing, double value, std::size_t categories) {
  if (std::isnan(value)) return missing_key(field, missing, categories);
  if (is_floating(field.type)) return floating_key(field.type, value);
  return field.type == InputType::category ? static_cast<std::int64_t>(value) : stored_number(field, value);
}

double value_of_key(const Field& field, std::int64_t key) {
  const auto magnitude = static_cast<std::uint64_t>(std::abs(key));
  switch (field.type) {
    case InputType::float32: {
      const double value = static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(magnitude)));
      return key < 0 ? -value : value;
    }
    case InputType::float64: return key < 0 ? -std::bit_cast<double>(magnitude) : std::bit_cast<double>(magnitude);
    case InputType::category: return static_cast<double>(key);
    default: return meant_number(field, key);
  }
}

bool has_tests(const Program& program) {
  return program.steps[program.functions.back().entry].op == Op::branch;
}

std::uint32_t run(const Program& program, const DecisionTables& tables, const DecisionTable& table, Row row) {
  TableTarget at;
  while (!at.is_answer) {
    const TableTest& test = table.tests[at.index];
    const TableInput& input = tables.inputs[test.input];
    const Field& field = program.fields[input.field];
    const std::size_t categories = program.category_counts[input.field];
    const std::int64_t key = key_of(field, input.missing, field_value(field, categories, row), categories);
    at = key <= test.threshold ? test.yes : test.no;
  }
  return at.index;
}

std::size_t longest_way(const DecisionTable& table) {
  std::vector<std::size_t> longest(table.tests.size(), 0);
  const auto from = [&](TableTarget target) { return target.is_answer ? 0 : longest[target.index]; };
  for (std::size_t i = table.tests.size(); i-- > 0;) {
    longest[i] = 1 + std::max(from(table.tests[i].yes), from(table.tests[i].no));
  }
  return longest.empty() ? 0 : longest.front();
}

void verify_tables(const Program& program, const DecisionTables& tables, const DecisionTable& table) {
  const auto require = [&](bool kept, std::string_view rule, std::size_t at) {
    if (!kept)
      throw std::logic_error(fmt::format("in the table of {}s: test {}: {}", to_string(program.answers), at, rule));
  };
  require(!table.tests.empty(), "nothing is tested", 0);
  std::vector<bool> used(table.tests.size(), false);
  used[0] = true;
  for (std::size_t i = 0; i < table.tests.size(); ++i) {
    const TableTest& test = table.tests[i];
    require(used[i], "nothing leads here", i);
    require(test.input < tables.inputs.size() && tables.inputs[test.input].field < program.fields.size(),
            "input out of range", i);
    require(test.yes != test.no, "both ways lead to the same place", i);
    for (const TableTarget target : {test.yes, test.no}) {
      if (target.is_answer) {
        require(program.answers != AnswerKind::value || target.index < program.values.size(), "value out of range", i);
        continue;
      }
      require(target.index > i && target.index < table.tests.size(), "test before its parent", i);
      used[target.index] = true;
    }
  }
}

}  // namespace espalier
