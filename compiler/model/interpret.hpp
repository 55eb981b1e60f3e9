// The reference interpreter: the single definition of what a model means. Emitted code is right when it answers as
// this does. Models must be valid (model_json.hpp) and rows have one value per feature.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/model.hpp"

namespace espalier {

// One value per feature of the model. A numeric feature: its value (any double but NaN, infinities included). A
// categorical one: the index of the category. NaN is a missing value; kUnknownCategory is a category the model has
// never seen, and so is everything else that is not an index of a category.
using Row = std::span<const double>;
inline constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
inline constexpr double kUnknownCategory = -1;

// Position in node.children that the node's own test sends the row to; none if it is up to the policy: the value is
// missing, or a category that no training row of the model (of the node, for grouped tests) had. The node must not be a
// leaf. `present` and `all_of` always know.
std::optional<std::uint32_t> branch_if_known(const Model& model, const Node& node, Row row);

// What the tests of a numeric feature compare; and the threshold that does the same for values as they are: the largest
// double for which compared() is at most `threshold`.
double compared(const Feature& feature, double value);
double threshold_for_values(const Feature& feature, double threshold);

// Whether a value passes one condition of a rule; and whether a row passes all of a node's.
bool passes(const Feature& feature, const RulePart& part, double value);
bool passes_all(const Model& model, const Node& node, Row row);

// The same for the value of the tested feature alone (a rule of a list has several), and for a surrogate's.
std::optional<std::uint32_t> branch_if_known(const Feature& feature, const Node& node, double value);
std::optional<std::uint32_t> branch_if_known(const Feature& feature, const Surrogate& surrogate, double value);

// The same with the policy's answer where the test has none: the first surrogate that has a value, else missing_child.
std::uint32_t branch_taken(const Model& model, const Node& node, Row row);

// Index of the leaf that the row reaches by branch_taken(). Under MissingPolicy::fractional that is the whole answer
// only for rows without missing values on the way (model/blend.hpp).
std::uint32_t leaf_reached(const Model& model, const Tree& tree, Row row);

struct Prediction {
  std::uint32_t label = 0;  // classification
  double value = 0;         // regression
  std::uint32_t rule = 0;   // see rule_numbers(); of a blend the rule with the largest weight; 0: several trees
  std::vector<double> probabilities;   // classification: one per label
  std::vector<std::uint32_t> rules{};  // several trees: the rule of each
  std::vector<double> scores{};        // several trees: see Interpreter::scores()
};

class Blender;

// Everything that a model says about rows, with what can be prepared prepared once.
class Interpreter {
 public:
  explicit Interpreter(const Model& model);  // keeps a reference
  ~Interpreter();
  Prediction predict(Row row) const;
  // Of a single tree: what is answered where a leaf has the whole of a row.
  Prediction answer_of(std::uint32_t leaf) const;

  // Several trees: the leaf that the row reaches in each of them, and what these leaves add up to: the votes or the
  // sums of shares of each label, the sum of the values, or the score of each output. Whole numbers are exact.
  std::vector<std::uint32_t> leaves_reached(Row row) const;
  std::vector<double> scores(std::span<const std::uint32_t> leaves) const;
  Prediction answer_of_scores(std::vector<double> scores) const;
  // What is answered where these leaves are reached.
  Prediction answer_of_leaves(std::span<const std::uint32_t> leaves) const;

 private:
  Prediction predict_single(Row row) const;

  const Model& model_;
  std::vector<std::vector<std::uint32_t>> rules_;  // per tree and node
  std::vector<std::vector<double>> distributions_;
  std::unique_ptr<const Blender> blender_;  // MissingPolicy::fractional
};

// A rule is a leaf. Rules are numbered 1, 2, ... in reading order (depth first, children in order); inner nodes have 0.
std::vector<std::uint32_t> rule_numbers(const Tree& tree);

// Classification: class distribution per node of one of the model's trees, by its counts and the model's smoothing. A
// node without weight (an empty branch) has its nearest weighted ancestor's; if there is none, all of it on the node's
// label.
std::vector<std::vector<double>> class_distributions(const Model& model, const Tree& tree);

// What smoothing adds to the count of each class; nothing for SmoothingKind::none.
std::vector<double> smoothing_extras(const Model& model, const Tree& tree);
std::vector<double> smoothing_extras(const Smoothing& smoothing, const Node& root);

// What the smoothed counts of a node are divided by to be its probabilities.
double smoothed_weight(std::span<const double> counts, std::span<const double> extras);

}  // namespace espalier
