#include "emit/key_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "emit/escape.hpp"
#include "support/number_text.hpp"

namespace espalier {

std::string signed_type_of(std::size_t bytes) {
  return fmt::format("int{}_t", 8 * bytes);
}

std::string unsigned_type_of(std::size_t bytes) {
  return fmt::format("uint{}_t", 8 * bytes);
}

std::string key_type(std::size_t bytes) {
  return bytes == 2 ? "int" : signed_type_of(bytes);
}

std::string key_literal(std::int64_t key) {
  if (key == INT32_MIN) return "(-2147483647 - 1)";
  return fmt::format("{}{}", key, key < INT32_MIN || key > INT32_MAX ? "LL" : "");
}

std::string wrapped_numbers(const std::vector<std::string>& numbers) {
  constexpr std::size_t kRowWidth = 100;
  std::string text;
  std::string line = " ";
  for (const std::string& number : numbers) {
    if (line.size() + number.size() + 2 > kRowWidth) {
      text += line + "\n";
      line = " ";
    }
    line += fmt::format(" {},", number);
  }
  return text + line + "\n";
}

std::string KeyText::own_key(const Field& field, const std::string& value) const {
  if (field.type == InputType::uint32) return fmt::format("static_cast<int32_t>({} ^ 0x80000000U)", value);
  return fmt::format("static_cast<{}>({})", type_, value);
}

std::string KeyText::expression(const TableInput& input, const std::string& value) const {
  const Field& field = program_.fields[input.field];
  std::string own = own_key(field, value);
  const auto missing = [&] {
    return key_literal(key_of(field, input.missing, std::nan(""), program_.category_counts[input.field]));
  };
  if (is_floating(field.type)) return fmt::format("{}({}, {})", key_of_, value, missing());
  const bool below = input.missing == MissingSide::below;
  if (field.type == InputType::category) {
    if (!below) return own;  // `unknown`, and what is no enumerator, is above all others
    return fmt::format("{} < {} ? {} : {}", value, code_.categories[input.field].unknown, own, missing());
  }
  const bool stands_there = !field.sentinel || (missing_sentinel(field.type) == lowest(field.type)) == below;
  if (stands_there) return own;
  return fmt::format("{} != {}{} ? {} : {}", value, code_.missing, storage_name(field.type), own, missing());
}

namespace {

std::string shown_threshold(const Field& field, double threshold) {
  return field.type == InputType::float32 ? shortest(static_cast<float>(threshold)) : shortest(threshold);
}

std::int64_t last_known(const Field& field, std::size_t categories) {
  if (field.type == InputType::category) return static_cast<std::int64_t>(categories) - 1;
  const double highest = is_integer(field.type) ? highest_number(field) : HUGE_VAL;
  return key_of(field, MissingSide::above, highest, 0);
}

}  // namespace

std::string KeyText::question(const TableInput& input, std::int64_t threshold) const {
  const Field& field = program_.fields[input.field];
  const std::size_t categories = program_.category_counts[input.field];
  const std::string name = comment_text(model_.features[field.feature].name);
  const bool below = input.missing == MissingSide::below;
  if (can_be_missing(field) && below && threshold == key_of(field, input.missing, std::nan(""), categories)) {
    return name + " is missing";
  }
  if (can_be_missing(field) && !below && threshold >= last_known(field, categories)) return name + " is known";
  const std::string_view or_missing = can_be_missing(field) && below ? " or missing" : "";
  if (field.type == InputType::category) {
    const Feature& feature = model_.features[field.feature];
    return fmt::format("{} is up to {}{}", name, comment_text(feature.categories[static_cast<std::size_t>(threshold)]),
                       or_missing);
  }
  const double value = value_of_key(field, threshold);
  return fmt::format("{} <= {}{}", name, std::isinf(value) ? "-infinity" : shown_threshold(field, value), or_missing);
}

}  // namespace espalier
