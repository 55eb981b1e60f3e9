// The reference interpreter: the single definition of what a model means. Emitted code is right when it answers as
// this does. Models must be valid (model_json.hpp) and rows have one value per feature.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
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

// Position in node.children that the row takes. The node must not be a leaf.
std::uint32_t branch_taken(const Model& model, const Node& node, Row row);

// Index of the leaf that the row reaches.
std::uint32_t leaf_reached(const Model& model, const Tree& tree, Row row);

struct Prediction {
  std::uint32_t label = 0;
  std::uint32_t rule = 0;             // see rule_numbers()
  std::vector<double> probabilities;  // one per label
};

// Everything that a model says about rows, with what can be prepared prepared once.
class Interpreter {
 public:
  explicit Interpreter(const Model& model);  // keeps a reference
  Prediction predict(Row row) const;
  std::uint32_t predict_label(Row row) const;

 private:
  const Model& model_;
  std::vector<std::uint32_t> rules_;  // per node
  std::vector<std::vector<double>> distributions_;
};

// A rule is a leaf. Rules are numbered 1, 2, ... in reading order (depth first, children in order); inner nodes have 0.
std::vector<std::uint32_t> rule_numbers(const Tree& tree);

// Class distribution per node: counts / weight. A node without weight (an empty branch) has its nearest weighted
// ancestor's; if there is none, all of it on the node's label.
std::vector<std::vector<double>> class_distributions(const Tree& tree, std::size_t labels);

}  // namespace espalier
