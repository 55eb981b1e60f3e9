// Tests on nominal attributes: one value against the rest, and one branch per value.
#include <utility>

#include "unit/grow/oracle/two_way_search.hpp"

namespace espalier {
namespace {

// The branch that gets purest, or loses least, by taking the missing cases in; of equal ones the first.
std::size_t best_home_for_missing(const AttributeView& view, std::size_t values) {
  double purity_without = 0;
  std::vector<double> changes;
  for (std::size_t i = 0; i < values; ++i) {
    Tally branch = view.whole.emptied();
    add_cases(view.cases_of(view.groups[i]), branch);
    const double before = branch.purity();
    add_cases(view.missing, branch);
    purity_without += before;
    changes.push_back(branch.purity() - before);
  }
  std::size_t best = 0;
  double most = 0;
  for (std::size_t i = 0; i < values; ++i) {
    const double gained = view.whole.gained_by(purity_without + changes[i]);
    if (gained <= most) continue;
    most = gained;
    best = i;
  }
  return best;
}

}  // namespace

// One value left: nothing to test. This is also what keeps a multiway attribute from being tested twice on a path.
std::optional<Candidate> best_category_test(const AttributeView& view) {
  if (view.groups.size() < 2) return std::nullopt;
  const bool intervals = view.training.data.features[view.feature].kind != ColumnKind::categorical;
  if (intervals) return multiway_test(view);
  const std::size_t values = view.training.data.features[view.feature].categories.size();
  const CategoricalSplit split = split_for(view.options.categorical, view.training.telling_rows, values);
  if (view.options.random_cuts && split != CategoricalSplit::multiway) {
    const bool alone = split == CategoricalSplit::equal;
    TwoWaySearch search(view);
    search.try_drawn(alone, least_word(view.training, view.options, view.feature));
    return search.best(!alone);
  }
  switch (split) {
    case CategoricalSplit::multiway: break;
    case CategoricalSplit::equal: return best_equal(view, least_word(view.training, view.options, view.feature));
    case CategoricalSplit::automatic:
    case CategoricalSplit::subset: return best_subset(view);
  }
  return view.options.group_values ? grouped_test(view) : multiway_test(view);
}

std::optional<Candidate> best_equal(const AttributeView& view, double least_word) {
  TwoWaySearch search(view);
  search.try_single_values(least_word);
  return search.best(false);
}

// Values without rows here add neither gain nor split information.
std::optional<Candidate> multiway_test(const AttributeView& view) {
  const bool joins = joins_missing(view);
  const std::size_t values = view.groups.size() - (joins ? 1 : 0);
  if (values < 2) return std::nullopt;
  const std::size_t home = joins ? best_home_for_missing(view, values) : values;

  double purity = 0;
  std::size_t large_enough = 0;
  std::vector<double> weights;
  weights.reserve(values);
  for (std::size_t i = 0; i < values; ++i) {
    Tally branch = view.whole.emptied();
    add_cases(view.cases_of(view.groups[i]), branch);
    if (i == home) add_cases(view.missing, branch);
    purity += branch.purity();
    weights.push_back(branch.weight());
    if (branch.weight() >= view.training.min_leaf) ++large_enough;
  }
  if (large_enough < 2) return std::nullopt;

  Candidate candidate;
  candidate.test = TestKind::multiway;
  if (joins) candidate.missing_child = view.code(view.groups[home]);
  return priced(view, std::move(candidate), view.whole.gained_by(purity), weights);
}

}  // namespace espalier
