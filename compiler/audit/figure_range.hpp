// What a model can still say about the rows of a region, from where they have come to in its trees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "audit/region_walk.hpp"
#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

// A number that an answer is looked at as.
struct Figure {
  enum class Kind {
    grade,        // of the label: grades[label]
    value,        // regression
    probability,  // of a label
  } kind = Kind::value;
  std::vector<double> grades{};  // per label
  std::uint32_t label = 0;       // probability
};

// From the least to the most; both may be far off unless every tree has come to its leaves, where they are the same and
// exact.
struct FigureRange {
  double least = 0;
  double most = 0;
  bool is_single() const { return least == most; }
};

double figure_of(const Figure& figure, const Prediction& prediction);

// Several trees: how many scores they add to, what a leaf adds to each, and how.
std::size_t score_count(const Model& model);
std::vector<double> leaf_amounts(const Model& model, const Tree& tree, const Node& leaf);
// Floating-point addition and division are monotone: sums of the largest addends, in the same order, are never below
// the sums of others.
double added_score(Arithmetic arithmetic, double a, double b);

// The figure of one model within a walk. Its trees stand in a row in the walk, from `first_tree` on.
class WalkedFigure {
 public:
  // Keeps references to space and view.
  WalkedFigure(const Space& space, const ModelView& view, Figure figure, std::size_t first_tree);

  FigureRange range(const RegionWalk& walk) const;
  // Of several trees whose scores lie between these.
  FigureRange range_of_scores(const std::vector<double>& least, const std::vector<double>& most) const;
  Prediction predict(std::span<const double> row) const;  // a row of the space
  double exact(std::span<const double> row) const;        // of a row of the space

  // The tree that is to be asked next: the one whose leaves differ most. None: all have come to their leaves.
  std::optional<std::size_t> next_tree(const RegionWalk& walk) const;

  std::size_t first_tree() const { return first_tree_; }
  std::size_t trees() const { return view_.model->trees.size(); }

 private:
  bool can_blend(const Region& region) const;
  FigureRange range_of_several(const RegionWalk& walk) const;
  FigureRange range_of_labels(const std::vector<double>& least, const std::vector<double>& most) const;
  double spread(std::size_t tree, std::uint32_t node) const;

  const Space& space_;
  const ModelView& view_;
  Figure figure_;
  std::size_t first_tree_;
  Interpreter interpreter_;
  std::vector<std::uint32_t> blended_columns_;  // MissingPolicy::fractional: that the tree asks for
  std::size_t places_ = 1;                      // numbers per node: one, of several trees one per score
  std::vector<std::vector<double>> least_;      // per tree: per node and place, over the leaves below
  std::vector<std::vector<double>> most_;
};

}  // namespace espalier
