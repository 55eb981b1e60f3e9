#include "grow/split_search.hpp"

#include "grow/attribute_view.hpp"

namespace espalier {
namespace {

bool has_branch_per_value(const AttributeView& view) {
  return view.options.categorical == CategoricalSplit::multiway;
}

std::optional<Candidate> best_of(const AttributeView& view) {
  const ColumnKind kind = view.training.data.features[view.feature].kind;
  const bool intervals = view.training.has_intervals(view.feature) && has_branch_per_value(view);
  if (intervals) return multiway_test(view);
  if (kind != ColumnKind::categorical) return best_cut(view);
  switch (view.options.categorical) {
    case CategoricalSplit::multiway: break;
    case CategoricalSplit::equal: return best_equal(view);
    case CategoricalSplit::subset: return best_subset(view);
  }
  return view.options.group_values ? grouped_test(view) : multiway_test(view);
}

// Whether the value is known, as a test of its own.
std::optional<Candidate> presence_test(const AttributeView& view) {
  Tally known = view.whole;
  Tally missing = view.whole.emptied();
  add_cases(view.missing, missing);
  remove_cases(view.missing, known);
  if (known.weight() < view.training.min_leaf || missing.weight() < view.training.min_leaf) return std::nullopt;
  Candidate candidate;
  candidate.test = TestKind::present;
  candidate.missing_child = 1;
  const double branches[] = {known.weight(), missing.weight()};
  return priced(view, std::move(candidate), view.whole.gained_by(known.purity() + missing.purity()), branches);
}

}  // namespace

std::optional<Candidate> best_test(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                                   const Cases& cases, const Tally& node) {
  const AttributeView view = make_view(training, options, feature, cases, node);
  std::optional<Candidate> best;
  // One value left: nothing to test. This is also what keeps a multiway attribute from being tested twice on a path.
  if (view.groups.size() >= 2) best = best_of(view);
  const bool asks_presence = options.missing == MissingPolicy::own_category && view.missing_counts &&
                             training.data.features[feature].kind != ColumnKind::categorical &&
                             !(training.has_intervals(feature) && has_branch_per_value(view));
  if (asks_presence) {
    const std::optional<Candidate> presence = presence_test(view);
    if (presence && (!best || presence->gain > best->gain)) best = presence;
  }
  return best;
}

}  // namespace espalier
