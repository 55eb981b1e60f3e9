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

namespace espalier {

enum class FeatureKind { numeric, categorical };

struct Feature {
  std::string name;  // UTF-8 without NUL; unique in the model
  FeatureKind kind = FeatureKind::numeric;
  bool integer = false;  // numeric: every training value was a whole number
  bool ordered = false;  // categorical: `categories` is in the user's order
  double minimum = 0;    // numeric: range of the training values
  double maximum = 0;
  std::vector<std::string> categories;  // categorical: unique, UTF-8 without NUL

  friend bool operator==(const Feature&, const Feature&) = default;
};

enum class TestKind {
  leaf,        // no test
  less_equal,  // children[0] if value <= threshold, else children[1]
  member,      // children[0] if the category is in `categories`, else children[1]
  multiway,    // children[c] for category c
};

// The node's training values next to the cut: the largest that went left and the smallest that went right. It lets the
// compiler decide whether a narrower input type still separates them.
struct Gap {
  double below;
  double above;
  friend bool operator==(const Gap&, const Gap&) = default;
};

struct Node {
  TestKind test = TestKind::leaf;
  std::uint32_t feature = 0;
  double threshold = 0;                   // less_equal
  std::optional<Gap> gap;                 // less_equal; absent in models not made by training
  std::vector<std::uint32_t> categories;  // member: sorted category indices
  std::vector<std::uint32_t> children;    // indices into Tree::nodes, each larger than the node's own
  std::uint32_t missing_child = 0;        // position in `children` taken by missing values and unknown categories
  std::vector<double> counts;             // training weight per class
  std::uint32_t label = 0;                // the answer here: what a leaf returns, what pruning would make it return

  bool is_leaf() const { return test == TestKind::leaf; }
  double weight() const;
  friend bool operator==(const Node&, const Node&) = default;
};

// Flat: nodes[0] is the root, parents come before children, each node but the root has exactly one parent.
struct Tree {
  std::vector<Node> nodes;
  friend bool operator==(const Tree&, const Tree&) = default;
};

// What happens to missing values. `refuse`: training and prediction with the tool refuse them; emitted code, which
// cannot refuse, lets them fail every two-way test, as a comparison with NaN does. `majority`: they take the child with
// the largest training weight. Either way Node::missing_child says where they go.
enum class MissingPolicy { refuse, majority };

struct Evaluation {
  std::string method;  // "10-fold cross-validation, seed 1"
  double accuracy = 0;
  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// Where the model comes from. No dates, hosts or paths: the same data and options give the same bytes.
struct Provenance {
  std::string tool;                                          // "espalier 0.1.0"
  std::string data_sha256;                                   // of the training file's bytes
  std::size_t rows = 0;                                      // training rows
  std::vector<std::pair<std::string, std::string>> options;  // the learner's, in effect
  std::optional<double> training_accuracy;
  std::optional<Evaluation> evaluation;
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

// How the trees' answers become one. Forests and boosted sums will add to it.
enum class Combination { single };

struct Model {
  std::vector<Feature> features;
  std::string target;
  std::vector<std::string> labels;  // unique, at least one
  MissingPolicy missing = MissingPolicy::refuse;
  Combination combination = Combination::single;
  std::vector<Tree> trees;  // exactly one for Combination::single
  Provenance provenance;
  friend bool operator==(const Model&, const Model&) = default;
};

}  // namespace espalier
