// Monotone columns: how a tree is kept from answering less where a column says more (docs/learner.md, "Monotone
// columns").
//
// note [monotone]: two rows that differ in one column alone part at a test on that column. So it is enough that at
// every such test all answers on one side are at most some number, and those on the other side at least that number,
// which is handed down as a bound. Every node keeps to its bounds, not only the leaves: whatever is cut off a tree, the
// rest is monotone. Of numbers, it is the middle of what the two sides answer as leaves. Classes are not moved to their
// bounds, so tests that part them well are lost at any number between: with l rows of the label on the lower side and r
// other rows on the upper one, at best 2 ((1 - b) l + b r) of Gini's impurity is left by a bound b. That is least at
// one of its ends. So it is the answer of the side that has fewer of these rows, which is then hardly divided further,
// and the other side has all the room there is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "grow/case_lists.hpp"
#include "grow/options.hpp"
#include "model/model.hpp"

namespace espalier {

struct Dataset;
struct TrainingSet;

// What is monotone about an answer: the number; or the probability of a label, as the model reports it, and whether the
// label is the answer. Neither follows from the other where probabilities are smoothed or wrong answers cost something.
struct Grade {
  double figure = 0;
  bool named = false;
  double of_label = 0;   // classification: what the rows of the label weigh,
  double of_others = 0;  // and those of all others
};
inline bool at_most(const Grade& a, const Grade& b) {
  return a.figure <= b.figure && a.named <= b.named;
}

struct GradeBounds {
  Grade lower{-std::numeric_limits<double>::infinity(), false};
  Grade upper{std::numeric_limits<double>::infinity(), true};

  bool hold(const Grade& grade) const { return at_most(lower, grade) && at_most(grade, upper); }
};

// The columns with the labels that they are about filled in. Throws Diagnostic(usage) for what the data or the policy
// for missing values does not allow: no such column, words, a label that is missing or not there, shared-out rows.
std::vector<MonotoneColumn> checked_monotone(const Dataset& data, const GrowOptions& options);

// Per feature. Nothing is constrained: none.
std::vector<Direction> directions_of(const Dataset& data, const std::vector<MonotoneColumn>& columns);

// What keeps a tree monotone while it grows. Regressions answer with the nearest number within their bounds. Counts of
// classes are what they are: a test whose branches would answer what they may not is none.
class MonotoneGuard {
 public:
  MonotoneGuard() = default;  // nothing is constrained
  // `growing`: the cases of the root. Probabilities are smoothed by their classes.
  MonotoneGuard(const TrainingSet& training, const GrowOptions& options, const Cases& growing);

  bool active() const { return training_ != nullptr; }

  // Of classes that weigh so much, some of them more than nothing.
  Grade grade(const std::vector<double>& counts) const;
  // Of the node's children, as leaves. A child without cases answers as the node does; a number among others that are
  // in an order, as near to it as they allow.
  std::vector<Grade> grades(const Node& node, std::span<const Node> children) const;

  // Whether the node's test may be taken, if its children answer so.
  bool permits(const Node& node, const GradeBounds& bounds, std::vector<Grade> children) const;
  // The same of a two-way test.
  static bool permits(Direction direction, const GradeBounds& bounds, const Grade& below, const Grade& above);

  // What each child may answer.
  std::vector<GradeBounds> bounds_below(const Node& node, const GradeBounds& bounds, std::vector<Grade> children) const;

  // Of a regression: the answer of a node of these cases, within its bounds.
  void keep_within(const GradeBounds& bounds, const Cases& cases, Node& node) const;

 private:
  bool is_regression() const;
  std::vector<std::size_t> rising(const Node& node) const;
  void fit_in(const Node& node, std::span<const Node> children, std::vector<Grade>& grades) const;
  void take_bounds(const GradeBounds& bounds, std::vector<Grade>& grades) const;
  Grade between(const Grade& lower, const Grade& upper) const;

  const TrainingSet* training_ = nullptr;
  Criterion criterion_ = Criterion::gini;
  std::size_t label_ = 0;       // classification
  std::vector<double> extras_;  // what smoothing adds to the count of each class
};

}  // namespace espalier
