// What several trees can still add up to in a region. Of each tree only those leaves count that rows of the region can
// reach: closer than what lies below the node that they have come to (audit/figure_range.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "audit/region.hpp"
#include "model/model.hpp"

namespace espalier {

// Per tree of a model, the node that all rows of a region have come to.
using TreePlaces = std::vector<std::uint32_t>;

struct ScoreBounds {
  std::vector<double> least;  // per score, added up in the model's arithmetic and order
  std::vector<double> most;
  std::optional<std::size_t> asked;  // the tree whose answers differ most; none: nothing is left to ask
};

// How much more the scores of one row can be than those of another that differs in some columns only.
struct DifferenceBounds {
  std::vector<double> least;  // per score
  std::vector<double> most;
  // Whether that holds tree by tree: sums that are rounded rise where no addend falls.
  std::vector<bool> never_falls;
  std::vector<bool> never_rises;
};

class ForestBounds {
 public:
  // Keeps references.
  ForestBounds(const Space& space, const ModelView& view);

  std::size_t scores() const { return scores_; }
  const ModelView& view() const { return view_; }
  TreePlaces roots() const { return TreePlaces(view_.model->trees.size(), 0); }

  // `places` move on as far as the region decides tests.
  ScoreBounds within(const Region& region, std::span<std::uint32_t> places) const;

  // The other row is the same model seen by another view: columns that differ stand elsewhere in the region.
  // `rising`: numbers and words of these columns are at least as far on in the other row.
  DifferenceBounds difference(const ForestBounds& other, const Region& region, std::span<const std::uint32_t> places,
                              std::span<const std::uint32_t> other_places, bool rising) const;

 private:
  // A test, made ready to be asked of regions.
  struct ReadyNode {
    enum class Kind : std::uint8_t { leaf, number, words, other } kind = Kind::leaf;
    std::uint32_t column = 0;
    double threshold = 0;        // of values as they are
    std::size_t first_word = 0;  // in branches_
  };

  void reachable(std::size_t tree, std::uint32_t node, const Region& region,
                 std::vector<std::uint32_t>& branches) const;
  void leaves_below(std::size_t tree, std::uint32_t node, const Region& region, std::span<double> least,
                    std::span<double> most) const;
  std::vector<double> base() const;
  void add_up(std::vector<double>& sums, std::span<const double> amounts) const;
  bool looks_at_other_columns(const ForestBounds& other, std::size_t tree, std::uint32_t node) const;

  const Space& space_;
  const ModelView& view_;
  std::size_t scores_ = 1;
  std::vector<std::vector<ReadyNode>> nodes_;  // per tree
  std::vector<std::vector<double>> amounts_;   // per tree, of leaves, per score
  std::vector<std::uint32_t> branches_;        // per word: the branch, or kNoBranch
};

}  // namespace espalier
