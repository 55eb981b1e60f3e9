// How the cuts of a training set are searched, found out once: which sums serve the criterion, and what they need.
#pragma once

#include <cstdint>
#include <vector>

#include "grow/choose.hpp"
#include "grow/options.hpp"
#include "grow/training_set.hpp"

namespace espalier {

// What a criterion is made of: the types of grow/sides.hpp.
enum class Measure {
  two_classes,   // Gini, weights of 1
  gini,          // the same for more classes
  entropy,       // weights of 1
  weighed_pair,  // Gini of two classes with weights or costs
  weighed_gini,
  weighed_entropy,
  error,
  variance,  // weights of 1
  weighed_variance,
  absolute_deviation,
};

struct SearchPlan {
  SearchPlan(const TrainingSet& set, const GrowOptions& chosen);

  const TrainingSet& training;
  const GrowOptions& options;
  ChoiceRule rule;
  Measure measure = Measure::gini;
  bool many_classes = false;       // more than 256
  bool unit_weights = false;       // every case weighs 1, and will
  bool guarded = false;            // some columns are monotone
  bool largest_gain_wins = false;  // and nothing else: a test that gains no more than one before need not be looked at
  double level_unit = 1;           // what a level is in the user's unit
  std::vector<double> logs;        // Measure::entropy: logs[n] = n log2 n

  // What others must exceed to be at least as good as what gained so much; where the first of equal ones wins, better.
  double floor_below(double gained) const;

  bool is_regression() const { return training.is_regression(); }
  CaseOrder case_order() const;
  bool is_split_by_category(std::uint32_t feature) const;  // one branch per value, or sets of values
  CategoricalSplit split_of(std::uint32_t feature) const;  // of words: never `automatic`
  bool asks_presence(std::uint32_t feature) const;         // whether a value is known may be a test of its own
  bool counts_cases() const;                               // of classes: cases that all weigh 1 are counted
  bool counts_values() const;                              // sums of values are few and whole numbers
  bool packs() const;               // columns of two values are bits: cases weigh 1, and classes are few
  bool missing_takes_part() const;  // the search finds out where missing values belong
};

}  // namespace espalier
