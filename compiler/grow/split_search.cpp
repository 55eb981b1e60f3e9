#include "grow/split_search.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "grow/criteria.hpp"

namespace espalier {
namespace {

struct Case {
  double value;
  std::uint32_t row;
};

// The cases of one value: [begin, end) of the sorted cases.
struct Group {
  std::size_t begin;
  std::size_t end;
};

// One attribute at one node: its known cases in order of value.
struct View {
  const TrainingSet& training;
  const GrowOptions& options;
  std::uint32_t feature;
  std::vector<Case> cases;
  std::vector<Group> groups;
  Tally known;
  double node_weight;

  double value(const Group& group) const { return cases[group.begin].value + 0.0; }  // +0 for -0
  double unknown_weight() const { return node_weight - known.weight(); }
};

View make_view(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
               std::span<const std::uint32_t> rows, const Tally& node) {
  View view{training, options, feature, {}, {}, node, node.weight()};
  view.cases.reserve(rows.size());
  for (const std::uint32_t row : rows) {
    const double value = training.value(feature, row);
    if (std::isnan(value)) {
      view.known.remove(training.data.classes[row], training.weights[row]);
    } else {
      view.cases.push_back({value, row});
    }
  }
  std::sort(view.cases.begin(), view.cases.end(), [](const Case& a, const Case& b) { return a.value < b.value; });
  for (std::size_t begin = 0; begin < view.cases.size();) {
    std::size_t end = begin + 1;
    while (end < view.cases.size() && view.cases[end].value == view.cases[begin].value) ++end;
    view.groups.push_back({begin, end});
    begin = end;
  }
  return view;
}

void add_group(const View& view, const Group& group, Tally& tally) {
  for (std::size_t i = group.begin; i < group.end; ++i) {
    const std::uint32_t row = view.cases[i].row;
    tally.add(view.training.data.classes[row], view.training.weights[row]);
  }
}

void remove_group(const View& view, const Group& group, Tally& tally) {
  for (std::size_t i = group.begin; i < group.end; ++i) {
    const std::uint32_t row = view.cases[i].row;
    tally.remove(view.training.data.classes[row], view.training.weights[row]);
  }
}

Tally no_rows(const View& view) {
  return Tally(view.options.criterion, view.training.data.labels.size());
}

// What both sides of a cut must hold. C4.5's MinSplit keeps cuts from shaving slivers off large nodes.
double least_side(const View& view) {
  if (!view.options.min_cut_share) return view.options.min_leaf.value;
  const double share = view.known.weight() / (10.0 * static_cast<double>(view.training.data.labels.size()));
  return std::max(view.options.min_leaf.value, std::min(share, 25.0));
}

bool measured_in_bits(Criterion criterion) {
  return criterion == Criterion::information_gain || criterion == Criterion::gain_ratio;
}

// C4.5's charge for having been able to choose among many cuts: the bits it takes to say which one. It has no meaning
// in other units.
double charge(const View& view, std::size_t cuts_tried) {
  if (!view.options.charge_cuts || !measured_in_bits(view.options.criterion)) return 0;
  return std::log2(static_cast<double>(cuts_tried));
}

// The candidate with its figures filled in, if it gains anything. `gained` is gain * known weight: divided by the
// weight of all the node's rows it is the gain times the known share.
std::optional<Candidate> priced(const View& view, Candidate candidate, double gained,
                                std::span<const double> branch_weights) {
  if (gained <= 0) return std::nullopt;
  candidate.feature = view.feature;
  candidate.gain = gained / view.node_weight;
  if (view.options.criterion == Criterion::gain_ratio) {
    candidate.split_info = split_info(branch_weights, view.unknown_weight());
  }
  return candidate;
}

std::vector<std::uint32_t> codes_up_to(double code) {
  std::vector<std::uint32_t> codes(static_cast<std::size_t>(code) + 1);
  std::iota(codes.begin(), codes.end(), 0U);
  return codes;
}

// A cut between two neighbouring values. The levels of an ordinal attribute are cut like numbers, and the cut is
// written as the set of levels below it.
std::optional<Candidate> best_cut(const View& view, bool ordinal) {
  const double least = least_side(view);
  const double whole = view.known.purity();
  Tally below = no_rows(view);
  Tally above = view.known;
  double best = 0;
  std::size_t best_boundary = 0;
  double best_below = 0;
  std::size_t tried = 0;
  for (std::size_t boundary = 1; boundary < view.groups.size(); ++boundary) {
    add_group(view, view.groups[boundary - 1], below);
    remove_group(view, view.groups[boundary - 1], above);
    if (below.weight() < least || above.weight() < least) continue;
    ++tried;
    const double gained = weighted_gain(whole, below.purity() + above.purity());
    if (gained > best) {
      best = gained;
      best_boundary = boundary;
      best_below = below.weight();
    }
  }
  if (best_boundary == 0) return std::nullopt;

  Candidate candidate;
  const Gap gap{view.value(view.groups[best_boundary - 1]), view.value(view.groups[best_boundary])};
  if (ordinal) {
    candidate.test = TestKind::member;
    candidate.categories = codes_up_to(gap.below);
  } else {
    candidate.test = TestKind::less_equal;
    candidate.gap = gap;
  }
  const double branches[] = {best_below, view.known.weight() - best_below};
  return priced(view, std::move(candidate), best - charge(view, tried), branches);
}

// One value against the rest.
std::optional<Candidate> best_equal(const View& view) {
  const double least = view.options.min_leaf.value;
  const double whole = view.known.purity();
  Tally chosen = no_rows(view);
  Tally rest = view.known;
  double best = 0;
  const Group* best_group = nullptr;
  double best_weight = 0;
  for (const Group& group : view.groups) {
    add_group(view, group, chosen);
    remove_group(view, group, rest);
    if (chosen.weight() >= least && rest.weight() >= least) {
      const double gained = weighted_gain(whole, chosen.purity() + rest.purity());
      if (gained > best) {
        best = gained;
        best_group = &group;
        best_weight = chosen.weight();
      }
    }
    remove_group(view, group, chosen);
    add_group(view, group, rest);
  }
  if (best_group == nullptr) return std::nullopt;

  Candidate candidate;
  candidate.test = TestKind::member;
  candidate.categories = {static_cast<std::uint32_t>(view.value(*best_group))};
  const double branches[] = {best_weight, view.known.weight() - best_weight};
  return priced(view, std::move(candidate), best, branches);
}

// One branch per value. Values without rows here add neither gain nor split information.
std::optional<Candidate> multiway(const View& view) {
  Tally branch = no_rows(view);
  double purity = 0;
  std::size_t large_enough = 0;
  std::vector<double> weights;
  weights.reserve(view.groups.size());
  for (const Group& group : view.groups) {
    add_group(view, group, branch);
    purity += branch.purity();
    weights.push_back(branch.weight());
    if (branch.weight() >= view.options.min_leaf.value) ++large_enough;
    remove_group(view, group, branch);
  }
  if (large_enough < 2) return std::nullopt;

  Candidate candidate;
  candidate.test = TestKind::multiway;
  return priced(view, std::move(candidate), weighted_gain(view.known.purity(), purity), weights);
}

}  // namespace

std::optional<Candidate> best_test(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                                   std::span<const std::uint32_t> rows, const Tally& node) {
  const View view = make_view(training, options, feature, rows, node);
  // One value left: nothing to test. This is also what keeps a multiway attribute from being tested twice on a path.
  if (view.groups.size() < 2) return std::nullopt;
  const ColumnKind kind = training.data.features[feature].kind;
  if (kind != ColumnKind::categorical) return best_cut(view, kind == ColumnKind::ordinal);
  return options.categorical == CategoricalSplit::multiway ? multiway(view) : best_equal(view);
}

}  // namespace espalier
