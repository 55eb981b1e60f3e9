#include "audit/figure_range.hpp"

#include <algorithm>
#include <cmath>

namespace espalier {

std::size_t score_count(const Model& model) {
  const bool per_label = model.task == Task::classification && model.combination != Combination::sum;
  return per_label ? model.labels.size() : std::max<std::size_t>(1, model.sums.base.size());
}

std::vector<double> leaf_amounts(const Model& model, const Tree& tree, const Node& leaf) {
  std::vector<double> amounts(score_count(model), 0);
  switch (leaf_answer(model)) {
    case LeafAnswer::label: amounts[leaf.label] = 1; break;
    case LeafAnswer::value: amounts[tree.output] = leaf.value; break;
    case LeafAnswer::shares:
      for (std::size_t i = 0; i < amounts.size(); ++i) amounts[i] = leaf.shares[i];
      break;
  }
  return amounts;
}

double added_score(Arithmetic arithmetic, double a, double b) {
  return arithmetic == Arithmetic::float32 ? static_cast<double>(static_cast<float>(a) + static_cast<float>(b)) : a + b;
}

double figure_of(const Figure& figure, const Prediction& prediction) {
  switch (figure.kind) {
    case Figure::Kind::grade: return figure.grades[prediction.label];
    case Figure::Kind::value: return prediction.value;
    case Figure::Kind::probability: return prediction.probabilities[figure.label];
  }
  return 0;
}

WalkedFigure::WalkedFigure(const Space& space, const ModelView& view, Figure figure, std::size_t first_tree)
    : space_(space), view_(view), figure_(std::move(figure)), first_tree_(first_tree), interpreter_(*view.model) {
  const Model& model = *view.model;
  const bool single = model.combination == Combination::single;
  if (!single) places_ = score_count(model);
  if (single && model.missing == MissingPolicy::fractional) {
    for (const Node& node : only_tree(model).nodes) {
      if (!node.is_leaf()) blended_columns_.push_back(view.column[node.feature]);
    }
    std::ranges::sort(blended_columns_);
    blended_columns_.erase(std::unique(blended_columns_.begin(), blended_columns_.end()), blended_columns_.end());
  }
  for (const Tree& tree : model.trees) {
    std::vector<double>& least = least_.emplace_back(tree.nodes.size() * places_, kUnbounded);
    std::vector<double>& most = most_.emplace_back(tree.nodes.size() * places_, -kUnbounded);
    for (std::size_t at = tree.nodes.size(); at-- > 0;) {  // children come after their parents
      const Node& node = tree.nodes[at];
      if (node.is_leaf()) {
        const std::vector<double> figures =
            single ? std::vector<double>{figure_of(figure_, interpreter_.answer_of(static_cast<std::uint32_t>(at)))}
                   : leaf_amounts(model, tree, node);
        std::ranges::copy(figures, least.begin() + static_cast<std::ptrdiff_t>(at * places_));
        std::ranges::copy(figures, most.begin() + static_cast<std::ptrdiff_t>(at * places_));
      }
      for (const std::uint32_t child : node.children) {
        for (std::size_t i = 0; i < places_; ++i) {
          least[at * places_ + i] = std::min(least[at * places_ + i], least[child * places_ + i]);
          most[at * places_ + i] = std::max(most[at * places_ + i], most[child * places_ + i]);
        }
      }
    }
  }
}

double WalkedFigure::exact(std::span<const double> row) const {
  return figure_of(figure_, predict(row));
}

Prediction WalkedFigure::predict(std::span<const double> row) const {
  return interpreter_.predict(view_.row_of(row));
}

// Whether a value that is asked for may be missing, and would be shared out.
bool WalkedFigure::can_blend(const Region& region) const {
  return std::ranges::any_of(blended_columns_, [&](std::uint32_t column) {
    const ColumnValues& values = region[column];
    return values.missing || (values.categorical && values.words.count() > 0);
  });
}

FigureRange WalkedFigure::range(const RegionWalk& walk) const {
  if (view_.model->combination != Combination::single) return range_of_several(walk);
  const auto at = walk.place(first_tree_);
  if (at && (!can_blend(walk.region()) || walk.is_at_leaves(first_tree_))) return {least_[0][*at], most_[0][*at]};
  // A blend is not between what its leaves say: labels and smoothing have rules of their own.
  if (!walk.is_at_leaves(first_tree_)) return {-kUnbounded, kUnbounded};
  const double figure = exact(witness(space_, walk.region()));
  return {figure, figure};
}

FigureRange WalkedFigure::range_of_several(const RegionWalk& walk) const {
  const Model& model = *view_.model;
  const std::size_t count = model.trees.size();
  std::vector<std::uint32_t> leaves;
  for (std::size_t tree = 0; tree < count && leaves.size() == tree; ++tree) {
    const std::uint32_t at = *walk.place(first_tree_ + tree);
    if (model.trees[tree].nodes[at].is_leaf()) leaves.push_back(at);
  }
  if (leaves.size() == count) {
    const double figure = figure_of(figure_, interpreter_.answer_of_leaves(leaves));
    return {figure, figure};
  }
  std::vector<double> least = model.sums.base;
  least.resize(places_, 0);
  if (model.sums.arithmetic == Arithmetic::float32) {
    for (double& score : least) score = static_cast<float>(score);
  }
  std::vector<double> most = least;
  const bool one_output = leaf_answer(model) == LeafAnswer::value;
  for (std::size_t tree = 0; tree < count; ++tree) {
    const std::size_t at = *walk.place(first_tree_ + tree) * places_;
    const std::size_t begin = one_output ? model.trees[tree].output : 0;
    const std::size_t end = one_output ? begin + 1 : places_;
    for (std::size_t i = begin; i < end; ++i) {
      least[i] = added_score(model.sums.arithmetic, least[i], least_[tree][at + i]);
      most[i] = added_score(model.sums.arithmetic, most[i], most_[tree][at + i]);
    }
  }
  return range_of_scores(least, most);
}

FigureRange WalkedFigure::range_of_scores(const std::vector<double>& least, const std::vector<double>& most) const {
  const Model& model = *view_.model;
  if (least == most) {
    const double figure = figure_of(figure_, interpreter_.answer_of_scores(least));
    return {figure, figure};
  }
  if (figure_.kind == Figure::Kind::grade) {
    // Means are compared, not sums: different sums of floats can have the same mean.
    if (model.combination == Combination::sum) return range_of_labels(least, most);
    return range_of_labels(interpreter_.answer_of_scores(least).probabilities,
                           interpreter_.answer_of_scores(most).probabilities);
  }
  if (figure_.kind == Figure::Kind::value || model.combination != Combination::sum || places_ < model.labels.size()) {
    const double low = figure_of(figure_, interpreter_.answer_of_scores(least));
    const double high = figure_of(figure_, interpreter_.answer_of_scores(most));
    return {std::min(low, high),
            std::max(low, high)};  // of two labels, one score raises one probability and lowers the other
  }
  // The probability of one of several scores is least where its own is least and the others are largest.
  std::vector<double> against = most;
  std::vector<double> in_favour = least;
  against[figure_.label] = least[figure_.label];
  in_favour[figure_.label] = most[figure_.label];
  constexpr double kRounding = 1e-12;  // e^x and its sum are not rounded the same way everywhere
  return {figure_of(figure_, interpreter_.answer_of_scores(against)) - kRounding,
          figure_of(figure_, interpreter_.answer_of_scores(in_favour)) + kRounding};
}

// A label can be answered unless another one has more, or as much and comes first, wherever that one has least.
FigureRange WalkedFigure::range_of_labels(const std::vector<double>& least, const std::vector<double>& most) const {
  FigureRange range{kUnbounded, -kUnbounded};
  const auto include = [&](std::size_t label) {
    range.least = std::min(range.least, figure_.grades[label]);
    range.most = std::max(range.most, figure_.grades[label]);
  };
  if (least.size() < view_.model->labels.size()) {  // one score for two labels
    if (least[0] <= 0) include(0);
    if (most[0] > 0) include(1);
    return range;
  }
  for (std::size_t label = 0; label < least.size(); ++label) {
    bool possible = true;
    for (std::size_t other = 0; other < least.size() && possible; ++other) {
      if (other == label) continue;
      possible = other < label ? most[label] > least[other] : most[label] >= least[other];
    }
    if (possible) include(label);
  }
  return range;
}

double WalkedFigure::spread(std::size_t tree, std::uint32_t node) const {
  double widest = 0;
  for (std::size_t i = 0; i < places_; ++i) {
    widest = std::max(widest, most_[tree][node * places_ + i] - least_[tree][node * places_ + i]);
  }
  return widest;
}

std::optional<std::size_t> WalkedFigure::next_tree(const RegionWalk& walk) const {
  std::optional<std::size_t> chosen;
  double widest = -1;
  for (std::size_t tree = 0; tree < trees(); ++tree) {
    if (walk.is_at_leaves(first_tree_ + tree)) continue;
    const auto at = walk.place(first_tree_ + tree);
    const double spread_here = at ? spread(tree, *at) : kUnbounded;
    if (spread_here > widest) {
      widest = spread_here;
      chosen = first_tree_ + tree;
    }
  }
  return chosen;
}

}  // namespace espalier
