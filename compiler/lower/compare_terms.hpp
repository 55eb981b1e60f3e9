// The terms of comparisons (lower/flash_terms.hpp).
#pragma once

#include <cstddef>
#include <vector>

#include "lower/flash_terms.hpp"
#include "lower/program.hpp"

namespace espalier {

// How floating-point numbers are compared.
enum class FloatForm { values, calm_bits, any_bits };

class CompareTerms {
 public:
  // Keeps references.
  CompareTerms(const std::vector<Field>& fields, const std::vector<std::size_t>& category_counts, FloatForm floats,
               FlashTerms& terms);

  // A condition with its fallbacks, or with the other questions of a rule.
  void add(const Condition& condition);

 private:
  void add_one(const Condition& condition);
  void add_known(std::uint32_t field);
  void add_number(const Condition& condition);
  void add_floating(const Condition& condition);
  void add_categories(const Condition& condition);

  const std::vector<Field>& fields_;
  const std::vector<std::size_t>& category_counts_;
  FloatForm floats_;
  FlashTerms& terms_;
  std::vector<std::size_t> offsets_;  // of the fields in a row without gaps
};

}  // namespace espalier
