#include "unit/grow/oracle/attribute_view.hpp"

#include <algorithm>
#include <cmath>

#include "grow/criteria.hpp"

namespace espalier {
namespace {

bool splits_by_category(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature) {
  if (training.data.features[feature].kind == ColumnKind::categorical) return true;
  return training.has_intervals(feature) && options.categorical == CategoricalSplit::multiway;
}

void group_by_value(AttributeView& view) {
  for (std::size_t begin = 0; begin < view.cases.size();) {
    std::size_t end = begin + 1;
    while (end < view.cases.size() && view.cases[end].value == view.cases[begin].value) ++end;
    view.groups.push_back({begin, end});
    begin = end;
  }
}

}  // namespace

AttributeView make_view(const TrainingSet& training, const GrowOptions& options, std::uint32_t feature,
                        std::vector<ValueCase> known, std::vector<ValueCase> missing, const Tally& node) {
  AttributeView view{training,           options, feature, false,        std::move(known), {},
                     std::move(missing), node,    0,       node.weight()};
  view.missing_counts = !view.missing.empty() &&
                        (options.missing == MissingPolicy::learned || options.missing == MissingPolicy::own_category);
  group_by_value(view);
  if (!view.missing.empty()) {
    Tally of_known = node.emptied();
    add_cases(view.cases, of_known);
    view.known_weight = of_known.weight();
    if (!view.missing_counts) view.whole = std::move(of_known);
  } else {
    view.known_weight = view.node_weight;
  }
  if (view.missing_counts && splits_by_category(training, options, feature)) {
    view.groups.push_back({view.cases.size(), view.cases.size() + view.missing.size(), true});
    view.cases.insert(view.cases.end(), view.missing.begin(), view.missing.end());
  }
  return view;
}

std::optional<Candidate> priced(const AttributeView& view, Candidate candidate, double gained,
                                std::span<const double> branch_weights) {
  if (gained <= 0) return std::nullopt;
  candidate.feature = view.feature;
  candidate.gain = gained / view.node_weight;
  if (view.options.criterion == Criterion::gain_ratio) {
    candidate.split_info = split_info(branch_weights, view.unknown_weight());
  }
  return candidate;
}

}  // namespace espalier
