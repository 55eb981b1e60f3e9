// Which test a node takes, given the best test on each attribute.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "grow/options.hpp"
#include "grow/training_set.hpp"
#include "model/model.hpp"

namespace espalier {

// A test that a node may take, and what speaks for it.

// What a choice among tests goes by.
struct Worth {
  std::uint32_t feature = 0;
  double gain = 0;
  double split_info = 0;
};

struct Candidate {
  std::uint32_t feature = 0;
  TestKind test = TestKind::leaf;                             // never leaf
  Gap gap{0, 0};                                              // less_equal
  std::optional<double> threshold = std::nullopt;             // less_equal: within the gap; none: as the options say
  std::vector<std::uint32_t> categories;                      // member
  std::vector<std::uint32_t> groups;                          // grouped
  std::optional<std::uint32_t> missing_child = std::nullopt;  // where the search found missing values to belong
  double gain = 0;        // (known share) * (impurity - impurity after the test), less the charge for cuts
  double split_info = 0;  // bits; only under Criterion::gain_ratio
};

// Which attribute's test a node takes, given the best test on each.

struct ChoiceRule {
  Criterion criterion = Criterion::gini;
  // Per feature: takes part in the average gain. C4.5 leaves attributes with a value for almost every row out of it,
  // unless there are no others.
  std::vector<bool> in_average;
  std::vector<double> costs;  // per feature, of looking at it; none: all alike
  AttributeCostRule cost_rule = AttributeCostRule::ratio;
  bool wider_margin_wins = false;  // of equally good tests
};
ChoiceRule make_choice_rule(const TrainingSet& training, const GrowOptions& options);

// The largest gain; under Criterion::gain_ratio the largest gain / split info among tests of at least average gain.
// Where attributes cost something, the cost rule is applied to that figure. `tests` are in order of precedence and the
// first of equal ones wins, or, where the rule says so, the first of those with the widest margin: its place among
// them. `margin` is asked of places that are equally good, if there are two. Nothing if there is none to choose from.
std::optional<std::size_t> choose_test(std::span<const Worth> tests, const ChoiceRule& rule,
                                       const std::function<double(std::size_t)>& margin);

// note [margins]: how far the values on the two sides of a cut are apart, as a part of the column's range in the
// training rows. What falls between is decided by where the threshold is put, and that is least arbitrary where the gap
// is wide. Nothing is between words: the margin of their tests is 1.
double margin_of(const TrainingSet& training, const Candidate& test);

}  // namespace espalier
