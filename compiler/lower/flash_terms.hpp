// What predict() is made of, as far as its size goes: terms, each counted once from the lowered model. What a term
// takes on a chip is a number of lower/flash_bytes.cpp; docs/shapes.md has how they were found, and how far off they
// are.
#pragma once

#include <array>
#include <cstddef>

#include "lower/pipeline.hpp"
#include "support/enum_names.hpp"

namespace espalier {

enum class FlashTerm {
  // Functions and what they answer.
  functions,
  calls,
  labels,
  values,       // answers of a regression, by words of 4 bytes
  value_words,  // the words of its values that differ
  // Comparisons.
  tests,
  float_compares,
  double_compares,
  float_bits,    // by their bits, one comparison
  float_ranges,  // by their bits, a subtraction and a comparison, or two comparisons
  double_bits,
  double_ranges,
  byte_compares,        // of whole numbers of 8 bits
  short_compares,       // of 16 bits, with an operand of 0 to 255
  wide_short_compares,  // with another
  int_compares,         // of 32 bits, with an operand of 0 to 255
  middle_int_compares,  // of -2048 to 2047
  wide_int_compares,    // with another
  category_tests,
  category_runs,        // of neighbouring categories that a test names, but for the first
  category_terms,       // categories that a test names, but for the first
  category_masks,       // tests of three categories or more in several runs
  wide_category_masks,  // that span more than 16
  known_floats,
  known_doubles,
  known_numbers,  // whole numbers that are not the sentinel
  known_categories,
  fallbacks,
  fallbacks_after_100,
  loads,        // of a value of up to 2 bytes that no test before has asked for
  wide_loads,   // of more
  repetitions,  // tests of the field that the test before asked for
  switches,
  switch_arms,
  switch_categories,
  far_fields,         // comparisons of fields further than 63 bytes into the row
  very_far_fields,    // further than 124
  jumps_over_few,     // comparisons that skip 5 others or more
  jumps_over_some,    // 15
  jumps_over_many,    // 60
  compares_after_40,  // comparisons of a tree but for the first 40
  compares_after_200,
  // What guards comparisons by bits.
  guards,
  fast_guards,      // for speed
  guarded_singles,  // fields without a neighbour of their type
  guarded_runs,     // of neighbouring fields of one type
  guarded_fields,
  calmed_blends,
  // Library functions, once each: what compares by value needs them.
  float_library,  // any function that compares floats
  float_less,
  float_greater,
  float_known,
  double_library,
  double_less,
  double_greater,
  double_known,
  // Blends.
  blends,
  blend_functions,
  blend_labels,       // whose shares are added up
  blend_parts,        // branches that get a share where the value is missing
  blend_choices,      // branches that get all or nothing
  first_blend_parts,  // up to 10
  blend_leaves,
  blend_conditions,  // whose outcome is a value
  blend_label_adds,
  blend_part_adds,   // of a part of the weight
  blend_value_adds,  // of values
  blend_floats,      // the answer is a float, or a double
  blend_doubles,
  blend_costs,
  blend_thresholds,
  blend_smoothed_thresholds,
  // Several trees.
  forests,
  forest_sums,
  first_trees,  // up to 4
  addends,      // what the leaves of a tree add, each once
  adds_of_1,    // statements that add, by the bytes of a sum
  adds_of_2,
  adds_of_4,
  adds_of_8,
  adds_of_floats,
  adds_of_doubles,
  spread_adds_of_4,  // the same where there are several sums
  spread_adds_of_floats,
  float_sums,  // the sums are floats: a library function
  double_sums,
  wide_verdicts,   // sums of 8 bytes are compared
  float_verdicts,  // floats are compared
  float_signs,     // a single one is compared with 0
  double_verdicts,
  float_means,  // compared after a division
  double_means,
  float_results,  // whole sums become a float
  wide_float_results,
  double_results,
  scaled_results,  // multiplied by a power of two
  mean_results,    // and are divided
  double_mean_results,
  rounded_results,  // a double becomes a float
  // Tables.
  tables,
  table_loops,  // of more than one test
  table_bytes,
  table_values,
  table_switches,  // keys are read by a switch, and not by their place
  switch_numbers,
  switch_moved,  // a missing value has to be moved to the other side
  switch_floats,
  switch_doubles,
  switch_words,
  placed_shorts,  // keys are read by their place, of 2 bytes
  placed_ints,
  placed_moved,
  float_keys,
  double_keys,
  keys_of_4,
  keys_of_8,
  thresholds_of_2,
  thresholds_of_4,
  thresholds_of_8,
  numbers_of_2,  // of tests
};
template <>
inline constexpr auto kNames<FlashTerm> = enum_names(
    "functions", "calls", "labels", "values", "value_words", "tests", "float_compares", "double_compares", "float_bits",
    "float_ranges", "double_bits", "double_ranges", "byte_compares", "short_compares", "wide_short_compares",
    "int_compares", "middle_int_compares", "wide_int_compares", "category_tests", "category_runs", "category_terms",
    "category_masks", "wide_category_masks", "known_floats", "known_doubles", "known_numbers", "known_categories",
    "fallbacks", "fallbacks_after_100", "loads", "wide_loads", "repetitions", "switches", "switch_arms",
    "switch_categories", "far_fields", "very_far_fields", "jumps_over_few", "jumps_over_some", "jumps_over_many",
    "compares_after_40", "compares_after_200", "guards", "fast_guards", "guarded_singles", "guarded_runs",
    "guarded_fields", "calmed_blends", "float_library", "float_less", "float_greater", "float_known", "double_library",
    "double_less", "double_greater", "double_known", "blends", "blend_functions", "blend_labels", "blend_parts",
    "blend_choices", "first_blend_parts", "blend_leaves", "blend_conditions", "blend_label_adds", "blend_part_adds",
    "blend_value_adds", "blend_floats", "blend_doubles", "blend_costs", "blend_thresholds", "blend_smoothed_thresholds",
    "forests", "forest_sums", "first_trees", "addends", "adds_of_1", "adds_of_2", "adds_of_4", "adds_of_8",
    "adds_of_floats", "adds_of_doubles", "spread_adds_of_4", "spread_adds_of_floats", "float_sums", "double_sums",
    "wide_verdicts", "float_verdicts", "float_signs", "double_verdicts", "float_means", "double_means", "float_results",
    "wide_float_results", "double_results", "scaled_results", "mean_results", "double_mean_results", "rounded_results",
    "tables", "table_loops", "table_bytes", "table_values", "table_switches", "switch_numbers", "switch_moved",
    "switch_floats", "switch_doubles", "switch_words", "placed_shorts", "placed_ints", "placed_moved", "float_keys",
    "double_keys", "keys_of_4", "keys_of_8", "thresholds_of_2", "thresholds_of_4", "thresholds_of_8", "numbers_of_2");

inline constexpr std::size_t kFlashTerms = kNames<FlashTerm>.size();

// How often each term stands in predict().
class FlashTerms {
 public:
  double operator[](FlashTerm term) const { return counts_[static_cast<std::size_t>(term)]; }
  void add(FlashTerm term, double count = 1) { counts_[static_cast<std::size_t>(term)] += count; }
  void note(FlashTerm term) { counts_[static_cast<std::size_t>(term)] = 1; }  // it is there, however often
  const std::array<double, kFlashTerms>& counts() const { return counts_; }

 private:
  std::array<double, kFlashTerms> counts_{};
};

// Of a header of branches, and of one of these tables, with the blend that both have.
FlashTerms branch_terms(const Lowered& lowered);
FlashTerms table_terms(const Lowered& lowered, const DecisionTables& tables);
FlashTerms table_terms(const Lowered& lowered, const ForestTables& tables);

}  // namespace espalier
