#include "lower/compare_terms.hpp"

#include <algorithm>
#include <cmath>

namespace espalier {
namespace {

constexpr std::size_t kFar = 63;       // what an AVR's ldd reaches
constexpr std::size_t kVeryFar = 124;  // what a Cortex-M0's ldr does

std::size_t stored_bytes(const Field& field, std::size_t categories) {
  switch (field.type) {
    case InputType::int8:
    case InputType::uint8:
    case InputType::boolean: return 1;
    case InputType::int16:
    case InputType::uint16: return 2;
    case InputType::float64: return 8;
    case InputType::category: return categories <= 0xFF ? 1 : categories <= 0xFFFF ? 2 : 4;
    default: return 4;
  }
}

}  // namespace

CompareTerms::CompareTerms(const std::vector<Field>& fields, const std::vector<std::size_t>& category_counts,
                           FloatForm floats, FlashTerms& terms)
    : fields_(fields), category_counts_(category_counts), floats_(floats), terms_(terms) {
  std::size_t offset = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    offset += stored_bytes(fields[i], category_counts[i]);
    offsets_.push_back(offset);
  }
}

void CompareTerms::add(const Condition& condition) {
  for (const Condition& term : condition.also) add(term);
  std::uint32_t asked = condition.field;
  add_one(condition);
  for (const Condition& fallback : condition.fallbacks) {
    terms_.add(FlashTerm::fallbacks);
    add_known(asked);
    add_one(fallback);
    asked = fallback.field;
  }
}

void CompareTerms::add_one(const Condition& condition) {
  const Field& field = fields_[condition.field];
  if (offsets_[condition.field] > kFar) terms_.add(FlashTerm::far_fields);
  if (offsets_[condition.field] > kVeryFar) terms_.add(FlashTerm::very_far_fields);
  if (field.type == InputType::category) {
    add_categories(condition);
  } else if (is_floating(field.type)) {
    add_floating(condition);
  } else {
    add_number(condition);
  }
}

void CompareTerms::add_known(std::uint32_t field) {
  const InputType& type = fields_[field].type;
  if (type == InputType::category) {
    terms_.add(FlashTerm::known_categories);
  } else if (is_floating(type)) {
    const bool is_double = type == InputType::float64;
    terms_.add(is_double ? FlashTerm::known_doubles : FlashTerm::known_floats);
    if (floats_ != FloatForm::values) return;
    terms_.note(is_double ? FlashTerm::double_library : FlashTerm::float_library);
    terms_.note(is_double ? FlashTerm::double_known : FlashTerm::float_known);
  } else {
    terms_.add(FlashTerm::known_numbers);
  }
}

void CompareTerms::add_number(const Condition& condition) {
  const Field& field = fields_[condition.field];
  const bool less = condition.compare == Compare::less_equal;
  if (field.sentinel) {
    const double sentinel = missing_sentinel(field.type);
    const bool is_lowest = sentinel == lowest(field.type);
    // The threshold stands between the sentinel and the numbers: whether there is a number is all that is asked.
    if (condition.threshold == (is_lowest ? sentinel : next_down(field.type, sentinel))) {
      terms_.add(FlashTerm::known_numbers);
      return;
    }
    if ((less == (sentinel <= condition.threshold)) != condition.when_missing) terms_.add(FlashTerm::known_numbers);
  }
  const std::size_t bytes = stored_bytes(field, 0);
  if (bytes == 1) {
    terms_.add(FlashTerm::byte_compares);
    return;
  }
  const std::int64_t operand = raw_of(field.type, condition.threshold);
  const bool narrow = operand >= 0 && operand <= 255;
  const bool middle = operand >= -2048 && operand <= 2047;
  if (bytes == 2) {
    terms_.add(narrow ? FlashTerm::short_compares : FlashTerm::wide_short_compares);
  } else {
    terms_.add(narrow   ? FlashTerm::int_compares
               : middle ? FlashTerm::middle_int_compares
                        : FlashTerm::wide_int_compares);
  }
}

void CompareTerms::add_floating(const Condition& condition) {
  const bool is_double = fields_[condition.field].type == InputType::float64;
  if (std::isinf(condition.threshold) && condition.threshold > 0) {
    add_known(condition.field);
    return;
  }
  // `x <= t`, or its opposite, in which missing values are above all numbers; otherwise they are below.
  const bool above = (condition.compare == Compare::less_equal) != condition.when_missing;
  if (floats_ == FloatForm::values) {
    terms_.add(is_double ? FlashTerm::double_compares : FlashTerm::float_compares);
    terms_.note(is_double ? FlashTerm::double_library : FlashTerm::float_library);
    terms_.note(above       ? is_double ? FlashTerm::double_less : FlashTerm::float_less
                : is_double ? FlashTerm::double_greater
                            : FlashTerm::float_greater);
    return;
  }
  const bool once = above && (floats_ == FloatForm::calm_bits);
  terms_.add(once        ? is_double ? FlashTerm::double_bits : FlashTerm::float_bits
             : is_double ? FlashTerm::double_ranges
                         : FlashTerm::float_ranges);
}

void CompareTerms::add_categories(const Condition& condition) {
  const std::size_t all = category_counts_[condition.field];
  // With missing values on the side that holds, the test is a negative one: emit/code_text writes what is not in it.
  const bool others = (condition.compare == Compare::not_member) != condition.when_missing;
  std::vector<bool> named(all, others);
  for (const std::uint32_t category : condition.categories) named[category] = !others;
  const auto count = static_cast<std::size_t>(std::count(named.begin(), named.end(), true));
  if (count == 0) return;
  if (count == all && count > 1) {
    terms_.add(FlashTerm::known_categories);
    return;
  }
  std::size_t runs = 0;
  for (std::size_t i = 0; i < all; ++i) runs += named[i] && (i == 0 || !named[i - 1]) ? 1 : 0;
  terms_.add(FlashTerm::category_tests);
  terms_.add(FlashTerm::category_runs, static_cast<double>(runs - 1));
  terms_.add(FlashTerm::category_terms, static_cast<double>(count - 1));
  if (count < 3 || runs < 2) return;
  // Compilers ask for such a set by a bit of a mask.
  terms_.add(FlashTerm::category_masks);
  const auto first = std::find(named.begin(), named.end(), true);
  const auto last = std::find(named.rbegin(), named.rend(), true).base();
  if (last - first > 16) terms_.add(FlashTerm::wide_category_masks);
}

}  // namespace espalier
