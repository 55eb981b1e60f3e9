// Small forests, and what the smallest tree for them is by trying everything.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "model/interpret.hpp"
#include "model/model.hpp"
#include "support/random.hpp"
#include "support/sample_models.hpp"

namespace espalier::sample {

inline Node several_leaf(std::uint32_t label) {
  Node node;
  node.label = label;
  return node;
}

inline Node several_test(Node node) {
  node.counts.clear();
  return node;
}

inline Model vote_model(std::vector<Feature> features, std::vector<std::string> labels, MissingPolicy missing) {
  Model model;
  model.features = std::move(features);
  model.labels = std::move(labels);
  model.target = "class";
  model.missing = missing;
  model.combination = Combination::vote;
  model.provenance.tool = "by hand";
  return model;
}

// One tree for each of three columns, each with a test `<= 1`: label b where at least two of them fail. Where a value
// is missing, its test fails.
inline Model majority_of_three() {
  Model model = vote_model({real("x", 0, 2), real("y", 0, 2), real("z", 0, 2)}, {"a", "b"}, MissingPolicy::refuse);
  for (std::uint32_t feature = 0; feature < 3; ++feature) {
    Tree tree;
    tree.nodes = {several_test(at_most(feature, 1, {1, 2}, {})), several_leaf(0), several_leaf(1)};
    model.trees.push_back(tree);
  }
  return model;
}

// Columns x and z of numbers with thresholds 1, 2 and 3, and c of three words; trees of depth two at most, which send
// missing values either way. Three labels.
inline Model small_forest(RandomEngine& engine) {
  Model model = vote_model({real("x", 0, 4), categorical("c", {"p", "q", "r"}), real("z", 0, 4)}, {"a", "b", "c"},
                           MissingPolicy::learned);
  const auto random_test = [&](std::vector<std::uint32_t> children) {
    const auto feature = static_cast<std::uint32_t>(uniform_below(engine, 3));
    Node node = test(feature == 1 ? TestKind::member : TestKind::less_equal, feature, std::move(children), {});
    if (feature == 1) {
      const std::uint64_t subset = 1 + uniform_below(engine, 6);  // neither none nor all
      std::vector<std::uint32_t> categories;
      for (std::uint32_t word = 0; word < 3; ++word) {
        if ((subset >> word & 1) != 0) categories.push_back(word);
      }
      node.categories = categories;
    } else {
      node.threshold = 1.0 + static_cast<double>(uniform_below(engine, feature == 0 ? 3 : 2));
    }
    node.missing_child = static_cast<std::uint32_t>(uniform_below(engine, 2));
    return several_test(node);
  };
  const auto random_leaf = [&] { return several_leaf(static_cast<std::uint32_t>(uniform_below(engine, 3))); };
  for (std::uint64_t left = 1 + uniform_below(engine, 4); left > 0; --left) {
    Tree tree;
    tree.nodes = {random_test({1, 2}), random_test({3, 4}), random_test({5, 6}), random_leaf(),
                  random_leaf(),       random_leaf(),       random_leaf()};
    model.trees.push_back(tree);
  }
  return model;
}

// The smallest tree of two-way tests for a small_forest: every box of every combination of values is tried with every
// test. Nothing is pruned, and nothing is known of the trees but what they answer.
class TriedOut {
 public:
  static constexpr std::array<double, 4> kNumbers = {0.5, 1.5, 2.5, 3.5};  // between the thresholds
  static constexpr std::uint32_t kUnknown = 4;                             // position of a missing value
  static constexpr std::uint32_t kNever = 1000;
  using Masks = std::array<std::uint32_t, 3>;  // per column, which of its values the box has

  explicit TriedOut(const Model& model) {
    const Interpreter interpreter(model);
    for (std::uint32_t x = 0; x < 5; ++x) {
      for (std::uint32_t c = 0; c < 5; ++c) {
        for (std::uint32_t z = 0; z < 5; ++z) labels_[x][c][z] = interpreter.predict(row({x, c, z})).label;
      }
    }
  }

  static Masks everything() { return {31, 23, 31}; }  // words are at positions 0 to 2

  static std::vector<double> row(const std::array<std::uint32_t, 3>& at) {
    std::vector<double> values;
    for (std::uint32_t column = 0; column < 3; ++column) {
      const bool word = column == 1;
      values.push_back(at[column] == kUnknown ? kMissing
                       : word                 ? static_cast<double>(at[column])
                                              : kNumbers[at[column]]);
    }
    return values;
  }

  template <typename Visit>
  static void for_each_place(const Masks& masks, const Visit& visit) {
    for (std::uint32_t x = 0; x < 5; ++x) {
      for (std::uint32_t c = 0; c < 5; ++c) {
        for (std::uint32_t z = 0; z < 5; ++z) {
          if ((masks[0] >> x & masks[1] >> c & masks[2] >> z & 1) != 0) visit(x, c, z);
        }
      }
    }
  }

  template <typename Visit>
  static void for_each_row(const Visit& visit) {
    for_each_place(everything(), [&](std::uint32_t x, std::uint32_t c, std::uint32_t z) { visit(row({x, c, z})); });
  }

  // The fewest leaves of trees of at most that depth; kNever: there are none.
  std::uint32_t leaves(const Masks& masks, std::uint32_t depth) {
    const auto [known, made] = leaves_.emplace(std::pair(masks, depth), kNever);
    if (!made) return known->second;
    std::uint32_t best = one_answer(masks) ? 1 : kNever;
    if (best > 1 && depth > 0) {
      for (std::uint32_t column = 0; column < 3; ++column) {
        for (const std::uint32_t left : lefts(column)) {
          Masks yes = masks;
          Masks no = masks;
          yes[column] &= left;
          no[column] &= ~left;
          if (yes[column] == 0 || no[column] == 0) continue;
          best = std::min(best, leaves(yes, depth - 1) + leaves(no, depth - 1));
        }
      }
    }
    best = std::min(best, kNever);
    leaves_[std::pair(masks, depth)] = best;
    return best;
  }

  std::uint32_t depth() {
    std::uint32_t depth = 0;
    while (leaves(everything(), depth) == kNever) ++depth;
    return depth;
  }

 private:
  bool one_answer(const Masks& masks) const {
    std::uint32_t seen = 0;  // a bit per label
    for_each_place(masks, [&](std::uint32_t x, std::uint32_t c, std::uint32_t z) { seen |= 1U << labels_[x][c][z]; });
    return std::has_single_bit(seen);
  }

  // What tests of the column can send to their first child.
  static std::vector<std::uint32_t> lefts(std::uint32_t column) {
    if (column != 1) return {1, 3, 7, 15, 17, 19, 23};  // up to a threshold, with missing values or without
    std::vector<std::uint32_t> all;
    for (std::uint32_t words = 0; words < 8; ++words) all.push_back(words | 16);
    return all;
  }

  std::array<std::array<std::array<std::uint32_t, 5>, 5>, 5> labels_{};
  std::map<std::pair<Masks, std::uint32_t>, std::uint32_t> leaves_;
};

}  // namespace espalier::sample
