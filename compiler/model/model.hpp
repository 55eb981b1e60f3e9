// The model: the waist of the pipeline. Everything left of it learns, everything right of it compiles; the JSON form
// (docs/model-format.md) is the stable boundary between the two. What a model *means* is defined by
// model/interpret.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/compact_list.hpp"
#include "support/date_form.hpp"
#include "support/enum_names.hpp"
#include "support/table_words.hpp"

namespace espalier {

enum class FeatureKind { numeric, categorical };
template <>
inline constexpr auto kNames<FeatureKind> = enum_names("numeric", "categorical");

// Training values next to a cut: the largest that went left and the smallest that went right. It lets the compiler
// decide whether a narrower input type still separates them.
struct Gap {
  double below;
  double above;
  friend bool operator==(const Gap&, const Gap&) = default;
  friend auto operator<=>(const Gap&, const Gap&) = default;  // NOLINT(modernize-use-nullptr): there is none
};

// Where two intervals of a discretised feature meet: values <= threshold are in the lower one.
struct CutPoint {
  double threshold = 0;
  std::optional<Gap> gap;
  friend bool operator==(const CutPoint&, const CutPoint&) = default;
};

// What a number is compared as: the double that it is, or the nearest float, as libraries do that hold rows in floats.
enum class Precision { float64, float32 };
template <>
inline constexpr auto kNames<Precision> = enum_names("float64", "float32");

struct Feature {
  std::string name;  // UTF-8 without NUL; unique in the model
  FeatureKind kind = FeatureKind::numeric;
  bool integer = false;  // numeric: every training value was a whole number
  bool ordered = false;  // categorical: `categories` is in the user's order
  double minimum = 0;    // numeric: range of the training values
  double maximum = 0;
  std::optional<DateForm> date;              // numeric: the values are dates
  std::vector<CutPoint> cuts;                // numeric, discretised: ascending; they make cuts.size() + 1 intervals
  std::vector<std::string> categories;       // categorical: unique, UTF-8 without NUL
  std::vector<MergedWords> merged{};         // categorical: by ascending category; the others are read from their names
  Precision precision = Precision::float64;  // numeric

  // Branches of a multiway test: one per category or interval.
  std::size_t outcomes() const { return kind == FeatureKind::categorical ? categories.size() : cuts.size() + 1; }

  friend bool operator==(const Feature&, const Feature&) = default;
};

enum class TestKind {
  leaf,        // no test
  less_equal,  // children[0] if value <= threshold, else children[1]
  member,      // children[0] if the category is in `categories`, else children[1]
  multiway,    // children[c] for category c; of a discretised numeric feature, for interval c
  grouped,     // children[groups[c]] for category c
  present,     // children[0] if the value is known, else children[1]
  all_of,      // children[0] if all of `parts` let the row pass, else children[1]: a rule of a decision list
};
template <>
inline constexpr auto kNames<TestKind> = enum_names("leaf", "less_equal", "member", "multiway", "grouped", "present",
                                                    "all_of");

// Of Node::groups: a category that no training row of the node had. It goes the way of missing values.
inline constexpr std::uint32_t kNoGroup = UINT32_MAX;

// A two-way test on another feature that stands in where the value of the node's own is missing.
struct Surrogate {
  std::uint32_t feature = 0;
  TestKind test = TestKind::less_equal;   // less_equal or member
  double threshold = 0;                   // less_equal
  std::optional<Gap> gap;                 // less_equal
  std::vector<std::uint32_t> categories;  // member: sorted
  bool reversed = false;                  // the test holds for children[1] instead of children[0]
  double agreement = 0;                   // share of the rows where both are known that it sends the same way
  friend bool operator==(const Surrogate&, const Surrogate&) = default;
};

// One condition of a rule. It lets some values of a feature pass.
struct RulePart {
  enum class Kind { upto, above, in, known, missing } kind = Kind::known;
  std::uint32_t feature = 0;
  double threshold = 0;                   // upto, above
  std::vector<std::uint32_t> categories;  // in: sorted
  bool missing = false;                   // missing values and unknown categories pass, too
  std::optional<Gap> gap{};               // upto, above: not as long as rules are being made
  friend bool operator==(const RulePart&, const RulePart&) = default;
  friend auto operator<=>(const RulePart&, const RulePart&) = default;  // NOLINT(modernize-use-nullptr): there is none
};
template <>
inline constexpr auto kNames<RulePart::Kind> = enum_names("upto", "above", "in", "known", "missing");

struct Node {
  TestKind test = TestKind::leaf;
  std::uint32_t feature = 0;           // all_of: that of its first part
  double threshold = 0;                // less_equal
  std::optional<Gap> gap;              // less_equal; absent in models not made by training
  RareList<std::uint32_t> categories;  // member: sorted category indices
  RareList<std::uint32_t> groups;      // grouped: per category its position in `children`, or kNoGroup
  NumberList<2> children;              // indices into Tree::nodes, each larger than the node's own
  RareList<RulePart> parts;            // all_of: at least one
  RareList<Surrogate> surrogates;      // MissingPolicy::surrogate, two-way tests: asked in this order
  std::uint32_t missing_child = 0;     // position in `children` taken by missing values and unknown categories

  // What training left here, and the answer: what a leaf returns, what pruning would make it return. Of several trees
  // only leaves have an answer (LeafAnswer), and of the rest only `total`, where it is known.
  std::uint32_t label = 0;     // classification
  std::vector<double> counts;  // classification: training weight per class
  double total = 0;            // regression, several trees: training weight
  double value = 0;            // regression; classification by scores
  double deviation = 0;        // regression: sum over the rows of weight * (target - value)^2, or * |target - value|
  RareList<double> shares;     // LeafAnswer::shares: per class

  bool is_leaf() const { return test == TestKind::leaf; }
  double weight() const;  // sum of `counts`, or `total`
  friend bool operator==(const Node&, const Node&) = default;
};

// Flat: nodes[0] is the root, parents come before children, each node but the root has exactly one parent.
struct Tree {
  std::vector<Node> nodes;
  std::uint32_t output = 0;  // Combination::sum: the score that it adds to
  friend bool operator==(const Tree&, const Tree&) = default;
};

// A decision list: every test is all_of, and asks for one rule. Its first child is the leaf that answers by the rule,
// its second what comes after the rule: the next test or, at the end, the leaf that answers where no rule applies.
inline bool is_list(const Tree& tree) {
  return tree.nodes.front().test == TestKind::all_of;
}

// Calls `visit(feature)` for each feature that the node's test asks for, surrogates aside.
template <typename Visit>
void for_each_tested(const Node& node, const Visit& visit) {
  if (node.test == TestKind::all_of) {
    for (const RulePart& part : node.parts) visit(part.feature);
  } else if (!node.is_leaf()) {
    visit(node.feature);
  }
}

// What happens to missing values and to categories that the model has never seen.
enum class MissingPolicy {
  refuse,        // training refuses missing values; where an answer meets one, it fails every two-way test, as a
                 // comparison with NaN does
  majority,      // they take the child with the largest training weight
  learned,       // they take the child that is better for the training rows
  own_category,  // missing is a value of its own: multiway tests have one more child for it (the last one)
  surrogate,     // Node::surrogates decide, in order; where all of them are missing too, missing_child
  fractional,    // the row goes down every branch with a part of its weight, and the leaves' answers are blended
};               // but for `fractional`, Node::missing_child is where they go in the end
template <>
inline constexpr auto kNames<MissingPolicy> = enum_names("refuse", "majority", "learned", "own-category", "surrogate",
                                                         "fractional");

// How the class counts of a leaf become probabilities: (count + extra) / (weight + sum of extras). Which label a leaf
// answers does not depend on it, unless a DecisionThreshold asks for its probability.
enum class SmoothingKind {
  none,        // no extra: the shares that training saw
  laplace,     // 1 for each class
  m_estimate,  // m, divided among the classes by their shares at the root
};
template <>
inline constexpr auto kNames<SmoothingKind> = enum_names("none", "laplace", "m-estimate");
inline constexpr double kLargestM = 1e9;  // rows that were never seen
struct Smoothing {
  SmoothingKind kind = SmoothingKind::none;
  double m = 0;  // m_estimate: above 0, at most kLargestM
  friend bool operator==(const Smoothing&, const Smoothing&) = default;
};

// Two classes: one of them is answered exactly where the probability that the model reports for it is at least so
// large, the other one everywhere else (model/decision_threshold.hpp).
struct DecisionThreshold {
  std::uint32_t label = 0;
  double probability = 0.5;  // above 0, at most 1
  friend bool operator==(const DecisionThreshold&, const DecisionThreshold&) = default;
};

// How good the model is on rows it has not seen, by accuracy or, for regression, by root mean squared error.
struct Evaluation {
  std::string method;  // "10-fold cross-validation, seed 1"
  double score = 0;
  std::optional<double> standard_error{};     // of the score
  std::optional<double> balanced_accuracy{};  // of two classes
  std::optional<double> auc{};                // of two classes: the area under the curve of true and false positives
  std::optional<double> precision{};          // of the class that a decision threshold is for: how many of those that
  std::optional<double> recall{};             // are answered are right, and how many of its rows are answered
  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// Where the model comes from. No dates, hosts or paths: the same data and options give the same bytes.
struct Provenance {
  std::string tool;                                          // "espalier 0.1.0"
  std::string data_sha256;                                   // of the training file's bytes
  std::size_t rows = 0;                                      // training rows
  std::vector<std::pair<std::string, std::string>> options;  // the learner's, in effect
  std::optional<double> training_score;                      // accuracy, or root mean squared error
  std::optional<Evaluation> evaluation;
  std::optional<double> baseline{};  // what one answer for all training rows would score: the most frequent class, or
                                     // the mean
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

// How the trees' answers become one (docs/model-format.md, "Several trees").
enum class Combination {
  single,  // the answer of the only tree
  vote,    // every tree names a label: the one with most votes
  mean,    // the average of what the leaves say: of their shares of the labels, or of their values
  sum,     // the values of the leaves are added to a base, for each output; a link makes an answer of these scores
};
template <>
inline constexpr auto kNames<Combination> = enum_names("single", "vote", "mean", "sum");

// What sums are made of. Whole numbers do not depend on the order in which they are added; floats are added in the
// order of the trees.
enum class Arithmetic { whole, float32, float64 };
template <>
inline constexpr auto kNames<Arithmetic> = enum_names("whole", "float32", "float64");

// Shares in whole numbers are parts of this, and add up to it.
inline constexpr std::uint32_t kWholeShare = 65536;

// What scores become.
enum class ScoreLink {
  identity,     // regression: the score itself
  exponential,  // regression: e^score
  logistic,     // classification: 1 / (1 + e^-score), of the second of two labels, or of each
  softmax,      // classification: e^score of each label, divided by their sum
};
template <>
inline constexpr auto kNames<ScoreLink> = enum_names("identity", "exponential", "logistic", "softmax");

inline constexpr int kLargestExponent = 999;

struct Sums {
  Arithmetic arithmetic = Arithmetic::whole;
  int exponent = 0;                      // whole: values are multiples of 2^-exponent
  std::vector<double> base;              // Combination::sum: per output
  ScoreLink link = ScoreLink::identity;  // Combination::sum
  friend bool operator==(const Sums&, const Sums&) = default;
};

struct Model {
  Task task = Task::classification;
  std::vector<Feature> features;
  std::string target;
  std::vector<std::string> labels;         // classification: unique, at least one
  std::vector<std::vector<double>> costs;  // classification: costs[actual][answered] of a wrong answer, 0 on the
                                           // diagonal; none: every wrong answer costs the same
  MissingPolicy missing = MissingPolicy::refuse;
  Smoothing smoothing;                                    // classification
  std::optional<DecisionThreshold> decision_threshold{};  // two classes: every node's label follows it
  Combination combination = Combination::single;
  Sums sums;                // Combination::mean and Combination::sum
  std::vector<Tree> trees;  // exactly one for Combination::single
  Provenance provenance;
  friend bool operator==(const Model&, const Model&) = default;
};

// The tree of a model that has only one, for what is about single trees: pruning, paths, stability. Throws
// Diagnostic(bad_input) for models of several.
[[noreturn]] void refuse_several_trees(const Model& model);
// Throws Diagnostic(bad_input) for a decision list: "a decision list has no branches to prune".
void refuse_list(const Model& model, const std::string& why, const std::string& hint);
inline const Tree& only_tree(const Model& model) {
  if (model.combination != Combination::single) refuse_several_trees(model);
  return model.trees.front();
}
inline Tree& only_tree(Model& model) {
  if (model.combination != Combination::single) refuse_several_trees(model);
  return model.trees.front();
}

// What a leaf says.
enum class LeafAnswer {
  label,   // Node::label
  shares,  // Node::shares
  value,   // Node::value
};
template <>
inline constexpr auto kNames<LeafAnswer> = enum_names("label", "shares", "value");
LeafAnswer leaf_answer(Task task, Combination combination);

// Whether Model::sums says something; and of those, their exponent.
inline bool has_sums(Combination combination) {
  return combination == Combination::mean || combination == Combination::sum;
}
bool has_exponent(const Model& model);
inline LeafAnswer leaf_answer(const Model& model) {
  return leaf_answer(model.task, model.combination);
}

}  // namespace espalier
