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
// leaf. `present` always knows.
std::optional<std::uint32_t> branch_if_known(const Model& model, const Node& node, Row row);

// The same for the value of the tested feature alone, and for a surrogate's.
std::optional<std::uint32_t> branch_if_known(const Feature& feature, const Node& node, double value);
std::optional<std::uint32_t> branch_if_known(const Feature& feature, const Surrogate& surrogate, double value);

// The same with the policy's answer where the test has none: the first surrogate that has a value, else missing_child.
std::uint32_t branch_taken(const Model& model, const Node& node, Row row);

// Index of the leaf that the row reaches by branch_taken(). Under MissingPolicy::fractional that is the whole answer
// only for rows without missing values on the way (model/blend.hpp).
std::uint32_t leaf_reached(const Model& model, const Tree& tree, Row row);

struct Prediction {
  std::uint32_t label = 0;            // classification
  double value = 0;                   // regression
  std::uint32_t rule = 0;             // see rule_numbers(); of a blend the rule with the largest weight
  std::vector<double> probabilities;  // classification: one per label
};

class Blender;

// Everything that a model says about rows, with what can be prepared prepared once.
class Interpreter {
 public:
  explicit Interpreter(const Model& model);  // keeps a reference
  ~Interpreter();
  Prediction predict(Row row) const;
  // What is answered where a leaf has the whole of a row.
  Prediction answer_of(std::uint32_t leaf) const;

 private:
  const Model& model_;
  std::vector<std::uint32_t> rules_;  // per node
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

}  // namespace espalier
