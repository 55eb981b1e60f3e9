// A cut between two neighbouring values. The levels of an ordinal attribute are cut like numbers, and the cut is
// written as the set of levels below it.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "grow/attribute_view.hpp"

namespace espalier {
namespace {

// What both sides of a cut must hold. C4.5's MinSplit keeps cuts from shaving slivers off large nodes.
double least_side(const AttributeView& view) {
  const double min_leaf = view.training.min_leaf;
  if (!view.options.min_cut_share) return min_leaf;
  const double share = view.known_weight / (10.0 * static_cast<double>(view.training.data.labels.size()));
  return std::max(min_leaf, std::min(share, 25.0));
}

bool measured_in_bits(Criterion criterion) {
  return criterion == Criterion::information_gain || criterion == Criterion::gain_ratio;
}

// C4.5's charge for having been able to choose among many cuts: the bits it takes to say which one. It has no meaning
// in other units.
double charge(const AttributeView& view, std::size_t cuts_tried) {
  if (!view.options.charge_cuts || !measured_in_bits(view.options.criterion)) return 0;
  return std::log2(static_cast<double>(cuts_tried));
}

struct BestCut {
  double gained = 0;
  std::size_t boundary = 0;  // the first group above it; 0: none
  double below = 0;          // weight
  std::size_t tried = 0;
};

// All cases are above at first, but for missing ones that belong below.
BestCut scan(const AttributeView& view, Tally below, Tally above) {
  const double least = least_side(view);
  BestCut best;
  for (std::size_t boundary = 1; boundary < view.groups.size(); ++boundary) {
    const auto moved = view.cases_of(view.groups[boundary - 1]);
    add_cases(moved, below);
    remove_cases(moved, above);
    if (below.weight() < least || above.weight() < least) continue;
    ++best.tried;
    const double gained = view.whole.gained_by(below.purity() + above.purity());
    if (gained <= best.gained) continue;
    best.gained = gained;
    best.boundary = boundary;
    best.below = below.weight();
  }
  return best;
}

std::vector<std::uint32_t> codes_up_to(double code) {
  std::vector<std::uint32_t> codes(static_cast<std::size_t>(code) + 1);
  std::iota(codes.begin(), codes.end(), 0U);
  return codes;
}

Candidate cut_at(const AttributeView& view, std::size_t boundary) {
  Candidate candidate;
  const Gap gap{view.value(view.groups[boundary - 1]), view.value(view.groups[boundary])};
  if (view.training.data.features[view.feature].kind == ColumnKind::ordinal) {
    candidate.test = TestKind::member;
    candidate.categories = codes_up_to(gap.below);
    return candidate;
  }
  candidate.test = TestKind::less_equal;
  // Intervals without rows here belong to the lower side.
  const auto& cuts = view.training.features[view.feature].cuts;
  candidate.gap = view.training.is_discretised(view.feature) ? *cuts[static_cast<std::size_t>(gap.above) - 1].gap : gap;
  return candidate;
}

}  // namespace

std::optional<Candidate> best_cut(const AttributeView& view) {
  BestCut best = scan(view, view.whole.emptied(), view.whole);
  bool missing_below = false;
  if (view.missing_counts) {
    Tally below = view.whole.emptied();
    Tally above = view.whole;
    add_cases(view.missing, below);
    remove_cases(view.missing, above);
    const BestCut other = scan(view, std::move(below), std::move(above));
    if (other.gained > best.gained) {
      best = other;
      missing_below = true;
    }
  }
  if (best.boundary == 0) return std::nullopt;
  Candidate candidate = cut_at(view, best.boundary);
  if (view.missing_counts) candidate.missing_child = missing_below ? 0 : 1;
  const double branches[] = {best.below, view.whole.weight() - best.below};
  return priced(view, std::move(candidate), best.gained - charge(view, best.tried), branches);
}

}  // namespace espalier
