// Two-way tests that send a set of values left. With two classes, or squared distances from a mean, the best set is
// found by ordering the values by their mean response and searching as if they were numbers (Fisher 1958; Breiman et
// al. 1984). That is not so for more classes, for absolute distances, nor where a set is not allowed because it would
// only tell missing values from known ones: then every set is tried while the values are few; beyond that, the ordering
// by response, or those by each class against the rest.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

#include "unit/grow/oracle/two_way_search.hpp"

namespace espalier {
namespace {

constexpr std::size_t kMostValuesTriedExhaustively = 10;

// The groups by a figure of each; equal ones by code.
std::vector<std::size_t> ordered_by(const std::vector<double>& figures) {
  std::vector<std::size_t> order(figures.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return figures[a] < figures[b]; });
  return order;
}

std::vector<double> mean_responses(const AttributeView& view) {
  std::vector<double> means;
  for (const ValueGroup& group : view.groups) {
    Tally tally = view.whole.emptied();
    add_cases(view.cases_of(group), tally);
    means.push_back(tally.mean());
  }
  return means;
}

std::vector<double> shares_of_class(const AttributeView& view, std::uint32_t label) {
  std::vector<double> shares;
  for (const ValueGroup& group : view.groups) {
    std::vector<double> weights(2, 0.0);  // outside and inside
    for (const ValueCase& item : view.cases_of(group)) weights[item.response == label ? 1 : 0] += item.weight;
    weights = on_common_grid(std::move(weights));
    const double weight = weights[0] + weights[1];
    shares.push_back(weight > 0 ? weights[1] / weight : 0);
  }
  return shares;
}

std::vector<std::uint32_t> classes_present(const AttributeView& view) {
  std::vector<std::uint32_t> present;
  for (std::uint32_t label = 0; label < view.whole.classes(); ++label) {
    if (view.whole.count(label) > 0) present.push_back(label);
  }
  return present;
}

bool an_order_finds_the_best(const AttributeView& view, std::size_t classes) {
  if (joins_missing(view)) return false;
  return view.training.is_regression() ? view.options.criterion == Criterion::variance : classes <= 2;
}

void search(const AttributeView& view, TwoWaySearch& subsets) {
  const std::vector<std::uint32_t> classes = classes_present(view);
  if (!an_order_finds_the_best(view, classes.size()) && view.groups.size() <= kMostValuesTriedExhaustively) {
    subsets.try_all();
  } else if (view.training.is_regression()) {
    subsets.try_order(ordered_by(mean_responses(view)));
  } else if (classes.size() <= 2) {
    subsets.try_order(ordered_by(shares_of_class(view, classes.back())));
  } else {
    for (const std::uint32_t label : classes) subsets.try_order(ordered_by(shares_of_class(view, label)));
  }
}

}  // namespace

std::optional<Candidate> best_subset(const AttributeView& view) {
  TwoWaySearch subsets(view);
  search(view, subsets);
  return subsets.best(true);
}

}  // namespace espalier
